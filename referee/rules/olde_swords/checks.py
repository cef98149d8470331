"""Checks: against a DC, or in a contest against another's roll (OS-35..38, 42, 47, 48, 54)."""

from contextlib import suppress

from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import CardsMoved, Result, total
from referee.engine.questions.answer import Chosen, Counted, Picked, Said
from referee.engine.questions.ask import Ask, Lapsed, Together
from referee.engine.questions.question import REFEREE, Choose, Pick
from referee.engine.questions.typed_questions import Amount, Text
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import SharedKey, Situation, asks, verb
from referee.rules.olde_swords.actions import (
    NOBODYS_TURN,
    Acting,
    actor,
    ask_unless_one,
    cannot_act,
    foe,
    melee_targets,
    no_target,
)
from referee.rules.olde_swords.conditions import COVER, GRAPPLED, HIDDEN, PRONE, end_on_roll, free_from, give, holders
from referee.rules.olde_swords.dice import DCS, needed, reaches
from referee.rules.olde_swords.kinds import ABILITIES, ABILITY_CHECK, CONTEST, DROPPED, NATURAL, WEAPONS
from referee.rules.olde_swords.sheet import check, helpless, speed

NORMAL = 12
EXPOSED = "To hide, you need cover or a distraction [OS-38]."


async def checked(ledger: Ledger, who: Tag, ability: str, dc: int, what: str, *cites: str) -> bool:
    """A check against a DC; True for a success."""

    def question() -> Roll:
        throw = check(ledger.encounter, who, ability)
        prompt = f"{ledger.encounter.name(who)} {what}"
        prompt = prompt if ability.upper() in what else f"{prompt} ({ability.upper()})"
        goal = needed(ledger.encounter, throw, dc, "succeeds")
        return throw.question(f"check {who}", prompt, who, *cites, goal=goal)

    rolled = await Ask(question)
    throw = check(ledger.encounter, who, ability)
    terms = throw.reckon(rolled)
    passed = reaches(ledger.encounter, terms, dc)
    clauses = (*cites, *throw.why, *(("OS-48",) if dc in DCS else ()))
    ledger.record(ABILITY_CHECK.made(who, passed, *clauses, using=what, terms=terms, against=dc))
    end_on_roll(ledger, who)
    return passed


# -------------------------------------------------------------------- what they ask


def _ask_behind(situation: Situation) -> Choose:
    in_cover = COVER.on(situation.encounter, actor(situation.encounter))
    return Choose(
        key="behind",
        prompt="Hide behind what?",
        options=("cover", "distraction", "neither"),
        barred={"neither": EXPOSED},
        default="cover" if in_cover else None,
        cites=("OS-38",),
    )


_KNOWN = ", ".join(f"{word} {dc}" for dc, word in DCS.items())
ASK_DC = Amount(key="dc", prompt=f"Which DC? ({_KNOWN})", least=1, most=40, default=NORMAL, cites=("OS-48",))
"""What has to be reached."""


ASK_ABILITY = Choose(key="ability", prompt="Which ability?", options=ABILITIES)
"""Which ability is tried."""


def _ask_checker(situation: Situation) -> Pick:
    among = situation.able_figures()
    turn = situation.encounter.turn
    return Pick(key="checker", prompt="Who makes the check?", among=among, default=turn if turn in among else None)


_ASK_WHAT = Text(key="what", prompt="What does the figure try to do?", optional=True)


# -------------------------------------------------------------------- what is done


@verb(label="Hide", hint="DEX, with cover or a distraction", hotkey="O", bar=cannot_act, cites=("OS-38",))
async def hide(ledger: Ledger, behind: Chosen = asks(_ask_behind), dc: Counted = asks(ASK_DC)) -> None:
    """A DEX check, with cover or a distraction (OS-38)."""
    async with Acting(ledger) as who:
        if await checked(ledger, who, "dex", dc.n, f"hides ({behind.option})", "OS-38"):
            give(ledger, who, HIDDEN)


@verb(label="Improvise", hint="anything else, against a DC", hotkey="I", bar=cannot_act, cites=("OS-42", "OS-48"))
async def improvise(
    ledger: Ledger,
    ability: Chosen = asks(ASK_ABILITY),
    dc: Counted = asks(ASK_DC),
    what: Said = asks(_ASK_WHAT, default=Said(text=""), rest=True),
) -> None:
    """Something that no rule foresees, rolled against a DC (OS-42)."""
    async with Acting(ledger) as who:
        await checked(ledger, who, ability.option, dc.n, what.text or "improvises", "OS-42")


@verb(
    name="check",
    label="Check",
    hint="a check the referee calls for; costs no action",
    hotkey="C",
    interjects=True,
    cites=("OS-48",),
)
async def call_check(
    ledger: Ledger,
    who: Picked = asks(_ask_checker, nobody="Nobody is standing. Add figures, or heal one."),
    ability: Chosen = asks(ASK_ABILITY),
    dc: Counted = asks(ASK_DC),
) -> None:
    """The referee calls for a check, outside of any action (OS-48)."""
    called = f"{'an' if ability.option == 'int' else 'a'} {ability.option.upper()} check"
    await checked(ledger, who.one, ability.option, dc.n, f"makes {called}", "OS-48")


Names = tuple[str, ...]
"""Abilities, of which the best is used."""
MIGHT = ("str",)
BEST = ("str", "dex")
"""Whoever resists uses the better of the two."""


async def contest(ledger: Ledger, who: Tag, mine: Names, other: Tag, theirs: Names, to: str) -> bool:
    """Both roll, the higher wins, and a tie changes nothing; True if the first wins (OS-47).

    to: what the first tries to do to the other, as a verb. Lapsed if the first becomes helpless before it rolls.
    """
    sides = ((who, mine), (other, theirs))

    def build() -> list[Roll]:
        if reason := helpless(ledger.encounter, who):
            raise Lapsed(f"{ledger.encounter.name(who)} is {reason}")
        return [_contest_roll(ledger, tag, names, (who, other), to) for tag, names in sides]

    rolled = await Together(build)
    throws = [check(ledger.encounter, tag, *names) for tag, names in sides]
    terms, opposing = (throw.reckon(answer) for throw, answer in zip(throws, rolled, strict=True))
    won, lost = total(terms) > total(opposing), total(terms) < total(opposing)
    result: Result = "success" if won else "failure" if lost else "partial"
    clauses = ("OS-47", *(clause for throw in throws for clause in throw.why))
    ledger.record(CONTEST.made(who, result, *clauses, target=other, using=to, terms=terms, opposing=opposing))
    for tag, _ in sides:
        end_on_roll(ledger, tag)
    return won


def _contest_roll(ledger: Ledger, who: Tag, names: Names, both: tuple[Tag, Tag], to: str) -> Roll:
    throw = check(ledger.encounter, who, *names)
    mine, theirs = (ledger.encounter.name(tag) for tag in both)
    sides = f"{mine} on {theirs}" if who == both[0] else f"{theirs} resists {mine}"
    prompt = f"{to.capitalize()}, {sides} ({throw.terms[0].label})"
    return throw.question(f"contest {who}", prompt, who, "OS-47", needs=both)


async def seize(ledger: Ledger, who: Tag, target: Tag, *cites: str) -> None:
    """Grapples: STR against STR or DEX, and the target's Speed is 0 (OS-35)."""
    if await contest(ledger, who, MIGHT, target, BEST, "grapple") and ledger.able(target):
        give(ledger, target, GRAPPLED, *cites, by=who)


async def push(ledger: Ledger, who: Tag, target: Tag, prone: bool, *cites: str) -> None:
    """Shoves: STR against STR or DEX, and the target is pushed 5 ft, or prone (OS-36)."""
    if not await contest(ledger, who, MIGHT, target, BEST, "shove") or not ledger.able(target):
        return
    if prone:
        ledger.afflict(target, PRONE, "OS-36", "OS-54", *cites, by=who)
    else:
        ledger.remark(f"{ledger.encounter.name(target)} is pushed 5 ft", "OS-36", *cites)


async def strip(ledger: Ledger, who: Tag, target: Tag, *cites: str) -> None:
    """Disarms: STR or DEX against theirs, and the target drops its weapon (OS-37). Lapsed if it holds none any more."""
    if not await contest(ledger, who, BEST, target, BEST, "disarm"):
        return
    held = droppable(ledger.encounter, target)
    if not held:
        raise Lapsed(f"{ledger.encounter.name(target)} no longer holds anything")
    moved = CardsMoved(src=(target, WEAPONS.name), dst=(TABLE, DROPPED.name), cards=held[:1], cites=("OS-37", *cites))
    ledger.record(moved)
    name, thing = ledger.encounter.name(target), ledger.encounter.name(held[0])
    ledger.remark(f"{name} drops {thing}", "OS-37", tag=target, source=who)


def droppable(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """The weapons it could drop, the one in hand first."""
    return tuple(weapon for weapon in WEAPONS.of(encounter, who) if not NATURAL.of(encounter, weapon))


def _grapplers(ledger: Ledger, who: Tag) -> tuple[Tag, ...]:
    """Those who hold it and are up (OS-60)."""
    return tuple(by for by in holders(ledger.encounter, who) if ledger.able(by))


async def _one_grappler(ledger: Ledger, who: Tag, prompt: str) -> Tag:
    """One of those who hold it; the only one is taken without a question. Lapsed, if none is left."""
    name = ledger.encounter.name(who)

    def build() -> Pick:
        among = _grapplers(ledger, who)
        first = next(iter(among), None)
        return Pick(
            key=f"holder {who}", prompt=f"{name} {prompt}", by=who, among=among, default=first, cites=("OS-60",)
        )

    return await ask_unless_one(build, f"nobody is grappling {name} any more")


# -------------------------------------------------------------------- what they ask


def ask_how(by: str = REFEREE) -> Choose:
    """What comes of a shove."""
    return Choose(
        by=by,
        key="how",
        prompt="Knock prone or push 5 ft?",
        options=("prone", "push"),
        labels={"prone": "knocked prone", "push": "pushed 5 ft"},
        default="prone",
        cites=("OS-36",),
    )


def _ask_armed(situation: Situation) -> Pick:
    who = actor(situation.encounter)
    free, down = melee_targets(situation.rules, situation.encounter, who)
    unarmed = (tag for tag in free if not droppable(situation.encounter, tag))
    bare = {tag: f"{situation.encounter.name(tag)} has nothing to drop [OS-37]." for tag in unarmed}
    prompt = f"{situation.encounter.name(who)} disarms whom?"
    return Pick(key="armed", prompt=prompt, among=free, barred=bare | down, cites=("OS-37",))


def _ask_held(situation: Situation) -> Pick:
    held = tuple(tag for tag in situation.encounter.figures if GRAPPLED.on(situation.encounter, tag))
    return Pick(key="held", prompt="Let go of whom?", among=held, cites=("OS-35",))


def _not_held(situation: Situation) -> str | None:
    who = actor(situation.encounter)
    held = GRAPPLED.on(situation.encounter, who)
    return cannot_act(situation) or (None if held else f"{situation.encounter.name(who)} is not grappled [OS-35].")


def _cannot_stand(situation: Situation) -> str | None:
    who = situation.encounter.turn
    if who is None or not situation.able(who):
        return NOBODYS_TURN
    name = situation.encounter.name(who)
    if not PRONE.on(situation.encounter, who):
        return f"{name} is not prone."
    feet, cites = speed(situation.encounter, who)
    return None if feet else f"{name} cannot move: Speed 0 [{', '.join(cites)}]."


# -------------------------------------------------------------------- what is done


@verb(
    label="Grapple",
    hint="STR against STR or DEX; the loser's Speed is 0",
    hotkey=SharedKey.CLOSE,
    bar=no_target,
    cites=("OS-35", "OS-47"),
)
async def grapple(ledger: Ledger, target: Picked = foe("grapples whom?", "OS-35")) -> None:
    """An action to seize a foe (OS-35)."""
    async with Acting(ledger) as who:
        await seize(ledger, who, target.one)


@verb(label="Shove", hint="STR against STR or DEX: 5 ft, or prone", hotkey="k", bar=no_target, cites=("OS-36", "OS-47"))
async def shove(ledger: Ledger, target: Picked = foe("shoves whom?", "OS-36"), how: Chosen = asks(ask_how())) -> None:
    """An action to shove a foe (OS-36)."""
    async with Acting(ledger) as who:
        await push(ledger, who, target.one, how.option == "prone")


@verb(
    label="Disarm",
    hint="STR or DEX against STR or DEX; the foe drops its weapon",
    hotkey="K",
    bar=no_target,
    cites=("OS-37", "OS-47"),
)
async def disarm(ledger: Ledger, target: Picked = asks(_ask_armed)) -> None:
    """An action to make a foe drop its weapon (OS-37)."""
    async with Acting(ledger) as who:
        await strip(ledger, who, target.one)


@verb(label="Escape", hint="break out of a grapple, by a contest", hotkey="j", bar=_not_held, cites=("OS-35", "OS-47"))
async def escape(ledger: Ledger) -> None:
    """An action to get out of a grapple: its better of STR and DEX against STR (OS-35)."""
    async with Acting(ledger) as who:
        if not _grapplers(ledger, who):
            ledger.lift(who, GRAPPLED, "OS-35")
            return
        holder = await _one_grappler(ledger, who, "gets free of whom?")
        if await contest(ledger, who, BEST, holder, MIGHT, "escape"):
            free_from(ledger, who, holder)


@verb(label="Let go", hint="let a grappled figure go", hotkey="G", interjects=True, cites=("OS-35",), actor="")
async def release(ledger: Ledger, who: Picked = asks(_ask_held, nobody="Nobody is grappled.")) -> None:
    """A grappler lets go (OS-35)."""
    if len(_grapplers(ledger, who.one)) < 2:
        ledger.lift(who.one, GRAPPLED, "OS-35")
        return
    with suppress(Lapsed):
        free_from(ledger, who.one, await _one_grappler(ledger, who.one, "is let go by whom?"))


@verb(
    label="Stand up",
    hint="costs half the figure's move",
    hotkey=SharedKey.MOVE,
    bar=_cannot_stand,
    cites=("OS-54",),
    told="{who} stands up",
)
async def stand(ledger: Ledger) -> None:
    """Rising from the ground costs half its move (OS-54)."""
    who = actor(ledger.encounter)
    feet, cites = speed(ledger.encounter, who)
    ledger.lift(who, PRONE, "OS-54")
    text = f"{ledger.encounter.name(who)} can still move {feet - feet // 2} of {feet} ft"
    ledger.remark(text, "OS-54", "OS-50", *cites, tag=who)
