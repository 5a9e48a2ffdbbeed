"""Games from anyone: the plugins that the player installed, and how they get here and away again.

A shell does it so::

    plugins = Plugins(Places.find())
    for offer in plugins.inspect("klondike-1.0-py3-none-any.whl"):   # in the order to install them
        ...  # show offer.name, version, author, source, sha256, adds, problems, replaces, consented
        plugins.install(offer, consent=True)

`Plugins` has: `inspect(source, build=False)` gives `Offer`s and runs nothing of them; `install(offer, consent=False)`;
`installed()`; `enable(name)`, `disable(name)`, `remove(name)`; `newer(name)` gives the `Offer` of an update, or None.
All are for any thread, without a window. Long ones take `progress(message, share)`, told with a sentence and how much is done
(0 to 1), and `cancelled()`, asked now and then: true raises `Cancelled`. Errors are a class each (`errors`), all `PluginsError`
with a `message`. After a change ask `load_games` anew: new games are there, those of removed or disabled plugins are gone. What an
open round still uses stays until the next start, which `Installed.restart` says: let go of the rounds of a plugin first.

A project folder is built only with `build=True`, since that runs the project's own build program; else `NeedsBuild` says so.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sofra.host.plugins.errors import PluginsError
    from sofra.host.plugins.installing import Plugins
    from sofra.host.plugins.offers import Adds, Foretold, Offer
    from sofra.host.plugins.store import Installed

_WHERE: Final = {
    "Adds": "offers",
    "Foretold": "offers",
    "Installed": "store",
    "Offer": "offers",
    "Plugins": "installing",
    "PluginsError": "errors",
}

__all__ = ["Adds", "Foretold", "Installed", "Offer", "Plugins", "PluginsError"]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    return found
