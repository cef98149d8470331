"""A game of a few rules, for trying out the command language."""

from msgspec.structs import replace

from referee.game import (
    Ask,
    Choose,
    Chosen,
    Clause,
    ConditionKind,
    Encounter,
    Ledger,
    Option,
    OrderSet,
    Pick,
    Picked,
    Pool,
    Refused,
    Result,
    Roll,
    Situation,
    Slot,
    Stacking,
    Standing,
    StandingSet,
    System,
    Template,
    Term,
    TestKind,
    Together,
    Track,
    TrackKind,
    TraitKind,
    asks,
    dice_term,
    verb,
)

WOUNDS = TrackKind("wounds", "wounds")
ITEMS = TrackKind("items", "items")
SKILL = TraitKind("skill", 0, "skill")
ATTACK = TestKind("attack")
POISONED = ConditionKind("poisoned", "hurts")
BLESSED = ConditionKind("blessed", stacking=Stacking.ADDS)


async def advance(ledger: Ledger) -> None:
    """The turn ends, the next figure's begins."""
    if ledger.encounter.turn is None and not ledger.encounter.order:
        slots = tuple(Slot(who=tag, step=n) for n, tag in enumerate(ledger.encounter.figures))
        if not slots:
            raise Refused("There is nobody to act.")
        ledger.begin_phase("fight", "T-1", next_round=True)
        ledger.record(OrderSet(slots=slots))
    ledger.end_turn("T-2")
    able = ledger.rules.may_act(ledger.encounter)
    if not able:
        ledger.begin_phase("fight", "T-1", next_round=True)
        fresh = (replace(slot, acted=False, begun=False) for slot in ledger.encounter.order)
        ledger.record(OrderSet(slots=tuple(fresh)))
        able = ledger.rules.may_act(ledger.encounter)
    if able:
        ledger.begin_turn(able[0], "T-2")


async def harm(ledger: Ledger, tag: str, amount: int) -> None:
    """Wounds are lost; at none the figure dies."""
    ledger.record(WOUNDS.change(tag, -amount, "T-5"))
    if WOUNDS.of(ledger.encounter, tag) == 0:
        ledger.record(StandingSet(tag=tag, standing="dead", cites=("T-6",)))


async def fall(ledger: Ledger, tag: str) -> None:
    """The figure is dead."""
    ledger.record(StandingSet(tag=tag, standing="dead", cites=("T-6",)))


async def heal(ledger: Ledger, tag: str, amount: int) -> None:
    """Wounds come back."""
    ledger.record(WOUNDS.change(tag, amount, "T-5"))


async def nothing(ledger: Ledger, tag: str) -> None:
    """Nothing more happens."""


def _ask_who(table: Situation) -> Pick:
    able = tuple(tag for tag in table.encounter.figures if table.able(tag))
    return Pick(key="who", prompt="Who?", among=able)


def _turn(table: Situation) -> Picked | None:
    return Picked(tags=(table.encounter.turn,)) if table.encounter.turn else None


def _ask_target(table: Situation, who: Picked) -> Pick:
    return Pick(key="target", prompt="Whom?", among=tuple(t for t in table.targets() if t != who.one))


def _ask_card(table: Situation) -> Choose:
    barred = {"gold": "All gold is spent."}
    return Choose(key="card", prompt="Which?", options=("ace", "king", "gold"), barred=barred)


WHO = asks(_ask_who, default=_turn)
TARGET = asks(_ask_target, nobody="There is nobody to attack.")


@verb(label="Attack", hint="one attack and its save", cites=("T-3",))
async def attack(ledger: Ledger, who: Picked = WHO, target: Picked = TARGET) -> None:
    """One attack and its save."""
    a, b = who.one, target.one
    hit = await Ask(lambda: Roll(key=f"to-hit {a}>{b}", prompt="Attack", pools=(Pool("attack"),), by=a, needs=(b,)))
    score = hit.total + SKILL.of(ledger.encounter, a)
    terms = (dice_term("die", hit.all), Term("skill", SKILL.of(ledger.encounter, a)))
    result: Result = "success" if score >= 4 else "failure"
    ledger.record(ATTACK.made(a, result, "T-3", target=b, terms=terms, against=4))
    if score < 4:
        return
    save = await Ask(lambda: Roll(key=f"save {b}", prompt="Save", pools=(Pool("save"),), by=b, needs=(b,)))
    if save.total < 4:
        await harm(ledger, b, 1)
        if ITEMS.track(ledger.encounter, a) is not None:
            ledger.record(ITEMS.change(a, 1, "T-7"))


@verb(label="Duel", bar=lambda table: None if table.encounter.turn else "It is nobody's turn.")
async def duel(ledger: Ledger, who: Picked = WHO, target: Picked = TARGET) -> None:
    """Both throw at once."""
    both = (who.one, target.one)
    thrown = await Together(lambda: [Roll(key=f"duel {t}", prompt=t, pools=(Pool("d"),), by=t) for t in both])
    ledger.remark("A duel: " + " to ".join(str(rolled.total) for rolled in thrown), "T-4")


@verb(label="Plot", secret=True)
async def plot(ledger: Ledger, who: Picked = WHO, card: Chosen = asks(_ask_card)) -> None:
    """Something is chosen in secret."""
    ledger.remark(f"plots {card}", "T-8")


TINY = System(
    name="tiny",
    title="Tiny",
    blurb="A game of a few rules.",
    standings=(Standing("up", turn=True, able=True, target=True, fills=True), Standing("dead")),
    health_track=WOUNDS,
    templates=(
        Template("hero", "", "Hero", tracks={"wounds": Track(now=2, most=2), "items": Track(now=0)}),
        Template("rat", "rats", "Rat", "r", numbered=True, tracks={"wounds": Track(now=1, most=1)}, hint="small"),
    ),
    verbs=(attack, duel, plot),
    advance=advance,
    harm=harm,
    heal=heal,
    fall=fall,
    on_added=nothing,
    on_removed=nothing,
    clauses=lambda: tuple(Clause(f"T-{n}", f"Clause {n} of the tiny rules") for n in range(1, 9)),
    sample=lambda: "add hero Ulf\nadd rat x2\nnext\n",
    tracks=(WOUNDS, ITEMS),
    traits=(SKILL,),
    conditions=(POISONED, BLESSED),
    tests=(ATTACK,),
    options=(Option("luck", ("none", "much"), "how much luck there is"),),
    columns=(WOUNDS, ITEMS),
    app_sides=frozenset({"rats"}),
)


def encounter() -> Encounter:
    """An empty table at which all dice are the table's."""
    empty = Encounter(system="tiny")
    table = replace(empty.groups["table"], traits={"dice": "table"})
    return replace(empty, groups={"table": table})


def load(name: str) -> System:
    """The tiny game, under its name."""
    if name != "tiny":
        raise Refused(f"There is no system called {name!r}; there is tiny.")
    return TINY
