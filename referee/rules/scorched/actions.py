"""What players order: contact, a combat to be resolved, a look at its models (SC-01, 04, 21, 22, 56)."""

from referee.engine.answer import Picked
from referee.engine.bearer import Tag
from referee.engine.encounter import MOST_FIGURES
from referee.engine.ledger import Ledger
from referee.engine.question import Pick
from referee.engine.shared_key import SharedKey
from referee.engine.verb import Given, Param, Situation, Verb
from referee.rules.scorched import pairing_actions
from referee.rules.scorched.attack import resolve_combat
from referee.rules.scorched.combats import settle_combats
from referee.rules.scorched.conditions import mark_charged
from referee.rules.scorched.contact import add_contact, contacts, end_contact
from referee.rules.scorched.effective_stats import stats_in_combat
from referee.rules.scorched.model_summary import tell
from referee.rules.scorched.pairing import can_be_fought, combats_due, combats_of, is_fought


async def fight(ledger: Ledger, combat: Picked) -> None:
    """The combat that the priority player has picked is resolved (SC-04)."""
    settle_combats(ledger)
    await resolve_combat(ledger, combat.one)


async def muster(ledger: Ledger, combat: Picked) -> None:
    """The models of a combat, one line each; nothing changes."""
    tell(ledger, stats_in_combat(ledger.encounter, combat.one))


async def charge(ledger: Ledger, mover: Picked, targets: Picked) -> None:
    """Models move into engagement: with the enemies that each touches then (SC-01, 22)."""
    for tag in mover.tags:
        for target in targets.tags:
            add_contact(ledger, tag, target, "SC-01")
        mark_charged(ledger, tag)
        ledger.remark(f"{ledger.encounter.name(tag)} charges {_names(ledger, targets)}", "SC-01", "SC-22")
    settle_combats(ledger)


async def touch(ledger: Ledger, who: Picked, others: Picked) -> None:
    """Models stand in base contact without having charged."""
    for tag in who.tags:
        for other in others.tags:
            add_contact(ledger, tag, other, "SC-01")
        ledger.remark(f"{ledger.encounter.name(tag)} touches {_names(ledger, others)}", "SC-01")
    settle_combats(ledger)


async def part(ledger: Ledger, who: Picked, others: Picked) -> None:
    """Models are no longer in base contact; whoever touches no enemy in its combat then does not fight (SC-56)."""
    for tag in who.tags:
        end_contact(ledger, tag, others.tags)
        ledger.remark(f"{ledger.encounter.name(tag)} touches {_names(ledger, others)} no longer", "SC-56")
    settle_combats(ledger)


def _names(ledger: Ledger, models: Picked) -> str:
    return ", ".join(map(ledger.encounter.name, models.tags))


# -------------------------------------------------------------------- what they ask


def _ask_mover(table: Situation, given: Given) -> Pick:
    return Pick(key="mover", prompt="Who moves into engagement?", among=table.able_figures(), most=MOST_FIGURES)


def _ask_foes(table: Situation, given: Given) -> Pick:
    sides = {table.encounter.figures[mover].side for mover in given.tags("mover")}
    among = tuple(tag for tag in table.able_figures() if table.encounter.figures[tag].side not in sides)
    return Pick(key="targets", prompt="Which enemies does it touch?", among=among, most=MOST_FIGURES)


def _ask_who(table: Situation, given: Given) -> Pick:
    return Pick(key="who", prompt="Who stands in contact?", among=table.able_figures(), most=MOST_FIGURES)


def _ask_others(table: Situation, given: Given) -> Pick:
    among = tuple(tag for tag in table.able_figures() if tag not in given.tags("who"))
    return Pick(key="others", prompt="With whom?", among=among, most=MOST_FIGURES)


def _ask_touching(table: Situation, given: Given) -> Pick:
    touching = contacts(table.encounter)
    among = tuple(tag for tag in touching if touching[tag])
    return Pick(key="who", prompt="Who parts?", among=among, most=MOST_FIGURES)


def _ask_touched(table: Situation, given: Given) -> Pick:
    touching, who = contacts(table.encounter), given.tags("who")
    among = tuple(dict.fromkeys(other for tag in who for other in touching.get(tag, ())))
    return Pick(key="others", prompt="From whom?", among=among, most=MOST_FIGURES)


def none_left(table: Situation) -> str | None:
    """Why no combat can be resolved now; None if one can."""
    if reason := no_combats(table):
        return reason
    return None if combats_due(table.encounter) else "All combats have been fought; `next` ends the phase [SC-04]."


def _ask_fought(table: Situation, given: Given) -> Pick:
    barred: dict[Tag, str] = {}
    for group in combats_of(table.encounter):
        if is_fought(table.encounter, group.tag) and group.tag != table.encounter.turn:
            barred[group.tag] = f"{group.name} has been fought [SC-04]."
        elif not can_be_fought(table.encounter, group.tag):
            barred[group.tag] = f"{group.name} has nobody left on one side."
    among = tuple(tag for tag in combats_due(table.encounter) if tag not in barred)
    return Pick(key="combat", prompt="Which combat is resolved next?", among=among, barred=barred)


def _ask_mustered(table: Situation, given: Given) -> Pick:
    among = tuple(group.tag for group in combats_of(table.encounter))
    default = table.encounter.turn if table.encounter.turn in among else None
    return Pick(key="combat", prompt="Which combat?", among=among, default=default)


def no_combats(table: Situation) -> str | None:
    """Why no combat can be chosen: there is none; None if there is one."""
    if not combats_of(table.encounter):
        return "There are no combats now; `next` begins the combat phase [SC-01]."
    return None


VERBS = (
    Verb(
        "fight",
        fight,
        (Param("combat", _ask_fought, nobody="There is no combat left."),),
        label="Fight",
        hint="resolve a combat; the priority player picks the order",
        hotkey=SharedKey.ATTACK,
        bar=none_left,
        cites=("SC-04", "SC-05"),
        actor="",
    ),
    Verb(
        "muster",
        muster,
        (Param("combat", _ask_mustered),),
        label="Muster",
        hint="effective Ws, dice and Ap of each model, with the reasons",
        hotkey="Q",
        bar=no_combats,
        interjects=True,
        cites=("SC-06", "SC-08"),
    ),
    *pairing_actions.VERBS,
    Verb(
        "charge",
        charge,
        (
            Param("mover", _ask_mover, nobody="Nobody is up."),
            Param("targets", _ask_foes, nobody="There is no enemy to engage."),
        ),
        label="Charge",
        hint="move into engagement: charge ulf o1,o2",
        hotkey=SharedKey.CLOSE,
        cites=("SC-01", "SC-22"),
        actor="mover",
    ),
    Verb(
        "touch",
        touch,
        (Param("who", _ask_who, nobody="Nobody is up."), Param("others", _ask_others, nobody="Nobody else is up.")),
        label="Touch",
        hint="stand in base contact, friend or enemy: touch tia ulf",
        hotkey="T",
        cites=("SC-01", "SC-21"),
    ),
    Verb(
        "part",
        part,
        (
            Param("who", _ask_touching, nobody="Nobody is in contact."),
            Param("others", _ask_touched, nobody="It touches nobody."),
        ),
        label="Part",
        hint="no longer in base contact",
        hotkey=SharedKey.LEAVE,
    ),
)
