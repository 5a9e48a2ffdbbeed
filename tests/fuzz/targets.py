"""What takes input from elsewhere. Each attempt says whether the input was taken; whatever else is raised is a fault."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol, cast

import attrs
import orjson

from sofra.abilities import BadBoard, Imports
from sofra.code import NUMBERS, CodeError, DealCode, ReplayCode
from sofra.event import Event
from sofra.game import Game, GameInfo, Watcher, fold
from sofra.host import load_games
from sofra.host.settings import Settings, Window, load_settings, save_settings
from sofra.log import Draft, LogError, MemoryLog
from sofra.log.record import follow
from sofra.message import Message
from sofra.replay import ReplayError, dump, export_round, import_file, load, verify
from sofra.round import Round
from sofra.scene import Aspect
from sofra.stats import Stats

__all__ = ["TARGETS", "DealCodes", "Layouts", "ReplayCodes", "ReplayFiles", "SettingsFiles", "Target"]

ROOT: Final = Path(__file__).parents[2]
BASES: Final = ("MJ1-L00-AAAAAAB", "MJ1-L07-AAAAABL", "MC1-AAAABVM", "MC1-AAAABBL", "DM1-AAAAABL", "DM1-AAAAABQ")
"""Deals that are made in a moment."""


class Target(Protocol):
    """One way in."""

    name: str

    def seeds(self) -> Sequence[bytes]:
        """Inputs that are fine."""

    def mend(self, data: bytes) -> bytes:
        """Make the input look whole: a check character or a chain of digests that fits."""

    def attempt(self, data: bytes) -> bool:
        """Whether it is taken. Raises AssertionError where it is taken for what it is not."""


@cache
def games() -> dict[str, GameInfo]:
    return dict(load_games().games)


@cache
def dealt() -> dict[str, tuple[DealCode, GameInfo, Any, tuple[Event, ...]]]:
    """The base deals, by game and code."""
    found = {}
    for text in BASES:
        code, info, options = DealCode.parse(text, games().values())
        found[text] = (code, info, options, tuple(info.load().deal(code.shuffle, options)))
    return found


@cache
def rounds() -> tuple[Round, ...]:
    """Rounds that were played at random, with moves taken back, of every game."""
    rng, log, played = Random(3), MemoryLog(), []
    for code, info, options, events in dealt().values():
        round_ = Round.open(log, info, code=code, options=options, dealt=events, mode="alone")
        for _move in range(200):
            choices = [choice for seat in sorted(round_.to_move) for choice in round_.choices(seat)]
            if not choices:
                break
            if round_.can_undo and rng.random() < 0.1:
                round_.undo()
            else:
                round_.play(rng.choice(choices))
        played.append(round_)
        assert round_._log is log
    return tuple(played)


def told(message: Message, place: int = 0, text: str = "") -> bool:
    """Every refusal says why, and, where it says where, it is a place in what was typed."""
    assert message.english
    assert 0 <= place <= max(len(text), 200)
    return False


class DealCodes:
    """Deal codes, as they are typed and pasted."""

    name = "deal codes"

    def seeds(self) -> Sequence[bytes]:
        return [
            *(base.encode() for base in BASES),
            b"mj1 l00 aaaaabl",
            b"MC1-AAAAABL",
            b"DM1-ZZZZZZZ",
            b"MJ1-L24-ZZZZZZZ",
        ]

    def mend(self, data: bytes) -> bytes:
        return data.upper()

    def attempt(self, data: bytes) -> bool:
        text = data.decode("utf-8", "replace")
        try:
            code, info, options = DealCode.parse(text, games().values())
        except CodeError as error:
            return told(error.message, error.place, text)
        assert 0 <= code.number < NUMBERS
        assert (code.prefix, code.version in info.rules) == (info.prefix, True)
        assert DealCode.parse(str(code), games().values()) == (code, info, options)
        assert DealCode.of(info, options, code.number) == attrs.evolve(code, version=info.version)
        code.shuffle.permutation(144, 0)
        return True


class Ready:
    """A game whose deals are there already: the proof of a deal may take its time, and is not what is looked at here."""

    def __init__(self, game: Game[Any, Any, Any], events: Sequence[Event]) -> None:
        self._game: Final = game
        self._events: Final = events

    def deal(self, _shuffle: Any, _options: Any) -> list[Event]:
        return list(self._events)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


class ReplayCodes:
    """Replay codes."""

    name = "replay codes"

    def seeds(self) -> Sequence[bytes]:
        codes = [str(round_.replay_code) for round_ in rounds() if round_.open_to_all]
        # Of a round with secrets that is not over: its line, as its end would tell it.
        codes += [str(round_._course.replay_code(round_.head)) for round_ in rounds() if not round_.open_to_all]
        return [code.encode() for code in codes]

    def mend(self, data: bytes) -> bytes:
        """With the check character that belongs there."""
        text = data.decode("utf-8", "replace")
        head, mark, _tail = text.partition("~")
        try:
            deal = DealCode.parse(head, games().values())[0]
            letters = ReplayCode.parse(text, games().values())[0].letters
        except CodeError:
            if not mark:
                return data
        else:
            return f"{deal}~{letters}".encode()
        for check in "0123456789ABCDEFGHJKMNPQRSTVWXYZ":
            candidate = text[:-1] + check
            try:
                ReplayCode.parse(candidate, games().values())
            except CodeError:
                continue
            return candidate.encode()
        return data

    def attempt(self, data: bytes) -> bool:
        text = data.decode("utf-8", "replace")
        try:
            code, info, options = ReplayCode.parse(text, games().values())
        except CodeError as error:
            return told(error.message, error.place, text)
        known = {str(deal): events for deal, _info, _options, events in dealt().values()}
        events = known.get(str(code.deal)) or next(each for _c, i, _o, each in dealt().values() if i is info)
        game = cast("Game[Any, Any, Any]", Ready(info.load(code.deal.version), events))
        try:
            line = code.play(game, options)
        except CodeError as error:
            return told(error.message)
        assert str(ReplayCode.encode(code.deal, list(self._digits(game, line)))) == str(code)
        return True

    def _digits(self, game: Game[Any, Any, Any], line: Sequence[tuple[Any, Sequence[Event]]]) -> Any:
        state = None
        for (_before, events), (choice, _events) in pairwise(line):
            state = fold(game, events, state)
            choices = [each for seat in sorted(game.to_move(state)) for each in game.choices(state, seat)]
            yield next(n for n, each in enumerate(choices) if each == choice), len(choices)


class ReplayFiles:
    """Replay files."""

    name = "replay files"

    def seeds(self) -> Sequence[bytes]:
        # Of each game a round that went straight on and one that was left or taken back: more of them find nothing more.
        names = ("turtle-won", "turtle-stuck", "shuffled-won", "left-stuck", "hard-wins", "last-tile")
        shelf = [path.read_bytes() for path in sorted((ROOT / "replays").rglob("*.sofra")) if path.stem in names]
        return shelf + [dump(round_._log.read(round_.id)) for round_ in rounds()]

    def mend(self, data: bytes) -> bytes:
        """With a header and a chain of digests that fit what stands there."""
        lines = [line for line in data.split(b"\n") if line]
        try:
            header = orjson.loads(lines[0])
            stream, before, mended = header["round"], b"", []
            for version, line in enumerate(lines[1:], 1):
                payload = line.partition(b',"payload":')[2][:-1]
                fields = orjson.loads(line)
                one = Draft(
                    fields["name"], fields["schema"], payload, fields["parent"], fields["at"], fields["active_ms"],
                    fields["seat"], fields["choice"],
                )  # fmt: skip
                (record,) = follow(before, stream, version - 1, fields["command"], [one])
                before = record.digest
                fields = {name: value for name, value in fields.items() if name != "payload"}
                fields |= {"version": version, "digest": before.hex()}
                mended.append(orjson.dumps(fields)[:-1] + b',"payload":' + payload + b"}")
            opened = orjson.loads(mended[0].partition(b',"payload":')[2][:-1])
            header |= {name: opened[name] for name in ("game", "rules", "code")} | {"records": len(mended)}
            return b"\n".join([orjson.dumps(header), *mended, b""])
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            # It cannot be made to look whole; then it is tried as it is.
            return data

    def attempt(self, data: bytes) -> bool:
        try:
            records = load(data)
        except ReplayError as error:
            return told(error.message)
        assert load(dump(records)) == records
        log = MemoryLog()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "round.sofra")
            path.write_bytes(data)
            try:
                import_file(log, path, games=games())
                round_ = Round.resume(log, records[0].stream, games())
            except (ReplayError, LogError) as error:
                return told(error.message)
            self._look_at(round_)
            with Stats(log) as stats:
                assert len(stats.rounds()) == 1
            try:
                export_round(log, round_.id, path)
            except ReplayError as error:
                told(error.message)
            else:
                assert load(path.read_bytes()) == records
        verify(records, games(), deal=False)
        return True

    def _look_at(self, round_: Round) -> None:
        """All that the shell asks of a round that is opened."""
        game, eyes = round_.game, (Watcher.SPECTATOR, *range(round_.game.seats))
        for eye in eyes:
            for aspect in Aspect:
                game.scene(round_.seen(eye), eye, aspect)
        before = None
        for step in round_.line:
            after = round_.seen_at(step.version, Watcher.SPECTATOR)
            if round_.open_to_all:
                game.say(before, step.events, after, Watcher.SPECTATOR)
            before = after
        assert round_.outcome_word
        assert round_.tally.moves >= 0
        _code, _score = round_.replay_code, round_.score


class SettingsFiles:
    """Settings, as players edit them."""

    name = "settings files"

    def seeds(self) -> Sequence[bytes]:
        full = Settings(
            language="ar", colours="dark", cloth="petrol", reduce_motion="on", join_ms=700,
            big_targets=True, page="statistics", window=Window(10, 20, 800, 600, maximized=True), panel={"dominoes": True},
            deals={"mahjong-connect": {"scoring": "timed"}},
        )  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "settings.toml")
            save_settings(path, Settings())
            plain = path.read_bytes()
            path.write_text('# mine\nversion = 1\nnew_thing = [1, 2]\nlanguage = "tr"\n[window]\nx = 1\n', "utf-8")
            save_settings(path, full)
            return [plain, path.read_bytes()]

    def mend(self, data: bytes) -> bytes:
        """As text that is UTF-8."""
        return data.decode("utf-8", "ignore").encode()

    def attempt(self, data: bytes) -> bool:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "settings.toml")
            path.write_bytes(data)
            loaded = load_settings(path)
            for problem in loaded.problems:
                told(problem)
            save_settings(path, attrs.evolve(loaded.settings, big_targets=not loaded.settings.big_targets))
            again = load_settings(path).settings
            assert again == attrs.evolve(loaded.settings, big_targets=not loaded.settings.big_targets)
        return not loaded.problems


class Layouts:
    """Layout files of Sofra and of other programs."""

    name = "layout files"

    @property
    def game(self) -> Imports:
        game = games()["mahjong-solitaire"].load()
        assert isinstance(game, Imports)
        return game

    def seeds(self) -> Sequence[bytes]:
        from plugins.mahjong_solitaire.tests import files

        from sofra_mahjong_solitaire.layout import built_in

        cells = built_in("L03").cells
        own = {"format": "sofra-mahjong-layout", "version": 1, "id": "rows", "tiles": cells}
        return [
            files.kmahjongg(cells).encode(),
            files.kmahjongg(cells, margin=2).encode(),
            files.gnome(cells).encode(),
            files.mah(files.board(cells), files.board(built_in("L07").cells)).encode(),
            orjson.dumps(own),
        ]

    def mend(self, data: bytes) -> bytes:
        """As text that is UTF-8."""
        return data.decode("utf-8", "ignore").encode()

    def attempt(self, data: bytes) -> bool:
        try:
            taken = self.game.take_in("layout", data, "a file.layout")
        except BadBoard as error:
            return told(error.message)
        assert taken.kept
        for text in taken.kept:
            assert self.game.take_in("layout", text.encode(), "again.json").kept == (text,)
        return True


TARGETS: Final[tuple[Target, ...]] = (DealCodes(), ReplayCodes(), ReplayFiles(), SettingsFiles(), Layouts())
