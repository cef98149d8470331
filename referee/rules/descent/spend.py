"""Step 5: what is spent on an attack that shows no miss (DJ-17..25, 71, 74)."""

from referee.engine.ask import Ask
from referee.engine.bearer import TABLE
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Choose
from referee.engine.throw import Roll
from referee.rules.descent import kinds
from referee.rules.descent.blow import Blow
from referee.rules.descent.counted import left, many
from referee.rules.descent.dice import BLACK, MOST_POWER, lying, pools, shown
from referee.rules.descent.effect import CLAUSE, ONCE, Surge

FATIGUE, DONE = "fatigue", "go on"


async def spend(ledger: Ledger, blow: Blow) -> bool:
    """Enhancements, surges and fatigue are spent one by one, in any order. False if the target's fear was too much."""
    step = 0
    while _open(ledger.encounter, blow) and await _spend_one(ledger, blow, step):
        step += 1
    if not _overcomes_fear(ledger, blow):
        return False
    _left_over(ledger, blow)
    return True


async def _spend_one(ledger: Ledger, blow: Blow, step: int) -> bool:
    """One thing is spent, or no more (False)."""
    chosen = await Ask(lambda: _ask(ledger.encounter, blow, step))
    match chosen.option:
        case "go on":
            return False
        case "fatigue":
            await _power_die(ledger, blow)
        case "range" | "damage":
            _enhance(ledger, blow, chosen.option)
        case effect:
            _trigger(ledger, blow, effect)
    return True


def _points(blow: Blow) -> int:
    return blow.enhancements + blow.sorcery


def _effects(encounter: Encounter, blow: Blow) -> dict[str, Surge]:
    """What the weapon's card sells for surges, by the words for it; to heroes only (DJ-19)."""
    return {str(price.effect): price for price in blow.arm.surges} if blow.by_hero(encounter) else {}


def _barred(encounter: Encounter, blow: Blow) -> dict[str, str]:
    """What cannot be spent now, each with its reason."""
    out: dict[str, str] = {}
    if not _points(blow):
        out |= dict.fromkeys(("range", "damage"), "No power enhancement is left [DJ-18].")
    elif blow.rangeless:
        out["range"] = f"Range does not matter here [{blow.rangeless}]."
    if blow.by_hero(encounter):
        if blow.power >= MOST_POWER:
            out[FATIGUE] = "Five power dice are rolled already [DJ-25]."
        elif not kinds.FATIGUE.of(encounter, blow.attacker):
            out[FATIGUE] = "No fatigue is left [DJ-24]."
    free = blow.surges - blow.fear
    for word, price in _effects(encounter, blow).items():
        if price.cost > free:
            held = f", and fear takes {blow.fear} of them [DJ-71]" if blow.fear else " [DJ-19]"
            out[word] = f"It costs {many(price.cost, 'surge')}; {left(blow.surges)}{held}."
    return out


def _options(encounter: Encounter, blow: Blow) -> tuple[str, ...]:
    fatigue = (FATIGUE,) if blow.by_hero(encounter) else ()
    return ("range", "damage", *fatigue, *_effects(encounter, blow), DONE)


def _open(encounter: Encounter, blow: Blow) -> bool:
    """Is there anything that can be spent?"""
    barred = _barred(encounter, blow)
    return any(option not in barred for option in _options(encounter, blow) if option != DONE)


def _ask(encounter: Encounter, blow: Blow, step: int) -> Choose:
    barred = _barred(encounter, blow)
    options = _options(encounter, blow)
    point = "+1, enhancement" if blow.enhancements or not blow.sorcery else "+1, sorcery"
    enough = ", gains nothing [DJ-15]" if blow.reaches and not blow.rangeless else ""
    labels = {"range": point + enough, "damage": point, FATIGUE: "a power die", DONE: "nothing more"}
    for word, price in _effects(encounter, blow).items():
        vain = in_vain(blow, price)
        labels[word] = f"{many(price.cost, 'surge')}{f', gains nothing [{vain}]' if vain else ''}"
    return Choose(
        key=f"spend {step}",
        prompt="Spend what?",
        by=blow.attacker,
        needs=blow.about(),
        options=options,
        labels=labels,
        barred=barred,
        default=_likely(encounter, blow, barred),
        tally=blow.tally,
        cites=("DJ-17",),
    )


def _likely(encounter: Encounter, blow: Blow, barred: dict[str, str]) -> str | None:
    """What Enter takes: enhancements to where they are needed; nothing more, but not while surges could still buy."""
    wanted = "damage" if blow.reaches else "range"
    if wanted not in barred:
        return wanted
    useful = (word for word, price in _effects(encounter, blow).items() if not in_vain(blow, price))
    return DONE if all(word in barred for word in useful) else None


def in_vain(blow: Blow, price: Surge) -> str:
    """The clause by which it would gain nothing, as range that is not needed or what does not add up; "" else."""
    if price.effect.name == "range":
        return (blow.rangeless or "DJ-15") if blow.reaches else ""
    return "DJ-21" if price.effect.name in ONCE and blow.extra(price.effect.name) else ""


def _enhance(ledger: Ledger, blow: Blow, what: str) -> None:
    """One enhancement, or point of sorcery, goes into range or damage."""
    clause = "DJ-18" if blow.enhancements else "DJ-74"
    if what == "range":
        blow.range_spent += 1
    else:
        blow.damage_spent += 1
    source = "An enhancement" if clause == "DJ-18" else "Sorcery"
    ledger.told(f"{source}: +1 {what}, {_stands(blow)}", clause, "DJ-17", about=blow.about())


def _stands(blow: Blow) -> str:
    range_ = "" if blow.rangeless else f"range {blow.range} of {blow.need}, "
    return f"{range_}damage {blow.damage}"


def _trigger(ledger: Ledger, blow: Blow, word: str) -> None:
    """Surges buy an effect from the weapon's card; the same one again, if there are enough (DJ-19, 20, 21)."""
    price = _effects(ledger.encounter, blow)[word]
    cites = ["DJ-19", *(("DJ-20",) if price.effect in blow.triggered else ())]
    vain = in_vain(blow, price)
    blow.surges_spent += price.cost
    blow.triggered.append(price.effect)
    clause = CLAUSE[price.effect.name]
    gain = "gains nothing" if vain else _stands(blow)
    cites += [vain or clause]
    ledger.told(f"{many(price.cost, 'surge')}: {word}, {gain}, {blow.surges} left", *cites, about=blow.about())


async def _power_die(ledger: Ledger, blow: Blow) -> None:
    """One fatigue buys one more power die, which is rolled at once (DJ-24)."""
    ledger.record(kinds.FATIGUE.change(blow.attacker, -1, "DJ-24"))
    number = blow.power
    rolled = await Ask(
        lambda: Roll(
            key=f"power {number}",
            prompt=f"{blow.names(ledger.encounter)}: one more power die",
            by=blow.attacker,
            pools=pools((BLACK,)),
            needs=blow.about(),
            tally=blow.tally,
            cites=("DJ-24",),
        )
    )
    new = lying(pools((BLACK,)), rolled)
    blow.dice += new
    full = blow.power >= MOST_POWER
    last = ", the fifth and last" if full else ""
    ledger.told(f"A power die{last}: {shown(new)}", "DJ-24", *(("DJ-25",) if full else ()), about=blow.about())


def _overcomes_fear(ledger: Ledger, blow: Blow) -> bool:
    """The target's fear takes its surges; with fewer the attack misses (DJ-71)."""
    if not blow.fear:
        return True
    if blow.surges < blow.fear:
        text = f"{many(blow.surges, 'surge')} cannot overcome the fear"
        ledger.told(text, "DJ-71", about=blow.about())
        return False
    blow.surges_spent += blow.fear
    ledger.told(f"{many(blow.fear, 'surge')} spent on the fear", "DJ-71", about=blow.about())
    return True


def _left_over(ledger: Ledger, blow: Blow) -> None:
    """What is not spent is gone; but the overlord's surges turn to threat by twos (DJ-18, 22, 23, 74)."""
    for name, n, clause in (("enhancement", blow.enhancements, "DJ-18"), ("sorcery point", blow.sorcery, "DJ-74")):
        if n:
            ledger.told(f"{many(n, name)} not used", clause, about=blow.about())
    if not blow.surges:
        return
    surges = many(blow.surges, "surge")
    if blow.by_hero(ledger.encounter):
        ledger.told(f"{surges} lost", "DJ-22", about=blow.about())
        return
    threat = blow.surges // 2
    if threat:
        ledger.record(kinds.THREAT.change(TABLE, threat, "DJ-23"))
    odd = ", and an odd one is lost" if blow.surges % 2 else ""
    ledger.told(f"{surges}: {threat} threat{odd}", "DJ-23", about=blow.about())
