"""What is done in a turn: a hero's action, attacks, guarding, orders, the overlord's threat (DJ-01, 23, 48..51)."""

from collections.abc import Iterator

from referee.engine.contract.kinds import TrackKind
from referee.engine.problem import complaint
from referee.engine.questions.answer import Chosen, Counted, Picked, Said
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import TABLE
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Command, SharedKey, Situation, Verb, asks, verb
from referee.rules.descent.attack import resolve_attack
from referee.rules.descent.conditions import GUARD, ONLY, ORDER_KINDS, place_order
from referee.rules.descent.declaration import (
    ATTACK_DISTANCE,
    ATTACK_SIGHT,
    ATTACK_SPACE,
    ATTACK_TARGET,
    ATTACK_WEAPON,
    ask_whose_turn,
    whose_turn,
)
from referee.rules.descent.harm import over
from referee.rules.descent.kinds import ACTION, ATTACKS, CONQUEST, ORDERS, OVERLORD, THREAT, is_hero, no_choice_yet
from referee.rules.descent.turns import grant

LATER = "later"


# -------------------------------------------------------------------- what bars them


def no_action(situation: Situation) -> str | None:
    """Why a hero cannot choose an action now; None if it can."""
    turn = situation.encounter.turn
    if turn is None:
        return "It is nobody's turn. Begin the next one: next"
    if not is_hero(situation.encounter, turn):
        return f"It is {situation.encounter.name(turn)}'s activation; only heroes choose an action [DJ-48]."
    if chosen := ACTION.of(situation.encounter, turn):
        if chosen.startswith("only "):
            only = ONLY[chosen.removeprefix("only ")]
            return f"{situation.encounter.name(turn)} was stunned and may only {only} this turn [DJ-48]."
        return f"{situation.encounter.name(turn)} has already chosen {chosen.capitalize()} this turn [DJ-48]."
    return None


def no_attack(situation: Situation) -> str | None:
    """Why nobody can attack now; None if somebody can."""
    turn = situation.encounter.turn
    if turn is None:
        return "It is nobody's turn. Begin the next one: next"
    if ATTACKS.of(situation.encounter, turn):
        return None
    name = situation.encounter.name(turn)
    return no_choice_yet(situation.encounter, turn) or f"{name} has no attack left this turn [DJ-01]."


def _no_order(situation: Situation) -> str | None:
    turn = situation.encounter.turn
    if turn is None or not ORDERS.of(situation.encounter, turn):
        return "Only a hero who chose Ready places an order, once a turn [DJ-48]."
    return None


def _no_guard(situation: Situation) -> str | None:
    may = situation.encounter.phase == OVERLORD
    return None if may else "A hero on guard attacks only in the overlord's turn [DJ-49]."


# -------------------------------------------------------------------- what they ask


def _ask_guard(situation: Situation) -> Pick:
    among = tuple(tag for tag in situation.able_figures() if GUARD.on(situation.encounter, tag))
    return Pick(key="who", prompt="Which hero on guard attacks?", among=among)


def _guard(situation: Situation) -> Picked | None:
    among = _ask_guard(situation).among
    return Picked(tags=among) if len(among) == 1 else None


_HALVES = {"move": "up to its speed", "attack": "once"}
_ASK_HALF = Choose(key="half", prompt="Ready: move or attack?", options=tuple(_HALVES), labels=_HALVES)
_ORDERS = {name: kind.hint for name, kind in ORDER_KINDS.items()}
_ASK_ORDER = Choose(key="order", prompt="Which order?", options=tuple(_ORDERS), labels=_ORDERS, cites=("DJ-48",))
_ASK_ORDER_OR_LATER = Choose(key="order", prompt="Which order?", options=(*ORDER_KINDS, LATER), default=LATER)


def _action(name: str, hint: str, hotkey: str, speeds: int, attacks: int) -> Verb:
    """The verb of an action that a hero chooses for its turn (DJ-48)."""

    label, told = name.capitalize(), f"{{who}} chooses {name.capitalize()}"

    @verb(name=name, label=label, hint=hint, hotkey=hotkey, bar=no_action, cites=("DJ-48",), told=told)
    async def run(ledger: Ledger) -> None:
        grant(ledger, ledger.actor, name, speeds, attacks, 0, "DJ-48")

    return run


# -------------------------------------------------------------------- what is done


battle = _action("battle", "two attacks, no move", SharedKey.SECOND_ATTACK, 0, 2)
advance = _action("advance", "a move and one attack", SharedKey.CLOSE, 1, 1)
run = _action("run", "a move at double speed, no attack", SharedKey.RUN, 2, 0)


@verb(
    label="Ready",
    hint="a move or an attack, and an order",
    hotkey=SharedKey.READY,
    bar=no_action,
    cites=("DJ-48",),
    told="{who} chooses Ready",
)
async def ready(
    ledger: Ledger,
    half: Chosen = asks(_ASK_HALF),
    order: Chosen = asks(_ASK_ORDER_OR_LATER, default=Chosen(option=LATER)),
) -> None:
    """A hero moves or attacks, and places one order (DJ-48)."""
    who = ledger.actor
    grant(ledger, who, "ready", half.option == "move", half.option == "attack", 1, "DJ-48")
    if order.option != LATER:
        place_order(ledger, who, order.option)


@verb(
    label="Order",
    hint="aim, dodge, guard or rest",
    hotkey=SharedKey.DEFEND,
    bar=_no_order,
    cites=("DJ-48", "DJ-49"),
)
async def order(ledger: Ledger, order: Chosen = asks(_ASK_ORDER)) -> None:
    """A hero places the order that is due (DJ-48, 49)."""
    place_order(ledger, ledger.actor, order.option)


@verb(
    label="Attack",
    hint="make an attack: name a target, then a weapon",
    hotkey=SharedKey.ATTACK,
    bar=no_attack,
    cites=("DJ-01", "DJ-02"),
)
async def attack(
    ledger: Ledger,
    who: Picked = asks(ask_whose_turn, default=whose_turn),
    target: Picked = ATTACK_TARGET,
    space: Said = ATTACK_SPACE,
    weapon: Picked = ATTACK_WEAPON,
    distance: Counted = ATTACK_DISTANCE,
    sight: Chosen = ATTACK_SIGHT,
) -> None:
    """One of the attacks of this turn (DJ-01)."""
    await resolve_attack(ledger, who.one, target.one, space.text, weapon.one, distance.n, sight.option)


@verb(
    label="Guard attack",
    hint="a hero on guard makes its one attack, at any time in the overlord's turn",
    hotkey=SharedKey.INTERRUPT,
    bar=_no_guard,
    interjects=True,
    cites=("DJ-49",),
)
async def guard(
    ledger: Ledger,
    who: Picked = asks(_ask_guard, default=_guard, nobody="Nobody is on guard [DJ-49]."),
    target: Picked = ATTACK_TARGET,
    space: Said = ATTACK_SPACE,
    weapon: Picked = ATTACK_WEAPON,
    distance: Counted = ATTACK_DISTANCE,
    sight: Chosen = ATTACK_SIGHT,
) -> None:
    """The one attack of a hero on guard, in the overlord's turn; it is used up as the dice are thrown (DJ-49)."""
    ledger.remark(f"{ledger.encounter.name(who.one)} attacks from guard", "DJ-49", detail=True)
    await resolve_attack(ledger, who.one, target.one, space.text, weapon.one, distance.n, sight.option)


def routine(encounter: Encounter) -> Iterator[Command]:
    """Attacks; a hero chooses Battle for them, on a board Advance, for there it may have to walk."""
    if encounter.turn is not None and is_hero(encounter, encounter.turn):
        yield Command(verb="battle" if encounter.board is None else "advance")
    yield Command(verb="attack")
    if encounter.board is not None:
        yield Command(verb="walk")


def _change(ledger: Ledger, track: TrackKind, word: str, clause: str) -> None:
    ledger.lay_track(track)
    ledger.record(track.change(TABLE, _by(track, ledger.encounter, word), clause))


def _by(track: TrackKind, encounter: Encounter, word: str) -> int:
    """What a word adds to a track of the table: `+2` itself, `5` what is missing to it. NotUnderstood otherwise."""
    there = Track(now=track.of(encounter, TABLE))
    if word[:1] in ("+", "-"):
        return track.read_change(word, there)
    return track.read(word, there).now - there.now


def _ask_change(what: TrackKind) -> Said:
    def ask(situation: Situation) -> Text:
        def by(word: str) -> int:
            return _by(what, situation.encounter, word)

        def comes_to(word: str) -> str:
            return f"{what.name} {max(0, now + by(word))}"

        now = what.of(situation.encounter, TABLE)
        prompt = f"{what.name.capitalize()} is {now}. Type +2 or -1 to change it, or the new number"
        return Text(key="change", prompt=prompt, check=complaint(by), words=("+1", "-1"), comes_to=comes_to)

    return asks(ask)


@verb(label="Threat", hint="the overlord gains or spends threat", hotkey="k", interjects=True, cites=("DJ-23",))
async def threat(ledger: Ledger, change: Said = _ask_change(THREAT)) -> None:
    """The overlord gains or spends threat, as the table says."""
    _change(ledger, THREAT, change.text, "DJ-23")


@verb(label="Conquest", hint="the heroes gain or lose conquest", hotkey="C", interjects=True, cites=("DJ-51",))
async def conquest(ledger: Ledger, change: Said = _ask_change(CONQUEST)) -> None:
    """The heroes gain or lose conquest, as the table says; at none they have lost (DJ-51)."""
    _change(ledger, CONQUEST, change.text, "DJ-51")
    if over(ledger.encounter):
        ledger.remark("The heroes have no conquest left: they lose", "DJ-51")
