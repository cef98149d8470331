"""Spending, step 5 of an attack: what is spent on one that shows no miss (DJ-17..25, 71, 74)."""

from referee.engine.dice.roll_questions import Roll
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose
from referee.engine.state.bearer import TABLE
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.descent import kinds
from referee.rules.descent.attack_state import AttackState
from referee.rules.descent.equipment import CLAUSE, ONCE, Surge
from referee.rules.descent.kinds import (
    BLACK,
    DAMAGE,
    MOST_POWER,
    RANGE,
    count_of,
    count_symbol,
    pools,
    rolled_dice,
    shown,
    symbols_of,
)
from referee.text.phrases import capitalised

FATIGUE, DONE = "fatigue", "go on"


async def spend(ledger: Ledger, attack: AttackState) -> None:
    """Enhancements, surges and fatigue are spent one by one, in any order."""
    step = 0
    while can_spend(ledger.encounter, attack) and await _spend_one(ledger, attack, step):
        step += 1


async def _spend_one(ledger: Ledger, attack: AttackState, step: int) -> bool:
    """One thing is spent. False if nothing more is."""
    chosen = await Ask(lambda: _ask(ledger.encounter, attack, step))
    match chosen.option:
        case "go on":
            return False
        case "fatigue":
            await _power_die(ledger, attack)
        case "range" | "damage":
            _enhance(ledger, attack, chosen.option)
        case effect:
            _trigger(ledger, attack, effect)
    return True


def _effects(encounter: Encounter, attack: AttackState) -> dict[str, Surge]:
    """What the weapon's card sells for surges, by the words for it; to heroes only (DJ-19)."""
    return {str(price.effect): price for price in attack.profile.surges} if attack.by_hero(encounter) else {}


def _barred(encounter: Encounter, attack: AttackState) -> dict[str, str]:
    """What cannot be spent now, each with its reason."""
    out: dict[str, str] = {}
    if not attack.enhancements + attack.sorcery:
        out |= dict.fromkeys(("range", "damage"), "No power enhancement is left [DJ-18].")
    elif attack.rangeless:
        out["range"] = f"Range does not matter here [{attack.rangeless}]."
    if attack.by_hero(encounter):
        if attack.power >= MOST_POWER:
            out[FATIGUE] = "The attack already has five power dice, the most allowed [DJ-25]."
        elif not kinds.FATIGUE.of(encounter, attack.attacker):
            out[FATIGUE] = "No fatigue is left [DJ-24]."
    free = attack.surges - attack.fear
    for word, price in _effects(encounter, attack).items():
        if price.cost > free:
            held = f", and fear takes {attack.fear} of them [DJ-71]" if attack.fear else " [DJ-19]"
            costs = f"{capitalised(word)} costs {count_of(price.cost, 'surge')}"
            n = attack.surges
            out[word] = f"{costs}; {n or 'none'} {'are' if n > 1 else 'is'} left{held}."
    return out


def _options(encounter: Encounter, attack: AttackState) -> tuple[str, ...]:
    fatigue = (FATIGUE,) if attack.by_hero(encounter) else ()
    return ("range", "damage", *fatigue, *_effects(encounter, attack), DONE)


def can_spend(encounter: Encounter, attack: AttackState) -> bool:
    """True if anything can be spent."""
    barred = _barred(encounter, attack)
    return any(option not in barred for option in _options(encounter, attack) if option != DONE)


def _ask(encounter: Encounter, attack: AttackState, step: int) -> Choose:
    barred = _barred(encounter, attack)
    options = _options(encounter, attack)
    point = "+1, enhancement" if attack.enhancements or not attack.sorcery else "+1, sorcery"
    enough = ", gains nothing [DJ-15]" if attack.reaches and not attack.rangeless else ""
    labels = {"range": point + enough, "damage": point, FATIGUE: "a power die", DONE: "nothing more"}
    for word, price in _effects(encounter, attack).items():
        vain = why_useless(attack, price)
        labels[word] = f"{count_of(price.cost, 'surge')}{f', gains nothing [{vain}]' if vain else ''}"
    return Choose(
        key=f"spend {step}",
        prompt=f"{attack.names(encounter)}. Spend what?",
        by=attack.attacker,
        needs=attack.figures(),
        options=options,
        labels=labels,
        barred=barred,
        default=_default_spending(encounter, attack, barred),
        tally=attack.tally,
        cites=("DJ-17",),
    )


def _default_spending(encounter: Encounter, attack: AttackState, barred: dict[str, str]) -> str:
    """What Enter takes: enhancements to where they are needed, then the first effect on the card that surges can buy
    and that gains something; fatigue never.
    """
    wanted = "damage" if attack.reaches else "range"
    if wanted not in barred:
        return wanted
    effects = _effects(encounter, attack).items()
    useful = (word for word, price in effects if word not in barred and not why_useless(attack, price))
    return next(useful, DONE)


def why_useless(attack: AttackState, price: Surge) -> str:
    """The clause by which an effect would gain nothing, such as range beyond need; empty if it gains something."""
    if price.effect.name == "range":
        return (attack.rangeless or "DJ-15") if attack.reaches else ""
    return "DJ-21" if price.effect.name in ONCE and attack.amount_of(price.effect.name) else ""


def _enhance(ledger: Ledger, attack: AttackState, what: str) -> None:
    """One enhancement, or point of sorcery, goes into range or damage."""
    clause = "DJ-18" if attack.enhancements else "DJ-74"
    if what == "range":
        attack.range_spent += 1
    else:
        attack.damage_spent += 1
    source = "An enhancement" if clause == "DJ-18" else "Sorcery"
    ledger.remark(f"{source}: +1 {what}, {_totals_in_words(attack)}", clause, "DJ-17", detail=True)


def _totals_in_words(attack: AttackState) -> str:
    range_ = "" if attack.rangeless else f"range {attack.range} of {attack.distance}, "
    return f"{range_}damage {attack.damage}"


def _trigger(ledger: Ledger, attack: AttackState, word: str) -> None:
    """Surges buy an effect from the weapon's card; the same one again, if there are enough (DJ-19, 20, 21)."""
    price = _effects(ledger.encounter, attack)[word]
    cites = ["DJ-19", *(("DJ-20",) if price.effect in attack.triggered else ())]
    vain = why_useless(attack, price)
    attack.surges_spent += price.cost
    attack.triggered.append(price.effect)
    clause = CLAUSE[price.effect.name]
    gain = "gains nothing" if vain else _totals_in_words(attack)
    cites += [vain or clause]
    ledger.remark(f"{count_of(price.cost, 'surge')}: {word}, {gain}, {attack.surges} left", *cites, detail=True)


async def _power_die(ledger: Ledger, attack: AttackState) -> None:
    """One fatigue buys one more power die, which is rolled at once (DJ-24)."""
    ledger.record(kinds.FATIGUE.change(attack.attacker, -1, "DJ-24"))
    number = attack.power
    rolled = await Ask(
        lambda: Roll(
            key=f"power {number}",
            prompt=f"{attack.names(ledger.encounter)}: one more power die",
            by=attack.attacker,
            pools=pools((BLACK,)),
            needs=attack.figures(),
            tally=attack.tally,
            reads=symbols_of(pools((BLACK,))),
            cites=("DJ-24",),
        )
    )
    new = rolled_dice(pools((BLACK,)), rolled)
    attack.dice += new
    full = attack.power >= MOST_POWER
    last = ", the fifth and last" if full else ""
    ledger.remark(f"A power die{last}: {shown(new)}", "DJ-24", *(("DJ-25",) if full else ()), detail=True)


def left_over(ledger: Ledger, attack: AttackState) -> None:
    """What is not spent is gone; but the overlord's surges turn to threat by twos (DJ-18, 22, 23, 74)."""
    for name, n, clause in (("enhancement", attack.enhancements, "DJ-18"), ("sorcery point", attack.sorcery, "DJ-74")):
        if n:
            ledger.remark(f"{count_of(n, name)} not used", clause, detail=True)
    threat, lost, clause = 0, attack.surges, "DJ-22"
    if not attack.by_hero(ledger.encounter):
        threat, lost, clause = attack.surges // 2, attack.surges % 2, "DJ-23"
    if threat:
        ledger.record(kinds.THREAT.change(TABLE, threat, clause, source=attack.attacker))
    if lost:
        ledger.remark(f"{count_of(lost, 'surge')} lost", clause, detail=True)


def tell_spent(ledger: Ledger, attack: AttackState) -> None:
    """What the dice showed, and what was added to them (DJ-17); nothing where nothing was."""
    ranged = () if attack.rangeless else (f"range {count_symbol(attack.dice, RANGE)}",)
    out = [", ".join((*ranged, f"{count_symbol(attack.dice, DAMAGE)} damage"))]
    points = ((attack.range_spent, "range"), (attack.damage_spent, "damage"))
    out += _said("Enhancement", attack.range_spent + attack.damage_spent, [f"{n} {word}" for n, word in points if n])
    bought = [str(effect).removeprefix("+") for effect in attack.triggered]
    lost = attack.surges if attack.by_hero(ledger.encounter) else 0
    out += _said("Surge", attack.surges_spent - attack.fear + lost, [*bought, *([f"{lost} lost"] if lost else [])])
    if len(out) > 1:
        ledger.remark(f"Dice: {'. '.join(out)}", "DJ-17")


def _said(name: str, count: int, words: list[str]) -> list[str]:
    """`Surges: 1 damage, 1 lost`, with its name for so many; nothing where there are none."""
    return [f"{name}{'s' if count > 1 else ''}: {', '.join(words)}"] if words else []
