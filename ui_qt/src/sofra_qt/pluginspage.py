"""The plugins page: the games of anyone, installed, switched off, updated and removed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QScrollArea, QVBoxLayout, QWidget

from sofra.host.loader import Broken
from sofra.message import Ltr, Message, Texts
from sofra_qt.errand import Cancel, Errand, Tell
from sofra_qt.fitting import Fit, Over
from sofra_qt.pluginrow import Listed, PluginRow
from sofra_qt.pluginsource import SourceSheet
from sofra_qt.session import Session
from sofra_qt.sheets import Question, Sheet
from sofra_qt.tablemenus import drop
from sofra_qt.trust import FactsSheet, Getting, TrustSheet, grouped, size_of
from sofra_qt.widgets import PAGE, Press, Seam, Words, column, row, scrolling, stand_firm

if TYPE_CHECKING:
    from sofra.host.plugins import Installed, Offer, Plugins

__all__ = ["PluginsPage"]

_ = Texts("sofra-qt")

LONGEST: Final = 6000
"""So many letters of a traceback are shown."""


class PluginsPage(QWidget):
    """The installed plugins, one a row. `told` is for a toast."""

    told = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAcceptDrops(True)
        self._session, self._look = session, session.look
        look = self._look
        self.errand = Errand(self)
        self.sheet: Sheet | None = None
        bar = QFrame()
        bar.setObjectName("bar")
        self.install_button = Press(look, _("Install a plugin"), icon="plus", kind="primary")
        self.install_button.clicked.connect(self.ask)
        bar.setLayout(row(Words(look, _("Plugins"), "heading"), None, self.install_button, margins=(24, 10, 24, 10)))
        stand_firm(bar, 58)
        self._problem = Words(look, wrap=True)
        self._problem.hide()
        self._list: QVBoxLayout = column(spacing=12)
        self.rows: list[PluginRow] = []
        self._none = Words(
            look,
            _(
                "All games here came with Sofra. A plugin brings another one: anyone can write it, and you decide whom you trust."
            ),
            "quiet",
            wrap=True,
        )
        inner = QWidget()
        Fit(look, inner, most_wide=PAGE)
        Over(bar, inner)
        within = column(self._problem, spacing=12)
        within.addLayout(self._list)
        within.addWidget(self._none)
        within.addStretch(1)
        inner.setLayout(within)
        body = QWidget()
        body.setObjectName("body")
        middle = row(inner, margins=(24, 20, 24, 24))
        middle.setStretch(0, 1)
        body.setLayout(middle)
        scroll = scrolling(body)
        self.setLayout(column(bar, Seam(), scroll, spacing=0))
        session.games.connect(self.refresh)
        session.counting.done.connect(self._counted)

    @property
    def plugins(self) -> Plugins:
        """The plugins of this player."""
        from sofra.host.plugins import Plugins

        return Plugins(self._session.places)

    def first(self) -> QWidget:
        """What has the focus when the page is shown."""
        return self.install_button

    # The list

    def refresh(self) -> None:
        """Read anew what is installed. The keyboard stays at the row where it is, or goes to the way to another plugin."""
        held = self._held()
        for each in self.rows:
            each.hide()
            each.deleteLater()
        self.rows = [PluginRow(self._look, self._session, listed) for listed in self._listed()]
        for each in self.rows:
            each.switched.connect(self._switch)
            each.details.connect(self._show_details)
            each.more.connect(self._show_menu)
            self._list.addWidget(each)
        problem = self.plugins.problem
        self._problem.say(problem)
        self._problem.setVisible(problem is not None)
        self._none.setVisible(not any(each.listed.installed or each.listed.broken for each in self.rows))
        if held is not None:
            again = next((each for each in self.rows if each.listed.name == held[0]), None)
            there = None if again is None else again.switch if held[1] else again.tool
            (there or self.install_button).setFocus(Qt.FocusReason.OtherFocusReason)

    def _held(self) -> tuple[str, bool] | None:
        """The plugin at whose row the keyboard is, and whether it is at its switch."""
        now = QApplication.focusWidget()
        row_ = next((each for each in self.rows if now is not None and each.isAncestorOf(now)), None)
        return None if row_ is None else (row_.listed.name, now is row_.switch)

    def _counted(self) -> None:
        if self.isVisible():
            self.refresh()

    def _listed(self) -> list[Listed]:
        """Those that came with Sofra first, then those of the player by name, broken ones among them."""
        library = self._session.library
        own = {each.name: each for each in self.plugins.installed()}
        broken = {each.plugin.name: each for each in library.broken}
        games: dict[str, list[str]] = {}
        for game, plugin in library.plugins.items():
            games.setdefault(plugin.name, []).append(game)
        counts = self._counts()
        # Asked once for each: every question reads the list of plugins from the disk.
        owners = {game: self.plugins.needed_for(game) for game in counts if game not in library.games}
        found = []
        for name, ids in games.items():
            plugin = library.plugins[ids[0]]
            infos = tuple(library.games[each] for each in ids)
            rounds = sum(counts.get(each, 0) for each in ids)
            found.append(Listed(name, plugin.version, infos, own.get(name), broken.get(name), rounds))
        for name, installed in own.items():
            if name not in games:
                rounds = sum(count for game, count in counts.items() if owners.get(game) == name)
                found.append(Listed(name, installed.version, (), installed, broken.get(name), rounds))
        for name, left_out in broken.items():
            if name not in games and name not in own:
                found.append(Listed(name, left_out.plugin.version, (), None, left_out))
        return sorted(found, key=lambda each: (each.installed is not None or each.broken is not None, each.name))

    def _counts(self) -> dict[str, int]:
        """How many rounds of each game there are, as the statistics have them."""
        if not self._session.has_log():
            return {}
        from sofra.log import LogError

        try:
            stats = self._session.counting.statistics()
            if stats is None:
                return {}
            with closing(stats):
                return {game: stats.page(_of(game), limit=1).total for game in stats.games()}
        except LogError as error:
            self._session.told.emit(error.message)
            return {}

    # Installing

    def ask(self) -> None:
        """Ask where a plugin comes from."""
        sheet = SourceSheet(self._session, self)
        sheet.chosen.connect(self.look_at)
        self._lay(sheet)

    def look_at(self, source: str, *, build: bool = False) -> None:
        """Look at what a source offers, and show it before anything is installed."""
        self._get(
            _("Looking at {source}", source=Ltr(_short(source))),
            partial(_inspect, self.plugins, source, build=build),
            self._show_offers,
            partial(self._not_found, source),
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A wheel or a folder may be dropped here."""
        if self._dropped(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Look at what was dropped."""
        path = self._dropped(event)
        if path is not None:
            event.acceptProposedAction()
            self.look_at(str(path))

    @staticmethod
    def _dropped(event: QDropEvent) -> Path | None:
        urls = event.mimeData().urls()
        path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
        return path if path is not None and (path.suffix == ".whl" or path.is_dir()) else None

    def _show_offers(self, offers: Sequence[Offer]) -> None:
        if not offers:
            self._fail(_("There is nothing to install."))
            return
        last = offers[-1]
        listed = next((each.listed for each in self.rows if each.listed.name == last.name), None)
        kept = None
        if listed is not None and listed.rounds:
            kept = _.plural(
                "Your {n} saved round stays as it is.", "Your {n} saved rounds stay as they are.", listed.rounds
            )
        self._lay(TrustSheet(self._look, self, offers, kept, partial(self._install, offers)))

    def _install(self, offers: Sequence[Offer]) -> None:
        self._get(
            _("Installing {plugin}", plugin=Ltr(offers[-1].name)),
            partial(_install, self.plugins, offers),
            self._installed,
            self._failed,
        )

    def _installed(self, installed: Installed) -> None:
        self._session.reload()
        row_ = next((each for each in self.rows if each.listed.name == installed.name), None)
        if row_ is not None and row_.listed.broken is not None:
            told = _("{plugin} is installed, but cannot be used.", plugin=row_.listed.title)
        elif row_ is not None:
            told = _("{plugin} is installed. It is in the library now.", plugin=row_.listed.title)
        else:
            told = _("{plugin} is installed.", plugin=Ltr(installed.name))
        self.told.emit(told)
        if row_ is not None and row_.switch is not None:
            row_.switch.setFocus(Qt.FocusReason.OtherFocusReason)

    # Changing

    def _switch(self, listed: Listed, on: bool) -> None:  # noqa: FBT001 - Qt tells it so
        if on:
            # What its games are called is known when it is on.
            self._change(
                partial(self.plugins.enable, listed.name), lambda: _("{plugin} is on.", plugin=self._now(listed))
            )
        else:
            off = _("{plugin} is off. Its rounds are kept.", plugin=listed.title)
            self._change(partial(self.plugins.disable, listed.name), lambda: off)

    def _now(self, listed: Listed) -> Message:
        """What a plugin is called now."""
        return next((each.listed for each in self.rows if each.listed.name == listed.name), listed).title

    def _show_menu(self, listed: Listed, tool: QWidget) -> None:
        menu = QMenu(self)
        for name, do in (
            (_("Details"), self._show_details),
            (_("Look for an update"), self._look_for_update),
            (_("Show its folder"), self._show_folder),
        ):
            menu.addAction(self._look.text(name)).triggered.connect(partial(_call, do, listed))
        menu.addSeparator()
        menu.addAction(self._look.text(_("Remove…"))).triggered.connect(partial(_call, self._ask_removal, listed))
        drop(menu, tool)

    def _show_details(self, listed: Listed) -> None:
        rows: list[tuple[Message, Message, str]] = [
            (_("Version"), _("{version}", version=Ltr(listed.version)), ""),
            (_("Plugin"), _("{name}", name=Ltr(listed.name)), ""),
        ]
        installed = listed.installed
        if installed is not None:
            if installed.author:
                rows.append((_("Author"), _("{name}", name=installed.author), ""))
            rows += [
                (_("Source"), _("{text}", text=Ltr(installed.source)), ""),
                (_("File"), _("{file}, {size}", file=Ltr(installed.file), size=size_of(installed.size)), ""),
                (_("SHA-256"), _("{hash}", hash=Ltr(grouped(installed.sha256))), "code"),
            ]
        if listed.broken is not None:
            rows.append((_("Off"), listed.broken.reason, ""))
        sheet = FactsSheet(self._look, self, listed.title, rows)
        more: list[QWidget] = []
        if listed.broken is not None and listed.broken.details:
            text = Words(self._look, _("{details}", details=Ltr(listed.broken.details[-LONGEST:])), "code", wrap=True)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            scroll = QScrollArea()
            scroll.setWidgetResizable(True)
            scroll.setFrameShape(QFrame.Shape.NoFrame)
            scroll.setMinimumHeight(self._look.px(180))
            scroll.setWidget(text)
            sheet.body.addWidget(scroll)
            copy = Press(self._look, _("Copy the details"), icon="copy")
            copy.clicked.connect(partial(_call, _copy, listed.broken))
            more.append(copy)
        sheet.done(*more)
        self._lay(sheet)

    def _show_folder(self, listed: Listed) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.plugins.folder(listed.name))))

    def _look_for_update(self, listed: Listed) -> None:
        self._get(
            _("Looking for a newer {plugin}", plugin=listed.title),
            partial(_newer, self.plugins, listed.name),
            partial(self._update_found, listed),
            self._failed,
        )

    def _update_found(self, listed: Listed, offer: Offer | None) -> None:
        if offer is None:
            self.told.emit(_("There is no newer version of {plugin}.", plugin=listed.title))
        else:
            self._show_offers([offer])

    def _ask_removal(self, listed: Listed) -> None:
        if listed.rounds:
            text = _.plural(
                "Its {n} saved round is kept, and can be opened again when the plugin is back.",
                "Its {n} saved rounds are kept, and can be opened again when the plugin is back.",
                listed.rounds,
            )
        else:
            text = _("It can be installed again at any time.")
        done = _("{plugin} is removed.", plugin=listed.title)
        self._lay(
            Question(
                self._look,
                self,
                _("Remove {plugin}?", plugin=listed.title),
                text,
                keep=_("Keep"),
                do=_("Remove {plugin}", plugin=listed.title),
                done=partial(self._change, partial(self.plugins.remove, listed.name), lambda: done),
            )
        )

    def _change(self, do: Callable[[], object], done: Callable[[], Message]) -> None:
        """Change what is installed, at once, and say what `done` tells then. Where that fails the list shows how it still is."""
        from sofra.host.plugins import PluginsError

        try:
            do()
        except PluginsError as error:
            self.refresh()
            self._fail(error.message)
            return
        self._session.reload()
        self.told.emit(done())

    # Waiting, and what went wrong

    def _get(
        self,
        title: Message,
        do: Callable[[Tell, Cancel], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        sheet = Getting(self._look, self, title)
        sheet.stop.clicked.connect(self._stop)
        self._lay(sheet)
        self.errand.run(do, partial(self._over, done), partial(self._over, failed), sheet.tell)

    def _over(self, then: Callable[[Any], None], answer: Any) -> None:
        self._put_away()
        then(answer)

    def _stop(self) -> None:
        self.errand.cancel()
        self._put_away()
        self.told.emit(_("Stopped. Nothing was changed."))

    def _not_found(self, source: str, error: Exception) -> None:
        from sofra.host.plugins.errors import NeedsBuild

        if isinstance(error, NeedsBuild):
            self._lay(
                Question(
                    self._look,
                    self,
                    _("Build this project?"),
                    error.message,
                    keep=_("Do not build"),
                    do=_("Build it"),
                    done=partial(self.look_at, source, build=True),
                )
            )
        else:
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        from sofra.host.plugins import PluginsError

        if not isinstance(error, PluginsError):
            raise error
        self._fail(error.message, error.details)

    def _fail(self, message: Message, details: str = "") -> None:
        rows = [(_("Why"), message, "")]
        if details:
            rows.append((_("Details"), _("{details}", details=Ltr(details[-600:])), "code"))
        sheet = FactsSheet(self._look, self, _("That did not work"), rows)
        sheet.done()
        self._lay(sheet)

    def _lay(self, sheet: Sheet) -> None:
        if self.sheet is not None and self.sheet is not sheet:
            self._put_away()
        self.sheet = sheet
        sheet.away.connect(partial(self._gone, sheet))

    def _gone(self, sheet: Sheet) -> None:
        if self.sheet is sheet:
            self.sheet = None
            self.install_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _put_away(self) -> None:
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            sheet.close()


def _inspect(plugins: Plugins, source: str, tell: Tell, cancelled: Cancel, *, build: bool) -> Sequence[Offer]:
    return plugins.inspect(source, build=build, progress=tell, cancelled=cancelled)


def _newer(plugins: Plugins, name: str, tell: Tell, cancelled: Cancel) -> Offer | None:
    return plugins.newer(name, progress=tell, cancelled=cancelled)


def _install(plugins: Plugins, offers: Sequence[Offer], tell: Tell, cancelled: Cancel) -> Installed:
    """Install what was agreed to, in its order; the last is what was asked for."""
    found = [plugins.install(each, consent=True, progress=tell, cancelled=cancelled) for each in offers]
    return found[-1]


def _of(game: str) -> Any:
    from sofra.stats.listing import Wanted

    return Wanted(game=game)


def _short(source: str) -> str:
    return Path(source).name or source


def _copy(broken: Broken) -> None:
    from PySide6.QtGui import QGuiApplication

    QGuiApplication.clipboard().setText(f"{broken.plugin.name} {broken.plugin.version}\n{broken.details}")


def _call(do: Callable[[Any], None], value: Any, *_ignored: Any) -> None:
    do(value)
