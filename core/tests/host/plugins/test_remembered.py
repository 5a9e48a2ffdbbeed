"""What plugins said of their games is kept, so that a start imports none of them; and asked anew whenever it could be otherwise."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import attrs
import pytest
from core.tests.host.plugins.conftest import Put
from core.tests.host.plugins.making import game_source

from sofra.game import ArtSet, GameInfo
from sofra.host import Library, load_games
from sofra.host.plugins import Plugins, remembered, starting
from sofra.options import OptionKind, listed_options

OPTIONS = """
    import attrs
    from sofra.game import ArtSet
    from sofra.options import OptionKind, option

    @attrs.frozen
    class Options:
        suits: str = option(OptionKind.DEAL, "S1", title=_("Suits"), values={"S1": _("One"), "S2": _("Two")})

    @hookimpl
    def sofra_art():
        return [ArtSet("klondike/plain", _("Plain"), "cards", "klondike", "art", cell=(1.0, 2.0, 3.0, 4.0))]
"""


def source() -> str:
    text = game_source("klondike", "KL", more=OPTIONS)
    return text.replace('prefix="KL"', 'prefix="KL", options=Options, art="cards", modes=("alone", "shared")')


def start() -> Library:
    """Load the games as a new program does that has imported no plugin."""
    for name in [name for name in sys.modules if name.partition(".")[0] in {"klondike", "spider"}]:
        del sys.modules[name]
    starting.forget()
    return load_games()


def test_the_second_start_imports_nothing(put: Put) -> None:
    """What the plugin said is told again, field by field, and its options are imported when they are first looked at."""
    put(source=source())
    first = load_games()
    again = start()
    assert "klondike" not in sys.modules
    one, two = first.games["klondike"], again.games["klondike"]
    for field in attrs.fields(GameInfo):
        if field.alias != "options":
            assert getattr(one, field.name) == getattr(two, field.name), field.name
    assert first.art == again.art
    assert isinstance(again.art[-1], ArtSet)
    assert "klondike" not in sys.modules
    assert [each.name for each in listed_options(two.options, OptionKind.DEAL)] == ["suits"]
    assert two.options().suits == "S1"
    assert two.options is sys.modules["klondike.plugin"].Options


def test_every_kind_of_field_is_kept() -> None:
    """A field that is new in `GameInfo` must be told how it is kept: texts are, all others are named."""
    texts = {each.alias for each in attrs.fields(GameInfo) if str(each.type).startswith(("str", "Literal"))}
    assert set(remembered._TEXTS) == texts


@pytest.mark.parametrize("change", ["sofra", "python", "damage", "nonsense", "gone"])
def test_it_is_asked_anew(put: Put, sofra_home: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    """Another Sofra, another Python, or a cache that cannot be read: the plugin is imported and asked."""
    put()
    load_games()
    cache = sofra_home / "plugins" / "games.json"
    match change:
        case "sofra":
            monkeypatch.setattr(remembered, "version", lambda _name: "99")
        case "python":
            monkeypatch.setattr(sys, "version", "99")
        case "damage":
            cache.write_bytes(cache.read_bytes()[:-9])
        case "nonsense":
            told = json.loads(cache.read_text("utf-8"))
            [key] = told["plugins"]
            told["plugins"][key] = {"games": [{"id": 7}], "art": 3}
            cache.write_text(json.dumps(told), "utf-8")
        case _:
            cache.unlink()
    assert "klondike" in start().games
    assert "klondike.plugin" in sys.modules
    start()
    assert "klondike.plugin" not in sys.modules


def test_a_changed_plugin_is_asked(put: Put) -> None:
    """Other bytes of the same version are another plugin."""
    put()
    load_games()
    put(source=game_source("klondike", "KX"))
    assert start().games["klondike"].prefix == "KX"
    assert "klondike.plugin" in sys.modules


def test_a_broken_plugin_is_asked_every_time(put: Put) -> None:
    """A reason is never remembered: it may be gone."""
    put(source="import no_such_module")
    for _start in range(2):
        assert len(start().broken) == 1


def test_what_is_gone_is_forgotten(put: Put, plugins: Plugins, sofra_home: Path) -> None:
    put()
    put("spider")
    load_games()
    plugins.remove("spider")
    start()
    told = json.loads((sofra_home / "plugins" / "games.json").read_text("utf-8"))
    assert [key.partition(" ")[0] for key in told["plugins"]] == ["klondike"]


def test_a_folder_that_cannot_be_written_to(put: Put, sofra_home: Path) -> None:
    """Where nothing can be kept the plugins are asked each time, and work."""
    put()
    (sofra_home / "plugins" / "games.json").mkdir()
    for _start in range(2):
        assert "klondike" in start().games
        assert "klondike.plugin" in sys.modules


def test_two_games_of_one_name(put: Put) -> None:
    """What is remembered is held against the other plugins as what is said now: the second of two is left out."""
    put()
    put("spider", source=game_source("klondike", "SP"))
    for _start in range(2):
        library = start()
        assert library.plugins["klondike"].name == "klondike"
        assert [each.plugin.name for each in library.broken] == ["spider"]
