"""Harm: damage, its negation, retaliation, death, exhaustion, healing (GH-35, 36, 39, 40)."""

from functools import partial

from referee.engine.events.event import Term, Terms, total
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Confirm
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.gloomhaven import conditions
from referee.rules.gloomhaven.conditions import retaliations
from referee.rules.gloomhaven.hand import reserved
from referee.rules.gloomhaven.kinds import (
    CARDS,
    CHOSEN,
    DEAD,
    DISCARD,
    EXHAUSTED,
    HAND,
    HP,
    LOOT,
    LOST,
    NEGATE,
    UP,
    is_character,
    is_standee,
    present,
    summons_of,
)

TAKE, CARD, DISCARDS = "take", "card", "discards"
"""What can be done about damage."""


async def suffer(ledger: Ledger, who: Tag, damage: Terms, cause: str, *cites: str, source: Tag | None = None) -> None:
    """Damage to a figure, unless it is negated (GH-39).

    damage: its terms; cause: what tells it from other damage in the questions; source: who did it.
    """
    amount = total(damage)
    if amount < 1 or not ledger.able(who):
        return
    if _negatable(ledger.encounter, who, amount) and await _negated(ledger, who, amount, cause, source):
        return
    take(ledger, who, damage, *cites, source=source)


def take(ledger: Ledger, who: Tag, damage: Terms, *cites: str, source: Tag | None = None) -> None:
    """The damage is taken; with the last hit point the figure falls (GH-40)."""
    if not ledger.able(who):
        return
    ledger.record(HP.change(who, -total(damage), *cites, source=source, terms=damage))
    if not HP.of(ledger.encounter, who):
        fall(ledger, who)


def fall(ledger: Ledger, who: Tag) -> None:
    """A character is exhausted, and its summons go with it; anybody else is dead, and a monster leaves loot."""
    if is_character(ledger.encounter, who):
        ledger.record(EXHAUSTED.set(who, "GH-40"))
        dismiss(ledger, who)
        return
    ledger.record(DEAD.set(who))
    if is_standee(ledger.encounter, who) and LOOT.track(ledger.encounter, TABLE) is not None:
        ledger.record(LOOT.change(TABLE, 1, source=who))


def dismiss(ledger: Ledger, owner: Tag) -> None:
    """The summons of an exhausted or removed character leave (GH-31)."""
    for summon in summons_of(ledger.encounter, owner):
        ledger.record(DEAD.set(summon))


# -------------------------------------------------------------------- negating damage


def _negatable(encounter: Encounter, who: Tag, amount: int) -> bool:
    """Whether the player can negate so much damage: a character with a card to lose (GH-39)."""
    if not is_character(encounter, who) or (NEGATE.of(encounter) == "deadly" and amount < HP.of(encounter, who)):
        return False
    return len(HAND.of(encounter, who)) > len(_unshown(encounter, who)) or len(DISCARD.of(encounter, who)) > 1


async def _negated(ledger: Ledger, who: Tag, amount: int, cause: str, source: Tag | None) -> bool:
    """Asks whether the player loses cards instead; True if so. The two chosen ones cannot be lost (GH-39, 64)."""
    choice = await Ask(lambda: _ask_negation(ledger.encounter, who, amount, cause))
    if choice.option == TAKE:
        return False
    pile, count = (HAND, 1) if choice.option == CARD else (DISCARD, 2)
    picked = await Ask(
        lambda: Pick(
            key=f"lose {who} {cause}",
            prompt=f"{ledger.encounter.name(who)} loses {'which card' if count == 1 else 'which two discards'}?",
            by=who,
            among=pile.of(ledger.encounter, who),
            least=count,
            most=count,
            barred=_played(ledger.encounter, who) if pile is HAND else {},
            cites=("GH-39", "GH-64"),
        )
    )
    lost = ledger.encounter.name(picked.one) if count == 1 else "two discards"
    instead = "instead" if source else f"instead of taking {amount} damage"
    name = ledger.encounter.name(who)
    ledger.remark(f"{name} loses {lost} {instead}", "GH-39", "GH-64", tag=who if source else None, source=source)
    ledger.record(pile.move(who, LOST, present(ledger.encounter, who, pile, picked.tags), "GH-39"))
    return True


def _ask_negation(encounter: Encounter, who: Tag, amount: int, cause: str) -> Choose:
    free = len(HAND.of(encounter, who)) > len(_unshown(encounter, who))
    barred = {} if free else {CARD: "There is no other card in hand [GH-39]."}
    if len(DISCARD.of(encounter, who)) < 2:
        barred[DISCARDS] = "There are fewer than two discards [GH-39]."
    return Choose(
        key=f"negate {who} {cause}",
        prompt=f"Does {encounter.name(who)} take {amount} damage?",
        by=who,
        options=(TAKE, CARD, DISCARDS),
        labels={TAKE: "take the damage", CARD: "lose a card from hand", DISCARDS: "lose two discards"},
        barred=barred,
        default=TAKE,
        cites=("GH-39",),
    )


def _played(encounter: Encounter, who: Tag) -> dict[Tag, str]:
    """The two chosen cards, and why they cannot be lost."""
    why = "is chosen for this round and cannot be lost [GH-64]."
    chosen = (*CHOSEN.of(encounter, who), *_unshown(encounter, who))
    return {card: f"{encounter.name(card)} {why}" for card in chosen}


def _unshown(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """Cards that are chosen and still in the hand, while the other characters choose (GH-02)."""
    return reserved(encounter, who) if encounter.phase == CARDS else ()


# -------------------------------------------------------------------- healing


async def heal(ledger: Ledger, who: Tag, amount: int, source: Tag | None = None) -> None:
    """Conditions come off, which may be all, then HP come back (GH-35); a heal by the referee raises the fallen."""
    if amount < 1:
        return
    healed = conditions.take_off_by_heal(ledger, who)
    if healed and ledger.able(who):
        ledger.remark(f"The heal only removes {healed} from {ledger.encounter.name(who)}", "GH-35")
        return
    ledger.record(HP.change(who, amount, source=source))
    if not ledger.able(who):
        ledger.record(UP.set(who))


# -------------------------------------------------------------------- by the referee


async def harm(ledger: Ledger, who: Tag, amount: int) -> None:
    """The referee says that a figure suffers damage."""
    await suffer(ledger, who, (Term("damage", amount),), "hand")


async def collapse(ledger: Ledger, who: Tag) -> None:
    """A figure that has no hit points left falls, however it lost them."""
    fall(ledger, who)


async def left(ledger: Ledger, who: Tag) -> None:
    """Who leaves the table takes its summons along."""
    dismiss(ledger, who)


async def retaliate(ledger: Ledger, attacker: Tag, target: Tag, adjacent: bool, range_: int, ability_key: str) -> None:
    """Whoever survives an attack and retaliates hurts an attacker within its range, each range by itself (GH-36)."""
    if not retaliations(ledger.encounter, target):
        return
    name = ledger.encounter.name(target)
    if not ledger.able(target):
        ledger.remark(f"{name} has fallen and does not retaliate", "GH-36")
        return
    nearest = 1 if adjacent else await _shortest(ledger, attacker, target, range_, ability_key)
    damage = _damage(ledger.encounter, target, nearest) if nearest else ()
    reached = "" if damage else ": out of reach"
    told = f"{name} retaliates at {ledger.encounter.name(attacker)}{reached}"
    ledger.remark(told, "GH-36", tag=attacker, source=target)
    cause = f"retaliate {target} {ability_key}".strip()
    await suffer(ledger, attacker, damage, cause, "GH-36", source=target)


def _damage(encounter: Encounter, target: Tag, nearest: int) -> Terms:
    """What a figure does to an attacker so many spaces away, a term for each range."""
    reaching = {spaces: n for spaces, n in retaliations(encounter, target).items() if spaces >= nearest}
    return tuple(Term(f"within {spaces}" if spaces > 1 else "retaliate", n) for spaces, n in reaching.items())


async def _shortest(ledger: Ledger, attacker: Tag, target: Tag, range_: int, ability_key: str) -> int:
    """The shortest range of those at which the target retaliates that the attacker is within; 0 for none."""
    far = [spaces for spaces in retaliations(ledger.encounter, target) if spaces > 1]
    for n, spaces in enumerate(far):
        key = f"reach {target}>{attacker} {ability_key}".strip() + (f" {spaces}" if n else "")
        if (await Ask(partial(_within, ledger, attacker, target, spaces, range_, key))).yes:
            return spaces
    return 0


def _within(ledger: Ledger, attacker: Tag, target: Tag, spaces: int, range_: int, key: str) -> Confirm:
    return Confirm(
        key=key,
        prompt=f"Is {ledger.encounter.name(attacker)} within {spaces} of {ledger.encounter.name(target)}?",
        needs=(attacker, target),
        default=True if range_ <= spaces else None,
        cites=("GH-36",),
    )
