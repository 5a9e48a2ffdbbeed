"""The toy games keep every law, in two lines each; the broken ones are caught by the law they break."""

from __future__ import annotations

from core.tests.toys import passing

from sofra.testing import GameContract


class TestPassing(GameContract):
    info = passing.INFO
