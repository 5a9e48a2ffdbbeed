"""`sofra games`."""

from __future__ import annotations

from typing import Any

from sofra.cli.commands import command, json_option
from sofra.cli.session import Session
from sofra.game import GameInfo
from sofra.message import Ltr, Texts
from sofra.options import OptionKind, listed_options, option_values

__all__ = ["games"]

_ = Texts("sofra-core")


@command("games", _("List the installed games and the plugins that are broken."))
@json_option
def games(session: Session) -> None:
    """Every game that can be played, then every plugin that cannot be used, with its reason."""
    library = session.library
    if session.as_json:
        rows = [
            {
                "id": info.id,
                "title": session.text(info.title),
                "prefix": info.prefix,
                "seats": list(info.seats),
                "modes": list(info.modes),
                "options": _options(info),
                "plugin": library.plugins[info.id].name,
                "version": library.plugins[info.id].version,
                "status": "ready",
                "reason": None,
            }
            for info in library.games.values()
        ]
        rows += [
            {
                "id": None,
                "title": None,
                "prefix": None,
                "seats": [],
                "modes": [],
                "options": [],
                "plugin": broken.plugin.name,
                "version": broken.plugin.version,
                "status": "broken",
                "reason": session.text(broken.reason),
            }
            for broken in library.broken
        ]
        session.answer(rows)
        return
    for info in library.games.values():
        session.say(
            _("{prefix}  {title}: {summary}", prefix=Ltr(info.prefix.ljust(3)), title=info.title, summary=info.summary)
        )
    if not library.games:
        session.say(_("There are no games here. Install one, or see {doctor}.", doctor=Ltr("sofra doctor")))


def _options(info: GameInfo) -> list[dict[str, Any]]:
    """What `sofra play --set` can choose: each option with its default, its pattern, and its values where they are listed."""
    found = []
    for kind in OptionKind:
        listed = {each.name: [value for value, _name in each.values] for each in listed_options(info.options, kind)}
        found += [
            {"name": name, "kind": kind.value, "default": value, "pattern": pattern, "values": listed.get(name)}
            for name, pattern, value in option_values(info.options(), kind)
        ]
    return found
