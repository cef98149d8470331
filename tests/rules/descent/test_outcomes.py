"""What tests and wounds of Descent leave in their events: dice, what they were compared with, who did it."""

from referee.engine.events.event import Term, Tested, TrackChanged, total
from referee.engine.record.applied_commands import applied_commands
from referee.engine.record.session import Session
from referee.words.log import log
from tests.rules.descent.table import happened, table
from tests.rules.shelf import played, transcripts

SHOT = (
    "add hero Kay ranged=1 fatigue=3 wounds=4 worth=3 bow=ranged/bg/1+1range,1pierce1 club=melee/r",
    "add ghoul armor=2 tokens=0/30",
    "add master-hexer Vex armor=0 tokens=0/1",
    "next",
    "battle",
)
BEASTS = (
    "add hero Kay wounds=10 worth=3 club=melee/r",
    "add ghoul dice=red abilities=bleed",
    "add dread abilities=aura2",
    "next",
)
THEIR_TURN = (*BEASTS, "next", "< -")


def made(session: Session, kind: str) -> Tested:
    """The one test of that kind that was made."""
    (test,) = (event for event in happened(session, Tested) if event.kind == kind)
    return test


def wounds_of(session: Session, tag: str) -> TrackChanged:
    """The last change of a figure's wounds, or of its wound tokens."""
    changes = [event for event in happened(session, TrackChanged) if event.tag == tag]
    return [event for event in changes if event.track in ("wounds", "tokens")][-1]


def test_a_shot_is_compared_with_the_distance() -> None:
    session = table(*SHOT, "attack g1 bow 5 clear", "< 311 021 +", "< range", "< +1 range", "< pierce", "< go on")
    shot = made(session, "attack")
    assert (shot.who, shot.target, shot.using, shot.result) == ("kay", "g1", "Bow", "success")
    assert shot.terms == (
        Term("blue", 3, ("311",)),
        Term("green", 0, ("021",)),
        Term("black", 0, ("+",)),
        Term("enhancements", 1),
        Term("abilities and surges", 1),
    )
    assert (shot.total, shot.against, shot.each) == (5, 5, False)
    assert shot.amounts == (Term("damage", 3), Term("surges", 2))
    hurt = wounds_of(session, "g1")
    assert (hurt.by, hurt.source) == (2, "kay")
    assert hurt.terms == (Term("damage", 3), Term("armor", -2), Term("pierce", 1))


def test_a_shot_that_falls_short_does_nothing() -> None:
    shot = made(table(*SHOT, "attack g1 bow 9 clear", "< 311 110 -", "< go on"), "attack")
    assert (shot.result, shot.total, shot.against, shot.amounts) == ("failure", 4, 9, ())


def test_with_a_miss_showing_no_range_is_added_up() -> None:
    shot = made(table(*SHOT, "attack g1 bow 1 clear", "< X 110 -"), "attack")
    assert (shot.result, shot.total, shot.against, shot.each) == ("failure", None, None, True)
    assert [term.faces for term in shot.terms] == [("X",), ("110",), ("-",)]


def test_a_blow_is_compared_with_no_distance() -> None:
    session = table(*SHOT, "attack g1 club 1", "< 131", "< go on")
    blow = made(session, "attack")
    assert (blow.result, blow.total, blow.against, blow.each) == ("success", None, None, True)
    assert blow.amounts == (Term("damage", 3), Term("surges", 1))


def test_an_attack_on_an_empty_space_has_no_target() -> None:
    blow = made(table(*SHOT, "attack space club 1", "< 040", "< go on"), "attack")
    assert (blow.target, blow.result) == (None, "success")


def test_armor_to_spare_leaves_no_wound() -> None:
    hurt = wounds_of(table(*SHOT, "attack g1 club 1", "< 211", "< go on"), "g1")
    assert (hurt.by, hurt.source) == (0, "kay")
    assert hurt.terms == (Term("damage", 1), Term("armor", -2), Term("unused armor", 1))


def test_fear_takes_surges_or_the_attack_misses() -> None:
    session = table(*SHOT, "set g1 abilities fear2", "attack g1 club 1", "< 131", "< go on")
    fear = made(session, "fear")
    assert (fear.who, fear.target, fear.total, fear.against, fear.result) == ("kay", "g1", 1, 2, "failure")
    assert made(session, "attack").result == "failure"
    session = table(*SHOT, "set g1 abilities fear1", "attack g1 club 1", "< 131", "< go on")
    assert made(session, "fear").result == made(session, "attack").result == "success"


def test_undying_rises_by_a_surge() -> None:
    session = table(*SHOT, "attack vex club 1", "< 131", "< go on", "< *")
    undying = made(session, "undying")
    assert (undying.who, undying.result, undying.terms) == ("vex", "success", (Term("black", 1, ("*",)),))


def test_tokens_are_shed_one_for_each_surge() -> None:
    session = table(*SHOT, "condition g1 burn x3", "next", "< g1", "< * - +")
    shed = made(session, "shedding")
    assert (shed.who, shed.using, shed.count, shed.result) == ("g1", "burn", 1, "partial")
    assert shed.terms == (Term("black", 1, ("*", "-", "+")),)
    assert wounds_of(session, "g1").terms == (Term("burn", 2),)


def test_who_laid_a_token_deals_its_wounds() -> None:
    session = table(*THEIR_TURN, "< g1", "attack kay 1", "< 040", "next", "next", "< 131")
    bleeding = wounds_of(session, "kay")
    assert (bleeding.by, bleeding.source, bleeding.terms) == (-3, "g1", (Term("white", 3, ("131",)),))


def test_an_aura_belongs_to_somebody() -> None:
    session = table(*BEASTS, "advance", "walk 1", "< d1")
    hurt = wounds_of(session, "kay")
    assert (hurt.by, hurt.source, hurt.terms) == (-2, "d1", (Term("aura", 2),))


def test_who_kills_a_hero_costs_the_heroes_its_conquest() -> None:
    session = table(*THEIR_TURN, "damage kay 9", "< g1", "attack kay 1", "< 131")
    conquest = [event for event in happened(session, TrackChanged) if event.track == "conquest"]
    assert (conquest[-1].by, conquest[-1].source) == (-3, "g1")


def test_surges_of_the_overlord_are_threat_by_its_attacker() -> None:
    session = table(*THEIR_TURN, "set g1 dice red,green", "< g1", "attack kay 1", "< 131 021")
    (threat,) = [event for event in happened(session, TrackChanged) if event.track == "threat"]
    assert (threat.by, threat.source) == (1, "g1")


def test_a_sum_of_wounds_comes_to_the_wounds() -> None:
    for session in (
        table(*SHOT, "attack g1 club 1", "< 040", "< go on"),
        table(*SHOT, "attack g1 club 1", "< 211", "< go on"),
        table(*THEIR_TURN, "< g1", "attack kay 1", "< 220"),
    ):
        changes = [event for event in happened(session, TrackChanged) if event.terms]
        assert changes and all(total(event.terms) == abs(event.by) for event in changes)


def test_what_tokens_do_is_told_token_by_token() -> None:
    path = next(path for path in transcripts("descent") if path.name == "tokens.txt")
    session = played(path).session
    assert session is not None
    done = applied_commands(session.step_log, session.step_log.position)
    told = [line.text for each in done for line in log(each.before, each.entry, session.rules)]
    bleeds = told.index("Wren bleeds: 3 damage.  Wounds 8 → 5")
    assert told[bleeds + 1 : bleeds + 3] == ["Wren is out of the web", "Wren is rid of the daze tokens"]
    assert "Wren burns: 2 damage.  Wounds 10 → 8" in told
