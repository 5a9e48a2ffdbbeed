"""A time source that tests move by hand."""


class Moment:
    def __init__(self) -> None:
        self.seconds = 1_000.0

    def monotonic(self) -> float:
        return self.seconds

    def now(self) -> int:
        return int(1_700_000_000_000 + self.seconds * 1_000)

    def pass_(self, seconds: float) -> None:
        self.seconds += seconds
