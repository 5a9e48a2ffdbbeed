"""Names rules that do not exist."""

from hostile_base import games, info

sofra_games = games(info("hostile_no_rules:Nothing", "no-rules", "NR"))
