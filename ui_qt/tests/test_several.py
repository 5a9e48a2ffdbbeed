"""Games of several seats, seen through the window: modes, the curtain, what is told and when, and the end."""

from collections.abc import Callable

import pytest
from core.tests import test_round_undo
from core.tests.toys import passing, sticks
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot
from ui_qt.tests.player import card_of, click, drag, point, press
from ui_qt.tests.seats import (
    again,
    at_the_foot,
    current,
    dominoes,
    hurry,
    is_closed,
    is_telling,
    my_turn,
    press_button,
    sheet,
    shown_faces,
    sit_down,
    to_the_end,
    wait_for,
    with_keys,
    with_mouse,
)

from sofra.code import DealCode
from sofra.game import Watcher
from sofra.host.loader import Library
from sofra.round import Mode
from sofra.scene import State
from sofra_qt.continuing import ContinueCard
from sofra_qt.moves import MoveList
from sofra_qt.results import Result
from sofra_qt.session import Session
from sofra_qt.sheets import Question
from sofra_qt.tablemenus import deals_menu, more_menu
from sofra_qt.tablepage import TablePage
from sofra_qt.versus import record_of
from sofra_qt.window import MainWindow

pytestmark = pytest.mark.usefixtures("no_double_clicks")

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keyboard"])
@pytest.mark.parametrize("mode", ["computer", "shared"])
def test_a_round_is_played_to_its_end(
    qtbot: QtBot, make_window: Callable[..., MainWindow], mode: str, *, keys: bool
) -> None:
    """By mouse or by keyboard alone, in both modes, a round ends with the sheet that tells who won."""
    page = sit_down(make_window(computer_ms=0), mode)
    moves = to_the_end(qtbot, page, with_keys if keys else with_mouse, keys=keys)
    found = current(page)
    assert found.closed
    assert moves == sum(step.seat == 0 for step in found.line) if mode == "computer" else found.ply
    qtbot.waitUntil(lambda: isinstance(sheet(page), Result))
    assert found.outcome is not None
    assert len(found.outcome.seats) == 2
    hands = [tile.face for seat in range(2) for tile in found.state.held(seat)]
    assert set(hands) <= shown_faces(page), "both hands are open at the end"
    page.grab()


def test_the_buttons_of_the_result(qtbot: QtBot, against: TablePage) -> None:
    """The code can be copied only now; *New round* keeps the mode, at the level that was chosen last, be it after the end."""
    to_the_end(qtbot, against, with_mouse, keys=False)
    qtbot.waitUntil(lambda: isinstance(sheet(against), Result))
    first = current(against)
    against.set_level("easy")
    assert (first.level, against.stage.line.text) == ("medium", "The next round is played at this level.")
    assert against.sheet is not None
    press(against.sheet, "Copy the code")
    assert QGuiApplication.clipboard().text() == str(first.code)
    press(against.sheet, "New round")
    wait_for(qtbot, against)
    second = current(against)
    assert second.id != first.id
    assert (second.mode, second.level) == ("computer", "easy")
    assert sheet(against) is None


def test_the_computer_opens_and_the_clock_waits_for_the_person(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    """Where the computer holds the opening tile it plays it by itself; that is no input, so no time counts."""
    page = sit_down(make_window(computer_ms=0), "computer", seat=1)
    qtbot.waitUntil(lambda: my_turn(page))
    assert current(page).line[1].seat == 1
    assert not current(page).running
    with_mouse(page, page.model._choices()[0])
    assert current(page).running


def test_a_double_click_plays_once(qtbot: QtBot, against: TablePage) -> None:
    """The second click of two does nothing, whatever lies under the pointer by then."""
    for _turn in range(6):
        wait_for(qtbot, against)
        found = current(against)
        if found.over:
            break
        [choice, *_others] = against.model._choices()
        for key in choice.picks[:-1]:
            click(against.view, key)
        mine = sum(step.seat == 0 for step in found.line)
        at, port = point(against.view, choice.picks[-1]), against.view.viewport()
        QTest.mouseClick(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        QApplication.setDoubleClickInterval(400)
        again(port, at)
        assert sum(step.seat == 0 for step in found.line) == mine + 1
        assert against.model.selection == ()
        assert against.stage.line.text != "It is the other player's turn.", "a double click asks for nothing else"
        QApplication.setDoubleClickInterval(0)


def test_the_curtain(qtbot: QtBot, shared: TablePage) -> None:
    """Behind it nobody's hand is in sight; neither a hasty Enter nor Esc or P opens it; its button does, after a moment."""
    found = current(shared)
    assert is_closed(shared)
    assert shown_faces(shared) == set()
    button = shared.curtain.button
    button.arm_ms = 10_000
    button.rest()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Escape, Qt.Key.Key_P):
        QTest.keyClick(button, key)
        assert is_closed(shared)
    press_button(button)
    assert is_closed(shared)
    assert sheet(shared) is None
    assert shared.model.facts()
    button.arm_ms = 0
    press_button(button, key=True)
    assert not is_closed(shared)
    assert {tile.face for tile in found.state.held(0)} <= shown_faces(shared)
    assert not {tile.face for tile in found.state.held(1)} & shown_faces(shared)
    assert button.arm_ms == 0


def test_the_curtain_closes_behind_every_move(qtbot: QtBot, shared: TablePage) -> None:
    """After a move the next player is called by name; the chain stays in sight, what was drawn is told behind the curtain only."""
    found = current(shared)
    for _turn in range(30):
        wait_for(qtbot, shared)
        if found.over:
            break
        seat = min(found.to_move)
        assert is_closed(shared)
        assert f"Player {seat + 1}, your turn" in shared.curtain.accessibleName()
        hidden = {tile.face for each in range(2) for tile in found.state.held(each)}
        assert not hidden & shown_faces(shared)
        assert {f"domino/{max(halves)}-{min(halves)}" for halves in found.state.chain} <= shown_faces(shared)
        assert at_the_foot(shared) == f"hand-{seat}", "who moves next sits at the foot already"
        step = found.line[-1]
        if len(step.events) > 1 and step.seat != seat:
            told = shared.model.word(step).english
            assert "drew" not in told, "what follows from the move is told when its player looks"
            assert len([piece for piece in shared.view.shown.pieces if piece.tray == f"hand-{seat}"]) < len(
                found.state.hands[seat]
            )
        press_button(shared.curtain.button)
        qtbot.waitUntil(lambda: my_turn(shared))
        assert shared.model.seat == seat
        assert at_the_foot(shared) == f"hand-{seat}"
        chain = shown_faces(shared) - {tile.face for tile in found.state.held(seat)}
        assert not {tile.face for tile in found.state.held(1 - seat)} & chain
        with_mouse(shared, shared.model._choices()[0])


def test_leaving_a_shared_table_closes_the_curtain(shared: TablePage, qtbot: QtBot) -> None:
    """Pause, another page, a minimised window: whoever comes back may be somebody else."""
    window = shared.window()
    assert isinstance(window, MainWindow)
    press_button(shared.curtain.button)
    QTest.keyClick(shared.view, Qt.Key.Key_P)
    assert is_closed(shared)
    assert not current(shared).running
    press_button(shared.curtain.button)
    window.show_library()
    assert shared.model.curtain == 0
    card = window.library.findChild(ContinueCard)
    assert card is not None
    scene = card._preview._scene()
    assert scene is not None
    assert all(State.BACK in piece.state for piece in scene.pieces)


def test_names_of_the_people(make_window: Callable[..., MainWindow]) -> None:
    """The people at a shared device are called as they wish, in curtain, list and table."""
    page = sit_down(make_window(names=("Sara", "")), "shared")
    assert page.curtain.accessibleName() == "Pass the device: Sara, your turn"
    assert any(each.text.english == "Player 2" for each in page.view.shown.texts)


def test_what_a_move_forces_is_shown_one_by_one(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    """Each draw is a picture of its own, told in one growing line; any key shows the rest at once and does nothing else."""
    page = sit_down(make_window(computer_ms=0), "computer")
    words: list[str] = []
    page.model.murmured.connect(lambda message: words.append(message.english))
    for nth in range(40):
        page.model.beat_ms = 0
        wait_for(qtbot, page)
        if current(page).over:
            sit_down(page.window(), "computer", nth=nth % 8)  # type: ignore[arg-type]
            continue
        page.model.beat_ms = 60_000
        words.clear()
        with_mouse(page, page.model._choices()[0])
        step = current(page).line[-1]
        if is_telling(page) and len(step.events) > 2:
            break
        page.model.skip()
    else:
        raise AssertionError("draws are frequent")
    first = page.view.shown
    assert len(words) == 1
    before = current(page).ply
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    assert not is_telling(page)
    assert page.view.shown != first
    assert current(page).ply == before
    assert len(words) == len(step.events) - 1
    assert page.stage.line.text == page._look.spoken(page.model.word(step))
    assert page.stage.line.text.startswith(words[0])


def test_what_does_not_fit_says_why(qtbot: QtBot, against: TablePage) -> None:
    """A dimmed tile shakes and names the reason; so does a tile in the other's turn."""
    dimmed = next(piece for piece in against.view.shown.pieces if State.DIMMED in piece.state)
    click(against.view, dimmed.key)
    assert "opens this round" in against.stage.line.text
    assert current(against).ply == 0


def test_a_tile_is_dragged_to_an_end(qtbot: QtBot, against: TablePage) -> None:
    """A tile may be dropped on the end of the chain where it fits."""
    for _turn in range(30):
        wait_for(qtbot, against)
        found = current(against)
        assert not found.over, "there are choices of an end before"
        choice = against.model._choices()[0]
        if len(choice.picks) == 2:
            break
        with_mouse(against, choice)
    mine = sum(step.seat == 0 for step in found.line)
    drag(against.view, *choice.picks)
    assert sum(step.seat == 0 for step in found.line) == mine + 1


def test_a_tile_that_fits_one_end_goes_there_at_once(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    """With the setting one tap is enough; where both ends are open the player is asked for one."""
    page = sit_down(make_window(computer_ms=0, at_once=True), "computer")
    asked = at_once = 0
    for nth in range(60):
        wait_for(qtbot, page)
        found = current(page)
        if found.over:
            sit_down(page.window(), "computer", nth=nth % 8)  # type: ignore[arg-type]
            continue
        choices = page.model._choices()
        choice = choices[0]
        ways = [each for each in choices if each.picks[0] == choice.picks[0]]
        before = found.ply
        click(page.view, choice.picks[0])
        assert (found.ply > before) == (len(ways) == 1)
        if len(ways) > 1:
            asked += 1
            assert page.stage.line.text.startswith("Choose where it goes: Left end")
            click(page.view, choice.picks[1])
        elif len(choice.picks) == 2:
            at_once += 1
        if asked and at_once:
            return
    raise AssertionError("both happen in some rounds")


def test_nothing_is_given_away_before_the_end(qtbot: QtBot, against: TablePage) -> None:
    """No code, no export, no restart, nothing is taken back: each says why. After the end the code is there."""
    with_mouse(against, against.model._choices()[0])
    wait_for(qtbot, against)
    found, line = current(against), against.stage.line
    QGuiApplication.clipboard().setText("mine")
    ways: tuple[tuple[Callable[[], None], str], ...] = (
        (lambda: QTest.keyClick(against.view, Qt.Key.Key_C, CTRL), "The code is shown after the round"),
        (lambda: QTest.keyClick(against.view, Qt.Key.Key_R, CTRL), "This is possible after the round"),
        (lambda: QTest.keyClick(against.view, Qt.Key.Key_Z, CTRL), "A move in dominoes stays"),
        (lambda: against.go_to(found.line[0].version), "A move in dominoes stays"),
    )
    for do, said in ways:
        do()
        assert line.text.startswith(said)
    assert QGuiApplication.clipboard().text() == "mine"
    assert found.replay_code is None
    window = against.window()
    assert isinstance(window, MainWindow)
    window.export()
    assert window.toast.isVisible()
    assert not window.findChildren(type(window.toast), "missing")
    assert not against._well.isVisible()
    to_the_end(qtbot, against, with_mouse, keys=False)
    assert against._well.isVisible()


def test_leaving_a_round_is_asked_about(qtbot: QtBot, against: TablePage) -> None:
    """A round that something was played in would count as abandoned: the player decides."""
    with_mouse(against, against.model._choices()[0])
    wait_for(qtbot, against)
    first = current(against).id
    QTest.keyClick(against.view, Qt.Key.Key_N, CTRL)
    assert isinstance(sheet(against), Question)
    press(against, "Keep playing")
    assert current(against).id == first


def test_the_card_has_a_button_for_each_mode(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    """Each starts or resumes the round of its mode; the card itself goes on as it was played last; there is no ranking."""
    window = make_window(computer_ms=0)
    hurry(window.table)
    card = card_of(window, "dominoes")
    names = [each.accessibleName() for each in card.findChildren(type(window.library.code_button))]
    assert names == ["Against the computer", "Shared device"]
    press(card, "Shared device")
    shared = current(window.table).id
    window.show_library()
    press(card_of(window, "dominoes"), "Against the computer")
    assert current(window.table).mode == "computer"
    window.show_library()
    press(card_of(window, "dominoes"), "Shared device")
    assert current(window.table).id == shared
    window.show_library()
    assert window._session.mode(dominoes(window)) == "shared"
    QTest.keyClick(card_of(window, "dominoes"), Qt.Key.Key_Return)
    assert current(window.table).id == shared


def test_the_record_counts_each_mode_apart(qtbot: QtBot, against: TablePage) -> None:
    """The panel counts the rounds of the mode, the one that has just ended among them."""
    session = against._session
    before = record_of(session.counting, current(against))
    assert before is not None
    assert before.played == 0
    to_the_end(qtbot, against, with_mouse, keys=False)
    record = record_of(session.counting, current(against))
    assert record is not None
    assert (record.played, record.won + record.lost + record.drawn) == (1, 1)
    window = against.window()
    assert isinstance(window, MainWindow)
    page = sit_down(window, "shared")
    other = record_of(session.counting, current(page))
    assert other is not None
    assert other.played == 0


def test_the_library_shows_what_everybody_may_see(against: TablePage) -> None:
    """The preview of a round that waits is the table of a spectator."""
    found = current(against)
    scene = found.game.scene(found.seen(Watcher.SPECTATOR), Watcher.SPECTATOR, against.stage.aspect)
    window = against.window()
    assert isinstance(window, MainWindow)
    window.show_library()
    card = window.library.findChild(ContinueCard)
    assert card is not None
    assert card._preview._scene() == scene
    window.grab()


def test_a_game_without_secrets_and_a_game_of_three(
    qtbot: QtBot, make_session: Callable[..., Session], make_window: Callable[..., MainWindow]
) -> None:
    """The shell knows no game: sticks for two, and cards that three pass on at once, are played to their ends as well."""
    games = {info.id: info for info in (sticks.INFO, passing.INFO)}
    ways: tuple[tuple[str, Mode], ...] = (
        ("toy-sticks", "computer"),
        ("toy-sticks", "shared"),
        ("toy-passing", "computer"),
    )
    for id_, mode in ways:
        session = make_session(computer_ms=0)
        session._library = Library(games)
        window = make_window(session=session)
        page = window.table
        hurry(page)
        window._entrance.play(games[id_], mode)
        found = current(page)
        assert (found.info.id, found.mode) == (id_, mode)
        to_the_end(qtbot, page, with_mouse, keys=False)
        qtbot.waitUntil(lambda table=page: isinstance(table.sheet, Result))  # type: ignore[misc]
        assert len([step for step in found.line if step.seat == 0]) > 0
        assert not page.advice.applies
        window.close()


def test_undo_against_the_computer(
    qtbot: QtBot, make_session: Callable[..., Session], make_window: Callable[..., MainWindow]
) -> None:
    """Where a game allows it, undo leads back to the own decision: the computer does not move, redo brings both moves again."""
    session = make_session(computer_ms=0)
    session._library = Library({test_round_undo.INFO.id: test_round_undo.INFO})
    window = make_window(session=session)
    page = window.table
    hurry(page)
    window._entrance.play(test_round_undo.INFO, "computer")
    found = current(page)
    window.show()
    assert not page._bar._undo.isVisible()
    for ply in (2, 4):
        with_mouse(page, page.model._choices()[0])
        qtbot.waitUntil(lambda ply=ply: found.ply == ply and my_turn(page))  # type: ignore[misc]
    line, said = found.line, []
    page.model.said.connect(lambda _icon, word: said.append(word))
    press_button(page._bar._undo)
    assert (found.ply, my_turn(page), page.opponent.turn) == (2, True, None)
    assert dict(said[-1].params)["move"] == page.model.word(line[3])
    qtbot.wait(30)
    assert found.ply == 2
    press_button(page._bar._redo)
    assert (found.line, my_turn(page)) == (line, True)
    page.undo_all()
    assert (found.ply, my_turn(page)) == (0, True)
    window.grab()


def test_a_code_of_another_game_leaves_the_round_where_it_is(against: TablePage) -> None:
    """What is entered at one game's table is dealt at the other's; the first round waits."""
    with_mouse(against, against.model._choices()[0])
    first = current(against).id
    window = against.window()
    assert isinstance(window, MainWindow)
    info = window._session.library.games["mahjong-solitaire"]
    code, _info, options = DealCode.parse("MJ1-L00-AAAAAAA", (info,))
    against._entered(info, code, options)
    assert current(against).info.id == "mahjong-solitaire"
    assert first in [each.stream for each in window._session.running()]


def test_the_curtain_keeps_the_keyboard(shared: TablePage) -> None:
    """After a question was put away the next Enter goes to the curtain's button, not to a table that nobody sees."""
    press_button(shared.curtain.button)
    with_mouse(shared, shared.model._choices()[0])
    shared.model.skip()
    assert is_closed(shared)
    shared.new_deal()
    assert isinstance(sheet(shared), Question)
    press(shared, "Keep playing")
    assert shared.curtain.button.hasFocus()
    assert is_closed(shared)


def test_menus_offer_nothing_that_would_tell(qtbot: QtBot, against: TablePage) -> None:
    """The same deal again and the code stand in the menus, but cannot be chosen before the end; a new round can."""
    offered: dict[tuple[str, bool], bool] = {}
    for hidden in (True, False):
        assert against._hides is hidden
        for menu in (
            deals_menu(against, against._actions, hidden=against._hides),
            more_menu(against, against._actions, deals=True, hidden=against._hides),
        ):
            offered |= {(action.text(), hidden): action.isEnabled() for action in menu.actions() if action.text()}
            menu.deleteLater()
        if hidden:
            to_the_end(qtbot, against, with_mouse, keys=False)
    for text in ("Same deal again", "Copy the code"):
        assert not offered[text, True]
        assert offered[text, False]
    assert offered["New round", True]


def test_long_sentences_take_two_lines(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    """What a move forced is told in full in the list of moves: its row is as high as its words need, others have one line."""
    page = sit_down(make_window(computer_ms=0), "computer")
    to_the_end(qtbot, page, with_mouse, keys=False)
    moves = page.findChild(MoveList)
    assert moves is not None
    model, delegate = moves.model(), moves.itemDelegate()
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    heights = {len(index.data()): moves.visualRect(index).height() for index in rows}
    room = moves.viewport().width() - 17
    for index in rows:
        wide = moves.fontMetrics().horizontalAdvance(index.data())
        assert (moves.visualRect(index).height() > min(heights.values())) == (wide > room), index.data()
    assert delegate.sizeHint(QStyleOptionViewItem(), rows[0]).height() == min(heights.values())
    assert max(heights.values()) > min(heights.values()), "draws are frequent"
    page.grab()
