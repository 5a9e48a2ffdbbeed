"""Deal options with a short list of values: chosen on the game's page, in the settings, in the menu and by pictures."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest
from core.tests.toys import sticks
from PySide6.QtWidgets import QMenu
from ui_qt.tests.player import card_of

from sofra.game import GameInfo
from sofra.host.loader import Library
from sofra.message import Message
from sofra.options import OptionKind, option
from sofra_qt.fields import Choose
from sofra_qt.roles import plain
from sofra_qt.session import Session
from sofra_qt.tablemenus import add_options
from sofra_qt.widgets import Press
from sofra_qt.window import MainWindow


@attrs.frozen
class Sizes:
    """A board of two sizes."""

    size: str = option(
        OptionKind.DEAL, "S6", title=Message("Size"), values={"S6": Message("6 by 6"), "S8": Message("8 by 8")}
    )


@attrs.frozen
class Unlisted:
    """A board of any size, which no list names."""

    size: str = option(OptionKind.DEAL, "S6", "S[0-9]")


LISTED = attrs.evolve(sticks.INFO, options=Sizes)
UNLISTED = attrs.evolve(sticks.INFO, options=Unlisted)

Make = Callable[[GameInfo], MainWindow]


@pytest.fixture
def make(make_session: Callable[..., Session], make_window: Callable[..., MainWindow]) -> Make:
    """A window with one game."""

    def made(info: GameInfo) -> MainWindow:
        session = make_session(computer_ms=0)
        session._library = Library({info.id: info})
        return make_window(session=session)

    return made


def fields(page: object) -> list[Choose]:
    """The lists on a page that are called so."""
    return [each for each in page.findChildren(Choose) if each.accessibleName() == "Size"]  # type: ignore[attr-defined]


def presses(page: object) -> set[str]:
    """What the buttons of a page say."""
    return {plain(each.text()) for each in page.findChildren(Press)}  # type: ignore[attr-defined]


def test_a_listed_deal_option_is_chosen_on_the_page_of_the_game(make: Make) -> None:
    """The next deal has the value; the settings show it, too."""
    window = make(LISTED)
    window.show_details(LISTED)
    [field] = fields(window.rooms.details)
    assert (field.count(), field.currentText()) == (2, "6 by 6")
    field.setCurrentIndex(1)
    field.activated.emit(1)
    assert window._session.options(LISTED).size == "S8"
    window.rooms.details.grab()
    window.show_settings()
    assert [each.currentText() for each in fields(window.rooms.settings)] == ["8 by 8"]
    window._entrance.play(LISTED, "shared")
    assert window.table.round is not None
    assert window.table.round.options == Sizes("S8")
    window.grab()


def test_a_listed_deal_option_is_chosen_in_the_menu(make: Make) -> None:
    """At the table the menu has its values."""
    window = make(LISTED)
    menu = QMenu(window)
    add_options(menu, window._session, LISTED, lambda: None)
    assert [each.text() for each in menu.actions()] == ["Size"]
    menu.deleteLater()
    window.grab()


def test_a_listed_deal_option_has_pictures(make: Make) -> None:
    """The page behind the button shows a table of each value, though the game draws no pictures of its own."""
    window = make(LISTED)
    window.show_details(LISTED)
    assert "Choose: Size" in presses(window.rooms.details)
    assert "Choose: Size" in presses(card_of(window, LISTED.id))
    window.show_picker(LISTED)
    picker = window.rooms.picker
    assert picker.title.message is not None
    assert window._session.look.spoken(picker.title.message) == "Choose: Size"
    assert [card.offer.title.english for card in picker.cards] == ["6 by 6", "8 by 8"]
    picker.sketches.finish()
    window.grab()


def test_no_button_leads_to_an_empty_page(make: Make) -> None:
    """Where no value has a name or a picture there is nothing to choose from."""
    window = make(UNLISTED)
    window.show_picker(UNLISTED)
    assert window.page == "details"
    assert "Choose a layout" not in presses(window.rooms.details)
    window._entrance.play(UNLISTED, "shared")
    assert not window.table._actions["pick"].isEnabled()
    window.grab()
