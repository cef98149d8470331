"""The referee's own verbs, at a table where they may come at any time."""

import pytest
from msgspec.structs import replace

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.contract.condition_kind import ConditionKind, Stacking
from referee.engine.contract.value_rules import ValueRules
from referee.engine.events.event import Term
from referee.engine.problem import Problem, Refused
from referee.engine.questions.answer import Answer, Chosen, Counted, Picked, Said
from referee.engine.questions.typed_questions import Text
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.condition import Until
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.verb import Given
from referee.rules import registry
from tests.engine.toys.box import faces, figure, game, order, seat, standing, table, tags
from tests.engine.toys.combats import COMBATS
from tests.engine.toys.fights import FIGHTS
from tests.engine.typed import typed


def said(text: str) -> Said:
    return Said(text=text)


def three() -> Session:
    session = seat(FIGHTS, table(*(figure(tag, wounds=3) for tag in ("ulf", "ann", "bo"))))
    begin(session)
    return session


def begin(session: Session) -> None:
    """A fight of all against all, Ulf first."""
    order(session, "engage", first=tags("ulf"), second=tags("ann"))
    order(session, "next")


def free() -> Session:
    """A table without a fight, on which all have a turn in the order they came."""
    from tests.engine.toys.symbols import SYMBOLS

    session = seat(SYMBOLS, table(*(figure(tag, wounds=3) for tag in ("ulf", "ann", "bo"))))
    order(session, "next")
    return session


def line(session: Session) -> str:
    """The order as it will be played, with the turn first."""
    left = [slot for slot in session.encounter.order if not slot.acted and slot.who != session.encounter.turn]
    left.sort(key=lambda slot: slot.step)
    waiting = " ".join(f"({slot.who})" if slot.held else slot.who for slot in left)
    return f"{session.encounter.turn or '-'}: {waiting}"


def test_everybody_moves_in_the_order() -> None:
    session = free()
    assert line(session) == "ulf: ann bo"
    order(session, "move", who=tags("bo"), before=tags("ann"))
    assert line(session) == "ulf: bo ann"
    order(session, "move", who=tags("bo"), before=Picked(tags=()))
    assert line(session) == "ulf: ann bo"
    with pytest.raises(Refused):
        order(session, "move", who=tags("bo"), before=tags("bo"))
    order(session, "next")
    assert line(session) == "ann: bo"


def test_who_waits_is_passed_over_and_acts_when_it_returns() -> None:
    session = free()
    order(session, "hold", who=tags("ann"))
    assert line(session) == "ulf: (ann) bo"
    order(session, "next")
    assert line(session) == "bo: (ann)"
    order(session, "return")
    assert line(session) == "bo: ann"
    order(session, "next")
    assert line(session) == "ann: "


def test_who_waits_in_its_own_turn_goes_on_without_a_second_start() -> None:
    session = free()
    order(session, "next")
    order(session, "condition", who=tags("ulf"), kind=said("prone"), details=said("3"))
    for _ in range(2):
        order(session, "next")
    assert session.encounter.turn == "ulf" and prone(session) == 2
    order(session, "hold", who=tags("ulf"))
    assert line(session) == "-: (ulf) ann bo"
    order(session, "return", who=tags("ulf"))
    assert line(session) == "ulf: ann bo" and prone(session) == 2
    order(session, "hold", who=tags("ulf"), then=said("next"))
    assert line(session) == "ann: (ulf) bo", "whoever follows begins"
    order(session, "return", who=tags("ulf"))
    assert line(session) == "ann: ulf bo" and prone(session) == 2
    order(session, "next")
    assert line(session) == "ulf: bo" and prone(session) == 2
    for _ in range(2):
        order(session, "next")
    assert session.encounter.turn == "ulf" and prone(session) == 1, "a new round is a new start"


def test_whoever_follows_one_who_waits_begins_in_the_same_act_if_that_is_said() -> None:
    session = free()
    before = session.encounter
    typed(session, "hold ulf next")
    assert line(session) == "ann: (ulf) bo"
    assert [entry.command.verb for entry in session.entries()][-1] == "hold"
    session.undo()
    assert session.encounter == before
    session.redo()
    assert line(session) == "ann: (ulf) bo"


def test_nobodys_turn_begins_where_only_those_are_left_who_wait() -> None:
    session = free()
    typed(session, "hold bo next")
    assert line(session) == "ulf: ann (bo)", "it was not its turn"
    typed(session, "hold ulf NEXT", "hold ann next")
    assert line(session) == "-: (ulf) (ann) (bo)"


def test_only_next_may_be_said_after_who_waits() -> None:
    session = free()
    for wrong in ("hold ulf ann", "hold ulf nex"):
        with pytest.raises(Problem, match="Type next to begin the next turn"):
            typed(session, wrong)
    with pytest.raises(Problem, match="one word too many"):
        typed(session, "hold ulf next ann")
    assert line(session) == "ulf: ann bo"


def test_a_turn_that_had_not_begun_has_its_start_on_return() -> None:
    session = free()
    order(session, "condition", who=tags("ann"), kind=said("prone"), details=said("3"))
    order(session, "hold", who=tags("ann"))
    order(session, "next")
    assert prone(session, "ann") == 3
    order(session, "return")
    order(session, "next")
    assert session.encounter.turn == "ann" and prone(session, "ann") == 2


def test_a_group_whose_turn_it_is_can_neither_wait_nor_come_back() -> None:
    session = seat(COMBATS, table(*(figure(tag, side=tag) for tag in ("ulf", "ann", "bo", "eve"))))
    order(session, "pair", who=tags("ulf", "ann"))
    order(session, "pair", who=tags("bo", "eve"))
    order(session, "hold", who=tags("combat-1"))
    order(session, "return", who=tags("combat-1"))
    order(session, "hold", who=tags("combat-2"))
    order(session, "fight", combat=tags("combat-1"))
    before = session.encounter
    with pytest.raises(Refused, match="combat-1 cannot wait now: that turn has begun"):
        order(session, "hold", who=tags("combat-1"))
    assert session.encounter is before and session.questions


def prone(session: Session, tag: str = "ulf") -> int:
    (condition,) = session.encounter.figures[tag].conditions
    assert condition.until is not None
    return condition.until.left


def test_nobody_waits_and_nobody_is_left_to_wait() -> None:
    session = free()
    with pytest.raises(Refused, match="Nobody is waiting"):
        order(session, "return")
    session = seat(FIGHTS, table(figure("ulf")))
    with pytest.raises(Refused, match="Nobody in the order can wait"):
        order(session, "hold")
    with pytest.raises(Refused, match="is not in the order"):
        order(session, "move", who=tags("ulf"), before=Picked(tags=()))


def test_figures_come_and_go() -> None:
    session = free()
    order(session, "add", kind=Chosen(option="rat"), details=said("x2 wounds=2"))
    order(session, "clone", who=tags("r2"), copies=Counted(n=2))
    assert [f.name for f in session.encounter.figures.values()][3:] == ["Rat 1", "Rat 2", "Rat 3", "Rat 4"]
    order(session, "remove", who=tags("ulf", "r1"))
    assert standing(session)["ulf"] == "away" and session.encounter.turn == "ann"
    with pytest.raises(Refused):
        order(session, "damage", who=tags("ulf"), amount=Counted(n=1))
    order(session, "set", who=tags("ulf"), what=Chosen(option="standing"), value=said("up"))
    assert standing(session)["ulf"] == "up"


def test_a_copy_is_fresh_and_never_takes_the_tag_of_a_thing() -> None:
    ulf = figure("ulf", wounds=3)
    session = seat(FIGHTS, table(ulf, Thing(tag="u1", name="U1", kind="card")))
    order(session, "damage", who=tags("ulf"), amount=Counted(n=2))
    order(session, "condition", who=tags("ulf"), kind=said("prone"))
    order(session, "clone")
    copy = session.encounter.figures["u2"]
    assert (copy.name, copy.side, copy.tracks["wounds"].now, copy.conditions) == ("Ulf 2", "u2", 3, ())


def test_a_table_has_room_for_five_hundred() -> None:
    session = seat(FIGHTS, table(*(figure(f"g{n}") for n in range(499))))
    with pytest.raises(Refused, match="500"):
        order(session, "add", kind=Chosen(option="rat"), details=said("x2"))
    order(session, "add", kind=Chosen(option="rat"))
    assert len(session.encounter.figures) == 500


@pytest.mark.parametrize(
    ("what", "word", "after"),
    [
        ("wounds", "1", (1, 3)),
        ("wounds", "+1", (3, 3)),
        ("wounds", "-9", (0, 3)),
        ("wounds", "5", (5, 5)),
        ("wounds", "2/8", (2, 8)),
        ("wounds", "0/1", (0, 1)),
    ],
)
def test_tracks_are_set(what: str, word: str, after: tuple[int, int]) -> None:
    session = free()
    order(session, "set", who=tags("bo"), what=Chosen(option=what), value=said(word))
    track = session.encounter.figures["bo"].tracks[what]
    assert (track.now, track.most) == after
    assert standing(session)["bo"] == ("up" if after[0] else "dead")
    assert all(event.hand for event in session.entries()[-1].events or ())


def test_words_are_set() -> None:
    session = free()
    for what, word in (("skill", "3"), ("note", "holy sword"), ("side", "Red"), ("standing", "DYING")):
        order(session, "set", who=tags("ulf"), what=Chosen(option=what), value=said(word))
    ulf = session.encounter.figures["ulf"]
    assert (ulf.traits, ulf.side, ulf.standing) == ({"skill": 3, "note": "holy sword"}, "red", "dying")
    order(session, "set", who=tags("ulf"), what=Chosen(option="skill"), value=said("-"))
    assert session.encounter.figures["ulf"].traits == {"note": "holy sword"}


ULF: dict[str, Answer] = {"who": tags("ulf")}
REFUSED: list[tuple[str, dict[str, Answer]]] = [
    ("set", {**ULF, "what": Chosen(option="wounds"), "value": said("--5")}),
    ("set", {**ULF, "what": Chosen(option="wounds"), "value": said("٣")}),
    ("set", {**ULF, "what": Chosen(option="skill"), "value": said("1_000")}),
    ("set", {**ULF, "what": Chosen(option="skill"), "value": said("5e3")}),
    ("set", {**ULF, "what": Chosen(option="side"), "value": said("-")}),
    ("set", {**ULF, "what": Chosen(option="standing"), "value": said("flying")}),
    ("set", {**ULF, "what": Chosen(option="beauty"), "value": said("1")}),
    ("set", {"who": tags("zed"), "what": Chosen(option="wounds"), "value": said("1")}),
    ("damage", {**ULF, "amount": Counted(n=-1)}),
    ("damage", {**ULF, "amount": Counted(n=10_000)}),
    ("damage", {**ULF, "amount": said("1")}),
    ("damage", {"who": tags("ulf", "ulf"), "amount": Counted(n=1)}),
    ("condition", {**ULF, "kind": said("!!!")}),
    ("condition", {**ULF, "kind": said("prone"), "details": said("-3")}),
    ("lift", {**ULF, "kind": said("prone")}),
    ("add", {"kind": Chosen(option="dragon")}),
    ("add", {"kind": Chosen(option="rat"), "details": said("x99")}),
    ("clone", {**ULF, "copies": Counted(n=51)}),
    ("rename", {**ULF, "name": said("\x1b\u202e")}),
    ("dice", {"mode": Chosen(option="loaded")}),
    ("option", {}),
    ("roll", {"dice": said("0d6")}),
    ("roll", {"dice": said("5")}),
    ("roll", {"dice": said("hidden")}),
    ("hold", {**ULF, "then": said("ann")}),
    ("nonsense", {}),
]


@pytest.mark.parametrize(("verb", "given"), REFUSED)
def test_what_cannot_be_is_refused_in_a_sentence_and_changes_nothing(verb: str, given: dict[str, Answer]) -> None:
    session = free()
    before = (session.encounter, len(session.step_log), session.questions)
    with pytest.raises(Problem) as problem:
        order(session, verb, **given)
    assert (session.encounter, len(session.step_log), session.questions) == before
    assert str(problem.value).isprintable() and 5 < len(str(problem.value)) < 200


def test_conditions_by_hand_and_off_again() -> None:
    session = free()
    order(session, "condition", who=tags("ulf", "ann"), kind=said("poi"), details=said("end bo"))
    (poisoned,) = session.encounter.figures["ann"].conditions
    assert (poisoned.kind, poisoned.until) == ("poisoned", Until(edge="end", of="bo"))
    order(session, "lift", who=tags("ulf", "ann"), kind=said("poisoned"))
    assert not any(f.conditions for f in session.encounter.figures.values())


def test_what_turns_out_wrong_after_the_parameters_were_asked_is_refused_and_still_asked() -> None:
    session = free()
    order(session, "lift")
    session.answer(tags("ulf"), key="param who")
    with pytest.raises(Refused, match="Ulf is not prone"):
        session.answer(said("prone"))
    assert [question.key for question in session.questions] == ["param kind"]


def test_a_wrong_word_said_along_is_refused_when_it_comes_to_it() -> None:
    session = free()
    order(session, "damage", amount=Counted(n=-1))
    with pytest.raises(Refused, match="from 0 to 9999"):
        session.answer(tags("ulf"))
    assert [question.key for question in session.questions] == ["param who"]


def test_dice_for_whatever_the_table_needs() -> None:
    session = free()
    order(session, "roll", dice=said("2d6-d4+3"))
    session.answer(faces((5, 6), 2))
    (told,) = session.entries()[-1].events or ()
    assert told.t == "told" and told.text == "Rolled 2d6-d4+3: 5 6 · 2 = 12"
    assert told.terms == (Term("2d6", 11, ("5", "6")), Term("d4", -2, ("2",)), Term("", 3))
    order(session, "roll", dice=said("d20 hidden"))
    assert session.questions[0].hidden


def test_notes_and_names() -> None:
    session = free()
    order(session, "note", text=said("they parley"))
    order(session, "rename", who=tags("ulf"), name=said("Ulf the Grey"))
    assert session.encounter.name("ulf") == "Ulf the Grey"
    assert [e.t for entry in session.entries()[-2:] for e in entry.events or ()] == ["told", "renamed"]


def test_heal_and_who_throws() -> None:
    session = free()
    order(session, "damage", who=tags("ulf"), amount=Counted(n=2))
    order(session, "heal", who=tags("ulf"), amount=Counted(n=9))
    assert session.encounter.figures["ulf"].tracks["wounds"].now == 3
    order(session, "dice", mode=Chosen(option="app"))
    order(session, "roll", dice=said("3d6"))
    assert not session.questions


def test_removing_a_figure_in_the_middle_leaves_the_turn_where_it_is() -> None:
    session = three()
    order(session, "remove", who=tags("bo"))
    assert session.encounter.turn == "ulf"


def test_a_track_of_the_referees_own_comes_goes_and_changes() -> None:
    session = seat(game("open", values=ValueRules(own_tracks=True)), table())
    typed(session, "add player Ann mana=5", "set ann mana -2", "set ann ammo 12/20", "set ann ammo +3")
    assert {name: track.now for name, track in session.encounter.figures["ann"].tracks.items()} == {
        "wounds": 3,
        "items": 0,
        "mana": 3,
        "ammo": 15,
    }
    with pytest.raises(Problem, match="Did you mean wounds"):
        typed(session, "set ann wonds 3")
    with pytest.raises(Problem, match="has no gold yet"):
        typed(session, "set ann gold +3")
    with pytest.raises(Problem, match="There is no "):
        typed(seat(FIGHTS, table(figure("ann"))), "set ann mana 5")


def test_a_quoted_value_is_kept_whole() -> None:
    session = seat(FIGHTS, table(figure("ann")))
    typed(session, 'set ann note "vow vs Bob"', 'add player Imp note="vow vs Ann"')
    assert {tag: figure.traits["note"] for tag, figure in session.encounter.figures.items()} == {
        "ann": "vow vs Bob",
        "imp": "vow vs Ann",
    }


@pytest.mark.parametrize(
    ("value", "events"),
    [
        ("2", ["track"]),
        ("3", []),
        ("4", ["bound", "track"]),
        ("2/3", ["bound", "track"]),
        ("3/3", ["bound"]),
        ("+0", ["track"]),
    ],
)
def test_a_value_within_its_bound_leaves_the_bound_alone(value: str, events: list[str]) -> None:
    session = three()
    typed(session, f"set ulf wounds {value}")
    assert [event.t for event in session.entries()[-1].events or ()] == events


def test_who_returns_comes_before_all_who_have_not_acted_but_the_one_whose_turn_it_is() -> None:
    session = free()
    order(session, "hold", who=tags("bo"))
    order(session, "return", who=tags("bo"))
    assert line(session) == "ulf: bo ann"
    order(session, "hold", who=tags("ann"))
    order(session, "return", who=tags("ann"))
    assert line(session) == "ulf: ann bo"


def test_a_standing_of_none_takes_a_figure_off_the_table_and_out_of_the_order() -> None:
    session = free()
    order(session, "set", who=tags("ann"), what=Chosen(option="standing"), value=said("away"))
    again = free()
    order(again, "remove", who=tags("ann"))
    assert session.entries()[-1].events == again.entries()[-1].events


def test_what_is_not_there_is_not_changed_by_so_much() -> None:
    rules = registry.load("plain")
    session = Session(rules, MemoryStepLog(bare(rules)))
    run_line(session, "add hero Ulf")
    with pytest.raises(Refused, match=r"^Ulf has no luck yet. To give some: set ulf luck 5$"):
        run_line(session, "set ulf luck +1")


def test_only_one_is_renamed_at_a_time() -> None:
    session = free()
    with pytest.raises(Problem):
        order(session, "rename", who=tags("ulf", "ann"), name=said("Twin"))


@pytest.mark.parametrize("system", ["plain", "black_keep"])
def test_what_may_be_set_is_asked_in_a_sentence(system: str) -> None:
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    run_line(session, next(f"add {template.kind} Ulf" for template in rules.templates if template.kind != "lair"))
    run_line(session, "set ulf")
    question = session.question()
    assert question.prompt == "Which value?" and {"side", "standing"} <= {*question.options}  # type: ignore[attr-defined]


def test_who_is_renamed_is_asked_in_a_sentence() -> None:
    session = free()
    order(session, "rename")
    assert session.question().prompt == "Who gets another name?"


@pytest.mark.parametrize(
    ("who", "what", "word", "told"),
    [
        (("ann",), "hp", "+2", "hp 11"),
        (("ann",), "hp", "-2", "hp 7"),
        (("ann",), "hp", "2", ""),
        (("ann",), "note", "+2", ""),
        (("ann", "bob"), "hp", "+2", ""),
    ],
)
def test_a_change_of_one_track_of_one_figure_tells_what_it_comes_to(
    who: tuple[str, ...], what: str, word: str, told: str
) -> None:
    rules = registry.load("plain")
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in ("add hero Ann hp=9/20", "add hero Bob hp=9/20"):
        run_line(session, line)
    (value,) = (param for param in verb_of(rules, "set").params if param.name == "value")
    question = value.ask(session.situation, Given(who=Picked(tags=who), what=Chosen(option=what)))
    assert isinstance(question, Text) and question.comes_to(word) == told


def test_a_level_that_is_set_to_what_it_is_brings_nothing_again() -> None:
    brought: list[str] = []

    async def note(ledger: Ledger, tag: Tag, kind: str) -> None:
        brought.append(kind)

    levels = ConditionKind("tired", stacking=Stacking.ADDS, maximum=6)
    rules = replace(game("tiny"), conditions=(levels,), values=ValueRules(own_tracks=True), on_condition_added=note)
    session = seat(rules, table(figure("ann")))
    for line in ("set ann tired 2", "set ann tired 2", "set ann tired 1"):
        run_line(session, line)
    assert brought == ["tired"] and levels.value(session.encounter, "ann") == 1
