"""Brings Qt with it, which no game may: the conformance suite refuses it."""

import PySide6.QtWidgets
from hostile_base import Matches, games, info


class Rules(Matches):
    """Sound but for the import."""

    id = "qt"


sofra_games = games(info("hostile_qt:Rules", "qt", "QT"))
