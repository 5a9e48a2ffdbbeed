"""What the library shows of the game; the rules are imported only when it is opened."""

from sofra import ArtSet, GameInfo, Texts, hookimpl

_ = Texts("reversi")

INFO = GameInfo(
    id="reversi",
    title=_("Reversi"),
    summary=_("Enclose stones to turn them over; who has more at the end wins."),
    seats=(2,),
    prefix="RV",
    rules={1: "reversi.rules:Reversi"},
    options="reversi.options:Options",
    art="reversi",
    modes=("computer", "shared"),
    ranking="none",
    preview="RV1-S6-AAAAAAA",
    card="reversi:card.json",
)

ART = ArtSet(
    id="reversi-felt",
    title=_("Felt"),
    prefix="reversi",
    package="reversi",
    folder="art",
    body="body.svg",
    back="",
    view=(113, 113),
    cell=(0, 0, 100, 100),
    rounding=0.0,
)


@hookimpl
def sofra_games() -> tuple[GameInfo, ...]:
    """The games of this plugin."""
    return (INFO,)


@hookimpl
def sofra_art() -> tuple[ArtSet, ...]:
    """The pictures of its pieces: for the face `reversi/dark` the file `art/dark.svg`."""
    return (ART,)
