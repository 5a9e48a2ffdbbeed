"""`sofra plugins`: what a player installs, and what an author writes. Each command is imported only when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Final, final

import click

from sofra.cli.commands import Group, everywhere
from sofra.message import Message, Texts

__all__ = ["plugins"]

_ = Texts("sofra-core")

_COMMANDS: Final[dict[str, tuple[str, Message]]] = {
    "list": ("sofra.cli.installing:list_", _("List the installed plugins.")),
    "install": (
        "sofra.cli.installing:install",
        _("Install a game from a wheel, a folder, or a name on the package index."),
    ),
    "update": (
        "sofra.cli.installing:update",
        _("Look for newer versions of plugins where they came from, and install them."),
    ),
    "remove": ("sofra.cli.installing:remove", _("Remove a plugin. Saved rounds of its games stay.")),
    "enable": ("sofra.cli.installing:enable", _("Switch a plugin on again.")),
    "disable": ("sofra.cli.installing:disable", _("Switch a plugin off without removing it.")),
    "new": ("sofra.cli.authoring:new", _("Make a small working game to begin with.")),
    "check": ("sofra.cli.authoring:check", _("Hold a game in a folder against every law of a game.")),
    "translate": (
        "sofra.cli.authoring:translate",
        _("Bring the catalogues of a game up to its source, and compile them."),
    ),
}
"""Where each command lives, and its line in the help, which is shown without importing it."""


@final
class _Plugins(Group):
    """`sofra plugins`."""

    about = _("Games from anyone: install them, or write your own.")

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        if cmd_name not in _COMMANDS:
            return None
        module, _colon, name = _COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def rows(self) -> list[tuple[str, Message]]:
        """The commands as the help lists them."""
        return [(name, about) for name, (_where, about) in _COMMANDS.items()]


@click.command(cls=_Plugins, name="plugins")
def plugins() -> None:
    """The group itself does nothing."""


plugins.params += everywhere()
