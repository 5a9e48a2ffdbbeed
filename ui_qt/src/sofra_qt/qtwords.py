"""Qt's own words in the player's language: the menu of a text field, the dialog of files, the standard buttons.

Qt has catalogues of its own for some languages, and none for Malay. Its words that can be seen here are few, so all of them come from
our catalogue: they are the same words as everywhere else, and change with the language at once.
"""

from __future__ import annotations

from typing import Final, final

from PySide6.QtCore import QTranslator

from sofra.message import Texts
from sofra_qt.look import Look

__all__ = ["CONTEXTS", "WORDS", "QtWords"]

_ = Texts("sofra-qt")

CONTEXTS: Final = frozenset(
    {
        "QAbstractFileIconProvider",
        "QAbstractSpinBox",
        "QFileDialog",
        "QFileSystemModel",
        "QLineEdit",
        "QPlatformTheme",
        "QWidgetTextControl",
    }
)
"""Whose words are known here, as Qt names the places."""

_KNOWN: Final = (
    *(_("Undo"), _("Redo"), _("Cut"), _("Copy"), _("Paste"), _("Delete"), _("Select All")),
    *(_("Step up"), _("Step down")),
    *(_("OK"), _("Cancel"), _("Open"), _("Save"), _("Save As"), _("Choose"), _("Yes"), _("No"), _("Close")),
    *(_("Look in:"), _("File name:"), _("Files of type:"), _("Directory:"), _("All Files (*)")),
    *(_("Back"), _("Forward"), _("Go back"), _("Go forward")),
    *(_("Parent Directory"), _("Go to the parent directory")),
    *(_("New Folder"), _("Create New Folder"), _("Create a New Folder")),
    *(_("List View"), _("Change to list view mode"), _("Detail View"), _("Change to detail view mode")),
    *(_("Files"), _("Sidebar"), _("List of places and bookmarks"), _("Show hidden files"), _("Rename")),
    *(_("Computer"), _("Drive"), _("Folder"), _("Name"), _("Size"), _("Type"), _("Date Modified")),
    _("%1 already exists.\nDo you want to replace it?"),
)

WORDS: Final = {message.id: message for message in _KNOWN}
"""Each by Qt's English, without the marks of its shortcuts."""


@final
class QtWords(QTranslator):
    """To be installed once; it asks `look` for the language at each word."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look

    def isEmpty(self) -> bool:
        """Qt asks nothing of a translator that is empty."""
        return False

    def translate(self, context: str, sourceText: str, disambiguation: str | None = None, n: int = -1) -> str:  # noqa: N803 - Qt's name
        """The word, or Qt's own where it is none of these."""
        del disambiguation, n
        translator = self._look.translator
        if context not in CONTEXTS or translator.language == "en":
            return sourceText
        message = WORDS.get(sourceText.replace("&", ""))
        return sourceText if message is None else translator.text(message, isolate=False)
