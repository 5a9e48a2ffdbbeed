"""What a round comes to is the same with its tree and without."""

from __future__ import annotations

import pytest
from core.tests.log.heap import Counted, Taken
from hypothesis import given
from hypothesis import strategies as st

from sofra.event import Event
from sofra.log import (
    ClockChanged,
    Damaged,
    HeadMoved,
    HintGiven,
    LevelChanged,
    Record,
    RoundAbandoned,
    RoundClosed,
    RoundNamed,
    RoundOpened,
    VerdictShown,
)
from sofra.log.record import Draft, draft, follow
from sofra.round import Journal, counted
from sofra.stats import PlayedRound

OPENED = RoundOpened("heap", 1, "HP1-S10-AAAAAAA", {"size": "S10"}, "alone", ("person",))
HOSTED: st.SearchStrategy[Event] = st.one_of(
    st.builds(ClockChanged, st.booleans()),
    st.builds(HintGiven, st.integers(0, 4), st.just(0), st.integers(0, 1)),
    st.builds(VerdictShown, st.integers(0, 4)),
    st.builds(LevelChanged, st.sampled_from(["easy", "hard"])),
    st.builds(RoundNamed, st.sampled_from(["", "Ours"])),
    st.builds(RoundAbandoned, st.booleans()),
    st.just(RoundClosed(("won",), (7,), 3)),
)


@st.composite
def rounds(draw: st.DrawFn) -> list[Record]:
    """Records of which most follow each other as they do in a round, and some do not."""
    records: list[Record] = []

    def add(command: str, *drafts: Draft) -> None:
        before = records[-1].digest if records else b""
        records.extend(follow(before, "s", len(records), command, drafts, len(records) + 1))

    add("open", draft_of(OPENED, None))
    if draw(st.integers(0, 9)):
        add("open", draft_of(Taken(3, 0), None), *[draft_of(Counted(3), 2)] * draw(st.integers(0, 1)))
    head = len(records) if len(records) > 1 else 0
    for number in range(draw(st.integers(0, 8))):
        command = draw(st.sampled_from([f"c{number}"] * 9 + ["c0"]))
        match draw(st.integers(0, 19)):
            case 0:
                add(command, draft_of(HeadMoved(draw(st.sampled_from([2, 3, head]))), head or None))
            case 1:
                # What no round ever records.
                parent = draw(st.one_of(st.none(), st.integers(1, len(records))))
                add(command, draft_of(Taken(2, 1), parent))
                head = len(records)
            case 2 | 3 | 4 | 5:
                add(command, draft_of(draw(HOSTED), head or None))
            case _:
                several = draw(st.integers(1, 3))
                for part in range(several):
                    add(command, draft_of(Taken(2, 1), head or None, active_ms=draw(st.integers(0, 9_000))))
                    head = len(records)
                    if part == 0 and draw(st.integers(0, 9)) == 0:
                        add(command, draft_of(draw(HOSTED), head))
    return records


def draft_of(event: Event, parent: int | None, active_ms: int = 0) -> Draft:
    return draft(event, parent, 1_000 + active_ms, active_ms, 0, 0)


@given(rounds())
def test_counts_are_those_of_the_tree(records: list[Record]) -> None:
    """Both tell the same of any records, or that the round is damaged at the same one."""
    damaged_at = None
    try:
        whole = Journal(records)
    except Damaged as damaged:
        damaged_at = damaged.version
    if damaged_at is not None:
        with pytest.raises(Damaged) as error:
            counted(records)
        assert error.value.version == damaged_at
        return
    counts = counted(records)
    assert PlayedRound.of(1, counts, imported=False) == PlayedRound.of(1, whole, imported=False)
    assert (counts.tally, counts.word, counts.title, counts.level) == (
        whole.tally,
        whole.word,
        whole.title,
        whole.level,
    )


def test_no_tree_is_made_where_none_is_needed() -> None:
    """A round that went straight on is counted without one; one in which something was taken back needs it."""
    drafts = [draft_of(OPENED, None), draft_of(Taken(3, 0), None), draft_of(Taken(2, 0), 2)]
    straight = [record for n, one in enumerate(drafts) for record in follow(b"", "s", n, f"c{n}", [one])]
    assert (counted(straight).nodes, counted(straight).ply) == ({}, 1)
    back = [*straight, *follow(b"", "s", 3, "c3", [draft_of(HeadMoved(2), 3)])]
    assert list(counted(back).nodes) == [2, 3]
    assert (counted(back).ply, counted(back).undos) == (0, 1)
