"""One game for each member of the contract, which fails when that member is asked."""

from hostile_base import Matches, games, info

MEMBERS = (
    "deal", "decide", "evolve", "to_move", "outcome", "choices", "score", "scene", "cues", "say", "facts", "progress",
    "why", "advise", "preview", "solve", "explain", "akin", "describe", "choose", "may_undo",
)  # fmt: skip


def _raise(_self, *_args, **_more):
    raise ZeroDivisionError("division by zero")


for _n, _name in enumerate(MEMBERS):
    _id = f"raises-{_name.replace('_', '-')}"
    globals()[f"Rules{_n}"] = type(f"Rules{_n}", (Matches,), {"id": _id, _name: _raise})

sofra_games = games(
    *(
        info(f"hostile_raises:Rules{n}", f"raises-{name.replace('_', '-')}", f"R{chr(65 + n)}")
        for n, name in enumerate(MEMBERS)
    )
)
