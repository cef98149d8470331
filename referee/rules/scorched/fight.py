"""One combat, from its declarations to its last save (SC-04, 05, 13, 37, 47)."""

from referee.engine.answer import Picked
from referee.engine.ask import Lapsed
from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.engine.question import Pick
from referee.engine.verb import Given, Param, Table, Verb
from referee.rules.scorched.attack import attack_dice
from referee.rules.scorched.brings import no_combats, tell
from referee.rules.scorched.combats import tidy
from referee.rules.scorched.declare import declarations
from referee.rules.scorched.harm import wounded_directly
from referee.rules.scorched.muster import Muster
from referee.rules.scorched.outcome import tell_hits, tell_scores
from referee.rules.scorched.pairing import can_be_fought, combats_of, due, enemies, is_fought, unfought
from referee.rules.scorched.parry import Thrown, parries
from referee.rules.scorched.push import pushed
from referee.rules.scorched.saves import saves
from referee.rules.scorched.score import Blow, Readings, blows_of, scores_of


async def fight(ledger: Ledger, combat: Picked) -> None:
    """The combat that the priority player has picked is resolved (SC-04)."""
    tidy(ledger)
    await resolve_combat(ledger, combat.one)


async def resolve_combat(ledger: Ledger, combat: Tag) -> None:
    """Declarations, attack dice, parries and scores; then all hits at once, with their saves (SC-05)."""
    ledger.begin_turn(combat, "SC-04", "SC-05")
    try:
        await declarations(ledger, combat)
        muster = Muster(ledger, combat)
        tell(ledger, muster.cards)
        dice = await attack_dice(ledger, muster)
        ones = {tag: faces.count(1) for tag, faces in dice.items() if muster.cards[tag].possessed}
        await parries(ledger, muster, dice)
        await _all_at_once(ledger, muster, dice, ones)
    except Lapsed as reason:
        ledger.told(f"The combat comes to nothing: {reason}")
    ledger.end_turn()
    if not unfought(ledger.encounter):
        ledger.told("All combats have been fought", "SC-01")


async def _all_at_once(ledger: Ledger, muster: Muster, dice: Thrown, ones: dict[Tag, int]) -> None:
    """The scores are compared once; whatever the saves bring, every hit has landed already (SC-13, 47)."""
    encounter = ledger.encounter
    cards = {tag: card for tag, card in muster.cards.items() if tag in dice}
    foes = {tag: [foe for foe in enemies(encounter, muster.combat, tag) if foe in cards] for tag in cards}
    readings = Readings.of(encounter)
    scores = scores_of(cards, dice, readings)
    blows = blows_of(cards, foes, scores, readings)
    tell_scores(ledger, dice, scores)
    tell_hits(ledger, cards, foes, scores, blows)
    for tag in cards:
        await _possession(ledger, tag, ones.get(tag, 0))
        for blow in blows:
            if blow.target == tag:
                await _suffer(ledger, blow)


async def _possession(ledger: Ledger, tag: Tag, ones: int) -> None:
    """A daemon weapon wounds its bearer for each 1 it rolled, before any re-roll; its hits stand all the same."""
    if not ones or not ledger.able(tag):
        return
    name = ledger.encounter.name(tag)
    dice = f"{ones} dice show 1" if ones > 1 else "a die shows 1"
    ledger.told(f"{name}'s own weapon wounds it: {dice}", "SC-37", "SC-47", about=(tag,))
    try:
        await wounded_directly(ledger, tag, ones, f"{tag} possession", "SC-37")
    except Lapsed as reason:
        ledger.told(f"No more of it: {reason}", about=(tag,))


async def _suffer(ledger: Ledger, blow: Blow) -> None:
    """One model's hits on another: saves, and being pushed; nobody else's hits depend on it."""
    if not ledger.able(blow.target):
        figure, by = ledger.encounter.figures[blow.target], ledger.encounter.name(blow.attacker)
        hits = "1 hit is" if blow.hits == 1 else f"{blow.hits} hits are"
        left = f"{figure.name} is {figure.standing}: {by}'s {hits} not saved"
        ledger.told(left, "SC-49", about=(blow.target, blow.attacker))
        return
    try:
        await saves(ledger, blow)
        if blow.pushes and ledger.able(blow.target):
            await pushed(ledger, blow)
    except Lapsed as reason:
        ledger.told(f"No more saves: {reason}", about=(blow.target,))


# -------------------------------------------------------------------- what it asks


def none_left(table: Table) -> str | None:
    """Why no combat can be resolved now."""
    if reason := no_combats(table):
        return reason
    return None if due(table.encounter) else "All combats have been fought; `next` ends the phase [SC-04]."


def _ask_combat(table: Table, given: Given) -> Pick:
    barred: dict[Tag, str] = {}
    for group in combats_of(table.encounter):
        if is_fought(table.encounter, group.tag) and group.tag != table.encounter.turn:
            barred[group.tag] = f"{group.name} has been fought [SC-04]."
        elif not can_be_fought(table.encounter, group.tag):
            barred[group.tag] = f"{group.name} has nobody left on one side."
    among = tuple(tag for tag in due(table.encounter) if tag not in barred)
    return Pick(key="combat", prompt="Which combat is resolved next?", among=among, barred=barred)


VERBS = (
    Verb(
        "fight",
        fight,
        (Param("combat", _ask_combat, nobody="There is no combat left."),),
        label="Fight",
        hint="resolve a combat; the priority player picks the order",
        hotkey="b",
        bar=none_left,
        cites=("SC-04", "SC-05"),
    ),
)
