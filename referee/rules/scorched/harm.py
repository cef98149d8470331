"""Wounds, slain models, models that are pushed (SC-14, 19, 20, 37, 38, 42, 43, 46, 49, 53, 54)."""

from referee.engine.contract.outcome import result_of
from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import StandingSet
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Amount
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.term import Term, Terms, dice_term
from referee.engine.verbs.ledger import Ledger
from referee.rules.scorched.combat_score import Blow
from referee.rules.scorched.combats import leave_combat, settle_combats
from referee.rules.scorched.kinds import FEEL_NO_PAIN, FNP, FNP_DIRECT, INSTANT_FNP, SLAIN, UP, WOUNDS
from referee.rules.scorched.pairing import end_all_contact


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
    ignored = 0 if excised else await _ignored(ledger, who, wounds, key)
    if ignored < wounds and ledger.able(who):
        if instant:
            lose(ledger, who, WOUNDS.of(ledger.encounter, who), *cites, "SC-38", "SC-43", by=by)
        else:
            terms = (Term("wounds", wounds), Term("Feel No Pain", -ignored)) if ignored else ()
            lose(ledger, who, wounds - ignored, *cites, by=by, terms=terms)


async def wounded_directly(ledger: Ledger, who: Tag, wounds: int, key: str, *cites: str, by: Tag) -> None:
    """Wounds that allow no save: none of Feel No Pain either, unless the option says so (SC-46)."""
    if FNP_DIRECT.of(ledger.encounter) == "on":
        await wounded(ledger, who, wounds, key, *cites, by=by)
    elif wounds and ledger.able(who):
        lose(ledger, who, wounds, *cites, *(("SC-46",) if FNP.of(ledger.encounter, who) else ()), by=by)


async def _ignored(ledger: Ledger, who: Tag, wounds: int, key: str) -> int:
    """Wounds that Feel No Pain takes away (SC-42)."""
    need = FNP.of(ledger.encounter, who)
    if not need:
        return 0
    rolled = await Ask(
        lambda: Roll(
            key=f"feel-no-pain {key}",
            prompt=f"{ledger.encounter.name(who)} feels no pain on {need}+",
            by=who,
            pools=(Pool("feel no pain", wounds),),
            tally=(("wounds", wounds),),
            cites=("SC-42",),
        )
    )
    ignored = sum(face >= need for face in rolled.all)
    dice = (dice_term("die", rolled.all),)
    result = result_of(ignored, len(rolled.all))
    ledger.record(FEEL_NO_PAIN.made(who, result, "SC-42", terms=dice, against=need, each=True, count=ignored))
    return ignored


def lose(ledger: Ledger, who: Tag, wounds: int, *cites: str, by: Tag | None = None, terms: Terms = ()) -> None:
    """Wounds are lost, through an attacker if there is one; with the last of them the model is slain."""
    ledger.record(WOUNDS.change(who, -wounds, *cites, source=by, terms=terms))
    if not WOUNDS.of(ledger.encounter, who):
        slay(ledger, who, *cites)


def slay(ledger: Ledger, who: Tag, *cites: str) -> None:
    """A model is slain, and touches nobody any more."""
    ledger.record(StandingSet(tag=who, standing=SLAIN.name, cites=cites))
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
            ledger.record(StandingSet(tag=who, standing=UP.name))


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
    name, by = ledger.encounter.name(blow.target), ledger.encounter.name(blow.attacker)
    moved = blow.hits - short.n
    text = f"{name} is pushed from {by}: {moved} of {blow.hits} inches"
    ledger.remark(text, "SC-19")
    if moved:
        end_all_contact(ledger, blow.target, "SC-19")
    key = f"{blow.target}<{blow.attacker} pushed"
    await wounded_directly(ledger, blow.target, short.n, key, "SC-20", "SC-54", by=blow.attacker)


def _how_short(encounter: Encounter, blow: Blow) -> Amount:
    inches = f"{blow.hits} inch{'es' if blow.hits > 1 else ''}"
    return Amount(
        key=f"pushed {blow.target}<{blow.attacker}",
        prompt=f"{encounter.name(blow.target)} is pushed {inches}: how many full inches are blocked?",
        needs=(blow.target,),
        most=blow.hits,
        default=0,
        cites=("SC-19", "SC-20", "SC-54"),
    )
