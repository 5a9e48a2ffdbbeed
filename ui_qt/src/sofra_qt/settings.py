"""The settings page: language, looks, motion. Each is taken at once and saved."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import attrs
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from sofra.game import GameInfo
from sofra.languages import NAMES
from sofra.message import Ltr, Message, Texts
from sofra_qt.fields import Choose, KeyField, Name, Switch
from sofra_qt.fitting import Fit, Over, Pair
from sofra_qt.keys import FIXED, KEYS, is_own, key_text, shortcuts, taken
from sofra_qt.menuentry import MenuEntry
from sofra_qt.offered import listed_by
from sofra_qt.seating import name_of
from sofra_qt.session import Session, style_ids
from sofra_qt.sounding.field import SoundField
from sofra_qt.textsize import SIZES, nearest
from sofra_qt.theme import CLOTHS
from sofra_qt.widgets import Seam, Tool, Words, column, row, scrolling, stand_firm
from sofra_qt.yourdata import YourData

__all__ = ["BIG_TILES", "NEXT_DEAL", "SettingsPage"]

_ = Texts("sofra-qt")

BIG_TILES: Final = _("Big tiles")

NEXT_DEAL: Final = _("Takes effect with the next deal or restart.")
"""When another scoring counts."""

JOINS: Final = {
    0: _.context("the joining line", "Not shown"),
    # Whole texts: the sign before the tenths differs, and isolated figures would change sides in Arabic.
    300: _("0.3 seconds"),
    500: _("0.5 seconds"),
    1000: _("1 second"),
    2000: _("2 seconds"),
}
"""For how long a joining line can be shown, in ms."""

PAUSES: Final = {
    300: _("0.3 seconds"),
    600: _("0.6 seconds"),
    1000: _("1 second"),
    2000: _("2 seconds"),
}
"""How long the computer can take for a move at least, in ms."""

_CLOTH_NAMES: Final = {
    "petrol": _.context("cloth", "Petrol"),
    "walnut": _.context("cloth", "Walnut"),
    "felt": _.context("cloth", "Felt"),
    "slate": _.context("cloth", "Slate"),
}


class SettingsPage(QWidget):
    """One column of cards, at most 720 pixels wide at the usual text size."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("page")
        self._session, self._look = session, session.look
        look = self._look
        bar = QFrame()
        bar.setObjectName("bar")
        bar.setLayout(row(Words(look, _("Settings"), "heading"), None, margins=(24, 10, 24, 10)))
        stand_firm(bar, 58)
        self._language = Choose(
            look,
            _("Language"),
            [("", _("As the system")), *((language, name) for language, name in NAMES.items())],
            lambda value: self._take(language=value),
        )
        self._digits = Choose(
            look,
            _("Digits"),
            [("latin", _("Latin (123)")), ("local", _("Those of the language"))],
            lambda value: self._take(digits=value),
        )
        self._colours = Choose(
            look,
            _("Colours"),
            [
                ("system", _("As the system")),
                ("light", _("Light")),
                ("dark", _("Dark")),
                ("contrast", _("High contrast")),
            ],
            lambda value: self._take(colours=value),
        )
        self._text_size = Choose(
            look,
            _("Text size"),
            [("0", _("As the system")), *((str(size), _("{share} %", share=size)) for size in SIZES)],
            lambda value: self._take(text_size=int(value)),
        )
        self._cloth = Choose(
            look, _("Cloth"), [(name, _CLOTH_NAMES[name]) for name in CLOTHS], lambda value: self._take(cloth=value)
        )
        self._styles: dict[str, Choose] = {}
        styles: list[QWidget] = []
        for prefix in dict.fromkeys(info.art for info in session.library.games.values()):
            sets = style_ids(session.library, prefix)
            if len(sets) > 1:
                values: list[tuple[str, Message | str]] = [(each.id, each.title) for each in sets]
                name = _("Tile style, {games}", games=_games_with(session, prefix))
                self._styles[prefix] = Choose(look, name, values, self._take_style)
                styles.append(self._row(name, self._styles[prefix]))
        self._big_tiles = Switch(look, BIG_TILES, lambda value: self._take(big_tiles=value))
        self._joins = Choose(
            look,
            _("Joining line"),
            [(str(ms), name) for ms, name in JOINS.items()],
            lambda value: self._take(join_ms=int(value)),
        )
        self._pauses = Choose(
            look,
            _("The computer takes at least"),
            [(str(ms), name) for ms, name in PAUSES.items()],
            lambda value: self._take(computer_ms=int(value)),
        )
        self._at_once = Switch(
            look, _("What fits one place only goes there at once"), lambda value: self._take(at_once=value)
        )
        self._names = [
            Name(look, name_of(seat), partial(self._call, seat), _name_on_device(seat))
            for seat in range(_most_people(session))
        ]
        self._options: list[tuple[GameInfo, str, Choose]] = []
        self._motion = Choose(
            look,
            _("Motion"),
            [("system", _("As the system")), ("off", _("Tiles fly")), ("on", _("Tiles do not move"))],
            lambda value: self._take(reduce_motion=value),
        )
        self._sounds = SoundField(look, session.sounds, lambda value: self._take(sounds=value))
        self.data = YourData(session)
        self._targets = Switch(look, _("Larger buttons"), lambda value: self._take(big_targets=value))
        self._pause = Switch(look, _("Pause when the window is minimised"), lambda value: self._take(auto_pause=value))
        self._away = Switch(
            look, _("Pause after 5 seconds in another program"), lambda value: self._take(pause_when_idle=value)
        )
        body = QWidget()
        body.setObjectName("body")
        inner = QWidget()
        Fit(look, inner, most_wide=720)
        Over(bar, inner)
        inner.setLayout(
            column(
                self._card(
                    _("Language and colours"),
                    self._row(_("Language"), self._language),
                    self._row(_("Digits"), self._digits),
                    self._row(_("Colours"), self._colours),
                ),
                self._card(
                    _("Table"),
                    self._row(_("Cloth"), self._cloth),
                    *styles,
                    self._big_tiles,
                    self._row(_("Joining line"), self._joins),
                ),
                *self._several(),
                *self._games(),
                self._card(
                    _("Motion and size"),
                    self._row(_("Text size"), self._text_size),
                    self._row(_("Motion"), self._motion),
                    self._targets,
                    self._pause,
                    self._away,
                ),
                self._card(_("Sounds"), self._sounds),
                self._card(_("Desktop"), MenuEntry(look)),
                self._card(_("Your data"), self.data),
                self._keys(),
                None,
                spacing=20,
            )
        )
        middle: QHBoxLayout = row(inner, margins=(24, 20, 24, 24))
        middle.setStretch(0, 1)
        body.setLayout(middle)
        middle.setAlignment(inner, Qt.AlignmentFlag.AlignTop)
        scroll = scrolling(body)
        self.setLayout(column(bar, Seam(), scroll, spacing=0))
        self.refresh()
        look.changed.connect(self.refresh)

    def _card(self, title: Message, *rows: QWidget) -> QFrame:
        card = QFrame()
        card.setProperty("role", "card")
        layout: QVBoxLayout = column(Words(self._look, title, "heading"), spacing=10, margins=(20, 16, 20, 18))
        for each in rows:
            layout.addWidget(each)
        card.setLayout(layout)
        return card

    def _row(self, name: Message, field: QWidget) -> QWidget:
        return Pair(self._look, name, field)

    def _several(self) -> list[QFrame]:
        """A card for what belongs to games of several, where there are any."""
        if not any(max(info.seats) > 1 for info in self._session.library.games.values()):
            return []
        names = [self._row(_name_on_device(seat), field) for seat, field in enumerate(self._names)]
        pause = self._row(_("The computer takes at least"), self._pauses)
        return [self._card(_("Games for several"), pause, self._at_once, *names)]

    def _call(self, seat: int, name: str) -> None:
        """The person at a seat of a shared device has a name."""
        names = [field.text().strip() for field in self._names]
        names[seat] = name.strip()
        self._take(names=tuple(names) if any(names) else ())

    def _games(self) -> list[QFrame]:
        """A card for each game that has something to choose from a list. No rules are imported for that."""
        cards = []
        for info in self._session.library.games.values():
            rows: list[QWidget] = []
            for each in listed_by(info):
                field = Choose(self._look, each.title, list(each.values), partial(self._choose, info, each.name))
                self._options.append((info, each.name, field))
                rows.append(self._row(each.title, field))
            if rows:
                cards.append(self._card(info.title, *rows, Words(self._look, NEXT_DEAL, "quiet", wrap=True)))
        return cards

    def _keys(self) -> QFrame:
        """Every key: what it does, and a field to press another one in."""
        look = self._look
        self._key_problem = Words(look, kind="", wrap=True)
        self._key_problem.hide()
        about = _("Press a field, then the key that you want.")
        rows: list[QWidget] = [Words(look, about, "quiet", wrap=True), self._key_problem]
        self._key_fields: dict[str, tuple[KeyField, Tool]] = {}
        for key in KEYS.values():
            if key.id in FIXED:
                rows.append(self._row(key.name, Words(look, _("{key}", key=Ltr(key_text(key.id))), "code")))
                continue
            field = KeyField(look, key.name, partial(self._take_key, key.id))
            usual = Tool(look, _("The usual key again"), "undo")
            usual.clicked.connect(partial(self._usual_key, key.id))
            holder = QWidget()
            holder.setLayout(row(field, usual, spacing=4))
            self._key_fields[key.id] = (field, usual)
            rows.append(self._row(key.name, holder))
        return self._card(_("Keys"), *rows)

    def _take_key(self, id_: str, key: QKeySequence) -> None:
        """The player wants another key for something."""
        other = taken(id_, key)
        if other is not None:
            told = Ltr(key.toString(QKeySequence.SequenceFormat.NativeText))
            self._key_problem.say(_("{key} does something already: {name}.", key=told, name=other.name))
        self._key_problem.setVisible(other is not None)
        if other is None:
            self._take(keys={**self._session.settings.keys, id_: key.toString()})
        else:
            self._show_keys()

    def _usual_key(self, id_: str, *_checked: Any) -> None:
        self._key_problem.hide()
        self._take(keys={each: key for each, key in self._session.settings.keys.items() if each != id_})

    def _show_keys(self) -> None:
        for id_, (field, usual) in self._key_fields.items():
            field.show_key(shortcuts(id_)[0])
            usual.setVisible(is_own(id_))

    def refresh(self) -> None:
        """Show the settings as they are."""
        settings = self._session.settings
        self._show_keys()
        self._language.show_value(settings.language)
        self._digits.show_value(settings.digits)
        self.data.refresh()
        self._colours.show_value(settings.colours)
        self._cloth.show_value(settings.cloth or "petrol")
        self._cloth.setEnabled(self._look.theme.name != "contrast")
        art = self._session.art()
        for prefix, field in self._styles.items():
            field.show_value(art[prefix].id)
        self._big_tiles.setChecked(settings.big_tiles)
        self._joins.show_value(str(min(JOINS, key=lambda ms: abs(ms - settings.join_ms))))
        self._pauses.show_value(str(min(PAUSES, key=lambda ms: abs(ms - settings.computer_ms))))
        self._at_once.setChecked(settings.at_once)
        for seat, given in enumerate(self._names):
            given.show_name(settings.names[seat] if seat < len(settings.names) else "")
        for info, name, field in self._options:
            field.show_value(getattr(self._session.options(info), name))
        self._text_size.show_value(str(nearest(settings.text_size)))
        self._motion.show_value(settings.reduce_motion)
        self._sounds.show_level(settings.sounds)
        self._targets.setChecked(settings.big_targets)
        self._pause.setChecked(settings.auto_pause)
        self._away.setChecked(settings.pause_when_idle)

    def _choose(self, info: GameInfo, name: str, value: str) -> None:
        self._session.choose(info, name, value)
        self._session.save()

    def _take_style(self, wanted: str) -> None:
        self._session.take_style(next(each for each in self._session.library.art if each.id == wanted))

    def _take(self, **changes: Any) -> None:
        self._session.change(attrs.evolve(self._session.settings, **changes))
        self.refresh()


def _name_on_device(seat: int) -> Message:
    """What the field for a name is called."""
    return _("Name of {player} on a shared device", player=name_of(seat))


def _most_people(session: Session) -> int:
    """How many people may sit at a shared device, at most."""
    games = session.library.games.values()
    return max((max(info.seats) for info in games if "shared" in info.modes), default=0)


def _games_with(session: Session, prefix: str) -> Message:
    """The games with faces of a prefix."""
    first, *more = [info.title for info in session.library.games.values() if info.art == prefix]
    told = first
    for each in more:
        told = _("{first}, {second}", first=told, second=each)
    return told
