"""One attack on one target: advantage, modifier cards, shield, damage, conditions (GH-33..36)."""

from collections.abc import Sequence

from msgspec import Struct

from referee.engine.events.event import Result, Term, Terms, total
from referee.engine.questions.answer import Counted, Picked, Said
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Pick
from referee.engine.questions.typed_questions import Amount, Confirm, Text
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import SharedKey, Situation, asks, verb
from referee.rules.gloomhaven import modifiers
from referee.rules.gloomhaven.ability import Ability, enemies, problem, read_abilities
from referee.rules.gloomhaven.conditions import INFLICTED, advantages, attack_terms, barring, inflict, shield_of
from referee.rules.gloomhaven.harm import retaliate, suffer
from referee.rules.gloomhaven.kinds import (
    ATTACK,
    ATTACK_SUM,
    INFLICTS,
    PIERCE,
    PLAYING,
    RANGE,
    RESTING,
    is_character,
    no_turn,
)

SIGNS = {"advantage": 1, "disadvantage": -1}


class Edges(Struct, frozen=True):
    """All that gives one attack advantage (1) or disadvantage (-1), each with its reason in words."""

    reasons: tuple[tuple[str, int], ...] = ()
    """The reason is empty where the attack has it by itself."""
    by_condition: bool = False
    """A condition of the attacker gives one of them."""

    @property
    def net(self) -> int:
        """What is left of them: two of one kind are no more than one, and either kind takes the other away (GH-34)."""
        signs = {sign for _, sign in self.reasons}
        return 0 if len(signs) > 1 else sum(signs)

    @property
    def words(self) -> str:
        """Both kinds with their reasons: `advantage (strengthen) and disadvantage (muddle)`; empty for none."""
        return " and ".join(filter(None, (self._of(word) for word in SIGNS)))

    def _of(self, word: str) -> str:
        why = [reason for reason, sign in self.reasons if sign == SIGNS[word]]
        named = ", ".join(filter(None, why))
        return f"{word} ({named})" if named else word if why else ""


def edges(encounter: Encounter, attacker: Tag, own: tuple[int, ...], near: bool) -> Edges:
    """Those of an attack; own: what it has by itself; near: it is ranged and the target adjacent (GH-34, 35)."""
    conditions = tuple(advantages(encounter, attacker))
    close = (("adjacent", -1),) if near else ()
    return Edges((*(("", sign) for sign in own), *conditions, *close), bool(conditions))


class Attack(Struct, frozen=True):
    """What an attack is before any card is drawn."""

    value: int
    range: int = 0
    """How far it goes; 0 for melee."""
    pierce: int = 0
    inflicts: tuple[str, ...] = ()
    edges: tuple[int, ...] = ()
    """Advantage (1) and disadvantage (-1) that the attack itself has; it may have both."""
    bonus: Terms = ()
    """What was added to the value, and why."""


def attack_of(ledger: Ledger, who: Tag, ability: Ability) -> Attack:
    """An attack as the figure makes it: a signed number is added to its own."""
    encounter = ledger.encounter
    value = ability.value + (ATTACK.of(encounter, who) if ability.relative else 0)
    own = not is_character(encounter, who)
    return Attack(
        value=max(0, value),
        range=ability.number("range", RANGE.of(encounter, who) if own else 0),
        pierce=ability.number("pierce") + PIERCE.of(encounter, who),
        inflicts=tuple(dict.fromkeys((*ability.inflicts, *INFLICTS.of(encounter, who)))),
        edges=tuple(sign for word, sign in SIGNS.items() if word in ability.flags),
    )


def attack_said(ledger: Ledger, who: Tag, ability: Ability, moves: Sequence[str]) -> str:
    """An attack in its words, with the number that it comes to, after moves: `attack 3, range 4, advantage`."""
    attack = attack_of(ledger, who, ability)
    words = [*moves, f"attack {attack.value}", *(f"{name} {number}" for name, number in ability.numbers.items())]
    return ", ".join((*words, *ability.flags, *ability.inflicts))


async def attack_targets(
    ledger: Ledger, attacker: Tag, targets: tuple[Tag, ...], attack: Attack, ability_key: str = ""
) -> None:
    """One attack on several targets, each with a card of its own (GH-33)."""
    for target in targets:
        with ledger.lapsing("The attack has no effect"):
            if ledger.able(attacker) and ledger.able(target):
                await attack_one(ledger, attacker, target, attack, ability_key)


async def attack_one(ledger: Ledger, attacker: Tag, target: Tag, attack: Attack, ability_key: str) -> None:
    """One target: the card, the damage, then conditions and retaliation."""
    adjacent = not attack.range or await _adjacent(ledger, attacker, target, ability_key)
    edge = edges(ledger.encounter, attacker, attack.edges, bool(attack.range) and adjacent)
    drawn = await modifiers.draw_for(
        ledger, attacker, target, edge.net, ability_key, lambda: tally(ledger.encounter, target, attack)
    )
    damage = _record_attack(ledger, attacker, target, attack, drawn, edge)
    # If the target goes while its player is asked, the attack is still made.
    with ledger.lapsing("No damage"):
        cause = f"{attacker} {ability_key}".strip()
        await suffer(ledger, target, (Term("attack", damage),), cause, "GH-33", source=attacker)
    for kind in attack.inflicts:
        inflict(ledger, target, kind, attacker)
    await retaliate(ledger, attacker, target, adjacent, attack.range, ability_key)


def terms_of(encounter: Encounter, target: Tag, attack: Attack) -> Terms:
    """The attack before any card: its value and what adds to it (GH-33, 35)."""
    return (Term("attack", attack.value), *attack.bonus, *attack_terms(encounter, target))


def tally(encounter: Encounter, target: Tag, attack: Attack) -> tuple[tuple[str, int | str], ...]:
    """The attack so far, for the question line."""
    shield = max(0, shield_of(encounter, target) - attack.pierce)
    sums: list[tuple[str, int | str]] = [("attack", total(terms_of(encounter, target, attack)))]
    sums += [("shield", shield)] if shield else []
    return tuple(sums)


def _record_attack(
    ledger: Ledger, attacker: Tag, target: Tag, attack: Attack, drawn: tuple[Tag, ...], edge: Edges
) -> int:
    """Records the sum: value, poison, cards, shield less pierce, never below 0 (GH-33, 62, 63). The damage."""
    encounter = ledger.encounter
    value = terms_of(encounter, target, attack)
    cards = modifiers.counting(total(value), drawn, edge.net)
    terms = (*value, *modifiers.card_terms(total(value), drawn, edge.net))
    shield = max(0, shield_of(encounter, target) - attack.pierce)
    if stopped := min(total(terms), shield):
        terms = (*terms, Term(f"shield {shield}", -stopped))
    damage = total(terms)
    doubled = any(modifiers.MODS[card].double for card in cards)
    result: Result = "failure" if damage < 1 else "critical" if doubled else "success"
    clauses = (
        *_clauses(encounter, target, edge),
        *(("GH-63",) if len(cards) > 1 else ()),
        *(("GH-32",) if {modifiers.BLESS, modifiers.CURSE}.intersection(drawn) else ()),
    )
    ledger.record(ATTACK_SUM.made(attacker, result, *clauses, target=target, using=edge.words, terms=terms))
    return damage


def _clauses(encounter: Encounter, target: Tag, edge: Edges) -> tuple[str, ...]:
    """What an attack follows from, but for its cards."""
    return (
        "GH-33",
        *(("GH-34",) if edge.reasons else ()),
        *(("GH-62",) if edge.net else ()),
        *(("GH-35",) if edge.by_condition or attack_terms(encounter, target) else ()),
        *(("GH-36",) if shield_of(encounter, target) else ()),
    )


async def _adjacent(ledger: Ledger, attacker: Tag, target: Tag, ability_key: str) -> bool:
    answer = await Ask(
        lambda: Confirm(
            key=f"adjacent {attacker}>{target} {ability_key}".strip(),
            prompt=f"{ledger.encounter.name(attacker)} attacks at range. Is {ledger.encounter.name(target)} adjacent?",
            by=attacker,
            needs=(target,),
            default=False,
            cites=("GH-34",),
        )
    )
    return answer.yes


# -------------------------------------------------------------------- an attack by itself


def _cannot_attack(situation: Situation) -> str | None:
    encounter, turn = situation.encounter, situation.encounter.turn
    if turn is None or not situation.able(turn):
        return no_turn(encounter)
    name = encounter.name(turn)
    if PLAYING.of(encounter, turn):
        return f"{encounter.name(PLAYING.of(encounter, turn))} is still being played [GH-16]. Finish it first."
    if kind := barring(encounter, turn, "attack"):
        return f"{name} is {kind.label} and cannot attack [GH-35]."
    return f"{name} is resting [GH-38]." if RESTING.of(encounter, turn) else None


def _ask_targets(situation: Situation) -> Pick:
    turn = situation.encounter.turn or ""
    aim = enemies(situation.rules, situation.encounter, turn)
    name = situation.encounter.name(turn)
    return Pick(
        key="targets",
        prompt=f"{name} attacks whom?",
        among=aim.free,
        barred=aim.barred,
        beside=aim.beside,
        near=turn,
        most=MOST_FIGURES,
    )


_ASK_VALUE = Amount(key="value", prompt="Attack value", most=99, default=2)


def _own_value(situation: Situation) -> Counted | None:
    turn = situation.encounter.turn
    if turn not in situation.encounter.figures or is_character(situation.encounter, turn):
        return None
    return Counted(n=ATTACK.of(situation.encounter, turn))


def _ask_attack_words(situation: Situation) -> Text:
    def check(text: str) -> str | None:
        return "Type one attack only, without a semicolon." if ";" in text else problem(f"attack 1 {text}")

    words = ("range 3", "pierce 1", "advantage", "disadvantage", INFLICTED[0])
    return Text(
        key="details",
        prompt="Anything else? For example: range 3, pierce 1 or poison",
        optional=True,
        words=words,
        check=check,
    )


@verb(
    name="attack",
    label="Attack",
    hint="one attack by the figure whose turn it is: attack bg1 3 range 4",
    hotkey=SharedKey.ATTACK,
    bar=_cannot_attack,
    cites=("GH-33",),
)
async def attack_in_turn(
    ledger: Ledger,
    targets: Picked = asks(_ask_targets, nobody="There is nobody to attack."),
    value: Counted = asks(_ASK_VALUE, default=_own_value),
    details: Said = asks(_ask_attack_words, default=Said(text=""), rest=True),
) -> None:
    """The attack of whoever's turn it is, with the value that the player tells (GH-33, 66)."""
    who = ledger.encounter.turn or ""
    (ability,) = read_abilities(f"attack {value.n} {details.text}")
    ledger.record(PLAYING.set(who, "the attack", "GH-16"))
    await attack_targets(ledger, who, targets.tags, attack_of(ledger, who, ability))
    ledger.record(PLAYING.clear(who))
