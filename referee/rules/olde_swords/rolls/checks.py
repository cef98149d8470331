"""Checks: hiding, improvising, and those that the referee calls for (OS-38, 42, 48)."""

from referee.engine.answer import Chosen, Counted, Picked, Said
from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.event import Result
from referee.engine.ledger import Ledger
from referee.engine.question import Amount, Choose, Pick, Text
from referee.engine.roll_questions import Roll
from referee.engine.verb import Situation, asks, verb
from referee.rules.olde_swords.conditions import COVER, HIDDEN, end_on_roll, give
from referee.rules.olde_swords.fight.action_economy import act, actor, cannot_act
from referee.rules.olde_swords.kinds import ABILITIES, ABILITY_CHECK
from referee.rules.olde_swords.rolls.d20 import DCS, reaches
from referee.rules.olde_swords.rolls.modifiers import check

NORMAL = 12
EXPOSED = "A hider needs cover or a distraction [OS-38]."


async def checked(ledger: Ledger, who: Tag, ability: str, dc: int, what: str, *cites: str) -> bool:
    """A check against a DC; True for a success."""

    def question() -> Roll:
        throw = check(ledger.encounter, who, ability)
        return Roll(
            key=f"check {who}",
            prompt=f"{ledger.encounter.name(who)} {what}: {ability.upper()}, DC {dc}",
            by=who,
            pools=throw.pools,
            tally=throw.tally(),
            cites=(*cites, *throw.why),
        )

    rolled = await Ask(question)
    throw = check(ledger.encounter, who, ability)
    terms = throw.reckon(rolled)
    passed = reaches(ledger.encounter, terms, dc)
    clauses = (*cites, *throw.why, *(("OS-48",) if dc in DCS else ()))
    result: Result = "success" if passed else "failure"
    ledger.record(ABILITY_CHECK.made(who, result, *clauses, using=what, terms=terms, against=dc))
    end_on_roll(ledger, who)
    return passed


# -------------------------------------------------------------------- what they ask


def _ask_behind(situation: Situation) -> Choose:
    in_cover = COVER.on(situation.encounter, actor(situation.encounter))
    return Choose(
        key="behind",
        prompt="Hides by what?",
        options=("cover", "distraction", "neither"),
        barred={"neither": EXPOSED},
        default="cover" if in_cover else None,
        cites=("OS-38",),
    )


def ask_dc(situation: Situation) -> Amount:
    """What has to be reached."""
    known = ", ".join(f"{word} {dc}" for dc, word in DCS.items())
    return Amount(key="dc", prompt=f"DC ({known})?", least=1, most=40, default=NORMAL, cites=("OS-48",))


def ask_ability(situation: Situation) -> Choose:
    """Which ability is tried."""
    return Choose(key="ability", prompt="Which ability?", options=ABILITIES)


def _ask_checker(situation: Situation) -> Pick:
    among = situation.able_figures()
    turn = situation.encounter.turn
    return Pick(key="checker", prompt="Who checks?", among=among, default=turn if turn in among else None)


def _ask_what(situation: Situation) -> Text:
    return Text(key="what", prompt="What does it try?", optional=True)


# -------------------------------------------------------------------- what is done


@verb(label="Hide", hint="DEX, with cover or a distraction", hotkey="O", bar=cannot_act, cites=("OS-38",))
async def hide(ledger: Ledger, behind: Chosen = asks(_ask_behind), dc: Counted = asks(ask_dc)) -> None:
    """A DEX check, with cover or a distraction (OS-38)."""
    who = actor(ledger.encounter)

    async def deed() -> None:
        if await checked(ledger, who, "dex", dc.n, f"hides ({behind.option})", "OS-38"):
            give(ledger, who, HIDDEN)

    await act(ledger, deed)


@verb(label="Improvise", hint="anything else, against a DC", hotkey="I", bar=cannot_act, cites=("OS-42", "OS-48"))
async def improvise(
    ledger: Ledger,
    ability: Chosen = asks(ask_ability),
    dc: Counted = asks(ask_dc),
    what: Said = asks(_ask_what, default=Said(text=""), rest=True),
) -> None:
    """Something that no rule foresees, rolled against a DC (OS-42)."""
    who = actor(ledger.encounter)

    async def deed() -> None:
        await checked(ledger, who, ability.option, dc.n, what.text or "improvises", "OS-42")

    await act(ledger, deed)


@verb(
    name="check",
    label="Check",
    hint="the referee calls for one; no action",
    hotkey="C",
    interjects=True,
    cites=("OS-48",),
)
async def call_check(
    ledger: Ledger,
    who: Picked = asks(_ask_checker, nobody="Nobody is up."),
    ability: Chosen = asks(ask_ability),
    dc: Counted = asks(ask_dc),
) -> None:
    """The referee calls for a check, outside of any action (OS-48)."""
    await checked(ledger, who.one, ability.option, dc.n, "checks", "OS-48")
