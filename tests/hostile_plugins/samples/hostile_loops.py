"""One game for each of these members, which does not come to an end when it is asked."""

from hostile_base import Matches, games, info

MEMBERS = ("choices", "decide", "scene", "deal", "choose", "solve", "evolve")


def _loop(_self, *_args, **_more):
    while True:
        pass


for _n, _name in enumerate(MEMBERS):
    globals()[f"Rules{_n}"] = type(f"Rules{_n}", (Matches,), {"id": f"loops-{_name}", _name: _loop})

sofra_games = games(
    *(info(f"hostile_loops:Rules{n}", f"loops-{name}", f"L{chr(65 + n)}") for n, name in enumerate(MEMBERS))
)
