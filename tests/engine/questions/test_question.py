"""Questions: what they read, and what they refuse."""

import pytest
from msgspec.structs import replace

from referee.engine.dice.dice import Keep, Pool, Reroll
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.problem import DoesNotFit, NotUnderstood
from referee.engine.questions.answer import Answer, Chosen, Confirmed, Counted, Drew, Picked, Rolled, Said
from referee.engine.questions.ask import require_accepted
from referee.engine.questions.question import AnyQuestion, Choose, Offer, Pick, Reasons
from referee.engine.questions.typed_questions import Amount, Confirm, Text
from referee.engine.state.bearer import Thing
from referee.engine.state.board import Board
from referee.text.unknown_word import NoSuchWord
from tests.engine.toys.box import faces, figure, table
from tests.engine.toys.symbols import BLACK, RED

TABLE = table(*(figure(tag) for tag in ("ulf", "ulrik", "ann", "r1", "r2", "r3")))


def roll(*pools: Pool, sum_will_do: bool = False) -> Roll:
    return Roll(key="k", prompt="?", pools=pools, sum_will_do=sum_will_do)


D6, TWO, D20 = Pool("a"), Pool("b", count=2), Pool("c", sides=20)
BURST = Pool("a", explode=6)


@pytest.mark.parametrize(
    ("asked", "text", "read"),
    [
        (roll(D6), "4", faces(4)),
        (roll(D6), " 4 ", faces(4)),
        (roll(TWO), "4 5", faces((4, 5))),
        (roll(TWO), "4,5", faces((4, 5))),
        (roll(TWO), "4", faces((4,))),
        (roll(TWO), "", faces(())),
        (roll(D6, TWO), "1 2 3", faces(1, (2, 3))),
        (roll(D6, TWO), "1/2 3", faces(1, (2, 3))),
        (roll(TWO, D6), "1 / 3", faces((1,), 3)),
        (roll(TWO, D6), "/ 3", faces((), 3)),
        (roll(TWO, D6), "645", faces((6, 4), 5)),
        (roll(TWO, D6), "6/5", faces((6,), 5)),
        (roll(BURST, D20), "661 12", faces((6, 6, 1), 12)),
        (roll(BURST, D6), "6 6 1 5", faces((6, 6, 1), 5)),
        (roll(BURST, D6), "6 / 5", faces((6,), 5)),
        (roll(TWO, sum_will_do=True), "=7", Rolled(faces=(), by=(), sum=7)),
        (roll(TWO, sum_will_do=True), "=7,", Rolled(faces=(), by=(), sum=7)),
        (roll(TWO, sum_will_do=True), "7", Rolled(faces=(), by=(), sum=7)),
        (roll(TWO, sum_will_do=True), "6", faces((6,))),
        (roll(TWO, sum_will_do=True), "10", Rolled(faces=(), by=(), sum=10)),
        (roll(TWO, sum_will_do=True), "13", faces((1, 3))),
        (roll(TWO, sum_will_do=True), "1 2", faces((1, 2))),
        (roll(TWO, sum_will_do=True), "=12", Rolled(faces=(), by=(), sum=12)),
        (roll(Pool("b", 3), sum_will_do=True), "436", faces((4, 3, 6))),
        (roll(Pool("b", 3), sum_will_do=True), "14", Rolled(faces=(), by=(), sum=14)),
        (roll(D6, sum_will_do=True), "=3", Rolled(faces=(), by=(), sum=3)),
        (roll(Pool("r", 2, die=RED), Pool("p", die=BLACK)), "131 x enh", faces((1, 0), 1)),
        (roll(Pool("r", 2, die=RED), Pool("p", die=BLACK)), "131", faces((1,), ())),
        (roll(Pool("r", 2, die=RED), Pool("p", die=BLACK)), "/ Surge", faces((), 4)),
    ],
)
def test_dice_typed(asked: Roll, text: str, read: Rolled) -> None:
    assert asked.read(TABLE, text) == read


@pytest.mark.parametrize(
    ("asked", "text", "why"),
    [
        (roll(D6), "7", "A d6 never shows 7."),
        (roll(D6), "0", "A d6 never shows 0."),
        (roll(D6), "-3", "A d6 never shows -3."),
        (roll(D6), "٣", "shows 1 to"),
        (roll(TWO), "47", "A d6 never shows 7."),
        (roll(TWO), "123", "Too many dice. Roll two d6."),
        (roll(D20), "21", "A d20 never shows 21."),
        (roll(D6), "--5", "shows 1 to"),
        (roll(D6), "1_0", "shows 1 to"),
        (roll(D6), "5e3", "shows 1 to"),
        (roll(D6), "four", 'A d6 shows 1 to 6, not "four".'),
        (roll(D6), "4 5", "Too many dice. Roll d6."),
        (roll(D6), "=4", "shows 1 to"),
        (roll(D6), "/ 4", "Too many dice"),
        (roll(D6, D20), "9", "A d6 never shows 9."),
        (roll(TWO, sum_will_do=True), "=1", "These dice total 2 to 12, not 1"),
        (roll(TWO, sum_will_do=True), "17", "These dice total 2 to 12, not 17"),
        (roll(TWO, sum_will_do=True), "12", "12 could be dice or their total: type 1 2, or =12."),
        (roll(Pool("b", 3), sum_will_do=True), "43", "These dice total 3 to 18, not 43"),
        (roll(D6, sum_will_do=True), "7", "A d6 never shows 7."),
        (roll(TWO, sum_will_do=True), "=x", 'Total: "x" is not a number'),
        (roll(Pool("b", 2, keep=Keep(1)), sum_will_do=True), "=7", "shows 1 to"),
        (roll(Pool("r", die=RED)), "zoo", 'The red die has no "zoo". Faces: X, 131'),
        (roll(), "4", "no dice to roll"),
    ],
)
def test_dice_that_cannot_be(asked: Roll, text: str, why: str) -> None:
    with pytest.raises(NotUnderstood) as problem:
        asked.read(TABLE, text)
    assert why in str(problem.value)
    if not asked.pools:
        assert str(problem.value) == "There are no dice to roll."


NEVER: list[tuple[AnyQuestion, Answer]] = [
    (roll(D6), Said(text="6")),
    (roll(D6), faces(7)),
    (roll(D6), faces(0)),
    (roll(D6), faces(())),
    (roll(D6), faces((1, 2))),
    (roll(D6), faces(1, 1)),
    (roll(D6), Rolled(faces=(), by=())),
    (roll(D6), Rolled(faces=((4,),), by=())),
    (roll(D6), Rolled(faces=((4,),), by=(("table", "table"),))),
    (roll(D6), Rolled(faces=(), by=(), sum=4)),
    (roll(TWO, sum_will_do=True), Rolled(faces=(), by=(), sum=1)),
    (roll(TWO, sum_will_do=True), Rolled(faces=((99, 99),), by=(("table", "table"),), sum=7)),
    (roll(Pool("b", 2, keep=Keep(1)), sum_will_do=True), Rolled(faces=(), by=(), sum=7)),
    (roll(BURST), faces(6)),
    (roll(BURST), faces((6, 2, 3))),
    (roll(Pool("a", again=Reroll(1, 1))), faces(1)),
    (roll(Pool("r", die=RED)), faces(6)),
    (roll(Pool("r", die=RED)), faces(-1)),
    (Draw(key="k", prompt="?", pile=("ulf", "deck"), cards=("a", "a", "b"), count=2), Drew(cards=("b", "b"))),
    (Draw(key="k", prompt="?", pile=("ulf", "deck"), cards=("a",)), Drew(cards=())),
    (Choose(key="k", prompt="?", options=("a", "b"), barred={"b": "no"}), Chosen(option="b")),
    (Choose(key="k", prompt="?", options=("a",)), Chosen(option="c")),
    (Pick(key="k", prompt="?", among=("ulf", "ann")), Picked(tags=())),
    (Pick(key="k", prompt="?", among=("ulf", "ann")), Picked(tags=("ulf", "ann"))),
    (Pick(key="k", prompt="?", among=("ulf", "ann"), most=2), Picked(tags=("ulf", "ulf"))),
    (Pick(key="k", prompt="?", among=("ulf",)), Picked(tags=("r1",))),
    (Pick(key="k", prompt="?", among=("ulf",), barred={"ulf": "no"}), Picked(tags=("ulf",))),
    (Amount(key="k", prompt="?", least=1, most=3), Counted(n=4)),
    (Amount(key="k", prompt="?", least=1, most=3), Counted(n=0)),
    (Confirm(key="k", prompt="?"), Counted(n=1)),
    (Text(key="k", prompt="?"), Said(text="")),
    (Text(key="k", prompt="?", check=lambda text: "never"), Said(text="x")),
]


@pytest.mark.parametrize(("asked", "answer"), NEVER)
def test_answers_that_never_fit(asked: AnyQuestion, answer: Answer) -> None:
    with pytest.raises(DoesNotFit):
        require_accepted(asked, answer)


@pytest.mark.parametrize(
    ("asked", "text", "read"),
    [
        (Choose(key="k", prompt="?", options=("go on", "give up")), "go on", Chosen(option="go on")),
        (Choose(key="k", prompt="?", options=("go on", "give up")), "GI", Chosen(option="give up")),
        (Choose(key="k", prompt="?", options=("go", "go on")), "go", Chosen(option="go")),
        (Choose(key="k", prompt="?", options=("Go on", "b"), default="Go on"), "", Chosen(option="Go on")),
        (Pick(key="k", prompt="?", among=("ulf", "ann")), "Ulf", Picked(tags=("ulf",))),
        (Pick(key="k", prompt="?", among=("ulf", "ann"), default="ann"), "", Picked(tags=("ann",))),
        (Pick(key="k", prompt="?", among=("ulf", "ann"), least=0), "nobody", Picked(tags=())),
        (Pick(key="k", prompt="?", among=("ulf", "ann"), least=0, default="nobody"), "", Picked(tags=())),
        (Pick(key="k", prompt="?", among=("r1", "r2", "r3"), most=9), "r1 3", Picked(tags=("r1", "r3"))),
        (Pick(key="k", prompt="?", among=("r1", "r2", "r3"), most=9), "R2", Picked(tags=("r2",))),
        (Pick(key="k", prompt="?", among=("r1", "r2", "r3"), most=9), "all", Picked(tags=("r1", "r2", "r3"))),
        (Amount(key="k", prompt="?"), " 12 ", Counted(n=12)),
        (Amount(key="k", prompt="?", default=5), "", Counted(n=5)),
        (Confirm(key="k", prompt="?"), "Y", Confirmed(yes=True)),
        (Confirm(key="k", prompt="?"), "no", Confirmed(yes=False)),
        (Confirm(key="k", prompt="?", default=False), "", Confirmed(yes=False)),
        (Text(key="k", prompt="?"), "a\x1b[2J  b", Said(text="a[2J b")),
        (Text(key="k", prompt="?", optional=True), "", Said(text="")),
        (
            Draw(key="k", prompt="?", pile=("ulf", "deck"), cards=("r1", "r2"), count=2),
            "r2, r1",
            Drew(cards=("r2", "r1")),
        ),
    ],
)
def test_other_answers_typed(asked: AnyQuestion, text: str, read: Answer) -> None:
    assert asked.read(TABLE, text) == read
    assert asked.accepts(read) is None


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (Choose(key="k", prompt="?", options=("go on", "give up")), "g"),
        (Choose(key="k", prompt="?", options=("go on", "give up")), ""),
        (Choose(key="k", prompt="?", options=("a", "b"), barred={"b": "no"}), "b"),
        (Pick(key="k", prompt="?", among=("ulf", "ulrik")), "ul"),
        (Pick(key="k", prompt="?", among=("ulf", "ann")), ""),
        (Pick(key="k", prompt="?", among=("ulf", "ann"), least=0), ""),
        (Pick(key="k", prompt="?", among=("ulf",), barred={"ann": "no"}), "ann"),
        (Pick(key="k", prompt="?", among=("r1", "r2"), least=2, most=2), "r1"),
        (Amount(key="k", prompt="?"), "1000"),
        (Amount(key="k", prompt="?"), ""),
        (Amount(key="k", prompt="?"), "٣"),
        (Confirm(key="k", prompt="?"), ""),
        (Confirm(key="k", prompt="?"), "maybe"),
        (Text(key="k", prompt="?"), "\x00\x1b"),
        (Draw(key="k", prompt="?", pile=("ulf", "deck"), cards=("r1",)), ""),
        (Draw(key="k", prompt="?", pile=("ulf", "deck"), cards=("r1",)), "r1 r1"),
    ],
)
def test_what_is_not_understood(asked: AnyQuestion, text: str) -> None:
    with pytest.raises(NotUnderstood) as problem:
        asked.read(TABLE, text)
    assert str(problem.value).isprintable()


def test_a_throw_of_another_shape_lacks_nothing_and_is_refused() -> None:
    for answer in (faces(1, 1), faces(), Rolled(faces=((),), by=())):
        assert not roll(D6).lacks(answer)
        assert roll(D6).accepts(answer)
    assert roll(D6, TWO).lacks(faces(1, (1,)))


def test_a_card_is_called_by_the_number_printed_on_it() -> None:
    names = {"axe": "12 Axe", "bow": "1 Bow", "cap": "120 Cap", "dot": "+1", "ulf": "3 Ulf"}
    cards = {tag: Thing(tag=tag, name=name, kind="card") for tag, name in names.items() if tag != "ulf"}
    there = replace(table(figure("ulf")), things=cards)
    picking = Pick(key="k", prompt="?", among=("axe", "bow", "cap", "dot", "ulf"), barred={"cap": "no"})
    drawing = Draw(key="k", prompt="?", pile=("ulf", "deck"), cards=("axe", "bow"))
    numbers = {offer.word: offer.number for offer in picking.offers(there)}
    assert numbers == {"axe": 12, "bow": 1, "dot": None, "ulf": None, "cap": 120}
    assert [offer.number for offer in drawing.offers(there)] == [12, 1]
    assert picking.read(there, "1") == Picked(tags=("bow",)), "the whole number, not the beginning of another"
    assert drawing.read(there, "12") == Drew(cards=("axe",))


@pytest.mark.parametrize("most", [1, 2])
def test_an_unknown_word_is_told_what_can_be_chosen_and_not_what_cannot(most: int) -> None:
    picking = Pick(key="k", prompt="?", among=("r1", "r2"), most=most, barred={"ann": "no"})
    with pytest.raises(NotUnderstood, match=r"Choose: R1, R2\.$"):
        picking.read(TABLE, "zed")
    with pytest.raises(NotUnderstood, match=r"^no$"):
        picking.read(TABLE, "ann")


def test_a_name_with_a_full_stop_does_not_end_the_refusal_of_an_unknown_word() -> None:
    none = Choose(key="k", prompt="?", options=("net", "rope"), no_such=NoSuchWord("Dr. No has no", "", "Things"))
    with pytest.raises(NotUnderstood, match=r'^Dr\. No has no "axe"\. Things: net, rope\.$'):
        none.read(TABLE, "axe")
    many = replace(none, options=tuple(f"thing{n}" for n in range(20)))
    with pytest.raises(NotUnderstood, match=r'^Dr\. No has no "thinh7"\. Did you mean thing7\?$'):
        many.read(TABLE, "thinh7")


def test_what_is_expected_can_be_given() -> None:
    assert Choose(key="k", prompt="?", options=("a", "b", "c"), barred={"b": "no"}).expected(TABLE) == "Choose: a, c"
    picking = Pick(key="k", prompt="?", among=("r1", "r2", "ann"), barred={"ann": "no"})
    assert picking.expected(TABLE) == "Choose: r1, r2"


def test_where_nothing_can_be_chosen_nobody_is_not_what_is_expected() -> None:
    reasons: list[dict[str, str]] = [{}, {"ulf": "It is down."}, {"ulf": "It is down.", "r1": "It is far."}]
    questions: list[Pick | Choose] = []
    for barred in reasons:
        questions += [Pick(key="k", prompt="Who?", among=tuple(barred), barred=barred, least=n, most=2) for n in (0, 1)]
        questions.append(Choose(key="k", prompt="What?", options=tuple(barred), barred=barred))
    for question in questions:
        said = [question.expected(TABLE), *refusals(question)]
        assert not any("of nobody" in sentence for sentence in said), said
    assert "It is down." in refusals(questions[5])


def refusals(question: Pick | Choose) -> list[str]:
    """What is said of answers that are none."""
    said = [question.accepts(answer) for answer in (Picked(tags=("x",)), Picked(tags=("x", "x")), Chosen(option="x"))]
    out = [sentence for sentence in said if sentence]
    for text in ("x", "x,y", "", "g1-g2", "g7"):
        try:
            _ = question.read(TABLE, text)
        except NotUnderstood as problem:
            out.append(str(problem))
    return out


def test_what_is_expected_is_said_with_what_was_typed_instead_if_anything_was() -> None:
    question = Amount(key="k", prompt="?", least=1, most=3)
    assert str(question.wrong(TABLE, "x")) == 'Type a number from 1 to 3, not "x".'
    for nothing in ("", "  "):
        assert str(question.wrong(TABLE, nothing)) == "Type a number from 1 to 3."


def test_who_may_be_picked_is_told_with_the_distance_from_who_picks_but_for_that_one() -> None:
    board = Board(width=9, height=1).placed("ulf", ["a1"]).placed("ann", ["b1"]).placed("r1", ["f1"])
    here = replace(TABLE, board=board)
    among = ("ulf", "ann", "r1")
    told = {offer.word: offer.label for offer in Pick(key="k", prompt="?", among=among, near="ulf").offers(here)}
    assert told == {"ulf": "Ulf", "ann": "Ann, adjacent", "r1": "R1, 5 spaces away"}
    assert [offer.label for offer in Pick(key="k", prompt="?", among=among).offers(here)] == ["Ulf", "Ann", "R1"]


def test_cards_come_from_the_table_unless_the_app_draws_them() -> None:
    assert Drew(cards=("a",)).by == "table" and Drew(cards=("a",), by="app").by == "app"


def test_a_word_that_its_label_begins_with_is_not_said_beside_it() -> None:
    assert Offer("unarmed_strike_legendary", "Unarmed Strike (legendary) (1 of 3)").told.startswith("Unarmed")
    assert Offer("g1", "Goblin 1").told == "g1: Goblin 1"


def test_of_those_that_cannot_be_picked_a_reason_is_made_when_it_is_read() -> None:
    read: list[str] = []

    def reason(tag: str) -> str:
        read.append(tag)
        return f"{tag} is away."

    asked = Pick(key="who", prompt="Who?", among=("a", "b", "c"), barred=Reasons(("b", "c", "b"), reason))
    assert asked.among == ("a",) and "b" in asked.barred and len(asked.barred) == 2 and not read
    assert asked.accepts(Picked(tags=("c",))) == "c is away." and read == ["c"]
    assert asked.accepts(Picked(tags=("z",))) == "z cannot be chosen here. Others: a." and "z" not in asked.barred
    assert {**asked.barred} == {"b": "b is away.", "c": "c is away."} == asked.barred


def test_nothing_is_proposed_that_cannot_be_chosen() -> None:
    question = Choose(key="k", prompt="?", options=("stand", "crawl"), default="stand")
    assert question.proposed(TABLE) == Chosen(option="stand")
    assert replace(question, barred={"stand": "is held"}).proposed(TABLE) is None


def test_nothing_typed_chooses_nothing_even_where_there_is_one_option() -> None:
    with pytest.raises(NotUnderstood):
        Choose(key="k", prompt="?", options=("stand",)).read(TABLE, "")


def test_a_list_with_one_who_cannot_be_picked_says_why() -> None:
    question = Pick(key="k", prompt="?", among=("ulf", "ann"), barred={"r1": "Rat 1 is too far away."}, most=3)
    with pytest.raises(NotUnderstood, match=r"^Rat 1 is too far away"):
        question.read(TABLE, "ulf r1")


def test_many_dice_are_asked_for_with_a_total_that_is_likely() -> None:
    assert roll(Pool("a", count=8), sum_will_do=True).accepts(faces((1, 2, 3))) == (
        "Eight dice, you typed three. Or the total: =28"
    )


def test_where_there_is_little_room_the_sum_is_told_before_it_is_left_out() -> None:
    attack = Roll(key="k", prompt="Attack", pools=(D20,), added=3, total_will_do=True, goal="10 or more")
    briefs = [way.partition("d20")[2] for way in attack.ways_to_ask]
    assert briefs == [" (+3, or =total), 10 or more", " (+3), 10 or more", ", 10 or more", ""]
