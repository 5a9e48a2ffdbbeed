"""The saved games come with the distribution, wherever it is installed."""

from sofra.replay import verify
from sofra.replay.shelf import shelf
from sofra_dominoes.info import INFO


def test_the_shelf_is_packed() -> None:
    """Every saved game that is told of can be read, and is decided again as it was."""
    found = shelf([INFO])
    assert found.broken == ()
    assert len(found.entries) >= 4
    for entry in found.entries:
        assert entry.problem is None
        assert verify(entry.read(), {INFO.id: INFO}, deal=False) == []
