"""Calls itself for ever while it is imported."""


def deeper() -> None:
    deeper()


deeper()
