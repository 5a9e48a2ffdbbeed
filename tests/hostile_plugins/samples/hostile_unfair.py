"""Decides otherwise each time it is asked, draws where it must not, and speaks in templates that do not fit."""

from itertools import count

from hostile_base import Matches, Taken, games, info

from sofra.message import Texts

_ = Texts("unfair")
_again = count()


class Fickle(Matches):
    """Another answer each time."""

    id = "unfair-fickle"

    def decide(self, state, seat, command, chance):
        return [Taken(next(_again) % 2)]


class Template(Matches):
    """A message with places that nothing fills, and braces that do not close."""

    id = "unfair-template"

    def say(self, before, events, after, eye):
        return _("{left} of {all, {", left=after.left)


class Stranger(Matches):
    """Advises what may not be done."""

    id = "unfair-stranger"

    def advise(self, seen, seat, verdict):
        from hostile_base import Take

        from sofra.abilities import Advice
        from sofra.game import Choice

        return Advice(Choice(seat, Take(99), ("take-99",)), _("Trust me."))


class Grudge(Matches):
    """Commands that fail when they are compared."""

    id = "unfair-grudge"

    def choices(self, seen, seat):
        from sofra.game import Choice

        class Never:
            count = 1

            def __eq__(self, other):
                raise ValueError("not with me")

            __hash__ = None

        return [Choice(seat, Never(), ("take-1",))]


KINDS = (Fickle, Template, Stranger, Grudge)

sofra_games = games(
    *(info(f"hostile_unfair:{kind.__name__}", kind.id, f"V{chr(65 + n)}") for n, kind in enumerate(KINDS))
)
