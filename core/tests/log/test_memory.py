import pytest
from core.tests.log.contract import LogContract

from sofra.log import Log, MemoryLog


class TestMemoryLog(LogContract):
    @pytest.fixture
    def log(self) -> Log:
        return MemoryLog()

    @pytest.fixture
    def other(self) -> Log:
        return MemoryLog()
