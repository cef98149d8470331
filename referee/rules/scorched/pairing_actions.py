"""Pairing actions of the player with priority: pairs, outnumbering, spears, shields (SC-02, 03, 18, 21, 23)."""

from referee.engine.events.event import Ungrouped
from referee.engine.questions.answer import Picked
from referee.engine.questions.question import Pick
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import SharedKey, Situation, asks, verb
from referee.rules.scorched.combats import (
    contacts,
    engaged,
    foes_touched,
    give_up_if_empty,
    is_fought,
    join_combat,
    leave_combat,
    may_join,
    may_support,
    open_combats,
    place_all,
    retitle,
    settle_combats,
    unfought,
)
from referee.rules.scorched.conditions import SHIELD, SHIELDING, declare
from referee.rules.scorched.effective_stats import stats_in_combat, stats_with_weapons
from referee.rules.scorched.kinds import COMBAT, SUPPORTS, SV, WS


def not_pairing(situation: Situation) -> str | None:
    """Why nobody can be paired now; None if somebody can."""
    pairing = situation.encounter.phase == COMBAT
    return None if pairing else "Models are paired in the combat phase. To begin it: next [SC-02]."


def all_fought(situation: Situation) -> str | None:
    """Why no combat can be changed any more; None if one can."""
    left = unfought(situation.encounter)
    return not_pairing(situation) or (None if left else "All combats have been fought. To end the phase: next [SC-04].")


def _has_fought(encounter: Encounter, tag: Tag) -> str:
    """Why a model cannot be paired anew; empty if it can."""
    combat = encounter.group_with(tag, COMBAT)
    if combat is not None and is_fought(encounter, combat.tag):
        return f"{encounter.name(tag)} has already fought this phase [SC-04]."
    return ""


def _engaged_model(prompt: str) -> Picked:
    """Declares the question for a model that touches an enemy."""

    def ask(situation: Situation) -> Pick:
        encounter, fighters = situation.encounter, engaged(situation.encounter)
        barred = {tag: why for tag in fighters if (why := _has_fought(encounter, tag))}
        others = (tag for tag in contacts(encounter) if tag not in fighters)
        barred |= {tag: f"{encounter.name(tag)} is not engaged [SC-01]." for tag in others}
        return Pick(key="who", prompt=prompt, among=fighters, barred=barred)

    return asks(ask, nobody="Nobody is engaged. Move somebody into contact: charge ulf o1 [SC-01].")


def _ask_opponent(situation: Situation, who: Picked) -> Pick:
    encounter, model = situation.encounter, who.one
    touched = foes_touched(encounter, model)
    barred = {tag: why for tag in touched if (why := _has_fought(encounter, tag))}
    others = [t for t in encounter.figures if t not in touched and t != model]
    barred |= {t: f"{encounter.name(model)} and {encounter.name(t)} are not engaged [SC-02]." for t in others}
    beside = {tag: f"Ws {WS.of(encounter, tag)}, Sv {SV.of(encounter, tag) or 'none'}" for tag in touched}
    prompt = f"{encounter.name(model)} against whom?"
    return Pick(key="target", prompt=prompt, among=tuple(touched), barred=barred, beside=beside, near=model)


def _ask_combat(situation: Situation, who: Picked) -> Pick:
    encounter, model = situation.encounter, who.one
    open_to = [c for c in may_join(encounter, model) if model not in encounter.groups[c].members]
    barred: dict[Tag, str] = {}
    for combat in encounter.groups_of(COMBAT):
        if is_fought(encounter, combat.tag):
            barred[combat.tag] = f"{combat.name} has already been fought [SC-04]."
        elif model in combat.members:
            barred[combat.tag] = f"{encounter.name(model)} is already in that combat. Choose another."
        elif combat.tag not in open_to:
            barred[combat.tag] = f"{encounter.name(model)} touches no enemy in {combat.name} [SC-03]."
    return Pick(
        key="combat", prompt=f"{encounter.name(model)} joins which combat?", among=tuple(open_to), barred=barred
    )


def _ask_spear(situation: Situation) -> Pick:
    encounter = situation.encounter
    spears = [tag for tag in contacts(encounter) if "Spear Support" in stats_with_weapons(encounter, tag).bonuses]
    barred = {
        tag: f"{encounter.name(tag)} fights an enemy and cannot help a friend [SC-21]."
        for tag in spears
        if foes_touched(encounter, tag) or encounter.group_with(tag, COMBAT)
    }
    among = tuple(tag for tag in spears if may_support(encounter, tag))
    return Pick(key="who", prompt="Whose spear supports a friend?", among=among, barred=barred)


def _ask_friend(situation: Situation, who: Picked) -> Pick:
    among = may_support(situation.encounter, who.one)
    return Pick(key="friend", prompt=f"{situation.encounter.name(who.one)} helps whom?", among=among)


def _ask_shield(situation: Situation) -> Pick:
    encounter = situation.encounter
    among: list[Tag] = []
    barred: dict[Tag, str] = {}
    for combat in unfought(encounter):
        for tag, stats in stats_in_combat(encounter, combat).items():
            if not SHIELD.allowed(stats):
                continue
            if why := SHIELD.barred(encounter, stats):
                barred[tag] = why
            elif SHIELDING.on(encounter, tag):
                barred[tag] = f"{encounter.name(tag)} is already shielding."
            else:
                among.append(tag)
    return Pick(key="who", prompt="Who shields?", among=tuple(among), barred=barred, most=MOST_FIGURES)


@verb(
    label="Pair",
    hint="pair two models one on one; the others are placed again",
    hotkey="j",
    bar=not_pairing,
    cites=("SC-02",),
)
async def pair(
    ledger: Ledger,
    who: Picked = _engaged_model("Pair whom again?"),
    target: Picked = asks(
        _ask_opponent, nobody="No enemy is in contact. Move somebody into contact: charge ulf o1 [SC-02]."
    ),
) -> None:
    """Two models are paired one on one; whoever they were paired with is placed anew (SC-02)."""
    for tag in (who.one, target.one):
        leave_combat(ledger, tag)
    open_combats(ledger, [[who.one, target.one]])
    settle_combats(ledger)


@verb(label="Assign", hint="join a combat, to outnumber", hotkey="J", bar=all_fought, cites=("SC-03",))
async def assign(
    ledger: Ledger,
    who: Picked = _engaged_model("Assign whom?"),
    combat: Picked = asks(_ask_combat, nobody="No other combat can be joined [SC-03]."),
) -> None:
    """A model joins a combat, to outnumber (SC-03)."""
    leave_combat(ledger, who.one)
    join_combat(ledger, combat.one, who.one)
    settle_combats(ledger)


@verb(
    label="Spear support",
    hint="whom a spear helps from behind",
    hotkey=SharedKey.HELP,
    bar=all_fought,
    cites=("SC-21",),
)
async def support(
    ledger: Ledger,
    who: Picked = asks(_ask_spear, nobody="No model with a spear is behind a friend [SC-21]."),
    friend: Picked = asks(_ask_friend),
) -> None:
    """A spear helps another of the friends that it touches in a combat (SC-21, 55)."""
    combat = ledger.encounter.group_with(friend.one, COMBAT)
    members = combat.members if combat is not None else ()
    elsewhere = [tag for tag in SUPPORTS.of(ledger.encounter, who.one).split() if tag not in members]
    ledger.record(SUPPORTS.set(who.one, " ".join((*elsewhere, friend.one)), "SC-21", "SC-55"))
    retitle(ledger)


@verb(
    label="Shield",
    hint="double the combat score this phase, and land no hits",
    hotkey=SharedKey.DEFEND,
    bar=all_fought,
    cites=("SC-23", "SC-24"),
)
async def shield(
    ledger: Ledger, who: Picked = asks(_ask_shield, nobody="Nobody who has a shield is left to fight [SC-23].")
) -> None:
    """Models declare before their combat that they will shield, for the whole phase (SC-23)."""
    for tag in who.tags:
        declare(ledger, tag, SHIELDING)


@verb(
    label="Propose",
    hint="pair again everyone who has not fought",
    hotkey="k",
    bar=not_pairing,
    cites=("SC-01", "SC-02", "SC-03"),
    actor="",
)
async def propose(ledger: Ledger) -> None:
    """The combats that are still to be fought are proposed anew."""
    for combat in unfought(ledger.encounter):
        for tag in ledger.encounter.groups[combat].members:
            ledger.record(Ungrouped(group=combat, member=tag))
        give_up_if_empty(ledger, combat)
    place_all(ledger)
