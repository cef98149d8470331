"""The five hardest shapes, each played through on the one engine."""

import pytest
from msgspec.structs import replace

from referee.engine.events.event import Remarked, Tested, TrackChanged
from referee.engine.problem import DoesNotFit, Refused
from referee.engine.questions.answer import Chosen, Counted, Drew, Said
from referee.engine.questions.question import Choose
from referee.engine.record.session import Session
from referee.engine.state.bearer import TABLE, Group
from referee.engine.state.own_values import Track
from tests.engine.toys.box import faces, figure, keys, order, seat, standing, table, tags
from tests.engine.toys.cards import CARDS, FIRE, card, monster_type
from tests.engine.toys.combats import COMBATS
from tests.engine.toys.fights import FIGHTS
from tests.engine.toys.sides import SIDES
from tests.engine.toys.symbols import SYMBOLS


def told(session: Session) -> list[str]:
    """The results of the tests of the last entry, and its remarks."""
    events = session.entries()[-1].events or ()
    return [
        event.text if isinstance(event, Remarked) else event.result
        for event in events
        if isinstance(event, Remarked | Tested)
    ]


# -------------------------------------------------------------------- fights


def a_fight(*others: str) -> Session:
    bearers = [figure("ulf"), *(figure(name, side="monsters", wounds=2) for name in others)]
    session = seat(FIGHTS, table(*bearers))
    order(session, "engage", first=tags("ulf"), second=tags(others[0]))
    order(session, "next")
    return session


def test_in_a_duel_the_rule_itself_asks_for_the_strike_back() -> None:
    session = a_fight("rat")
    assert session.encounter.turn == "ulf"
    order(session, "attack")
    asked = []
    for shown in (5, 2, 6, 5):
        asked += keys(session)
        session.answer(faces(shown))
    assert asked == ["hit ulf>rat", "save rat<ulf", "hit rat>ulf", "save ulf<rat"]
    assert session.encounter.figures["rat"].tracks["wounds"].now == 1
    assert (session.encounter.turn, session.encounter.round) == ("ulf", 2), "the strike back was the rat's attack"


def test_the_killing_blow_leaves_no_strike_back_and_closes_the_fight() -> None:
    session = seat(FIGHTS, table(figure("ulf"), figure("rat", side="monsters")))
    order(session, "engage", first=tags("ulf"), second=tags("rat"))
    order(session, "next")
    order(session, "attack")
    session.answer(faces(4))
    session.answer(faces(3))
    assert not session.questions
    assert standing(session) == {"ulf": "up", "rat": "dead"}
    assert session.encounter.figures["ulf"].tracks["items"].now == 1
    assert session.encounter.groups_of("fight") == ()


def test_three_in_a_fight_have_no_strike_back_and_monsters_come_last() -> None:
    rat, ulf, ann = figure("rat", side="monsters"), figure("ulf", side="team"), figure("ann", side="team")
    fight = Group(tag="fight-1", name="fight", kind="fight", members=("rat", "ulf", "ann"))
    session = seat(FIGHTS, table(rat, ulf, ann, fight))
    order(session, "next")
    assert [slot.who for slot in session.encounter.order] == ["ulf", "ann", "rat"]
    assert {slot.under for slot in session.encounter.order} == {"fight-1"}
    order(session, "attack")
    session.answer(faces(1))
    assert session.encounter.turn == "ann", "no strike back was asked"


def test_two_fights_are_resolved_one_after_the_other() -> None:
    session = seat(
        FIGHTS,
        table(figure("ulf"), figure("ann"), figure("rat", side="monsters"), figure("bat", side="monsters")),
    )
    order(session, "engage", first=tags("ann"), second=tags("bat"))
    order(session, "engage", first=tags("ulf"), second=tags("rat"))
    order(session, "next")
    assert [(s.who, s.under) for s in session.encounter.order] == [
        ("ann", "fight-1"),
        ("bat", "fight-1"),
        ("ulf", "fight-2"),
        ("rat", "fight-2"),
    ]


# -------------------------------------------------------------------- sides


def two_sides() -> Session:
    figures = (
        figure("mira", side="heroes", wounds=6),
        figure("tolin", side="heroes", wounds=6),
        figure("gob", side="monsters", wounds=6),
        figure("orc", side="monsters", wounds=6),
    )
    session = seat(SIDES, table(*figures))
    order(session, "next")
    return session


def test_a_side_acts_in_any_order_and_wholly_before_the_other() -> None:
    session = two_sides()
    assert SIDES.may_act(session.encounter) == ("mira", "tolin")
    order(session, "turn", who=tags("tolin"))
    with pytest.raises(Refused):
        order(session, "turn", who=tags("gob"))
    order(session, "turn")
    assert session.encounter.turn == "mira", "a single candidate is taken without asking"
    order(session, "turn", who=tags("orc"))
    assert session.encounter.turn == "orc"


def test_an_opportunity_attack_is_asked_by_the_rule_and_ends_the_move_of_the_fallen() -> None:
    session = two_sides()
    order(session, "turn", who=tags("mira"))
    order(session, "leave", reach=tags("gob", "orc"))
    assert keys(session) == ["opportunity gob>mira"]
    session.answer(Chosen(option="strike"))
    session.answer(faces(15))
    session.answer(faces(6))
    assert standing(session)["mira"] == "dead"
    assert session.questions == (), "nobody strikes at the fallen"
    assert told(session)[-1] == "Nothing happens: Mira is dead."


def test_a_readied_attack_comes_in_between_and_the_attack_it_stops_comes_to_nothing() -> None:
    session = two_sides()
    order(session, "turn", who=tags("tolin"))
    order(session, "ready")
    order(session, "turn", who=tags("mira"))
    order(session, "turn", who=tags("gob"))
    order(session, "attack", target=tags("mira"))
    order(session, "react", target=tags("gob"))
    assert [entry.command.verb for entry in session.open_commands] == ["attack", "react"]
    session.answer(faces(20))
    session.answer(faces(6))
    assert session.questions == () and standing(session)["gob"] == "dead"
    assert [entry.command.verb for entry in session.entries()][-1] == "attack", "the reaction stands within the attack"
    assert told(session) == ["success", "Nothing happens: Gob is dead."]
    assert session.encounter.figures["tolin"].conditions == ()


def test_a_reaction_that_changes_the_roll_has_it_asked_anew() -> None:
    session = two_sides()
    order(session, "turn", who=tags("mira"))
    order(session, "attack", target=tags("gob"))
    order(session, "condition", who=tags("mira"), kind=said("prone"))
    (question,) = session.questions
    assert question.key == "hit mira>gob" and question.expected(session.encounter).endswith("d20: d20, setback: d6")
    session.answer(faces(12, 4))
    assert not session.questions and told(session)[-1] == "failure"


def said(text: str) -> Said:
    return Said(text=text)


# -------------------------------------------------------------------- symbols


def an_aim(skill: int = 2, fatigue: int = 3) -> Session:
    hero = figure("ann", side="heroes", skill=skill)
    hero = replace(hero, tracks={**hero.tracks, "fatigue": Track(now=fatigue, most=5)})
    session = seat(SYMBOLS, table(hero, figure("orc", side="monsters", wounds=9)))
    order(session, "next")
    order(session, "attack", distance=Counted(n=4))
    return session


def test_fatigue_is_bought_and_symbols_are_spent_after_the_throw() -> None:
    session = an_aim()
    session.answer(session.questions[0].read(session.encounter, "220 / enh surge"))
    assert dict(session.questions[0].tally) == {"range": 2, "damage": 2, "surge": 1, "enh": 1}
    session.answer(Chosen(option="buy"))
    session.answer(session.questions[0].read(session.encounter, "ENH"))
    assert dict(session.questions[0].tally)["enh"] == 2
    session.answer(Chosen(option="go on"))
    for option in ("range", "range", "damage"):
        session.answer(Chosen(option=option))
    assert session.encounter.figures["orc"].tracks["wounds"].now == 6
    assert session.encounter.figures["ann"].tracks["fatigue"].now == 2
    assert told(session)[-1] == "success"


def test_a_miss_ends_it_before_anything_can_be_bought() -> None:
    session = an_aim()
    session.answer(session.questions[0].read(session.encounter, "x / enh surge"))
    assert told(session) == ["failure"]


@pytest.mark.parametrize(("skill", "fatigue", "why"), [(5, 3, "five"), (1, 0, "fatigue")])
def test_what_cannot_be_bought_says_why(skill: int, fatigue: int, why: str) -> None:
    session = an_aim(skill, fatigue)
    session.answer(faces(2, (0,) * skill))
    (question,) = session.questions
    assert isinstance(question, Choose) and why in question.barred["buy"]
    with pytest.raises(DoesNotFit, match=why):
        session.answer(Chosen(option="buy"))


def test_dice_are_bought_one_by_one_up_to_five() -> None:
    session = an_aim(3)
    session.answer(faces(2, (0, 0, 0)))
    for _ in range(2):
        session.answer(Chosen(option="buy"))
        session.answer(faces(0))
    (question,) = session.questions
    assert isinstance(question, Choose) and "five" in question.barred["buy"]


# -------------------------------------------------------------------- combats


def test_both_sides_throw_together_a_sword_forces_one_die_again_and_all_save_at_once() -> None:
    session = seat(
        COMBATS,
        table(
            figure("a", side="red", wounds=2, note="sword"),
            figure("b", side="red"),
            figure("x", side="blue", wounds=2, skill=1),
        ),
    )
    order(session, "pair", who=tags("a", "b", "x"))
    order(session, "fight")
    assert session.encounter.turn == "combat-1"
    assert keys(session) == ["dice red", "dice blue"]
    session.answer(faces((6, 2)), key="dice blue")
    assert keys(session) == ["dice red"], "each answer closes its own question"
    session.answer(faces((3, 4), 2), key="dice red")
    assert keys(session) == ["parry a"]
    session.answer(Chosen(option="x"))
    session.answer(faces(1))  # x now shows 1 and 2: 3 in all, against 4 and 2
    assert keys(session) == ["saves b", "saves x"]
    session.answer(faces(6), key="saves x")
    session.undo()
    session.answer(faces(2), key="saves x")
    session.answer(faces(3), key="saves b")
    assert standing(session) == {"a": "up", "b": "dead", "x": "up"}
    assert session.encounter.figures["x"].tracks["wounds"].now == 1
    assert session.encounter.turn is None and not session.encounter.groups["combat-1"].open


def test_the_order_of_combats_is_free_and_a_combat_of_the_dead_is_passed_over() -> None:
    session = seat(COMBATS, table(*(figure(tag) for tag in "abcd")))
    order(session, "pair", who=tags("a", "b"))
    order(session, "pair", who=tags("c", "d"))
    assert COMBATS.may_act(session.encounter) == ("combat-1", "combat-2")
    order(session, "damage", who=tags("a", "b"), amount=Counted(n=1))
    assert COMBATS.may_act(session.encounter) == ("combat-2",)


# -------------------------------------------------------------------- cards


def a_round() -> Session:
    table_group = Group(
        tag=TABLE, name="the table", kind="table", traits={"dice": "table"}, tracks={"fire": Track(now=0, most=2)}
    )
    start = table(
        figure("brute", side="heroes", kind="hero"),
        figure("mind", side="heroes", kind="hero"),
        figure("b1", side="monsters", skill=1),
        figure("b2", side="monsters", skill=2, note="elite"),
        figure("b3", side="monsters", skill=3),
        figure("c1", side="monsters", skill=1),
        monster_type("bones", ("slow", "fast"), ("b1", "b2", "b3")),
        monster_type("cult", ("even",), ("c1",)),
        monster_type("ooze", ("still",), ()),
        card("slow", 60),
        card("fast", 20),
        card("even", 45),
        card("still", 1),
    )
    session = seat(CARDS, replace(start, groups={**start.groups, TABLE: table_group}))
    order(session, "select", who=tags("mind"), lead=Counted(n=45))
    return session


def test_standees_act_under_their_type_elites_first_heroes_before_monsters() -> None:
    session = a_round()
    with pytest.raises(Refused, match="brute has not chosen"):
        order(session, "reveal")
    order(session, "select", who=tags("brute"), lead=Counted(n=61))
    order(session, "reveal")
    assert keys(session) == ["card bones"]
    with pytest.raises(DoesNotFit):
        session.answer(Drew(cards=("even",)))
    session.answer(Drew(cards=("fast",)))
    session.answer(Drew(cards=("even",)))
    assert not session.questions, "a type without figures draws no card"
    assert [(s.who, s.under, s.label) for s in session.encounter.order] == [
        ("b2", "bones", "20"),
        ("b1", "bones", "20"),
        ("b3", "bones", "20"),
        ("mind", None, "45"),
        ("c1", "cult", "45"),
        ("brute", None, "61"),
    ]


def test_a_hidden_choice_is_marked_secret() -> None:
    assert a_round().entries()[-1].command.secret


def test_ties_are_put_to_the_players_and_an_empty_deck_comes_back() -> None:
    session = a_round()
    order(session, "select", who=tags("brute"), lead=Counted(n=45))
    order(session, "reveal")
    session.answer(Drew(cards=("slow",)))
    session.answer(Drew(cards=("even",)))
    assert keys(session) == ["tie brute mind"]
    session.answer(Chosen(option="mind"))
    assert [slot.who for slot in session.encounter.order][:2] == ["mind", "brute"]
    while session.encounter.phase == "turns":
        order(session, "next")
    for who in ("brute", "mind"):
        order(session, "select", who=tags(who), lead=Counted(n={"brute": 1, "mind": 2}[who]))
    order(session, "reveal")
    session.answer(Drew(cards=("fast",)))
    session.answer(Drew(cards=("even",)))
    assert session.encounter.groups["bones"].piles == {"deck": (), "shown": ("slow", "fast")}
    assert session.encounter.groups["cult"].piles == {"deck": (), "shown": ("even",)}


def test_elements_are_tracks_of_the_table_that_wane() -> None:
    session = a_round()
    order(session, "select", who=tags("brute"), lead=Counted(n=61))
    order(session, "reveal")
    session.throw()
    order(session, "infuse")
    session.throw()
    assert FIRE.of(session.encounter, TABLE) == 2
    while session.encounter.phase == "turns":
        order(session, "next")
    assert FIRE.of(session.encounter, TABLE) == 1
    waned = [e for entry in session.entries() for e in entry.events or () if isinstance(e, TrackChanged)]
    assert [(e.tag, e.by) for e in waned] == [(TABLE, 2), (TABLE, -1)]
