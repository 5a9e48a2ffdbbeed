"""Fails when somebody looks at its names."""

import sys
from types import ModuleType


class Evil(ModuleType):
    """A module whose attributes raise."""

    def __getattribute__(self, name):
        if name.startswith("sofra"):
            raise ValueError("hands off")
        return super().__getattribute__(name)

    def __dir__(self):
        return ["sofra_games"]


sys.modules[__name__].__class__ = Evil
