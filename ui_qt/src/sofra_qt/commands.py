"""The commands that need Qt: `shell` (what `sofra` alone does), `screenshot` and `desktop`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

import click

from sofra.cli.commands import Group, command, json_option
from sofra.cli.session import NO, Session, Stop, session_of
from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason

if TYPE_CHECKING:
    from sofra_qt.pictures import Wanted

__all__ = ["PAGES", "desktop", "screenshot", "shell"]

_ = Texts("sofra-qt")

PAGES: Final = (
    *(
        "library",
        "library-continue",
        "picker",
        "ranking",
        "ranking-empty",
        "rules",
        "details",
        "plugins",
        "settings",
        "settings-delete",
        "code",
    ),
    *("replays", "replays-empty", "qr", "code-sheet", "file-sheet"),
    *("statistics", "statistics-all", "statistics-table", "statistics-empty"),
    *("table", "joined", "alike", "hint", "paused", "question", "dealing"),
    *("winnable", "unknown", "lost", "where-lost", "stuck", "deciding", "won"),
    *("opening", "chain", "computer", "curtain", "shared"),
    *("replay", "replay-branches", "replay-dominoes"),
    *("stopped", "fault", "library-stopped"),
)
"""The pages that `screenshot` can draw."""

SIZES: Final = ((1280, 800), (1920, 1080), (900, 600), (800, 1200))
"""The sizes of windows that `screenshot --all` draws."""


@click.command(help="Open the window; WHAT is a code or a file of a round.")
@click.argument("what", required=False, default="")
@click.pass_context
def shell(context: click.Context, what: str) -> None:
    """Open the window, and end with it."""
    from sofra_qt.starting import quick

    quick()
    from sofra_qt.app import run

    session = session_of(context)
    if what and Path(what).is_file():
        # The program that takes it may stand in another folder.
        what = str(Path(what).absolute())
    context.exit(run(session.places, language=session.language, safe_mode=session.safe_mode, what=what))


@click.command(help="Draw a page of the window to a file, without a screen; with --all every page in every language.")
@click.argument("page", type=click.Choice(PAGES), required=False)
@click.option(
    "--all",
    "every",
    type=click.Path(file_okay=False, path_type=Path),
    help="Draw every page (or PAGE) into this folder: all languages, light and dark, four sizes, as far as no option says which.",
)
@click.option("--code", default="", help="The deal to show.")
@click.option("--language", default="en", show_default=True, help="The language of the page.")
@click.option("--dark", is_flag=True, help="The dark theme.")
@click.option("--contrast", is_flag=True, help="The high-contrast theme.")
@click.option("--style", default="", help="The style of the tiles.")
@click.option("--big-tiles", is_flag=True, help="Tiles as large as can be, with large signs.")
@click.option("--scale", type=click.FloatRange(0.5, 4), default=1.0, show_default=True, help="Pixels for each pixel.")
@click.option("--size", default="1280x800", show_default=True, help="Width and height of the window.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The PNG file to write.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
@click.pass_context
def screenshot(
    context: click.Context,
    page: str | None,
    every: Path | None,
    code: str,
    language: str,
    out: Path | None,
    size: str,
    scale: float,
    style: str,
    *,
    dark: bool,
    contrast: bool,
    big_tiles: bool,
    as_json: bool,
) -> None:
    """Draw a page. Equal options give equal pictures on one machine: nothing in them is of today."""
    width, _x, height = size.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 0 < int(width) <= 8000 and 0 < int(height) <= 8000):
        raise click.BadParameter("a size is WIDTHxHEIGHT, each up to 8000", context, param_hint="--size")
    # Before Qt is imported: no screen is asked for, and all sizes are scaled.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = f"{scale:g}"
    from sofra_qt.app import NoFont
    from sofra_qt.pictures import Wanted, draw

    session = session_of(context)
    session.as_json = session.as_json or as_json
    colours = "contrast" if contrast else "dark" if dark else "light"
    wanted = Wanted(page or "", code, language, colours, style, int(width), int(height), big_tiles=big_tiles)
    if every is not None:
        _draw_all(context, session, wanted, every)
        return
    if page is None or out is None:
        raise click.UsageError("name a page and --out FILE, or --all FOLDER", context)
    try:
        picture = draw(wanted)
    except NoFont as error:
        raise Stop(error.message, NO) from error
    out.parent.mkdir(parents=True, exist_ok=True)
    if not picture.save(str(out), "PNG"):
        raise Stop(_("{file} cannot be written.", file=Ltr(str(out))), NO)
    if session.as_json:
        session.answer({"page": page, "width": picture.width(), "height": picture.height()})
    else:
        click.echo(str(out))


def _draw_all(context: click.Context, session: Session, wanted: Wanted, folder: Path) -> None:
    """Draw what `wanted` says, and all values of what no option was given for."""
    import attrs
    from click.core import ParameterSource

    from sofra.languages import LANGUAGES
    from sofra_qt.pictures import draw

    def said(*names: str) -> bool:
        return any(context.get_parameter_source(name) is not ParameterSource.DEFAULT for name in names)

    languages = (wanted.language,) if said("language") else LANGUAGES
    colours = (wanted.colours,) if said("dark", "contrast") else ("light", "dark")
    sizes = ((wanted.width, wanted.height),) if said("size") else SIZES
    every = [
        attrs.evolve(wanted, page=page, language=language, colours=colour, width=width, height=height)
        for page in ((wanted.page,) if wanted.page else PAGES)
        for language in languages
        for colour in colours
        for width, height in sizes
    ]
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    with click.progressbar(every, file=sys.stderr, hidden=session.as_json) as running:
        for each in running:
            name = f"{each.page}-{each.language}-{each.colours}-{each.width}x{each.height}.png"
            if not draw(each).save(str(folder / name), "PNG"):
                raise Stop(_("{file} cannot be written.", file=Ltr(str(folder / name))), NO)
            names.append(name)
    if session.as_json:
        session.answer(names)
    else:
        click.echo(session.text(_.plural("{n} picture", "{n} pictures", len(names))))


@final
class _Desktop(Group):
    """`sofra desktop`."""

    about = _("Put Sofra into the menu of the desktop.")


@click.command(cls=_Desktop, name="desktop")
def desktop() -> None:
    """The group itself does nothing."""


@command("install", _("Write menu entry, icons and the .sofra file type for this person."))
@json_option
def desktop_install(session: Session) -> None:
    """Write them; nothing outside the person's own data directory is touched."""
    from sofra_qt.desktop import NotHere, install

    try:
        written = install()
    except NotHere as error:
        raise Stop(error.message, NO) from error
    except OSError as error:
        raise Stop(_unwritable(error), NO) from error
    _answer(session, "written", written)


@command("remove", _("Take menu entry, icons and file type away again."))
@json_option
def desktop_remove(session: Session) -> None:
    """Remove what `install` wrote."""
    from sofra_qt.desktop import remove

    try:
        removed = remove()
    except OSError as error:
        raise Stop(_unwritable(error), NO) from error
    if not removed and not session.as_json:
        session.say(_("There was nothing to remove."))
    _answer(session, "removed", removed)


desktop.add_command(desktop_install)
desktop.add_command(desktop_remove)


def _unwritable(error: OSError) -> Message:
    return _("{file} cannot be written ({why}).", file=Ltr(str(error.filename)), why=reason(error.strerror or ""))


def _answer(session: Session, what: str, paths: Sequence[Path]) -> None:
    if session.as_json:
        session.answer({what: [str(path) for path in paths]})
    else:
        for path in paths:
            click.echo(str(path))
