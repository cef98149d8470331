"""What is made ready for a trigger, and done as a reaction when it comes (OS-41, 44)."""

from referee.engine.answer import Chosen, Picked, Said
from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.engine.question import Choose, Pick, Text
from referee.engine.shared_key import SharedKey
from referee.engine.verb import Situation, asks, verb
from referee.rules.olde_swords.attack import attack_target
from referee.rules.olde_swords.conditions import READY, give, give_help
from referee.rules.olde_swords.equipment.spells import ask_targets, cast_on
from referee.rules.olde_swords.equipment.weapons import weapon_attack, weapons
from referee.rules.olde_swords.fight.action_economy import (
    act,
    actor,
    ask_target,
    cannot_act,
    cannot_react,
    react,
    targets,
)
from referee.rules.olde_swords.fight.grapple import ask_how, push, seize, strip
from referee.rules.olde_swords.fight.sides import allies
from referee.rules.olde_swords.kinds import SPELLS, TRIGGER

DEEDS = ("attack", "cast", "help", "grapple", "shove", "disarm", "other")
"""What may have been made ready, in the order in which it is offered; what cannot be done comes last."""


async def _attack(ledger: Ledger, who: Tag) -> None:
    target = await ask_target(ledger, who, "attacks whom?", "OS-41")
    weapon = await _which(ledger, who, weapons(ledger.encounter, who), "weapon", "With what?")
    await attack_target(ledger, who, target, weapon_attack(ledger.encounter, weapon), "OS-41")


async def _cast(ledger: Ledger, who: Tag) -> None:
    spell = await _which(ledger, who, SPELLS.of(ledger.encounter, who), "spell", "Casts what?")
    on = await Ask(lambda: _reached(ledger, who, spell))
    await cast_on(ledger, who, spell, on.tags, "OS-41")


def _reached(ledger: Ledger, who: Tag, spell: Tag) -> Pick:
    pick = ask_targets(ledger.rules, ledger.encounter, who, spell, f"targets {who}")
    if not pick.among:
        raise Lapsed("there is nobody to cast that on")
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
    ally = await _which(ledger, who, allies(ledger.rules, ledger.encounter, who), "ally", "Helps whom?")
    give_help(ledger, who, ally, "OS-41")


async def _other(ledger: Ledger, who: Tag) -> None:
    ledger.remark(f"{ledger.encounter.name(who)} does what it had ready", "OS-41")


async def _which(ledger: Ledger, who: Tag, among: tuple[Tag, ...], what: str, prompt: str) -> Tag:
    """One of these; the only one is taken without a question. Lapsed, if none is left."""
    if len(among) == 1:
        return among[0]

    def build() -> Pick:
        figures = ledger.encounter.figures
        there = tuple(tag for tag in among if tag not in figures or ledger.rules.gets_turn(ledger.encounter, tag))
        if not there:
            raise Lapsed(f"there is no {what} to choose")
        return Pick(key=f"{what} {who}", prompt=prompt, by=who, among=there, default=there[0], cites=("OS-41",))

    return (await Ask(build)).one


# -------------------------------------------------------------------- what they ask


def _ask_ready(situation: Situation) -> Pick:
    waiting = [tag for tag in situation.encounter.figures if READY.on(situation.encounter, tag)]
    barred = {tag: reason for tag in waiting if (reason := cannot_react(situation.rules, situation.encounter, tag))}
    among = tuple(tag for tag in waiting if tag not in barred)
    beside = {tag: TRIGGER.of(situation.encounter, tag) for tag in among}
    prompt = "Whose trigger has come?"
    return Pick(key="ready", prompt=prompt, among=among, barred=barred, beside=beside, cites=("OS-41",))


def _ask_deed(situation: Situation, who: Picked) -> Choose:
    encounter, tag = situation.encounter, who.one
    barred = {} if SPELLS.of(encounter, tag) else {"cast": f"{encounter.name(tag)} knows no spell [OS-30]."}
    if not targets(situation.rules, encounter, tag)[0]:
        barred |= dict.fromkeys(("attack", "grapple", "shove", "disarm"), "There is no foe to choose.")
    if not allies(situation.rules, encounter, tag):
        barred["help"] = "There is no ally to help [OS-34]."
    options = tuple(sorted(DEEDS, key=lambda deed: deed in barred))
    default = None if "attack" in barred else "attack"
    prompt = f"{encounter.name(tag)} is ready for: {TRIGGER.of(encounter, tag)}. What does it do?"
    return Choose(key="deed", prompt=prompt, options=options, barred=barred, default=default, cites=("OS-41",))


def _nobody_ready(situation: Situation) -> str | None:
    pick = _ask_ready(situation)
    return None if pick.among else next(iter(pick.barred.values()), "Nobody has an action ready [OS-41].")


def _ask_trigger(situation: Situation) -> Text:
    return Text(key="trigger", prompt="Ready for what?", optional=True)


# -------------------------------------------------------------------- what is done


@verb(
    label="Ready", hint="an action for when something happens", hotkey=SharedKey.READY, bar=cannot_act, cites=("OS-41",)
)
async def ready(ledger: Ledger, trigger: Said = asks(_ask_trigger, rest=True)) -> None:
    """An action is made ready for a trigger, until the own next turn (OS-41)."""
    who = actor(ledger.encounter)

    async def deed() -> None:
        give(ledger, who, READY)
        ledger.record(TRIGGER.set(who, trigger.text or "its moment", "OS-41"))

    await act(ledger, deed)


@verb(
    name="react",
    label="React",
    hint="the trigger of a readied action has come",
    hotkey="Y",
    interjects=True,
    bar=_nobody_ready,
    cites=("OS-41", "OS-44"),
)
async def respond(ledger: Ledger, who: Picked = asks(_ask_ready), what: Chosen = asks(_ask_deed)) -> None:
    """The trigger has come: what was made ready is done, as a reaction (OS-41)."""
    tag = who.one
    if not READY.on(ledger.encounter, tag):
        ledger.remark(f"{ledger.encounter.name(tag)} has nothing ready any more", "OS-41")
        return
    ledger.lift(tag, READY, "OS-41")
    ledger.record(TRIGGER.clear(tag, "OS-41"))
    deeds = {"attack": _attack, "cast": _cast, "grapple": _grapple, "shove": _shove, "disarm": _disarm, "help": _help}
    deed = deeds.get(what.option, _other)
    await react(ledger, tag, lambda: deed(ledger, tag), "OS-41", "OS-44")
