"""Saves: what a model that is hit may roll, what comes of it (SC-14, 31..33, 36, 40, 41, 48, 49, 51)."""

from dataclasses import dataclass

from referee.engine.contract.outcome import result_of
from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.term import dice_term
from referee.engine.verbs.ledger import Ledger
from referee.rules.scorched.combat_score import Blow
from referee.rules.scorched.conditions import shown_ap
from referee.rules.scorched.harm import wounded
from referee.rules.scorched.kinds import AP_MODE, FNP, INV, INV_USE, SAVE, SHRED_INV, SV, WOUND, WOUND_ROLL, WOUNDS, T


@dataclass(frozen=True)
class Save:
    """What a die needs against one blow, and why."""

    need: int
    """0: there is no save."""
    armor: bool
    """It is the armor save, not the invulnerable one."""
    negated: bool
    """The Ap takes the armor away."""
    cites: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.need}+" + ("" if self.armor else " invulnerable")


def save_against(encounter: Encounter, blow: Blow) -> Save:
    """The armor save as the Ap leaves it, or the invulnerable save (SC-14, 36, 40, 41)."""
    sv = SV.of(encounter, blow.target)
    inv = 0 if blow.excises else INV.of(encounter, blow.target)
    if AP_MODE.of(encounter) == "threshold":
        negated = bool(sv and blow.ap and blow.ap <= sv)
        armor = 0 if negated or not sv else sv
    else:
        negated = bool(sv and sv + blow.ap > 6)
        armor = 0 if negated or not sv else sv + blow.ap
    better = inv and (not armor or (inv < armor and INV_USE.of(encounter) == "better"))
    cites = ["SC-14"]
    if blow.ap or sv:
        cites.append("SC-40")
    if better:
        cites.append("SC-41")
    if blow.excises and (INV.of(encounter, blow.target) or FNP.of(encounter, blow.target)):
        cites.append("SC-36")
    if blow.shreds and negated:
        cites.append("SC-33")
    return Save(inv if better else armor, not better, negated, tuple(cites))


def chains(encounter: Encounter, blow: Blow, save: Save) -> bool:
    """True if a save of 1 calls for another (SC-31, 33, 48)."""
    return blow.shreds and not save.negated and (save.armor or SHRED_INV.of(encounter) == "on")


def to_wound(strength: int, toughness: int) -> int:
    """What a hit needs to wound: 4+ when equal, one better or worse per point, 2+ to 6+ (SC-51)."""
    return max(2, min(6, 4 - strength + toughness))


async def wounding(ledger: Ledger, blow: Blow) -> int:
    """How many hits call for a save: all of them, or those whose strength is enough (SC-51)."""
    if WOUND_ROLL.of(ledger.encounter) == "off":
        return blow.hits
    need = to_wound(blow.strength, T.of(ledger.encounter, blow.target))
    rolled = await Ask(lambda: _wound_roll(ledger, blow, need))
    through = sum(face >= need for face in rolled.all)
    ledger.record(
        WOUND.made(
            blow.attacker,
            "success" if through else "failure",
            "SC-51",
            target=blow.target,
            using=f"strength {blow.strength}",
            terms=(dice_term("die", rolled.all),),
            against=need,
            each=True,
            count=through,
        )
    )
    return through


def _wound_roll(ledger: Ledger, blow: Blow, need: int) -> Roll:
    if not ledger.able(blow.target):
        raise Lapsed(_down(ledger, blow.target))
    return Roll(
        key=f"wound {blow.attacker}>{blow.target}",
        prompt=f"{ledger.encounter.name(blow.attacker)} wounds {ledger.encounter.name(blow.target)} on {need}+",
        by=blow.attacker,
        # All hits land at once: one who has just been slain still throws for its own.
        fallen_too=True,
        pools=(Pool("wound", blow.hits),),
        tally=(("strength", blow.strength),),
        cites=("SC-51",),
    )


def _down(ledger: Ledger, tag: Tag) -> str:
    figure = ledger.encounter.figures[tag]
    return f"{figure.name} is {figure.standing}"


async def saves(ledger: Ledger, blow: Blow) -> None:
    """The saves against one blow, and what fails (SC-14); it stops when the target is slain (SC-49)."""
    left = await wounding(ledger, blow)
    save = save_against(ledger.encounter, blow)
    if not left:
        return
    if not save.need:
        _log_no_save(ledger, blow, save, left)
        await _fails(ledger, blow, save, left, 0)
        return
    throw = 0
    while left and ledger.able(blow.target):
        left = await _throw(ledger, blow, save, left, throw)
        throw += 1
    if left:
        name = ledger.encounter.name(blow.target)
        saves = "more save is" if left == 1 else "more saves are"
        ledger.remark(f"{name} is slain; {left} {saves} not rolled", "SC-49")


async def _throw(ledger: Ledger, blow: Blow, save: Save, count: int, throw: int) -> int:
    """One throw of saves; how many more the 1s among them call for."""
    rolled = await Ask(lambda: _save_roll(ledger.encounter, blow, save, count, throw))
    failed = sum(face < save.need for face in rolled.all)
    more = sum(face == 1 for face in rolled.all) if chains(ledger.encounter, blow, save) else 0
    saved = len(rolled.all) - failed
    ledger.record(
        SAVE.made(
            blow.target,
            result_of(saved, len(rolled.all)),
            *save.cites,
            *blow.cites,
            target=blow.attacker,
            using="" if save.armor else "the invulnerable save",
            terms=(dice_term("die", rolled.all),),
            against=save.need,
            each=True,
            count=saved,
        )
    )
    if more:
        shred = ("SC-31", *(("SC-32",) if throw else ()), *(() if save.armor else ("SC-48",)))
        ledger.remark(f"Shred: {more} more to roll", *shred)
    await _fails(ledger, blow, save, failed, throw)
    return more


def _save_roll(encounter: Encounter, blow: Blow, save: Save, count: int, throw: int) -> Roll:
    again = f" again {throw}" if throw else ""
    prompt = f"{encounter.name(blow.target)} saves against {encounter.name(blow.attacker)}{again and ' again'}, {save}"
    return Roll(
        key=f"save {blow.target}<{blow.attacker}{again}",
        prompt=prompt,
        by=blow.target,
        pools=(Pool("save", count),),
        tally=(("Ap", shown_ap(blow.ap)), ("wounds", WOUNDS.of(encounter, blow.target))),
        cites=(*save.cites, "SC-49"),
    )


def _log_no_save(ledger: Ledger, blow: Blow, save: Save, hits: int) -> None:
    name, by = ledger.encounter.name(blow.target), ledger.encounter.name(blow.attacker)
    why = f"Ap {shown_ap(blow.ap)} negates its armor" if save.negated else "it has no save"
    ledger.remark(
        f"{name} cannot save against {by}: {why}, {hits} {'wounds' if hits > 1 else 'wound'}",
        *save.cites,
        *blow.cites,
    )


async def _fails(ledger: Ledger, blow: Blow, save: Save, wounds: int, throw: int) -> None:
    key = f"{blow.target}<{blow.attacker}" + (f" again {throw}" if throw else "")
    await wounded(
        ledger, blow.target, wounds, key, "SC-14", by=blow.attacker, instant=blow.instant, excised=blow.excises
    )
