"""The table page: bar, stage and side panel, and the sheets of a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QHideEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from sofra.abilities import Decidable
from sofra.game import GameInfo
from sofra.host.dealing import Dealing
from sofra.message import Message, Texts
from sofra.round import Mode, Round
from sofra.scene import Scene
from sofra_qt.advising import Adviser
from sofra_qt.arrangement import Arrangement
from sofra_qt.changing import NEW_ROUND, Changing
from sofra_qt.codewell import CodeWell
from sofra_qt.curtain import Curtain
from sofra_qt.endings import NoAnswer
from sofra_qt.keys import KEYS, shortcuts
from sofra_qt.model import TableModel
from sofra_qt.offered import may_choose
from sofra_qt.opponent import Opponent
from sofra_qt.overlay import Overlay
from sofra_qt.panel import Panel, Strip
from sofra_qt.placing import Place
from sofra_qt.session import Running, Session
from sofra_qt.settings import NEXT_DEAL
from sofra_qt.sheets import Sheet
from sofra_qt.skipping import Skipping
from sofra_qt.stage import Stage
from sofra_qt.table.board import Kind
from sofra_qt.table.view import TableView
from sofra_qt.tablebar import TableBar
from sofra_qt.tablecodes import TableCodes
from sofra_qt.tablemenus import (
    add_light,
    add_options,
    add_rest,
    add_seats,
    add_sharing,
    add_styles,
    add_watch,
    deals_menu,
    drop,
    more_menu,
)
from sofra_qt.versus import Record, record_of
from sofra_qt.weighing import Weighing

if TYPE_CHECKING:
    from sofra.host.verdicts import Verdicts

__all__ = ["TablePage"]

_ = Texts("sofra-qt")

AWAY: Final = frozenset({"library", "full"})
"""What can still be done at a table whose game has stopped, by the ids of the keys."""


class TablePage(QWidget):
    """A round on the table.

    `library` asks for the library page, `settings` for the settings, `full` for the full screen, `watched(stream)` for a replay,
    `code_watched(text)` for that of a code.
    """

    library = Signal()
    settings = Signal()
    full = Signal()
    export = Signal()
    picker = Signal(object)
    ranking = Signal()
    mode = Signal(object, str)
    coded = Signal(object, object, object)
    failed = Signal(object)
    watched = Signal(str)
    code_watched = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("page")
        self._session, self._look = session, session.look
        self.model = TableModel(self)
        self.advice = Adviser(self.model, self._verdicts)
        self.view = TableView()
        self.view.setProperty("own-focus", True)  # noqa: FBT003 - a Qt property
        self.stage = Stage(self._look, self.view)
        self.curtain = Curtain(self._look, self.model, self.stage, self.view)
        self.stage.hang(self.curtain)
        self.changing = Changing(session, self.model, self, self.stage)
        self.weighing = Weighing(session, self.model, self.stage)
        self.opponent = Opponent(session, self.model)
        self.codes = TableCodes(session, self.model, self, self.stage.line)
        self._skipping = Skipping(self.model, self.view, self.view.viewport())
        self._well = CodeWell(self._look, self.codes.copy)
        self._panel = Panel(self._look, self.model, self.advice, self._well, record=self._record, level=self._level)
        self._panel.levelled.connect(self.set_level)
        self._panel.jumped.connect(self.go_to)
        self._panel.light.switched.connect(self.switch_light)
        self._panel.light.wanted.connect(self.advice.find_loss)
        self._panel.light.chosen.connect(self.go_to)
        self._panel.ranking.clicked.connect(self.ranking)
        self._strip_well = CodeWell(self._look, self.codes.copy, flat=True)
        self._strip = Strip(self._look, self.model, self.advice, self._strip_well)
        does = self._ways()
        self._overlay = Overlay(session, self.model, self.advice, self.stage, does)
        self._actions = self._make_actions(does)
        self._bar = TableBar(self._look, {**does, "deals": self._show_deals, "more": self._show_menu}, self._sit)
        self._arrangement = Arrangement(self, session, self._bar, self._panel, self._strip, self.stage, self.view)
        self._connect()
        self.advice.switch(on=session.settings.verdict_light)
        self._arrange()

    # Building

    def _ways(self) -> dict[str, Callable[[], None]]:
        """What the page does, by the ids of the keys."""
        return {
            "undo": self.undo,
            "deal": self.undo_all,
            "redo": self.redo,
            "hint": self.advice.hint,
            "new": self.new_deal,
            "pick": self._pick,
            "ranking": self.ranking.emit,
            "restart": self.restart,
            "pause": self.toggle_pause,
            "copy": self.codes.copy,
            "copy-replay": self.codes.copy_replay,
            "qr": self.codes.show_qr,
            "code": self.codes.enter,
            "panel": self.toggle_panel,
            "full": self.full.emit,
            "library": self.library.emit,
            "settings": self.settings.emit,
            "escape": self.escape,
        }

    def _make_actions(self, does: Mapping[str, Callable[[], None]]) -> dict[str, QAction]:
        actions = {}
        for id_, do in does.items():
            action = QAction(self)
            action.setShortcuts(shortcuts(id_))
            action.triggered.connect(partial(_call, do))
            self.addAction(action)
            actions[id_] = action
        return actions

    def _connect(self) -> None:
        model, view = self.model, self.view
        model.scened.connect(self._scened)
        model.cued.connect(view.show_cues)
        model.picked.connect(view.set_selection)
        model.hinted.connect(view.set_hint)
        model.lit.connect(view.set_spotlight)
        model.shaken.connect(view.shake)
        model.said.connect(self.stage.line.say)
        model.murmured.connect(self.stage.line.murmur)
        self.curtain.opened.connect(self._open_curtain)
        self.opponent.refused.connect(self._no_answer)
        model.changed.connect(self.refresh)
        model.failed.connect(self.failed)
        self._overlay.freed.connect(self.refocus)
        self._overlay.ranked.connect(self._ranked)
        self._overlay.chosen.connect(self.go_to)
        self._overlay.watched.connect(self.watch)
        self.advice.changed.connect(self._advised)
        self.changing.dealt.connect(self.show_round)
        for waits in (self.changing, self.weighing, self.codes):
            waits.clear.connect(self._overlay.put_away)
            waits.laid.connect(self._overlay.lay)
        self.changing.idle.connect(self._nothing_dealt)
        self.changing.failed.connect(self.failed)
        self.codes.failed.connect(self.failed)
        self.codes.entered.connect(self._entered)
        self.codes.watched.connect(self.code_watched)
        view.tapped.connect(model.tap)
        view.dragged.connect(model.drag)
        view.held.connect(model.light)
        view.set_fits(model.fits)
        self._look.changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        art = self._session.art()
        settings = self._session.settings
        self.view.set_art(art)
        self.view.set_big_tiles(settings.big_tiles)
        self.view.join_ms = settings.join_ms
        self.model.at_once = settings.at_once
        self.model.call(settings.names)
        if self.stage.ring is not None:
            self.stage.ring.set_art(art)
        for id_, action in self._actions.items():
            action.setText(self._look.text(KEYS[id_].name))
            action.setShortcuts(shortcuts(id_))
        self._arrange()
        self.refresh()

    def _verdicts(self) -> Verdicts:
        return self._session.verdicts

    # The round

    @property
    def round(self) -> Round | None:
        """The round on the table."""
        return self.model.round

    def show_round(self, opened: Round, dealt: Dealing | None = None, *, paused: bool = False) -> None:
        """Put a round on the table. `dealt` is how it was dealt, when it is new."""
        self.changing.cancel(quiet=True)
        for action in self._actions.values():
            action.setEnabled(True)
        self._overlay.put_away()
        self._panel.best.show_best(())
        self.advice.forget()
        self.stage.clear()
        self.stage.line.say("", None)
        self.model.shape(self.stage.aspect)
        self.model.open(opened, paused=paused)
        if opened.mode == "computer" and opened.level is not None:
            # A new round keeps the level.
            self._session.set_level(opened.info, opened.level)
        self._arrangement.forget()
        self._arrange()
        self._tell_deal(dealt)
        if self.sheet is None:
            self.refocus()

    def halt(self) -> None:
        """The game has stopped: the round is let go of, as it lies in the log, and nothing asks the game any more."""
        self.changing.cancel(quiet=True)
        self.weighing.cancel()
        self._overlay.put_away()
        self.advice.forget()
        self.model.halt()
        for id_, action in self._actions.items():
            action.setEnabled(id_ in AWAY)

    def refocus(self) -> None:
        """The keyboard is at the table again; at the curtain while that is closed."""
        if self.curtain.closed:
            self.curtain.button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.view.setFocus()

    def _tell_deal(self, dealt: Dealing | None) -> None:
        """Say of a new deal what is not as promised; of a round that continues another, that it does."""
        found = self.round
        if dealt is None and found is not None and found.opened.origin is not None and not found.tally.tried:
            self.stage.line.say(
                "branch",
                _("Played on from move {n} of a replay. It does not count for the ranking.", n=found.opened.taken),
            )
        match dealt.verdict if dealt is not None else None:
            case Decidable.UNKNOWN:
                self.stage.line.say("unknown", _("Dealt. Whether this deal can be won is not decided yet."))
            case Decidable.LOST:
                self.stage.line.say("lost", _("Dealt. This deal cannot be won."))
            case _:
                return

    def _scened(self, scene: Scene, kind: Kind) -> None:
        self.view.show_scene(scene, animate=not self._look.reduce_motion, kind=kind)

    def continue_round(self, running: Running) -> None:
        """Put a round on the table that waited, paused. Raises LogError and PluginError."""
        self.show_round(self._session.resume(running), paused=True)
        self.advice.warm()

    def deal(self, info: Any) -> None:
        """Deal a new round of a game, whatever is on the table."""
        self._announce(info)
        self.changing.deal(info, self._session.mode(info))

    def open_code(self, info: Any, code: Any, options: Any) -> None:
        """Deal a code, whatever is on the table."""
        self._announce(info)
        self.changing.deal_code(info, code, options, self._session.mode(info))

    def take_code(self, info: Any, code: Any, options: Any) -> None:
        """Deal a code; asks first when the round on the table would count as abandoned."""
        self.changing.take(info, code, options)

    def _announce(self, info: Any) -> None:
        """Name the game that is about to come on an empty table."""
        if self.round is None:
            self._bar.title.say(info.title)

    def _nothing_dealt(self) -> None:
        if self.round is None:
            self.library.emit()
        else:
            self.stage.line.say("", None)
            self.view.setFocus()

    # What the player does

    def undo(self) -> None:
        """Take a move back, and put the sheet away that told that none was left."""
        self._overlay.put_away()
        self.model.undo()

    def undo_all(self) -> None:
        """Go back to the deal."""
        self._overlay.put_away()
        self.model.undo_all()

    def redo(self) -> None:
        """Bring a move back."""
        self._overlay.put_away()
        self.model.redo()

    def _sit(self, mode: Mode) -> None:
        """Play in another mode: its own round comes on the table."""
        if self.round is not None:
            self.mode.emit(self.round.info, mode)
        self.refresh()

    def _record(self) -> Record | None:
        return Record(0) if self.round is None else record_of(self._session.counting, self.round)

    def _pick(self) -> None:
        """Choose what to deal on."""
        found = self.round
        if found is not None and may_choose(found.info, found.game):
            self.picker.emit(found.info)

    def go_to(self, version: int) -> None:
        """Go to a position of the line."""
        self._overlay.put_away()
        self.model.jump(version)
        self.view.setFocus()

    def switch_light(self, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Switch the verdict light; remembered."""
        self._session.keep(attrs.evolve(self._session.settings, verdict_light=on))
        self.advice.switch(on=on)

    def new_deal(self) -> None:
        """Deal anew; asks first when the round on the table would count as abandoned."""
        self.changing.new()

    def restart(self) -> None:
        """Deal the same tiles again; asks first when the round on the table would count as abandoned."""
        self.changing.again()

    def toggle_pause(self) -> None:
        """Pause, or go on."""
        if self.model.paused:
            self.model.resume()
            self.refocus()
        else:
            # The sheet takes the keyboard: there is nothing to be done at a covered table.
            self.model.pause()

    def pause(self) -> None:
        """The page goes out of sight."""
        self.changing.cancel(quiet=True)
        self.weighing.cancel()
        if self.round is not None and (self.round.running or self.model.several):
            self.model.pause()

    def escape(self) -> None:
        """Let go of what is chosen, else put the sheet away, else pause."""
        if self.changing.busy:
            self.changing.cancel()
        elif self.weighing.busy:
            self.weighing.cancel()
        elif self._overlay.escape():
            return
        elif self.model.paused:
            self.model.resume()
        elif not self.model.deselect():
            self.model.pause()

    def _open_curtain(self) -> None:
        """The next player has the device."""
        self._overlay.put_away()
        self.model.open_curtain()
        self.view.setFocus()

    def _no_answer(self, why: Message) -> None:
        """The computer has no move to show."""
        sheet = NoAnswer(self._look, self.stage, why)
        sheet.again.connect(self._ask_again)
        self._overlay.lay(sheet)

    def _ask_again(self) -> None:
        self._overlay.put_away()
        self.view.setFocus()
        self.opponent.again()

    def set_level(self, level: str) -> None:
        """Let the computer play at another level, now and in the rounds to come."""
        found = self.round
        if found is None or level == self._level():
            return
        self._session.set_level(found.info, level)
        if found.over:
            self.stage.line.say("info", _("The next round is played at this level."))
            self.refresh()
        else:
            self.model.change_level(level)

    def _level(self) -> str:
        """The level of the computer: in the round on the table, or, when that is over, in the next."""
        found = self.round
        if found is None:
            return ""
        return (self._session.settings.levels.get(found.info.id) if found.over else None) or found.level or ""

    def watch(self) -> None:
        """See the round on the table again, from its deal."""
        if self.round is not None and self.round.open_to_all:
            self.watched.emit(self.round.id)

    def _entered(self, info: Any, code: Any, options: Any) -> None:
        """A code was entered: a deal of another game leaves the round on the table where it is."""
        if self.round is not None and self.round.info.id != info.id:
            self.coded.emit(info, code, options)
        else:
            self.take_code(info, code, options)

    def toggle_panel(self) -> None:
        """Open or fold the side panel; remembered for the game."""
        self._arrangement.toggle_panel(self._info)
        self._arrange()

    @property
    def _hides(self) -> bool:
        """Whether the round on the table hides something still."""
        return self.round is not None and not self.round.open_to_all

    def _show_deals(self) -> None:
        drop(deals_menu(self, self._actions, hidden=self._hides), self._bar.deals)

    def _show_menu(self) -> None:
        found = self.round
        menu = more_menu(self, self._actions, deals=not self._bar.deals.isVisibleTo(self), hidden=self._hides)
        add_seats(menu, self._look, self.model, self._level(), self._sit, self.set_level)
        if self.advice.open:
            add_light(menu, self._look, self.advice, self.switch_light, self._go_back)
        if found is not None:
            add_options(menu, self._session, found.info, self._tell_later)
            add_styles(menu, self._session, found.info.art)
        may_export = found is None or found.open_to_all
        add_watch(menu, self._look, self.watch, may_watch=may_export and found is not None and found.ply > 0)
        add_sharing(menu, self._actions, may_share=may_export and found is not None and found.code is not None)
        add_rest(menu, self._look, self._actions, self.export.emit, may_export=may_export)
        drop(menu, self._bar.more)

    def _tell_later(self) -> None:
        """Another scoring was chosen: it is no part of the round that goes on."""
        self.stage.line.say("info", NEXT_DEAL)

    def _go_back(self) -> None:
        loss = self.advice.loss
        if loss is not None and loss.version is not None:
            self.go_to(loss.version)

    # Showing

    def refresh(self) -> None:
        """Read the round anew: title, tools, panel, cover."""
        model, found = self.model, self.round
        code = "" if found is None or found.code is None or not found.open_to_all else str(found.code)
        for well in (self._well, self._strip_well):
            well.show_code(code)
        self._bar.refresh(model)
        if found is not None:
            self.view.setAccessibleName(self._look.spoken(found.info.title))
        self._actions["deal"].setEnabled(model.can_undo)
        self._actions["pick"].setEnabled(found is not None and may_choose(found.info, found.game))
        ranked = found is None or found.info.ranking != "none"
        for id_, shown in (("deal", not model.several), ("pick", not model.several), ("ranking", ranked)):
            self._actions[id_].setVisible(shown)
        self._actions["new"].setText(self._look.text(NEW_ROUND if model.several else KEYS["new"].name))
        if self._panel.isVisibleTo(self):
            self._panel.refresh()
        self._strip.refresh()
        self._arrangement.shorten()
        self.view.cover(model.paused)
        if isinstance(self.sheet, NoAnswer) and not self.opponent.stuck:
            self._overlay.put_away()
        self._overlay.follow()

    def _advised(self) -> None:
        """Something is known now: show it, where it is shown."""
        if self._panel.isVisibleTo(self):
            self._panel.refresh()
        self._strip.refresh()
        self._arrangement.shorten()

    def _ranked(self, place: Place) -> None:
        found = self.round
        won = found is not None and found.outcome_word == "won"
        self._panel.best.show_best(place.best if won else ())

    @property
    def sheet(self) -> Sheet | None:
        """The sheet that lies over the table now."""
        return self._overlay.sheet

    @property
    def _info(self) -> GameInfo | None:
        return None if self.round is None else self.round.info

    def _arrange(self) -> None:
        self._arrangement.arrange(self._info)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another size may be another layout."""
        if self._look.wide(event.oldSize().width()) != self._look.wide(self.width()):
            self._arrangement.forget()
        self._arrange()
        self.model.shape(self.stage.aspect)
        super().resizeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Another page is shown: the round waits, paused. What becomes of a minimised window is the player's to say."""
        if not event.spontaneous():
            self.pause()
        super().hideEvent(event)


def _call(do: Callable[[], None], *_ignored: Any) -> None:
    """Do something when a signal brings an argument that nobody wants."""
    do()
