"""The options of Reversi."""

import attrs

from sofra import OptionKind, Texts, option

_ = Texts("reversi")


@attrs.frozen
class Options:
    """The size of the board."""

    size: str = option(
        OptionKind.DEAL, "S6", title=_("Board"), values={"S6": _("6 by 6"), "S8": _("8 by 8"), "S4": _("4 by 4")}
    )
