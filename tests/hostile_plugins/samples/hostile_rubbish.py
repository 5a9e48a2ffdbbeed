"""One game for each member of the contract, which answers with something else than is asked."""

from hostile_base import Matches, games, info

RUBBISH = {
    "deal": 7, "decide": "abc", "to_move": [0, 9], "outcome": True, "choices": {"a": 1}, "score": "many",
    "scene": ["a piece"], "cues": [1], "say": "a text that is no message", "facts": [None], "progress": (1, 2, 3),
    "why": 3, "advise": "take two", "preview": 5, "solve": "yes", "explain": 1, "akin": [b"match"], "describe": [],
    "may_undo": "never",
}  # fmt: skip

for _n, (_name, _answer) in enumerate(RUBBISH.items()):
    _id = f"rubbish-{_name.replace('_', '-')}"
    _ask = lambda self, *args, _answer=_answer, **more: _answer
    globals()[f"Rules{_n}"] = type(f"Rules{_n}", (Matches,), {"id": _id, _name: _ask})

sofra_games = games(
    *(
        info(f"hostile_rubbish:Rules{n}", f"rubbish-{name.replace('_', '-')}", f"U{chr(65 + n)}")
        for n, name in enumerate(RUBBISH)
    )
)
