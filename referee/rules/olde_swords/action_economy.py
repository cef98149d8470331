"""The action economy: one action a turn, one reaction a round, why one cannot be taken (OS-05, 44)."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from referee.engine.contract.ruleset import Ruleset
from referee.engine.questions.answer import Picked
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Pick
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger, split_reason
from referee.engine.verbs.verb import Situation, asks
from referee.rules.olde_swords.fight import MISSES, close_turn, foes, over
from referee.rules.olde_swords.kinds import AC, ACTION, DOOMED, REACTION
from referee.rules.olde_swords.sheet import helpless

Deed = Callable[[], Coroutine[Any, Any, object]]


def actor(encounter: Encounter) -> Tag:
    """The figure whose turn it is; TABLE between turns."""
    return encounter.turn or TABLE


async def act(ledger: Ledger, deed: Deed) -> None:
    """The action of whose turn it is. If it comes to nothing, it is spent all the same."""
    ledger.record(ACTION.set(actor(ledger.encounter), "spent", "OS-05"))
    await _done(ledger, deed)
    who = ledger.encounter.turn
    if who is not None and ledger.encounter.figures[who].standing == DOOMED.name:
        close_turn(ledger)
    await over(ledger)


async def react(ledger: Ledger, who: Tag, deed: Deed, *cites: str) -> None:
    """The reaction of a figure, in the midst of whatever goes on, if it still has one."""

    async def reaction() -> None:
        if reason := cannot_react(ledger.rules, ledger.encounter, who):
            raise Lapsed(reason)
        ledger.record(REACTION.set(who, "spent", *cites))
        await deed()

    await _done(ledger, reaction)


async def _done(ledger: Ledger, deed: Deed) -> None:
    try:
        await deed()
    except Lapsed as reason:
        text, cites = split_reason(str(reason))
        ledger.remark(f"It comes to nothing: {text}", *cites)


# -------------------------------------------------------------------- why not


def cannot_act(situation: Situation) -> str | None:
    """Why nobody can take an action now."""
    who = situation.encounter.turn
    if who is None or who not in situation.encounter.figures:
        return "It is nobody's turn: `next` goes on [OS-05]."
    name = situation.encounter.name(who)
    if not situation.able(who):
        return f"{name} is {situation.encounter.figures[who].standing}; `next` goes on."
    if reason := helpless(situation.encounter, who):
        return f"{name} is {reason}."
    if ACTION.of(situation.encounter, who):
        return f"{name} has had its action this turn [OS-05]."
    return None


def cannot_react(rules: Ruleset, encounter: Encounter, who: Tag) -> str | None:
    """Why a figure has no reaction now (OS-44, 49, 54, 57)."""
    name = encounter.name(who)
    if not rules.able(encounter, who):
        return f"{name} is {encounter.figures[who].standing}."
    if encounter.figures[who].standing == DOOMED.name:
        return f"{name} has one heroic action left and no reaction [OS-27]."
    if reason := helpless(encounter, who):
        return f"{name} is {reason}."
    slot = encounter.slot(who)
    if slot is not None and slot.label == MISSES:
        return f"{name} has not joined the fight yet and has no reaction [OS-03, OS-57]."
    if REACTION.of(encounter, who):
        return f"{name} has reacted this round [OS-44]."
    return None


# -------------------------------------------------------------------- whom


def targets(rules: Ruleset, encounter: Encounter, who: Tag) -> tuple[tuple[Tag, ...], dict[Tag, str]]:
    """The foes it may attack, and why not the others: those who are down are past more harm."""
    there = foes(rules, encounter, who)
    free = tuple(tag for tag in there if rules.able(encounter, tag))
    down = {
        tag: f"{encounter.name(tag)} is {encounter.figures[tag].standing}; more hits change nothing [OS-22]."
        for tag in there
        if tag not in free
    }
    return free, down


def pick_target(rules: Ruleset, encounter: Encounter, who: Tag, key: str, prompt: str, *cites: str) -> Pick:
    """Which foe is meant."""
    free, down = targets(rules, encounter, who)
    armor = {tag: f"AC {AC.of(encounter, tag)}" for tag in free}
    prompt = f"{encounter.name(who)} {prompt}"
    return Pick(key=key, prompt=prompt, among=free, barred=down, beside=armor, near=who, cites=cites)


def foe(prompt: str, *cites: str) -> Picked:
    """Declares the question for a foe of the figure of the turn."""

    def ask(situation: Situation) -> Pick:
        return pick_target(situation.rules, situation.encounter, actor(situation.encounter), "target", prompt, *cites)

    return asks(ask)


async def ask_target(ledger: Ledger, who: Tag, prompt: str, *cites: str) -> Tag:
    """Asks for a foe in the middle of a deed; the only one is taken. Lapsed, if there is none."""
    free, _ = targets(ledger.rules, ledger.encounter, who)
    if len(free) == 1:
        return free[0]

    def build() -> Pick:
        pick = pick_target(ledger.rules, ledger.encounter, who, f"target {who}", prompt, *cites)
        if not pick.among:
            raise Lapsed("there is no foe")
        return replace(pick, by=who)

    picked: Picked = await Ask(build)
    return picked.one


def no_target(situation: Situation) -> str | None:
    """Why nobody can act upon a foe now."""
    reason = cannot_act(situation)
    if reason is None and not targets(situation.rules, situation.encounter, actor(situation.encounter))[0]:
        return "There is no foe to choose."
    return reason
