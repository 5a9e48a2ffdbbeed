"""Asking for a file or a folder: never modal, gone when it is answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtWidgets import QFileDialog, QWidget

from sofra.message import Message, Texts
from sofra_qt.look import Look

__all__ = ["ask_folder", "ask_to_open", "ask_to_save"]

_ = Texts("sofra-qt")

_ALL: Final = _("All files")

Chosen = Callable[[str], None]


def ask_to_save(look: Look, page: QWidget, kinds: Message | Sequence[str], name: str, chosen: Chosen) -> QFileDialog:
    """Ask where something shall be written; `name` is proposed, and a name without an ending gets its ending.

    `kinds` say what it is, for the files with that ending; or they are several, as Qt writes them: `PNG (*.png)`.
    """
    ending = name.rpartition(".")[2]
    dialog = QFileDialog(page)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([f"{look.spoken(kinds)} (*.{ending})"] if isinstance(kinds, Message) else list(kinds))
    dialog.setDefaultSuffix(ending)
    dialog.selectFile(name)
    return _opened(dialog, chosen)


def ask_to_open(
    look: Look, page: QWidget, kind: Message, endings: str, chosen: Chosen, *, others: bool = True
) -> QFileDialog:
    """Ask for a file of this kind, with endings as in `*.layout *.map`; any other may be chosen, too, unless `others` is false."""
    dialog = QFileDialog(page)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    every = [f"{look.spoken(_ALL)} (*)"] if others else []
    dialog.setNameFilters([f"{look.spoken(kind)} ({endings})", *every])
    return _opened(dialog, chosen)


def ask_folder(page: QWidget, chosen: Chosen) -> QFileDialog:
    """Ask for a folder."""
    dialog = QFileDialog(page)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    return _opened(dialog, chosen)


def _opened(dialog: QFileDialog, chosen: Chosen) -> QFileDialog:
    dialog.fileSelected.connect(chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog
