"""The toy games keep every law, in two lines each."""

from __future__ import annotations

from core.tests.toys import passing, patience, sticks

from sofra.testing import GameContract


class TestPassing(GameContract):
    info = passing.INFO


class TestPatience(GameContract):
    info = patience.INFO
    options = patience.ALL_OPTIONS


class TestSticks(GameContract):
    info = sticks.INFO
