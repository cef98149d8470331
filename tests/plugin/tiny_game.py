"""A coded game from outside, as a package registers it: two sorts of figure with wounds, and turns that go round."""

from referee.game import Clause, Ledger, OrderSet, Slot, Standing, System, Tag, Template, Track, TrackKind

WOUNDS = TrackKind("wounds", "wounds")


async def advance(ledger: Ledger) -> None:
    """The turn goes to the next; behind the last one a round begins."""
    ledger.end_turn("TG-01")
    waiting = ledger.rules.may_act(ledger.encounter)
    if not waiting:
        ledger.begin_phase("", "TG-01", next_round=True)
        order = tuple(Slot(who=tag, step=n) for n, tag in enumerate(ledger.encounter.figures))
        ledger.record(OrderSet(slots=order, cites=("TG-01",)))
        waiting = ledger.rules.may_act(ledger.encounter)
    if waiting:
        ledger.begin_turn(waiting[0], "TG-01")


async def harm(ledger: Ledger, who: Tag, amount: int) -> None:
    """Wounds are lost."""
    ledger.record(WOUNDS.change(who, -amount, "TG-01"))


async def heal(ledger: Ledger, who: Tag, amount: int) -> None:
    """Wounds come back."""
    ledger.record(WOUNDS.change(who, amount, "TG-01"))


async def fall(ledger: Ledger, who: Tag) -> None:
    """Nothing more happens to it."""


def rules() -> System:
    """The rules, as the entry point gives them."""
    tracks = {WOUNDS.name: Track(now=3, most=3)}
    return System(
        name="tiny_game",
        title="Tiny Game",
        blurb="Two sorts of figure, three wounds each.",
        standings=(Standing("up", turn=True, able=True, target=True, fills=True),),
        health_track=WOUNDS,
        tracks=(WOUNDS,),
        templates=tuple(Template(kind, f"{kind}s", name=kind.capitalize(), tracks=tracks) for kind in ("cat", "dog")),
        clauses=lambda: (Clause("TG-01", "Turns go round as the figures came."),),
        sample=lambda: "add cat Tom\nadd dog Rex\n",
        verbs=(),
        advance=advance,
        harm=harm,
        heal=heal,
        fall=fall,
    )
