"""What a player is shown of a plugin before it is installed, and of one that is there: facts, and one plain sentence about trust."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from sofra.message import Ltr, Message, Texts
from sofra_qt.fitting import Fit
from sofra_qt.look import Look
from sofra_qt.progress import Busy
from sofra_qt.sheets import Sheet
from sofra_qt.widgets import Picture, Press, Words, column, row

if TYPE_CHECKING:
    from sofra.host.plugins import Adds, Offer

__all__ = ["FactsSheet", "Getting", "TrustSheet", "brings", "name_of", "size_of"]

_ = Texts("sofra-qt")

_TRUST: Final = _("A game is a program and can do what you can do.")
_TRUST_MORE: Final = _("It can read your files and use the network. Install it only if you trust its author.")

Row = tuple[Message, Message, str]
"""A fact: its name, what it is, and the kind of the words (`code` for a hash)."""


class FactsSheet(Sheet):
    """Facts about a plugin in two columns."""

    def __init__(self, look: Look, page: QWidget, title: Message, rows: Sequence[Row]) -> None:
        super().__init__(look, page, title, icon="plugins", tint="text2", width=640)
        self.body.addWidget(_facts(look, rows))
        self.closing = Press(look, _("Close"), kind="primary")
        self.closing.clicked.connect(self.close)

    def done(self, *more: QWidget) -> None:
        """Show the sheet, with more buttons beside *Close*."""
        self.buttons(self.closing, *more, None)
        self.show_up(self.closing, veiled=True)


class Getting(Sheet):
    """Something is fetched, built, checked or installed; it can be stopped."""

    def __init__(self, look: Look, page: QWidget, title: Message) -> None:
        super().__init__(look, page, title, icon="download", tint="text2", width=520, cross=False)
        self.told = Words(look, wrap=True)
        Fit(look, self.told, least_high=40)
        self.told.stand_at_top()
        self.body.addWidget(self.told)
        self.body.addWidget(Busy(look))
        self.stop = Press(look, _("Stop"))
        self.stop.setEnabled(False)
        self.buttons(self.stop, None)
        self.show_up(veiled=True)
        # The second click of a double click on what began this must not stop it.
        QTimer.singleShot(QGuiApplication.styleHints().mouseDoubleClickInterval(), self, self._allow)

    def _allow(self) -> None:
        self.stop.setEnabled(True)
        self.stop.setFocus(Qt.FocusReason.OtherFocusReason)

    def tell(self, message: Message, share: float) -> None:
        """What is being done, and how much of it."""
        if 0 < share < 1:
            message = _("{what}, {share} %", what=message, share=round(100 * share))
        self.told.say(message)


class TrustSheet(Sheet):
    """The plugins that would be installed, the first shown in full. The refusal has the focus."""

    def __init__(
        self, look: Look, page: QWidget, offers: Sequence[Offer], kept: Message | None, agreed: Callable[[], None]
    ) -> None:
        shown = offers[-1]
        name = name_of(shown)
        if shown.is_update:
            title = _("Update {plugin}?", plugin=name)
        elif shown.replaces:
            title = _("Install {plugin} again?", plugin=name)
        else:
            title = _("Install {plugin}?", plugin=name)
        super().__init__(look, page, title, icon="plugins", tint="text2", width=560, cross=False)
        self._agreed = agreed
        if shown.is_update:
            told = _("{old} is installed; this is {new}.", old=Ltr(shown.replaces), new=Ltr(shown.version))
            self.body.addWidget(Words(look, told, "quiet", wrap=True))
        self.body.addWidget(_facts(look, _rows(shown)))
        for other in offers[:-1]:
            more = _(
                "It needs {plugin} {version}, which comes with it.", plugin=name_of(other), version=Ltr(other.version)
            )
            self.body.addWidget(Words(look, more, wrap=True))
        problems = [problem for offer in offers for problem in offer.problems]
        if problems:
            self.body.addWidget(_box(look, None, problems))
        else:
            self.body.addWidget(_box(look, _TRUST, [_TRUST_MORE]))
        notes = [kept] if kept is not None else []
        if not problems:
            notes.append(_("Sofra asks again when the file changes."))
        for note in notes:
            self.body.addWidget(Words(look, note, "quiet", wrap=True))
        self.refusal = Press(look, _("Close") if problems else _("Do not install"))
        self.refusal.clicked.connect(self.close)
        self.agreement = Press(
            look, _("Install {plugin} {version}", plugin=name, version=Ltr(shown.version)), kind="primary"
        )
        self.agreement.clicked.connect(self._agree)
        self.buttons(self.refusal, self.agreement, None)
        self.agreement.setVisible(not problems)
        self.show_up(self.refusal, veiled=True)

    def _agree(self) -> None:
        self.agreement.setEnabled(False)  # a double click installs once
        self.close()
        self._agreed()


def name_of(offer: Offer) -> Message:
    """What a plugin is called before it is asked: the titles of its games as its source tells them, else its own name."""
    titles = [game.title for game in offer.adds.games if game.title]
    return _("{name}", name=Ltr(", ".join(titles) or offer.name))


def size_of(size: int) -> Message:
    """A length in bytes, as a person says it."""
    if size < 1000:
        return _.plural("{n} byte", "{n} bytes", size)
    if size < 1_000_000:
        return _("{size} kB", size=round(size / 1000))
    return _("{size} MB", size=Ltr(f"{size / 1e6:.1f}"))


def brings(adds: Adds) -> Message:
    """What a plugin adds, as far as that can be read."""
    games = _.plural("{n} game", "{n} games", len(adds.games))
    if adds.languages:
        languages = _.plural("{n} language beside English", "{n} languages beside English", len(adds.languages))
        games = _("{games}, {languages}", games=games, languages=languages)
    if adds.art:
        art = _.plural("{n} set of pictures", "{n} sets of pictures", len(adds.art))
        games = _("{games}, {art}", games=games, art=art)
    return games


def grouped(sha256: str) -> str:
    """A hash in groups of four, that eyes can compare."""
    groups = [sha256[at : at + 4] for at in range(0, len(sha256), 4)]
    return "\n".join(" ".join(groups[at : at + 8]) for at in range(0, len(groups), 8))


def _rows(offer: Offer) -> list[Row]:
    unknown = _("not said")
    rows: list[Row] = [
        (_("Author"), _("{name}", name=offer.author) if offer.author else unknown, ""),
        (_("Source"), offer.source.message, ""),
        (_("File"), _("{file}, {size}", file=Ltr(offer.file), size=size_of(offer.size)), ""),
        (_("SHA-256"), _("{hash}", hash=Ltr(grouped(offer.sha256))), "code"),
        (_("Brings"), brings(offer.adds), ""),
    ]
    if offer.summary:
        rows.insert(0, (_("About"), _("{text}", text=offer.summary), ""))
    if offer.own_needs:
        rows.append((_("Needs"), _("{list}", list=Ltr(", ".join(offer.own_needs))), ""))
    apis = {game.api for game in offer.adds.games if game.api is not None}
    if apis:
        rows.append((_("Interface"), _("{list}", list=Ltr(", ".join(map(str, sorted(apis))))), ""))
    return rows


def _facts(look: Look, rows: Sequence[Row]) -> QWidget:
    holder = QWidget()
    grid = QGridLayout(holder)
    grid.setContentsMargins(0, 4, 0, 4)
    grid.setHorizontalSpacing(20)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(1, 1)
    for number, (name, what, kind) in enumerate(rows):
        grid.addWidget(Words(look, name, "quiet"), number, 0, Qt.AlignmentFlag.AlignTop)
        words = Words(look, what, kind, wrap=True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.addWidget(words, number, 1, Qt.AlignmentFlag.AlignTop)
    return holder


def _box(look: Look, title: Message | None, lines: Sequence[Message]) -> QFrame:
    """A box that is hard to overlook: what trust means; without a title why a plugin cannot be installed."""
    frame = QFrame()
    frame.setProperty("role", "error" if title is None else "warn")
    words = column(spacing=4)
    if title is not None:
        words.addWidget(Words(look, title, "heading", wrap=True))
    for line in lines:
        words.addWidget(Words(look, line, wrap=True))
    icon = Picture(look, "warn", "danger" if title is None else "unknown", 22)
    inside = row(icon, spacing=14, margins=(16, 12, 16, 12))
    inside.addLayout(words, 1)
    frame.setLayout(inside)
    return frame
