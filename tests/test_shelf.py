"""The shelf: every saved game is there with its words in every language, and is truly what its sentence says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import attrs
import pytest
from tools.shelf import hands, pips

from sofra.abilities import Decidable, Solvable
from sofra.game import GameInfo, fold
from sofra.host import load_games
from sofra.languages import LANGUAGES, Translator
from sofra.log import MemoryLog
from sofra.message import Clock, Message, Texts
from sofra.replay import ReplayError
from sofra.replay.shelf import ShelfEntry, Shelved, shelf
from sofra.round import Round

ROOT: Final = Path(__file__).resolve().parents[1]


@cache
def games() -> Mapping[str, GameInfo]:
    return load_games().games


def entries() -> tuple[ShelfEntry, ...]:
    return shelf(games().values()).entries


def name(entry: ShelfEntry) -> str:
    return f"{entry.game}/{entry.path.stem}"


def opened(entry: ShelfEntry) -> Round:
    log = MemoryLog()
    log.import_records(entry.read())
    return Round.resume(log, entry.read()[0].stream, games())


def dead_ends(round_: Round) -> int:
    """The positions of the whole tree in which nothing was left."""
    outcomes = [round_.outcome_at(node) for node in round_._journal.nodes]
    return sum(outcome is not None and not outcome.final for outcome in outcomes)


def clean(round_: Round) -> bool:
    """Won without hints, lights, undos or shuffles: every move that was tried took a pair."""
    tally = round_.tally
    return round_.outcome_word == "won" and not (tally.hints or tally.undos or tally.verdicts) and tally.tried == 72


def time_is_told(round_: Round, sentence: Message) -> bool:
    """The time in the sentence is that of the round."""
    return dict(sentence.params)["time"] == Clock(round_.active_ms)


def one_way(round_: Round, left: int) -> bool:
    """With so many pairs left, of three moves the one that was played wins, and the two others are lost."""
    game = round_.game
    assert isinstance(game, Solvable)
    before, after = next(
        (one, two) for one, two in zip(round_.line, round_.line[1:], strict=False) if _left(round_, one.version) == left
    )
    state = round_.state_at(before.version)
    answers = [
        game.solve(fold(game, game.decide(state, 0, choice.command, round_.shuffle), state), None).answer
        for choice in game.choices(state, 0)
    ]
    won = answers.pop(after.choice_index or 0) if len(answers) == 3 else None
    return won is Decidable.WINNABLE and answers == [Decidable.LOST] * 2


def _left(round_: Round, version: int) -> int:
    done, of = round_.game.progress(round_.state_at(version)) or (0, 0)
    return of - done


def against(round_: Round, level: str, word: str) -> bool:
    """Against the computer of a level from the beginning, with this end for the person."""
    return (round_.mode, round_.level, round_.outcome_word) == ("computer", level, word)


Claim = Callable[[Round, Message], bool]

CLAIMS: Final[dict[str, Claim]] = {
    "mahjong-solitaire/turtle-perfect": lambda r, s: clean(r) and time_is_told(r, s),
    "mahjong-solitaire/crescent-comeback": lambda r, s: (
        r.outcome_word == "won" and dead_ends(r) == 2 and r.tally.undos > 40 and not r.tally.hints
    ),
    "mahjong-solitaire/tulip-one-way": lambda r, s: r.outcome_word == "won" and one_way(r, 7),
    "mahjong-solitaire/turtle-won": lambda r, s: (
        r.outcome_word == "won" and (r.tally.hints, r.tally.undos) == (1, 2) and time_is_told(r, s)
    ),
    "mahjong-solitaire/turtle-stuck": lambda r, s: (
        r.outcome_word == "lost" and r.abandoned and dead_ends(r) == 2 and r.tally.undos == 4
    ),
    "mahjong-connect/perfect": lambda r, s: clean(r) and time_is_told(r, s),
    "mahjong-connect/comeback": lambda r, s: (
        r.outcome_word == "won" and dead_ends(r) == 2 and (r.tally.undos, r.tally.moves) == (11, 72)
    ),
    "mahjong-connect/shuffled-won": lambda r, s: (
        r.outcome_word == "won" and dead_ends(r) == 1 and (r.tally.hints, r.tally.moves) == (2, 73)
    ),
    "mahjong-connect/left-stuck": lambda r, s: (
        r.outcome_word == "lost" and r.abandoned and dead_ends(r) == 2 and r.tally.undos == 4
    ),
    "dominoes/hard-wins": lambda r, s: (
        against(r, "hard", "lost") and list(hands(r))[-1] == (8, 0) and pips(r) == (50, 0)
    ),
    "dominoes/comeback": lambda r, s: (
        against(r, "medium", "won") and (11, 4) in hands(r) and list(hands(r))[-1][0] == 0
    ),
    "dominoes/seven-moves": lambda r, s: (
        against(r, "hard", "won")
        and sum(step.seat == 0 for step in r.line) == 7
        and max(first for first, _second in hands(r)) == 7
    ),
    "dominoes/blocked": lambda r, s: (
        against(r, "hard", "won") and all(r.state.hands) and not r.state.boneyard and pips(r) == (10, 12)
    ),
    "dominoes/last-tile": lambda r, s: against(r, "hard", "won") and list(hands(r))[-2:] == [(1, 1), (0, 1)],
}
"""What each sentence says, to be found in the file."""


def test_the_shelf_is_what_replays_holds() -> None:
    """Every file in `replays/` stands on the shelf with a claim, and every game has four at least."""
    found = shelf(games().values())
    assert found.broken == ()
    files = {
        path.relative_to(ROOT / "replays").with_suffix("").as_posix() for path in (ROOT / "replays").rglob("*.sofra")
    }
    assert {name(entry) for entry in found.entries} == files == set(CLAIMS)
    assert len(found.entries) == len(files)
    assert all(len(found.of(game)) >= 4 for game in games())


@pytest.mark.parametrize("entry", entries(), ids=name)
def test_a_sentence_is_true(entry: ShelfEntry) -> None:
    """What it says is found in the file."""
    assert entry.problem is None
    assert CLAIMS[name(entry)](opened(entry), entry.sentence)


def test_no_claim_is_true_of_another_file() -> None:
    """A claim that held for any game of its kind would prove nothing."""
    found = shelf(games().values())
    for game in games():
        rounds = {name(entry): opened(entry) for entry in found.of(game)}
        for entry in found.of(game):
            others = {file: each for file, each in rounds.items() if file != name(entry)}
            assert not [file for file, each in others.items() if CLAIMS[name(entry)](each, entry.sentence)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_there_in_every_language(language: str) -> None:
    """Title and sentence are translated, and no two games of the shelf are called the same."""
    translator = Translator(language)
    titles = set()
    for entry in entries():
        for message in (entry.title, entry.sentence):
            assert (translator.text(message, isolate=False) == message.english) is (language == "en")
        titles.add((entry.game, translator.text(entry.title)))
    assert len(titles) == len(entries())


def test_how_a_game_went_is_told_without_its_rules() -> None:
    """A row of the statistics is made of the records alone."""
    for entry in entries():
        row, round_ = entry.row(), opened(entry)
        assert (row.game, row.code, row.mode) == (entry.game, str(round_.code), round_.mode)
        assert (row.word, row.moves, row.active_ms, row.score) == (
            round_.outcome_word,
            round_.ply,
            round_.active_ms,
            round_._journal.closed.score if round_._journal.closed else None,
        )


_ = Texts("toy")


def test_a_broken_file_costs_itself_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is missing or torn says so, and the others can be watched."""
    package = tmp_path / "toy_shelf"
    folder = package / "replays"
    folder.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "told.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    import toy_shelf.told  # type: ignore[import-not-found]

    whole = (ROOT / "replays" / "dominoes" / "blocked.sofra").read_bytes()
    (folder / "whole.sofra").write_bytes(whole)
    (folder / "torn.sofra").write_bytes(whole[:-700] + b"\n")
    toy_shelf.told.SHELF = [Shelved(f"{each}.sofra", _("A"), _("B.")) for each in ("torn", "gone", "whole")]
    info = attrs.evolve(games()["dominoes"], shelf="toy_shelf.told:SHELF")
    torn, gone, there = shelf([info]).entries
    assert torn.problem is not None
    assert gone.problem is not None
    assert "gone.sofra cannot be read" in gone.problem.english
    with pytest.raises(ReplayError):
        torn.row()
    assert there.problem is None
    assert there.row().moves == 26


def test_a_broken_plugin_costs_its_own_shelf_only() -> None:
    """One that cannot be imported, or tells of nothing that it has, is named with the reason."""
    dominoes = games()["dominoes"]
    strange = [
        attrs.evolve(dominoes, id="gone", shelf="sofra_no_such_module:SHELF"),
        attrs.evolve(dominoes, id="nothing", shelf="sofra_dominoes.info:SHELF"),
        attrs.evolve(dominoes, id="wrong", shelf="sofra_dominoes.info:INFO"),
        attrs.evolve(dominoes, id="none", shelf=""),
    ]
    found = shelf([*strange, dominoes])
    assert [each.game for each in found.broken] == ["gone", "nothing", "wrong"]
    assert all("cannot be shown" in each.reason.english for each in found.broken)
    assert {each.game for each in found.entries} == {"dominoes"}
