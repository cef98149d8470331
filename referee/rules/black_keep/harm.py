"""Harm: wounds, death, and coming back from it (BK-07, 08, 22..29, 33..37)."""

from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Choose
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger, split_reason
from referee.rules.black_keep.kinds import DEAD, FELL, FIGHT, ITEMS, OUT, RESPAWNS, UP, WOUNDS
from referee.rules.black_keep.turns import is_boss, is_monster, leave_fight, members_up
from referee.text.phrases import joined


async def wound(ledger: Ledger, who: Tag, by: Tag | None) -> bool:
    """A failed save: one wound, and death with the last (BK-07, 08). True if the figure survives."""
    last = WOUNDS.of(ledger.encounter, who) <= 1
    ledger.record(WOUNDS.change(who, -1, "BK-07" if last else "BK-08", source=by))
    if last:
        await fall(ledger, who, by)
    elif is_boss(ledger.encounter, who):
        name = ledger.encounter.name(who)
        ledger.remark(
            f"{name} now rolls one die; lay the other beside the miniature as a wound marker", "BK-27", "BK-28"
        )
    return not last


async def fall(ledger: Ledger, who: Tag, by: Tag | None = None) -> None:
    """A figure is killed (BK-07): its killer gains items, a player may respawn, it leaves fight and square (BK-45).

    by: the killer; None if no figure is.
    """
    fight = ledger.encounter.group_with(who, FIGHT)
    ledger.record(DEAD.set(who, "BK-07", "BK-45"))
    if fight is not None:
        ledger.record(FELL.set(fight.tag, True))
    if is_monster(ledger.encounter, who):
        _set_aside(ledger, who, by)
    elif not await _come_back(ledger, who):
        return
    leave_fight(ledger, who)
    if fight is not None and is_monster(ledger.encounter, who):
        _opponents_remain(ledger, fight.tag)


def _set_aside(ledger: Ledger, who: Tag, by: Tag | None) -> None:
    """A dead monster is set aside for good (BK-36, 37); its killer takes what it had (BK-25, 29)."""
    figure = ledger.encounter.figures[who]
    ledger.remark(f"{figure.name} is set aside and does not come back", "BK-36", "BK-37", detail=True)
    if by is None or ITEMS.track(ledger.encounter, by) is None:
        return
    if not ledger.able(by):
        ledger.remark(f"{ledger.encounter.name(by)} is out of play and gains nothing", "BK-44")
    else:
        boss = is_boss(ledger.encounter, who)
        ledger.record(ITEMS.change(by, 2 if boss else 1, "BK-29" if boss else "BK-25"))


def _opponents_remain(ledger: Ledger, fight: Tag) -> None:
    """Opponents of different sides stay in combat once their monster is killed (BK-22)."""
    group = ledger.encounter.groups[fight]
    rest = members_up(ledger.encounter, group)
    if group.open and not any(is_monster(ledger.encounter, tag) for tag in rest):
        names = joined([*map(ledger.encounter.name, rest)])
        ledger.remark(f"{names} stay in combat with each other", "BK-22")


async def _come_back(ledger: Ledger, who: Tag) -> bool:
    """A player may go to its respawn point, if it has a respawn left (BK-33, 34). False if it is not dead (BK-46)."""
    spent = RESPAWNS.of(ledger.encounter, who) < 1
    back = False
    if not spent:
        try:
            back = (await Ask(lambda: _ask_respawn(ledger.encounter, who))).option == "respawn"
        except Lapsed as reason:
            text, cites = split_reason(str(reason))
            ledger.remark(f"No respawn is chosen: {text}", *cites)
            return False
    if back:
        lost = WOUNDS.most(ledger.encounter, who) - WOUNDS.of(ledger.encounter, who)
        ledger.record(
            RESPAWNS.change(who, -1, "BK-33", "BK-39"),
            WOUNDS.change(who, lost, "BK-33"),
            UP.set(who, "BK-33", "BK-45"),
        )
    else:
        why = "has no respawn left" if spent else "does not respawn"
        ledger.remark(f"{ledger.encounter.name(who)} {why}", "BK-34", detail=not spent)
        ledger.record(OUT.set(who, "BK-34"))
    return True


def _ask_respawn(encounter: Encounter, who: Tag) -> Choose:
    figure = encounter.figures[who]
    if figure.standing != DEAD.name:
        raise Lapsed(f"{figure.name} {figure.stands} [BK-46]")
    return Choose(
        key=f"respawn {who}",
        prompt=f"{figure.name} is dead.",
        by=who,
        options=("respawn", "leave"),
        labels={"respawn": "with all wounds back", "leave": "out of play"},
        default="respawn",
        fallen_too=True,
        cites=("BK-33",),
    )


async def harm(ledger: Ledger, who: Tag, amount: int) -> None:
    """The referee hurts a figure: so many wounds, and death with the last."""
    if amount < 1:
        return
    ledger.record(WOUNDS.change(who, -amount))
    if not WOUNDS.of(ledger.encounter, who) and ledger.able(who):
        await fall(ledger, who)


async def heal(ledger: Ledger, who: Tag, amount: int) -> None:
    """The referee heals a figure; one that was down is up again."""
    if amount < 1:
        return
    ledger.record(WOUNDS.change(who, amount))
    if not ledger.able(who):
        ledger.record(UP.set(who))


async def left(ledger: Ledger, who: Tag) -> None:
    """A figure that is taken off the table leaves its fight."""
    leave_fight(ledger, who)
