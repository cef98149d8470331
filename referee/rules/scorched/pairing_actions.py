"""What the player with priority orders: pairing, outnumbering, spears, shields (SC-02, 03, 18, 21, 23)."""

from referee.engine.answer import Picked
from referee.engine.bearer import Tag
from referee.engine.encounter import MOST_FIGURES, Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Pick
from referee.engine.shared_key import SharedKey
from referee.engine.verb import Given, Param, Situation, Verb
from referee.rules.scorched import combats
from referee.rules.scorched.conditions import SHIELD, SHIELDING, declare
from referee.rules.scorched.contact import contacts, engaged, foes_touched
from referee.rules.scorched.effective_stats import stats_in_combat, stats_with_weapons
from referee.rules.scorched.kinds import COMBAT, SV, WS
from referee.rules.scorched.pairing import is_fought, may_join, may_support, unfought


async def shield(ledger: Ledger, who: Picked) -> None:
    """Models declare before their combat that they will shield, for the whole phase (SC-23)."""
    for tag in who.tags:
        declare(ledger, tag, SHIELDING)


def not_pairing(table: Situation) -> str | None:
    """Why nobody can be paired now; None if somebody can."""
    if table.encounter.phase != COMBAT:
        return "Models are paired in the combat phase; `next` begins it [SC-02]."
    return None


def all_fought(table: Situation) -> str | None:
    """Why no combat can be changed any more; None if one can."""
    if reason := not_pairing(table):
        return reason
    return None if unfought(table.encounter) else "All combats have been fought; `next` ends the phase [SC-04]."


def _has_fought(encounter: Encounter, tag: Tag) -> str:
    """Why a model cannot be paired anew; empty if it can."""
    combat = encounter.group_with(tag, COMBAT)
    if combat is not None and is_fought(encounter, combat.tag):
        return f"{encounter.name(tag)} has fought this phase [SC-04]."
    return ""


def _engaged(table: Situation, prompt: str, key: str) -> Pick:
    encounter = table.encounter
    touching = contacts(encounter)
    fighters = engaged(encounter, touching)
    barred = {tag: why for tag in fighters if (why := _has_fought(encounter, tag))}
    barred |= {tag: f"{encounter.name(tag)} is not engaged [SC-01]." for tag in touching if tag not in fighters}
    return Pick(key=key, prompt=prompt, among=tuple(tag for tag in fighters if tag not in barred), barred=barred)


def _ask_paired(table: Situation, given: Given) -> Pick:
    return _engaged(table, "Who is paired anew?", "who")


def _ask_opponent(table: Situation, given: Given) -> Pick:
    encounter, who = table.encounter, given.one("who")
    touched = foes_touched(encounter, contacts(encounter), who)
    barred = {tag: why for tag in touched if (why := _has_fought(encounter, tag))}
    others = [t for t in encounter.figures if t not in touched and t != who]
    barred |= {t: f"{encounter.name(who)} and {encounter.name(t)} are not engaged [SC-02]." for t in others}
    among = tuple(tag for tag in touched if tag not in barred)
    beside = {tag: f"Ws {WS.of(encounter, tag)}, Sv {SV.of(encounter, tag) or 'none'}" for tag in among}
    prompt = f"{encounter.name(who)} against whom?"
    return Pick(key="target", prompt=prompt, among=among, barred=barred, beside=beside, near=who)


def _ask_assigned(table: Situation, given: Given) -> Pick:
    return _engaged(table, "Who is assigned?", "who")


def _ask_combat(table: Situation, given: Given) -> Pick:
    encounter, who = table.encounter, given.one("who")
    open_to = [c for c in may_join(encounter, contacts(encounter), who) if who not in encounter.groups[c].members]
    barred: dict[Tag, str] = {}
    for combat in encounter.groups_of(COMBAT):
        if is_fought(encounter, combat.tag):
            barred[combat.tag] = f"{combat.name} has been fought [SC-04]."
        elif who in combat.members:
            barred[combat.tag] = f"{encounter.name(who)} fights there already."
        elif combat.tag not in open_to:
            barred[combat.tag] = f"{encounter.name(who)} touches no enemy in {combat.name} [SC-03]."
    return Pick(key="combat", prompt=f"{encounter.name(who)} joins which combat?", among=tuple(open_to), barred=barred)


def _ask_spear(table: Situation, given: Given) -> Pick:
    encounter, touching = table.encounter, contacts(table.encounter)
    spears = [tag for tag in touching if stats_with_weapons(encounter, tag).can_support]
    barred = {
        tag: f"{encounter.name(tag)} is engaged itself [SC-21]."
        for tag in spears
        if foes_touched(encounter, touching, tag) or encounter.group_with(tag, COMBAT)
    }
    among = tuple(tag for tag in spears if may_support(encounter, touching, tag))
    return Pick(key="who", prompt="Whose spear?", among=among, barred=barred)


def _ask_friend(table: Situation, given: Given) -> Pick:
    among = may_support(table.encounter, contacts(table.encounter), given.one("who"))
    return Pick(key="friend", prompt="Whom does it help?", among=among)


def _ask_shield(table: Situation, given: Given) -> Pick:
    encounter = table.encounter
    among: list[Tag] = []
    barred: dict[Tag, str] = {}
    for combat in unfought(encounter):
        for tag, stats in stats_in_combat(encounter, combat).items():
            if not SHIELD.allowed(stats):
                continue
            if why := SHIELD.barred(encounter, stats):
                barred[tag] = why
            elif SHIELDING.on(encounter, tag):
                barred[tag] = f"{encounter.name(tag)} shields already."
            else:
                among.append(tag)
    return Pick(key="who", prompt="Who shields?", among=tuple(among), barred=barred, most=MOST_FIGURES)


VERBS = (
    Verb(
        "pair",
        combats.pair,
        (
            Param("who", _ask_paired, nobody="Nobody is engaged [SC-01]."),
            Param("target", _ask_opponent, nobody="It touches no enemy [SC-02]."),
        ),
        label="Pair",
        hint="two models one on one; the others are placed anew",
        hotkey="j",
        bar=not_pairing,
        cites=("SC-02",),
    ),
    Verb(
        "assign",
        combats.assign,
        (
            Param("who", _ask_assigned, nobody="Nobody is engaged [SC-01]."),
            Param("combat", _ask_combat, nobody="There is no other combat for it [SC-03]."),
        ),
        label="Assign",
        hint="join a combat, to outnumber",
        hotkey="J",
        bar=all_fought,
        cites=("SC-03",),
    ),
    Verb(
        "support",
        combats.support,
        (
            Param("who", _ask_spear, nobody="No spear stands behind a friend [SC-21]."),
            Param("friend", _ask_friend),
        ),
        label="Spear support",
        hint="whom a spear helps from behind",
        hotkey=SharedKey.HELP,
        bar=all_fought,
        cites=("SC-21",),
    ),
    Verb(
        "shield",
        shield,
        (Param("who", _ask_shield, nobody="Nobody with a shield is still to fight [SC-23]."),),
        label="Shield",
        hint="double the combat score this phase, and land no hits",
        hotkey=SharedKey.DEFEND,
        bar=all_fought,
        cites=("SC-23", "SC-24"),
    ),
    Verb(
        "propose",
        combats.propose,
        label="Propose",
        hint="pair all that have not fought anew",
        hotkey="k",
        bar=not_pairing,
        cites=("SC-01", "SC-02", "SC-03"),
        actor="",
    ),
)
