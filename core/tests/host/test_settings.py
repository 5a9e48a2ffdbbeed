"""Settings: what fits is used, what does not is named, and nothing of the player's file is lost."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sofra.host import Settings, Window, load_settings, save_settings
from sofra.host.settings import LARGEST_TEXT, MAX_BYTES, SMALLEST_TEXT
from sofra.message import Ltr

values = st.builds(
    Settings,
    language=st.sampled_from(["", "en", "ar", "hr"]),
    digits=st.sampled_from(["latin", "local"]),
    colours=st.sampled_from(["system", "dark", "contrast"]),
    cloth=st.text(max_size=20),
    tile_style=st.text(max_size=20),
    text_size=st.just(0) | st.integers(SMALLEST_TEXT, LARGEST_TEXT),
    reduce_motion=st.sampled_from(["system", "on", "off"]),
    join_ms=st.integers(0, 10_000),
    sounds=st.sampled_from(["off", "soft", "medium", "loud"]),
    big_targets=st.booleans(),
    big_tiles=st.booleans(),
    auto_pause=st.booleans(),
    pause_when_idle=st.booleans(),
    computer_ms=st.integers(0, 10_000),
    at_once=st.booleans(),
    names=st.lists(st.text(max_size=20), max_size=3).map(tuple),
    page=st.text(max_size=20),
    window=st.none()
    | st.builds(
        Window,
        x=st.integers(-500, 500),
        y=st.integers(-500, 500),
        width=st.integers(1, 4000),
        height=st.integers(1, 4000),
        maximized=st.booleans(),
    ),
    panel=st.dictionaries(st.text(max_size=20), st.booleans(), max_size=3),
    deals=st.dictionaries(
        st.text(max_size=20), st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=2), max_size=2
    ),
    levels=st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=2),
    modes=st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=2),
    styles=st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=2),
    favourites=st.lists(st.text(max_size=9), max_size=2).map(tuple),
    played=st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=2),
    keys=st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=2),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "settings.toml"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.mark.parametrize("name", [field.name for field in attrs.fields(Settings)])
def test_a_setting_is_documented(name: str) -> None:
    """Whoever opens the file finds each key explained."""
    page = Path(__file__).parents[3] / "docs" / "reference" / "settings.md"
    assert f"`{name}`" in page.read_text("utf-8")


def test_no_file_no_problem(path: Path) -> None:
    """Without a file, and without a place for one, the defaults hold and nothing is wrong."""
    assert load_settings(path).settings == load_settings(None).settings == Settings()
    assert load_settings(path).problems == ()
    save_settings(None, Settings())


@settings(max_examples=30)  # a file is written twice in each
@given(before=values, after=values)
def test_what_is_saved_is_read(tmp_path_factory: pytest.TempPathFactory, before: Settings, after: Settings) -> None:
    """Any settings saved over any others are read again as they were."""
    path = tmp_path_factory.mktemp("settings") / "settings.toml"
    save_settings(path, before)
    save_settings(path, after)
    loaded = load_settings(path)
    assert loaded.problems == ()
    assert loaded.settings == after


def test_what_another_version_says_of_a_game_is_kept(path: Path) -> None:
    """Keys that this version could not use stay in their table, while those that it could go when they are taken away."""
    write(path, 'version = 1\n[levels]\ndominoes = "hard"\nchess = "easy"\n[panel]\nchess = 3\n')
    loaded = load_settings(path).settings
    assert loaded.levels == {"dominoes": "hard", "chess": "easy"}
    save_settings(path, attrs.evolve(loaded, levels={"chess": "easy"}, panel={"dominoes": True}))
    table = tomllib.loads(path.read_text("utf-8"))
    assert table["levels"] == {"chess": "easy"}
    assert table["panel"] == {"chess": 3, "dominoes": True}


def test_only_what_differs_from_the_default_is_written(path: Path) -> None:
    """A default that changes in a later version reaches everybody who has not chosen."""
    save_settings(path, Settings(colours="dark"))
    assert tomllib.loads(path.read_text("utf-8")) == {"version": 1, "colours": "dark"}


def test_comments_and_unknown_keys_are_kept(path: Path) -> None:
    """The player's own comments, and keys that this version does not know, survive saving."""
    write(path, '# mine\nversion = 1\ncolours = "dark" # at night\nfuture = [1, 2]\n\n[their]\nkey = "x"\n')
    save_settings(path, attrs.evolve(load_settings(path).settings, big_targets=True))
    text = path.read_text("utf-8")
    assert "# mine" in text
    assert "# at night" in text
    table = tomllib.loads(text)
    assert table["future"] == [1, 2]
    assert table["their"] == {"key": "x"}
    assert table["big_targets"] is True


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('language = "xx"', "language"),
        ("language = 3", "language"),
        ('colours = "purple"', "colours"),
        ('big_targets = "yes"', "big_targets"),
        ("big_targets = 1", "big_targets"),
        ("join_ms = -1", "join_ms"),
        ("join_ms = 10001", "join_ms"),
        ("join_ms = 0.5", "join_ms"),
        ("join_ms = true", "join_ms"),
        ('join_ms = "500"', "join_ms"),
        ('sounds = "louder"', "sounds"),
        ("sounds = true", "sounds"),
        ("text_size = 79", "text_size"),
        ("text_size = 201", "text_size"),
        ("text_size = -100", "text_size"),
        ("text_size = 1.5", "text_size"),
        ("text_size = true", "text_size"),
        ('text_size = "large"', "text_size"),
        ("page = false", "page"),
        ('window = "big"', "window"),
        ("window = {x = 0, y = 0, width = 0, height = 10}", "window"),
        ("window = {x = 0, y = 0, width = 10}", "window"),
        ("window = {x = 0.5, y = 0, width = 10, height = 10}", "window"),
        ("window = {x = true, y = 0, width = 10, height = 10}", "window"),
        ("panel = {a = 1}", "panel"),
        ("deals = {a = 1}", "deals"),
        ("deals = {a = {layout = 1}}", "deals"),
        ("levels = {a = 1}", "levels"),
        ('modes = "computer"', "modes"),
        ("names = [1]", "names"),
        ('names = "Sara"', "names"),
        ("computer_ms = 10001", "computer_ms"),
        ("at_once = 1", "at_once"),
        ("big_tiles = 1", "big_tiles"),
    ],
)
def test_value_that_cannot_be_used(path: Path, line: str, key: str) -> None:
    """A value of a wrong type or out of range gives its key's default, a stated problem, and no other key is touched."""
    write(path, f"{line}\nverdict_light = true\n")
    loaded = load_settings(path)
    assert loaded.settings == Settings(verdict_light=True)
    [problem] = loaded.problems
    assert f"the value of {key} cannot be used" in problem.english
    assert str(path) in problem.english


def test_unusable_value_stays_until_another_is_set(path: Path) -> None:
    """What the player wrote is not taken away behind their back, only replaced when they choose."""
    write(path, 'colours = "purple"\n')
    save_settings(path, Settings(big_targets=True))
    assert 'colours = "purple"' in path.read_text("utf-8")
    save_settings(path, Settings(colours="dark"))
    assert load_settings(path).settings.colours == "dark"


@pytest.mark.parametrize(
    "content",
    [
        b"colours = ",
        b"\xff\xfe\x00",
        b"[a\n",
        b"x = " + b"[" * 3_000 + b"]" * 3_000,
        b"x = " + b"{a=" * 3_000 + b"1" + b"}" * 3_000,
        b"# " + b"x" * MAX_BYTES,
        b"x = 1\x0b",
    ],
    ids=["no value", "no text", "no end", "nested lists", "nested tables", "too long", "read by one parser of two"],
)
def test_damaged_file(path: Path, content: bytes) -> None:
    """A file that is no TOML gives the defaults and a problem; saving keeps a copy of it aside, once."""
    write(path, "")
    path.write_bytes(content)
    loaded = load_settings(path)
    assert loaded.settings == Settings()
    assert "damaged" in loaded.problems[0].english
    save_settings(path, Settings(colours="dark"))
    assert load_settings(path).settings.colours == "dark"
    aside = path.with_name("settings.damaged.toml")
    assert aside.read_bytes() == content
    path.write_bytes(content + b"#")
    save_settings(path, Settings())
    assert aside.read_bytes() == content
    assert path.with_name("settings.damaged-1.toml").read_bytes() == content + b"#"


def test_newer_version(path: Path) -> None:
    """Of a newer Sofra's file what fits is used, and saving keeps that file aside, with its own keys still in place."""
    text = 'version = 2\ncolours = "dark"\nlanguage = {spoken = "ar"}\nnew_key = 1\n'
    write(path, text)
    loaded = load_settings(path)
    assert loaded.settings.colours == "dark"
    assert "newer Sofra" in loaded.problems[0].english
    save_settings(path, attrs.evolve(loaded.settings, big_targets=True))
    assert path.with_name("settings.version-2.toml").read_text("utf-8") == text
    assert tomllib.loads(path.read_text("utf-8"))["new_key"] == 1


def test_unreadable_file(path: Path) -> None:
    """A folder in the file's place is told, not raised."""
    path.mkdir(parents=True)
    assert "cannot be read" in load_settings(path).problems[0].english


def test_failed_saving_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk gives up half-way the old file is whole, and nothing is left lying about."""
    save_settings(path, Settings(colours="dark"))
    before = path.read_bytes()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save_settings(path, Settings(colours="light"))
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@given(st.dictionaries(st.sampled_from([field.name for field in attrs.fields(Settings)]), st.one_of(
    st.booleans(), st.integers(-5, 5), st.text(max_size=5), st.lists(st.integers(), max_size=2),
    st.dictionaries(st.sampled_from(["x", "y", "width", "height", "maximized"]), st.integers(-5, 5) | st.booleans()),
)))  # fmt: skip
def test_any_values_are_read(tmp_path_factory: pytest.TempPathFactory, table: dict[str, Any]) -> None:
    """Whatever values stand in a sound TOML file, reading gives settings, and a problem for each key that is not used."""
    import tomlkit

    path = tmp_path_factory.mktemp("settings") / "settings.toml"
    path.write_text(tomlkit.dumps(table), "utf-8")
    loaded = load_settings(path)
    named = {
        str(value.text)
        for problem in loaded.problems
        for name, value in problem.params
        if name == "key" and isinstance(value, Ltr)
    }
    kept = attrs.asdict(loaded.settings)
    for name in ("names", "favourites"):
        kept[name] = list(kept[name])  # TOML knows lists only
    for key, value in table.items():
        assert key in named or kept[key] == value or key == "window"
