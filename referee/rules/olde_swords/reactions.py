"""Reactions: opportunity attacks, actions that were made ready (OS-32, 41, 43, 44)."""

from referee.engine.questions.answer import Chosen, Picked, Said
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.verbs.ledger import Ledger, for_each
from referee.engine.verbs.verb import SharedKey, Situation, asks, verb
from referee.rules.olde_swords.actions import (
    NOBODYS_TURN,
    Acting,
    actor,
    ask_target,
    ask_unless_one,
    attack_targets,
    cannot_act,
    cannot_react,
    helped,
    melee_targets,
    spend_reaction,
    targets,
    weapons_against,
)
from referee.rules.olde_swords.attack import FISTS, attack_target, is_ranged, weapon_attack, weapons
from referee.rules.olde_swords.checks import ask_how, push, seize, strip
from referee.rules.olde_swords.conditions import DISENGAGED, READY, give, give_help
from referee.rules.olde_swords.fight import out_of_reach
from referee.rules.olde_swords.kinds import SPELLS, TRIGGER
from referee.rules.olde_swords.sheet import speed
from referee.rules.olde_swords.spells import ask_targets, cast_on


async def _offer(ledger: Ledger, foe: Tag, mover: Tag) -> None:
    """A foe whose reach is left may strike, if it has its reaction (OS-43, 44)."""
    names = ledger.encounter.name(foe), ledger.encounter.name(mover)

    def build() -> Choose:
        if reason := cannot_react(ledger.rules, ledger.encounter, foe):
            raise Lapsed(reason)
        return Choose(
            key=f"opportunity {foe}>{mover}",
            prompt=f"{names[1]} leaves {names[0]}'s reach. Does {names[0]} strike?",
            by=foe,
            options=("strike", "let go"),
            default="strike",
            needs=(foe, mover),
            cites=("OS-43",),
        )

    if (await Ask(build)).option == "strike":
        await _strike(ledger, foe, mover)


async def _strike(ledger: Ledger, foe: Tag, mover: Tag) -> None:
    attack = weapon_attack(ledger.encounter, melee(ledger.encounter, foe))
    with ledger.lapsing():
        spend_reaction(ledger, foe, "OS-44", "OS-43")
        await attack_target(ledger, foe, mover, attack, "OS-43")


def melee(encounter: Encounter, who: Tag) -> Tag:
    """The weapon for an opportunity attack: the first that is not ranged."""
    return next((weapon for weapon in weapons(encounter, who) if not is_ranged(encounter, weapon)), FISTS)


# -------------------------------------------------------------------- what they ask


def _ask_reach(situation: Situation) -> Pick:
    mover = actor(situation.encounter)
    there, down = targets(situation.rules, situation.encounter, mover)
    far = {tag: why for tag in there for why in out_of_reach(situation.encounter, tag, (mover,)).values()}
    prompt = f"Whose reach does {situation.encounter.name(mover)} leave?"
    return Pick(key="reach", prompt=prompt, among=there, barred=far | down, most=MOST_FIGURES, cites=("OS-43",))


def _cannot_leave(situation: Situation) -> str | None:
    who = situation.encounter.turn
    if who is None or not situation.able(who):
        return NOBODYS_TURN
    feet, cites = speed(situation.encounter, who)
    if not feet:
        return f"{situation.encounter.name(who)} cannot move: Speed 0 [{', '.join(cites)}]."
    return _ask_reach(situation).nobody("No foe has this figure in reach.")


def _ask_striker(situation: Situation) -> Pick:
    able = tuple(tag for tag in situation.able_figures() if tag != situation.encounter.turn)
    barred = {tag: reason for tag in able if (reason := cannot_react(situation.rules, situation.encounter, tag))}
    return Pick(
        key="striker", prompt="Who makes the opportunity attack?", among=able, barred=barred, cites=("OS-43", "OS-44")
    )


def _ask_leaver(situation: Situation, who: Picked) -> Pick:
    free, down = melee_targets(situation.rules, situation.encounter, who.one)
    gone = [tag for tag in free if DISENGAGED.on(situation.encounter, tag)]
    slipped = {tag: f"{situation.encounter.name(tag)} has disengaged [OS-32]." for tag in gone}
    among = tuple(tag for tag in free if tag not in slipped)
    turn = situation.encounter.turn if situation.encounter.turn in among else None
    return Pick(
        key="leaver",
        prompt="Who leaves the attacker's reach?",
        among=among,
        barred=slipped | down,
        default=turn,
        cites=("OS-43",),
    )


def _nobody_strikes(situation: Situation) -> str | None:
    return _ask_striker(situation).nobody("Nobody can react now [OS-44].")


# -------------------------------------------------------------------- what is done


@verb(
    label="Leave reach",
    hint="foes may strike, unless the figure disengaged",
    hotkey=SharedKey.LEAVE,
    bar=_cannot_leave,
    cites=("OS-43", "OS-32"),
)
async def leave(ledger: Ledger, reach: Picked = asks(_ask_reach)) -> None:
    """Whose turn it is moves out of the reach of foes; each of them may strike (OS-32, 43)."""
    mover = actor(ledger.encounter)
    name = ledger.encounter.name(mover)
    if DISENGAGED.on(ledger.encounter, mover):
        ledger.remark(f"{name} moves away; nobody may strike", "OS-32")
        return
    await for_each(ledger, reach.tags, lambda foe: _offer(ledger, foe, mover), "No opportunity attack")
    feet, cites = speed(ledger.encounter, mover)
    if ledger.able(mover) and not feet:
        ledger.remark(f"{name} cannot move away: Speed 0", *cites)
    elif ledger.able(mover):
        ledger.remark(f"{name} moves away")


@verb(
    label="Opportunity",
    hint="strike at a foe that leaves reach",
    hotkey=SharedKey.INTERRUPT,
    interjects=True,
    bar=_nobody_strikes,
    cites=("OS-43", "OS-44"),
)
async def opportunity(
    ledger: Ledger,
    who: Picked = asks(_ask_striker),
    target: Picked = asks(_ask_leaver, nobody="No foe in reach can leave [OS-43]."),
) -> None:
    """Said by the referee: a foe leaves somebody's reach, whatever goes on (OS-43)."""
    await _strike(ledger, who.one, target.one)


DEEDS = ("attack", "cast", "help", "grapple", "shove", "disarm", "other")
"""What may have been made ready, in the order in which it is offered; what cannot be done comes last."""


async def _attack(ledger: Ledger, who: Tag) -> None:
    target = await ask_target(ledger, who, "attacks whom?", "OS-41", which=attack_targets)
    weapon = await _which(ledger, who, weapons_against(ledger.encounter, who, target)[0], "weapon", "Which weapon?")
    await attack_target(ledger, who, target, weapon_attack(ledger.encounter, weapon), "OS-41")


async def _cast(ledger: Ledger, who: Tag) -> None:
    spell = await _which(ledger, who, SPELLS.of(ledger.encounter, who), "spell", "Which spell?")
    on = await Ask(lambda: _reached(ledger, who, spell))
    await cast_on(ledger, who, spell, on.tags, "OS-41")


def _reached(ledger: Ledger, who: Tag, spell: Tag) -> Pick:
    pick = ask_targets(ledger.rules, ledger.encounter, who, spell, f"targets {who}")
    if not pick.among:
        raise Lapsed("there is nobody to cast the spell on")
    return pick


async def _grapple(ledger: Ledger, who: Tag) -> None:
    await seize(ledger, who, await ask_target(ledger, who, "grapples whom?", "OS-41"), "OS-41")


async def _shove(ledger: Ledger, who: Tag) -> None:
    target = await ask_target(ledger, who, "shoves whom?", "OS-41")
    how = await Ask(lambda: ask_how(who))
    await push(ledger, who, target, how.option == "prone", "OS-41")


async def _disarm(ledger: Ledger, who: Tag) -> None:
    await strip(ledger, who, await ask_target(ledger, who, "disarms whom?", "OS-41"), "OS-41")


async def _help(ledger: Ledger, who: Tag) -> None:
    ally = await _which(ledger, who, helped(ledger.rules, ledger.encounter, who)[0], "ally", "Who is helped?")
    give_help(ledger, who, ally, "OS-41")


async def _other(ledger: Ledger, who: Tag) -> None:
    ledger.remark(f"{ledger.encounter.name(who)} takes the readied action", "OS-41")


async def _which(ledger: Ledger, who: Tag, among: tuple[Tag, ...], what: str, prompt: str) -> Tag:
    """One of these; the only one is taken without a question. Lapsed, if none is left."""

    def build() -> Pick:
        figures = ledger.encounter.figures
        there = tuple(tag for tag in among if tag not in figures or ledger.rules.gets_turn(ledger.encounter, tag))
        first = next(iter(there), None)
        return Pick(key=f"{what} {who}", prompt=prompt, by=who, among=there, default=first, cites=("OS-41",))

    return await ask_unless_one(build, f"there is no {what} to choose")


# -------------------------------------------------------------------- what they ask


def _ask_ready(situation: Situation) -> Pick:
    waiting = [tag for tag in situation.encounter.figures if READY.on(situation.encounter, tag)]
    barred = {tag: reason for tag in waiting if (reason := cannot_react(situation.rules, situation.encounter, tag))}
    beside = {tag: TRIGGER.of(situation.encounter, tag) for tag in waiting}
    prompt = "Whose readied action is it?"
    return Pick(key="ready", prompt=prompt, among=tuple(waiting), barred=barred, beside=beside, cites=("OS-41",))


def _ask_deed(situation: Situation, who: Picked) -> Choose:
    encounter, tag = situation.encounter, who.one
    barred = {} if SPELLS.of(encounter, tag) else {"cast": f"{encounter.name(tag)} has no spells [OS-30]."}
    if not attack_targets(situation.rules, encounter, tag)[0]:
        barred["attack"] = "No foe is left to choose."
    if not melee_targets(situation.rules, encounter, tag)[0]:
        barred |= dict.fromkeys(("grapple", "shove", "disarm"), "No foe is in reach.")
    if not helped(situation.rules, encounter, tag)[0]:
        barred["help"] = "There is no ally to help [OS-34]."
    options = tuple(sorted(DEEDS, key=lambda deed: deed in barred))
    default = None if "attack" in barred else "attack"
    name, trigger = encounter.name(tag), TRIGGER.of(encounter, tag)
    prompt = f"{name} was ready for this: {trigger}. Which action?" if trigger else f"Which action does {name} take?"
    return Choose(key="deed", prompt=prompt, options=options, barred=barred, default=default, cites=("OS-41",))


def _nobody_ready(situation: Situation) -> str | None:
    return _ask_ready(situation).nobody("Nobody has an action ready [OS-41].")


_ASK_TRIGGER = Text(key="trigger", prompt="What is the trigger?", optional=True)


# -------------------------------------------------------------------- what is done


@verb(
    label="Ready",
    hint="prepare an action for when something happens",
    hotkey=SharedKey.READY,
    bar=cannot_act,
    cites=("OS-41",),
)
async def ready(ledger: Ledger, trigger: Said = asks(_ASK_TRIGGER, rest=True)) -> None:
    """An action is made ready for a trigger, until the own next turn (OS-41)."""
    async with Acting(ledger) as who:
        give(ledger, who, READY)
        ledger.record(TRIGGER.set(who, trigger.text or "the right moment", "OS-41"))


@verb(
    name="react",
    label="React",
    hint="use a readied action: its trigger has happened",
    hotkey="Y",
    interjects=True,
    bar=_nobody_ready,
    cites=("OS-41", "OS-44"),
)
async def respond(ledger: Ledger, who: Picked = asks(_ask_ready), what: Chosen = asks(_ask_deed)) -> None:
    """The trigger has come: what was made ready is done, as a reaction (OS-41)."""
    tag = who.one
    if not READY.on(ledger.encounter, tag):
        ledger.remark(f"{ledger.encounter.name(tag)} has nothing ready now", "OS-41")
        return
    ledger.lift(tag, READY, "OS-41")
    ledger.record(TRIGGER.clear(tag, "OS-41"))
    deeds = {"attack": _attack, "cast": _cast, "grapple": _grapple, "shove": _shove, "disarm": _disarm, "help": _help}
    with ledger.lapsing():
        spend_reaction(ledger, tag, "OS-41", "OS-44")
        await deeds.get(what.option, _other)(ledger, tag)
