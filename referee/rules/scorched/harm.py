"""Harm: the saves of models that are hit, wounds, slain models, models that are pushed (SC-14, 19, 20, 31..33,
36..38, 40..43, 46, 48, 49, 51, 53, 54).
"""

from msgspec import Struct

from referee.engine.contract.kinds_of_test import result_of
from referee.engine.dice.dice import Pool, dice_term
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Term, Terms
from referee.engine.questions.answer import Reads
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.typed_questions import Amount
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.scorched.combats import end_all_contact, leave_combat, settle_combats
from referee.rules.scorched.conditions import shown_ap
from referee.rules.scorched.effective_stats import Blow
from referee.rules.scorched.kinds import (
    AP_MODE,
    FEEL_NO_PAIN,
    FNP,
    FNP_DIRECT,
    INSTANT_FNP,
    INV,
    INV_USE,
    SAVE,
    SHRED_INV,
    SLAIN,
    SV,
    UP,
    WOUND,
    WOUND_ROLL,
    WOUNDS,
    T,
)


async def wounded(
    ledger: Ledger,
    who: Tag,
    wounds: int,
    key: str,
    *cites: str,
    by: Tag,
    instant: bool = False,
    excised: bool = False,
) -> None:
    """So many saves failed against an attacker: Feel No Pain against each, and then the wounds themselves."""
    if wounds < 1 or not ledger.able(who):
        return
    if instant and INSTANT_FNP.of(ledger.encounter) == "off":
        excised = True
    ignored = 0 if excised else await _ignored(ledger, who, wounds, key, by)
    if ignored < wounds and ledger.able(who):
        more = max(0, WOUNDS.of(ledger.encounter, who) - (wounds - ignored)) if instant else 0
        terms = [Term("wounds", wounds), Term("Feel No Pain", -ignored), Term("instant death", more)]
        told = tuple(term for term in terms if term.value)
        death = ("SC-38", "SC-43") if instant else ()
        lose(ledger, who, wounds - ignored + more, *cites, *death, by=by, terms=told if len(told) > 1 else ())


async def wounded_directly(ledger: Ledger, who: Tag, wounds: int, key: str, *cites: str, by: Tag) -> None:
    """Wounds that allow no save: none of Feel No Pain either, unless the option says so (SC-46)."""
    if FNP_DIRECT.of(ledger.encounter) == "on":
        await wounded(ledger, who, wounds, key, *cites, by=by)
    elif wounds and ledger.able(who):
        lose(ledger, who, wounds, *cites, *(("SC-46",) if FNP.of(ledger.encounter, who) else ()), by=by)


async def _ignored(ledger: Ledger, who: Tag, wounds: int, key: str, by: Tag) -> int:
    """Wounds that Feel No Pain takes away (SC-42)."""
    need = FNP.of(ledger.encounter, who)
    if not need:
        return 0
    rolled = await Ask(
        lambda: Roll(
            key=f"feel-no-pain {key}",
            prompt=f"{ledger.encounter.name(who)}'s Feel No Pain",
            by=who,
            pools=(Pool("feel no pain", wounds),),
            goal=f"ignores a wound on {need} or more",
            reads=Reads(at_least=(need,)),
            cites=("SC-42",),
        )
    )
    ignored = sum(face >= need for face in rolled.all)
    result, dice = result_of(ignored, len(rolled.all)), (dice_term("die", rolled.all),)
    ledger.record(
        FEEL_NO_PAIN.made(who, result, "SC-42", target=by, terms=dice, against=need, each=True, count=ignored)
    )
    return ignored


def lose(ledger: Ledger, who: Tag, wounds: int, *cites: str, by: Tag | None = None, terms: Terms = ()) -> None:
    """Wounds are lost, through an attacker if there is one; with the last of them the model is slain."""
    ledger.record(WOUNDS.change(who, -wounds, *cites, source=by, terms=terms))
    if not WOUNDS.of(ledger.encounter, who):
        slay(ledger, who, *cites)


def slay(ledger: Ledger, who: Tag, *cites: str) -> None:
    """A model is slain, and touches nobody any more."""
    ledger.record(SLAIN.set(who, *cites))
    end_all_contact(ledger, who, *cites)


async def harm(ledger: Ledger, who: Tag, amount: int) -> None:
    """The referee hurts a model: so many wounds, no saves."""
    if amount > 0 and ledger.able(who):
        lose(ledger, who, amount)
        settle_combats(ledger)


async def fall(ledger: Ledger, who: Tag) -> None:
    """A model that has no wounds left is slain, however it lost them."""
    slay(ledger, who, "SC-53")
    settle_combats(ledger)


async def heal(ledger: Ledger, who: Tag, amount: int) -> None:
    """The referee heals a model; one that was slain is up again."""
    if amount > 0:
        ledger.record(WOUNDS.change(who, amount))
        if ledger.encounter.figures[who].standing == SLAIN.name:
            ledger.record(UP.set(who))


async def left(ledger: Ledger, who: Tag) -> None:
    """A model that is taken off the table is in no combat and touches nobody."""
    end_all_contact(ledger, who)
    leave_combat(ledger, who)
    settle_combats(ledger)


async def after_set(ledger: Ledger, who: Tag, what: str) -> None:
    """A model that the referee has slain by its standing touches nobody any more, and fights in no combat."""
    if what == "standing" and who in ledger.encounter.figures and not ledger.able(who):
        end_all_contact(ledger, who, "SC-56")
        settle_combats(ledger)


async def pushed(ledger: Ledger, blow: Blow) -> None:
    """Back an inch for every hit, and a wound for each full inch that something is in the way."""
    short = await Ask(lambda: _how_short(ledger.encounter, blow))
    moved = blow.hits - short.n
    inches = f"{moved} of {_inches(blow.hits)}" if short.n else _inches(moved)
    become(ledger, blow, f"is pushed back {inches}" if moved else "is blocked and not pushed back", "SC-19")
    if moved:
        end_all_contact(ledger, blow.target, "SC-19")
    key = f"{blow.target}<{blow.attacker} pushed"
    await wounded_directly(ledger, blow.target, short.n, key, "SC-20", "SC-54", by=blow.attacker)


def _how_short(encounter: Encounter, blow: Blow) -> Amount:
    prompt = f"{encounter.name(blow.target)} is pushed back {_inches(blow.hits)}: how many full inches are blocked?"
    key, cites = f"pushed {blow.target}<{blow.attacker}", ("SC-19", "SC-20", "SC-54")
    return Amount(key=key, prompt=prompt, needs=(blow.target,), most=blow.hits, default=0, cites=cites)


def _inches(n: int) -> str:
    return f"{n} inch{'' if n == 1 else 'es'}"


def become(ledger: Ledger, blow: Blow, what: str, *cites: str) -> None:
    """What became of the target of a blow, in the line of that blow."""
    ledger.remark(f"{ledger.encounter.name(blow.target)} {what}", *cites, tag=blow.target, source=blow.attacker)


class Save(Struct, frozen=True):
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
            through > 0,
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
        figure = ledger.encounter.figures[blow.target]
        raise Lapsed(f"{figure.name} {figure.stands}")
    return Roll(
        key=f"wound {blow.attacker}>{blow.target}",
        prompt=f"{ledger.encounter.name(blow.attacker)} rolls to wound {ledger.encounter.name(blow.target)}",
        by=blow.attacker,
        # All hits land at once: one who has just been slain still throws for its own.
        fallen_too=True,
        pools=(Pool("wound", blow.hits),),
        goal=f"wounds on {need} or more",
        reads=Reads(at_least=(need,)),
        cites=("SC-51",),
    )


async def saves(ledger: Ledger, blow: Blow) -> None:
    """The saves against one blow, and what fails (SC-14); it stops when the target is slain (SC-49)."""
    left = await wounding(ledger, blow)
    save = save_against(ledger.encounter, blow)
    if not left:
        return
    if not save.need:
        six = ": a kept 6" if blow.six else ""
        why = f"Ap {shown_ap(blow.ap)}{six}" if save.negated else "no armor"
        become(ledger, blow, f"has no save ({why})", *save.cites, *blow.cites)
        await _failed(ledger, blow, left, 0)
        return
    throw = 0
    while left and ledger.able(blow.target):
        left = await _throw(ledger, blow, save, left, throw)
        throw += 1
    if left:
        slain = f"{ledger.encounter.name(blow.target)} is slain; saves not needed: {left}"
        ledger.remark(slain, "SC-49", detail=True)


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
            using=_called(save, throw),
            terms=(dice_term("die", rolled.all),),
            against=save.need,
            each=True,
            count=saved,
        )
    )
    if more:
        shred = ("SC-31", *(("SC-32",) if throw else ()), *(() if save.armor else ("SC-48",)))
        ledger.remark(f"Shred: {more} more {'saves' if more > 1 else 'save'} to roll", *shred, detail=True)
    await _failed(ledger, blow, failed, throw)
    return more


def _save_roll(encounter: Encounter, blow: Blow, save: Save, count: int, throw: int) -> Roll:
    hits = f"{count} hit{'s' if count > 1 else ''}{' again' if throw else ''}"
    return Roll(
        key=f"save {_nth(blow, throw)}",
        prompt=f"{encounter.name(blow.target)} saves {hits}",
        by=blow.target,
        pools=(Pool("save", count),),
        goal=f"saves on {save.need} or more",
        reads=Reads(at_least=(save.need,), apart=(1,) if chains(encounter, blow, save) else ()),
        cites=(*save.cites, "SC-49"),
    )


def _called(save: Save, throw: int) -> str:
    """What a save is called that is not the first of the armor."""
    words = ["" if save.armor else " invulnerable", " Shred" if throw else ""]
    return f"the{''.join(words)} save" if any(words) else ""


def _nth(blow: Blow, throw: int) -> str:
    """What tells one throw of saves against a blow from the others in the keys of questions."""
    return f"{blow.target}<{blow.attacker}" + (f" again {throw}" if throw else "")


async def _failed(ledger: Ledger, blow: Blow, wounds: int, throw: int) -> None:
    """So many saves of one throw against a blow have failed (SC-14)."""
    key, instant, excised = _nth(blow, throw), blow.instant, blow.excises
    await wounded(ledger, blow.target, wounds, key, "SC-14", by=blow.attacker, instant=instant, excised=excised)
