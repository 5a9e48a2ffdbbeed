"""The bar of the player: the way back, what is watched, and the tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout

from sofra.message import Ltr, Message, Texts
from sofra_qt.dealnames import deal_name
from sofra_qt.fitting import Dotted
from sofra_qt.keys import KEYS, key_text
from sofra_qt.look import Look
from sofra_qt.replaying.model import PlayerModel
from sofra_qt.widgets import Seam, Tool, column, row, stand_firm

__all__ = ["PlayerBar"]

_ = Texts("sofra-qt")


@final
class PlayerBar(QFrame):
    """`does` says how things are done: by the ids of the keys, and `hands`, `export`."""

    def __init__(self, look: Look, model: PlayerModel, does: Mapping[str, Callable[[], None]]) -> None:
        super().__init__()
        self.setObjectName("bar")
        self._look, self._model = look, model
        self.back: Final = Tool(look, KEYS["library"].name, "library", key="Esc", words=True)
        # Rather cut than pushing the tools out of a narrow window.
        self._title, self._subtitle = Dotted(look, kind="heading"), Dotted(look, kind="quiet")
        self.undone: Final = Tool(look, _("Undone moves"), "branch", key=partial(key_text, "watch-undone"))
        self.undone.setCheckable(True)
        self.hands: Final = Tool(look, _("Hands"), "person")
        self.export: Final = Tool(look, _("Export"), "download")
        self.fold: Final = Tool(look, KEYS["panel"].name, "panel", key=partial(key_text, "panel"))
        self.fold.setCheckable(True)
        for tool, id_ in (
            (self.back, "escape"),
            (self.undone, "watch-undone"),
            (self.hands, "hands"),
            (self.export, "export"),
            (self.fold, "panel"),
        ):
            tool.clicked.connect(partial(_call, does[id_]))
        line: QHBoxLayout = row(self.back, 12, Seam(upright=True), 10, spacing=4, margins=(14, 0, 12, 0))
        titles = column(self._title, self._subtitle, spacing=0, margins=(0, 7, 0, 7))
        line.addLayout(titles, 1)
        line.addSpacing(12)
        for tool in (self.undone, self.hands, self.export):
            line.addWidget(tool)
        line.addSpacing(8)
        line.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(line)
        stand_firm(self, 56)
        model.opened.connect(self.refresh)
        look.changed.connect(self.refresh)

    def lead_to(self, name: Message, icon: str) -> None:
        """Name the page that one goes back to."""
        self.back.say(name, icon)

    def arrange(self, *, wide: bool, panel: bool) -> None:
        """Words beside the icons where there is room."""
        self.fold.setChecked(panel)
        for tool in (self.undone, self.hands, self.export):
            tool.show_words(words=wide)

    def refresh(self) -> None:
        """Read what is watched anew."""
        model, watched = self._model, self._model.watched
        if watched is None:
            return
        view = watched.view
        self._title.say(_("Replay: {game}", game=view.info.title))
        deal = deal_name(view)
        named = _("{title}", title=view.title) if view.title else watched.title
        if named is not None:
            deal = _("{first} · {second}", first=named, second=deal)
        if view.code is not None:
            deal = _("{first} · {second}", first=deal, second=Ltr(str(view.code)))
        self._subtitle.say(deal)
        self.undone.setVisible(watched.playback.branched)
        self.undone.setChecked(model.branches)
        self.hands.setVisible(watched.secrets)


def _call(do: Callable[[], None], *_ignored: object) -> None:
    """Do something when a signal brings an argument that nobody wants."""
    do()
