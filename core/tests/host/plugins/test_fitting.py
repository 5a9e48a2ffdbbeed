"""What a plugin may need and be called, and what is told of it before it runs."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest
from core.tests.host.plugins.conftest import Put
from core.tests.host.plugins.making import game_source, make_wheel

from sofra.host.plugins import Foretold, Offer, Plugins
from sofra.host.plugins.errors import DoesNotFit
from sofra.host.plugins.offers import describe

Offered = Callable[..., Offer]


@pytest.fixture
def offered(plugins: Plugins, tmp_path: Path) -> Offered:
    def offered(name: str = "klondike", **more: object) -> Offer:
        [offer] = plugins.inspect(make_wheel(tmp_path / "w", name, **more))  # type: ignore[arg-type]
        return offer

    return offered


def reasons(offer: Offer) -> list[str]:
    return [each.english for each in offer.problems]


class TestNeeds:
    @pytest.mark.parametrize(
        "need",
        [
            f"attrs=={version('attrs')}", "attrs", "ATTRS>=20", "sofra-core", "no-such-thing; python_version < '3'",
            "no-such-thing; extra == 'window'", "platformdirs>=1; sys_platform != 'nowhere'",
        ],
    )  # fmt: skip
    def test_what_the_host_has(self, offered: Offered, need: str) -> None:
        """A plugin may need the packages of the host, in the version that is there; what does not hold here is no need."""
        assert reasons(offered(requires=[need])) == []

    @pytest.mark.parametrize(
        ("need", "told"),
        [
            ("numpy-of-mine>=2", "It needs numpy-of-mine>=2, which is neither part of Sofra nor an installed plugin."),
            ("attrs<1", f"It needs attrs<1, and here is {version('attrs')}."),
            ("evil @ https://example.org/evil.whl", "It needs evil from an address of its own, which is not fetched."),
            ("spider>=1", "It needs spider>=1, which is neither part of Sofra nor an installed plugin."),
            ("???", "It states a need that cannot be read: ???."),
            ("a; sys_platform ~= 'x'", "It states a need that cannot be read: a; sys_platform ~= 'x'."),
        ],
    )
    def test_anything_more(self, offered: Offered, need: str, told: str) -> None:
        """Whatever else a plugin needs is named, and it is refused."""
        [said] = reasons(offered(requires=[need]))
        assert said.startswith(told)

    def test_every_need_is_named(self, offered: Offered, plugins: Plugins) -> None:
        offer = offered(requires=["one-of-mine", "two-of-mine"])
        assert len(reasons(offer)) == 2
        with pytest.raises(DoesNotFit) as caught:
            plugins.install(offer, consent=True)
        assert len(caught.value.problems) == 2
        assert plugins.installed() == []

    def test_an_extra_of_the_host(self, offered: Offered) -> None:
        """An extra is met when what it asks for is here, too."""
        assert reasons(offered(requires=["sofra-core[testing]"])) == []

    def test_another_plugin(self, offered: Offered, put: Put, plugins: Plugins) -> None:
        """A plugin may need another one that is installed and switched on."""
        put("tiles", "1.5")
        assert reasons(offered("spider", requires=["tiles>=1"])) == []
        assert reasons(offered("spider", requires=["tiles>=2"])) == ["It needs tiles>=2, and here is 1.5."]
        plugins.disable("tiles")
        assert reasons(offered("spider", requires=["tiles"])) == ["It needs the plugin tiles, which is switched off."]

    def test_another_python(self, offered: Offered) -> None:
        [said] = reasons(offered(python=">=3.99"))
        assert said.startswith("It needs Python >=3.99, and here is 3.")

    def test_an_update_that_another_plugin_does_not_accept(self, offered: Offered, put: Put) -> None:
        """A version that an installed plugin does not accept is refused, and says for whom."""
        put("tiles", "1.0")
        put("spider", requires=["tiles<2"])
        assert reasons(offered("tiles", version="2.0")) == ["tiles is needed by spider, which asks for <2."]


class TestNames:
    @pytest.mark.parametrize("name", ["attrs", "sofra-core", "SOFRA_core", "pluggy"])
    def test_a_distribution_of_the_host(self, offered: Offered, name: str) -> None:
        """A wheel that is called as something of Sofra's own is refused."""
        file = f"{name.replace('-', '_')}-9.0-py3-none-any.whl"
        offer = offered(name, version="9.0", file=file)
        assert "comes with Sofra itself" in reasons(offer)[0]

    @pytest.mark.parametrize("path", ["attr/__init__.py", "sofra/__init__.py", "Attrs/__init__.py", "json.py", "typing.py", "pluggy/x.txt"])  # fmt: skip
    def test_a_module_of_the_host(self, offered: Offered, path: str) -> None:
        """Nothing in a plugin may be called as a module of Sofra, of what it needs, or of Python."""
        top = path.partition("/")[0].removesuffix(".py")
        offer = offered(files={path: ""})
        assert reasons(offer) == [f"It would take the name {top} from Sofra or Python."]

    def test_a_module_of_another_plugin(self, offered: Offered, put: Put) -> None:
        put("spider", files={"cards/__init__.py": ""})
        offer = offered(files={"CARDS/__init__.py": ""})
        assert reasons(offer) == ["It would take the name CARDS from the plugin spider."]

    def test_its_own_names_again(self, offered: Offered, put: Put) -> None:
        """An update has the names of the version before it."""
        put()
        assert reasons(offered(version="1.1")) == []


class TestEntryPoints:
    @pytest.mark.parametrize("entry", ["", "[console_scripts]\nx = y:z\n", "[sofrax]\na = klondike.plugin\n"])
    def test_no_plugin_at_all(self, offered: Offered, entry: str) -> None:
        assert reasons(offered(entry=entry))[0].startswith("It is no plugin of Sofra")

    @pytest.mark.parametrize(
        "value", ["os", "klondike.other", "klondike.plugin;import os", "../klondike", "spider.plugin"]
    )
    def test_an_entry_that_is_not_there(self, offered: Offered, value: str) -> None:
        """An entry point must name a module that the wheel holds."""
        [said] = reasons(offered(entry=f"[sofra]\nx = {value}\n"))
        assert said.startswith("Its entry point names")

    def test_a_command_is_no_reason(self, offered: Offered, plugins: Plugins) -> None:
        """A command that a wheel would have elsewhere is not made here."""
        offer = offered(entry="[console_scripts]\nklondike = klondike:main\n[sofra]\nklondike = klondike.plugin\n")
        plugins.install(offer, consent=True)
        assert sorted(each.name for each in plugins.folder("klondike").iterdir()) == [
            "klondike", "klondike-1.0.dist-info", "sofra-plugin.json",
        ]  # fmt: skip


class TestForetold:
    def test_games_and_art_are_read_from_the_source(self, offered: Offered, tmp_path: Path) -> None:
        """Id, title, letters of codes and contract stand in the source; nothing of it is run to read them."""
        mark = tmp_path / "ran"
        source = f"open({str(mark)!r}, 'w')\n" + game_source("klondike", "KL").replace(
            'prefix="KL"', 'prefix="KL", api=1'
        )
        source += "\nART = ArtSet(id='cards/plain', title=_('Plain cards'), prefix='cards', package='klondike', folder='art')\n"
        files = {f"klondike/locale/{language}/LC_MESSAGES/klondike.mo": b"" for language in ("ar", "en", "hr")}
        adds = offered(source=source, files={**files, "klondike/art/a.svg": "<svg/>"}).adds
        assert adds.games == (Foretold("klondike", "The game klondike", "KL", 1),)
        assert (adds.art, adds.languages, adds.pictures) == (("Plain cards",), ("ar", "hr"), 1)
        assert not mark.exists()

    def test_another_contract(self, offered: Offered) -> None:
        source = game_source("klondike", "KL").replace('prefix="KL"', 'prefix="KL", api=99')
        [said] = reasons(offered(source=source))
        assert said.startswith("It is made for another version of Sofra: it asks for contract 99, and here is 1.")

    @pytest.mark.parametrize("source", ["def (", "GameInfo(" * 3000, "GameInfo(*x, **y)", "GameInfo(id=f())", "x = '\\d'; GameInfo(1, 2, 3, 4, 5)",
                                        "\0GameInfo()", "# -*- coding: no-such -*-\nGameInfo()"])  # fmt: skip
    def test_source_that_says_nothing(self, offered: Offered, source: str) -> None:
        """Whatever stands in the source, looking at it raises nothing."""
        assert offered(source=source).problems == ()

    def test_all_is_shown(self, offered: Offered) -> None:
        """What a player is asked to agree to has name, version, author, source, file, hash, games and needs."""
        offer = offered(requires=["attrs>=20"])
        said = "\n".join(each.english for each in describe(offer))
        for each in (
            "klondike 1.0",
            "A. Author",
            offer.source.text,
            offer.file,
            offer.sha256,
            "The game klondike",
            "attrs>=20",
        ):
            assert each in said

    @pytest.mark.parametrize(
        ("version", "told"),
        [("1.0", "klondike 1.0, in place of the same version"), ("1.1", "klondike 1.1, in place of version 1.0")],
    )
    def test_what_it_replaces_is_shown(self, offered: Offered, put: Put, version: str, told: str) -> None:
        put()
        assert describe(offered(version=version))[0].english == told
