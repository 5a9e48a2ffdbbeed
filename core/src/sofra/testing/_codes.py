"""The laws of codes and of rounds: a short text is the deal, another is the deal and every move; and undo is a look-up."""

from __future__ import annotations

from random import Random

from sofra.code import NUMBERS, CodeError, DealCode, ReplayCode
from sofra.options import OptionKind, option_values
from sofra.testing._base import Contract
from sofra.testing._law import Break, for_every_line
from sofra.testing._playing import Line, Position

__all__ = ["CodeLaws"]


class CodeLaws(Contract):
    """What a player copies into a chat must come back as the same round."""

    @for_every_line
    def test_deal_codes_round_trip(self, line: Line) -> None:
        """The code of a deal, however it is typed, is read as the same deal with the same options.

        Capital letters, dashes and spaces do not matter.
        """
        at = Position(line, 0)
        rng = Random(str(line.code))  # noqa: S311 - to choose examples
        for number in (line.code.number, rng.randrange(NUMBERS)):
            code = DealCode.of(self.info, line.options, number)
            text = str(code)
            for typed in (text, text.lower(), text.replace("-", ""), f"  {text.replace('-', ' ')} "):
                try:
                    read, _info, options = DealCode.parse(typed, [self.info])
                except CodeError as error:
                    raise Break(
                        at,
                        f"its own code {text}, typed as {typed!r}, is refused: {error}",
                        "Let the patterns of the options begin with a letter and tell each other apart.",
                    ) from error
                if read != code or str(read) != text:
                    raise Break(at, f"the code {typed!r} is read as {read}", "Make the patterns of the options exact.")
                for kind in (OptionKind.DEAL, OptionKind.RULE):
                    if option_values(options, kind) != option_values(line.options, kind):
                        raise Break(at, f"{text} gives {options}", "Let every option stand in its block as it is.")

    @for_every_line
    def test_replay_codes_round_trip(self, line: Line) -> None:
        """The replay code of a round gives the same events again, from the letters alone.

        It holds the indexes of the choices; decide draws the same chance again, so even shuffles come back.
        """
        if not line.menus:
            return
        code = str(ReplayCode.encode(line.code, [(step.index, step.radix) for step in line.steps]))
        read, _info, _options = ReplayCode.parse(code.lower(), [self.info])
        try:
            played = read.play(self.info.load(), line.options)
        except CodeError as error:
            raise Break(
                line,
                f"its replay code {code} cannot be played: {error}",
                "Let choices, to_move and decide depend on state and chance alone; any memory or set order breaks old codes.",
            ) from error
        again = [(choice, tuple(events)) for choice, events in played]
        if again != [(None, line.opening), *((step.choice, step.events) for step in line.steps)]:
            raise Break(
                line,
                f"its replay code {code} plays another round",
                "Let choices, to_move and decide depend on state and chance alone.",
            )
