"""What Qt itself says: menus of fields and the dialog of files speak the player's language."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QLabel, QLineEdit, QTextEdit, QTreeView
from pytestqt.qtbot import QtBot

from sofra.languages import LANGUAGES, Translator
from sofra_qt.look import Look
from sofra_qt.qtwords import WORDS, QtWords
from sofra_qt.theme import LIGHT

OTHERS = [language for language in LANGUAGES if language != "en"]

ALIKE = {
    ("ms", "OK"), ("ms", "Folder"),
}  # fmt: skip
"""Words that a language shares with English."""


@pytest.fixture
def look() -> Iterator[Look]:
    """A look whose language Qt's words follow."""
    made = Look(LIGHT, Translator("en"))
    words = QtWords(made)
    QCoreApplication.installTranslator(words)
    yield made
    QCoreApplication.removeTranslator(words)


def bare(text: str) -> str:
    return text.partition("\t")[0].replace("&", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_menu_of_a_field(qtbot: QtBot, look: Look, language: str) -> None:
    """A right click into a field offers undo, cut, copy and the rest in the language of the window, and changes with it."""
    look.translator = Translator(language)
    wanted = [
        look.translator.text(WORDS[word], isolate=False)
        for word in ("Undo", "Redo", "Cut", "Copy", "Paste", "Delete", "Select All")
    ]
    for field in (QLineEdit(), QTextEdit()):
        qtbot.addWidget(field)
        menu = field.createStandardContextMenu()
        assert [bare(action.text()) for action in menu.actions() if action.text()] == wanted
        menu.deleteLater()
    assert language == "en" or "Copy" not in wanted


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("mode", list(QFileDialog.AcceptMode))
def test_dialog_of_files(qtbot: QtBot, look: Look, language: str, mode: QFileDialog.AcceptMode) -> None:
    """Qt's own dialog says nothing in English: labels, buttons, their tips and the heads of its list."""
    look.translator = Translator(language)
    dialog = QFileDialog()
    qtbot.addWidget(dialog)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setAcceptMode(mode)
    said = {bare(dialog.windowTitle())}
    shown: list[QLabel | QAbstractButton] = [*dialog.findChildren(QLabel), *dialog.findChildren(QAbstractButton)]
    for widget in shown:
        said |= {bare(widget.text()), bare(widget.toolTip()), bare(widget.accessibleName())}
    model = dialog.findChildren(QTreeView)[0].model()
    said |= {str(model.headerData(column, Qt.Orientation.Horizontal)) for column in range(model.columnCount())}
    said.discard("")
    english = {each for each in said if each in WORDS and look.translator.text(WORDS[each], isolate=False) != each}
    assert not english
    unknown = {each for each in said if each not in WORDS and each.isascii() and language == "ar" and each.isalpha()}
    assert not unknown
    dialog.grab()


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_is_translated(language: str) -> None:
    """No word of Qt's is left in English, but those that the language shares with it."""
    translator = Translator(language)
    same = {word for word, message in WORDS.items() if translator.text(message, isolate=False) == word}
    assert {(language, word) for word in same} <= ALIKE
