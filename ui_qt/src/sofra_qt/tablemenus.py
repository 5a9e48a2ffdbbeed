"""The menus of the table page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import attrs
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from sofra.abilities import Decidable
from sofra.game import GameInfo
from sofra.message import Message, Texts
from sofra.round import Mode
from sofra_qt.advising import Adviser
from sofra_qt.keyedmenu import KeyedMenu
from sofra_qt.lights import SWITCH, WHERE
from sofra_qt.look import Look
from sofra_qt.model import TableModel
from sofra_qt.offered import listed_by
from sofra_qt.seating import mode_title, modes_of
from sofra_qt.session import Session, style_ids
from sofra_qt.settings import BIG_TILES

__all__ = [
    "add_light",
    "add_options",
    "add_rest",
    "add_seats",
    "add_sharing",
    "add_styles",
    "add_watch",
    "deals_menu",
    "drop",
    "more_menu",
]

_ = Texts("sofra-qt")

Actions = Mapping[str, QAction]


TELLING: Final = frozenset({"restart", "copy"})
"""What would tell hidden pieces while a round runs. Their keys say so then; menus do not offer them."""


def deals_menu(page: QWidget, actions: Actions, *, hidden: bool = False) -> QMenu:
    """The menu beside *New deal*: other ways to a deal. `hidden` while the round hides something."""
    menu = KeyedMenu(page)
    _add_actions(menu, actions, ("new", "pick", "restart", "code"), hidden=hidden)
    return menu


def more_menu(page: QWidget, actions: Actions, *, deals: bool, hidden: bool = False) -> QMenu:
    """The beginning of the menu at the end of the bar; with the ways to a deal where they have no menu of their own."""
    menu = KeyedMenu(page)
    if actions["deal"].isVisible():
        menu.addAction(actions["deal"])
        menu.addSeparator()
    ids = (*(("pick", "restart", "code") if deals else ()), "copy", "ranking")
    _add_actions(menu, actions, ids, hidden=hidden)
    menu.addSeparator()
    return menu


def add_seats(
    menu: QMenu,
    look: Look,
    model: TableModel,
    now: str,
    sit: Callable[[Mode], None],
    level: Callable[[str], None],
) -> None:
    """Who plays, and how well the computer does (`now` is its level), for games of several."""
    found = model.round
    if found is None or not model.several:
        return
    modes = modes_of(found.info)
    if len(modes) > 1:
        _add_values(menu, look, [(mode, mode_title(mode)) for mode in modes], found.mode, sit)
    if model.levels:
        _add_values(menu.addMenu(look.text(_("Level of the computer"))), look, model.levels, now, level)
    menu.addSeparator()


def add_light(menu: QMenu, look: Look, advice: Adviser, switch: Callable[[bool], None], go: Callable[[], None]) -> None:
    """The switch of the verdict light; on a lost position also the way back."""
    light = menu.addAction(look.text(SWITCH))
    light.setCheckable(True)
    light.setChecked(advice.light)
    light.triggered.connect(switch)
    if advice.answer is Decidable.LOST:
        loss = advice.loss
        known = loss is not None and loss.version is not None
        where = menu.addAction(look.text(loss.way if loss is not None and known else WHERE))
        where.triggered.connect(partial(_call, go if known else advice.find_loss))
    menu.addSeparator()


def add_styles(menu: QMenu, session: Session, prefix: str) -> None:
    """The styles of the pieces, where there are several, and whether they are big."""
    styles = style_ids(session.library, prefix)
    if len(styles) > 1:
        now = session.art()[prefix].id
        chosen = next((style for style in styles if style.id == now), None)
        sub = menu.addMenu(session.look.text(_("Tile style")))
        _add_values(sub, session.look, [(style, style.title) for style in styles], chosen, session.take_style)
    big = menu.addAction(session.look.text(BIG_TILES))
    big.setCheckable(True)
    big.setChecked(session.settings.big_tiles)
    big.triggered.connect(partial(_make_big, session))


def _make_big(session: Session, *_checked: object) -> None:
    session.change(attrs.evolve(session.settings, big_tiles=not session.settings.big_tiles))


def add_options(menu: QMenu, session: Session, info: GameInfo, told: Callable[[], None]) -> None:
    """What of a game can be chosen from a list (scoring), each as a menu; `told` is called when another value was chosen."""
    look, now = session.look, session.options(info)
    for each in listed_by(info):
        sub = menu.addMenu(look.text(each.title))
        take = partial(_take_option, session, info, told, each.name)
        _add_values(sub, look, each.values, getattr(now, each.name), take)


def add_watch(menu: QMenu, look: Look, watch: Callable[[], None], *, may_watch: bool) -> None:
    """The replay of what was played so far."""
    action = menu.addAction(look.text(_("Watch the replay")))
    action.triggered.connect(partial(_call, watch))
    action.setEnabled(may_watch)


def add_sharing(menu: QMenu, actions: Actions, *, may_share: bool) -> None:
    """The replay code, as a text and as a picture."""
    for id_ in ("copy-replay", "qr"):
        actions[id_].setEnabled(may_share)
        menu.addAction(actions[id_])


def add_rest(menu: QMenu, look: Look, actions: Actions, export: Callable[[], None], *, may_export: bool) -> None:
    """What stands at the end of the menu."""
    action = menu.addAction(look.text(_("Export the round")))
    action.triggered.connect(partial(_call, export))
    action.setEnabled(may_export)
    menu.addSeparator()
    for id_ in ("full", "settings"):
        menu.addAction(actions[id_])


def drop(menu: QMenu, tool: QWidget) -> None:
    """Show a menu under a tool, its edge at the tool's trailing edge; it is gone when it is closed."""
    menu.aboutToHide.connect(menu.deleteLater)
    rtl = tool.isRightToLeft()
    corner = tool.rect().bottomLeft() if rtl else tool.rect().bottomRight()
    at = tool.mapToGlobal(corner + QPoint(0, 6))
    menu.popup(at if rtl else at - QPoint(menu.sizeHint().width(), 0))


def _add_actions(menu: QMenu, actions: Actions, ids: Sequence[str], *, hidden: bool) -> None:
    for id_ in ids:
        if not actions[id_].isVisible():
            continue
        if hidden and id_ in TELLING:
            # Not the action itself: its key has to answer.
            menu.addAction(actions[id_].text()).setEnabled(False)
        else:
            menu.addAction(actions[id_])


def _add_values(
    menu: QMenu, look: Look, values: Sequence[tuple[Any, Message]], now: Any, take: Callable[[Any], None]
) -> None:
    """Values to choose from, the present one ticked; `take` is called with the one that is chosen."""
    for value, name in values:
        action = menu.addAction(look.text(name))
        action.setCheckable(True)
        action.setChecked(value == now)
        action.triggered.connect(partial(_take, take, value))


def _take_option(session: Session, info: GameInfo, told: Callable[[], None], name: str, value: str) -> None:
    session.choose(info, name, value)
    session.save()
    told()


def _take(do: Callable[[Any], None], value: Any, *_ignored: Any) -> None:
    do(value)


def _call(do: Callable[[], None], *_ignored: Any) -> None:
    """Do something when a signal brings an argument that nobody wants."""
    do()
