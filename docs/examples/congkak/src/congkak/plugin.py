"""What the library shows of the game; the rules are imported only when it is opened."""

from sofra import ArtSet, GameInfo, Texts, hookimpl

_ = Texts("congkak")

INFO = GameInfo(
    id="congkak",
    title=_("Congkak"),
    summary=_("Sow the seeds round the houses, and bring most of them home."),
    seats=(2,),
    prefix="CK",
    rules={1: "congkak.rules:Congkak"},
    art="congkak",
    modes=("computer", "shared"),
    ranking="none",
    preview="CK1-AAAAAAA",
)

ART = ArtSet(
    id="congkak-shells",
    title=_("Shells"),
    prefix="congkak",
    package="congkak",
    folder="art",
    body="",
    back="",
    rounding=0.3,
)


@hookimpl
def sofra_games() -> tuple[GameInfo, ...]:
    """Congkak."""
    return (INFO,)


@hookimpl
def sofra_art() -> tuple[ArtSet, ...]:
    """Houses with their seeds, in cowrie shells."""
    return (ART,)
