"""What holds of Gloomhaven beside its transcripts: cards, parts, levels, few keys, and that going back is exact."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare, play
from referee.engine.dice.chance import AppDice
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import TABLE
from referee.engine.state.encounter import Encounter
from referee.rules.gloomhaven import conditions, kinds
from referee.rules.gloomhaven.ability import problem, read_abilities, said
from referee.rules.gloomhaven.kinds import BOTTOM, CHARACTER, INITIATIVE, MONSTER, PARTS, TOP
from referee.rules.gloomhaven.modifiers import MODS, STANDARD, counting, enough, result
from referee.rules.gloomhaven.scenario import GOLD_PER_TOKEN, TRACKS, recommended
from referee.words import conditions as words
from tests.rules.gloomhaven.table import HERE, load
from tests.rules.shelf import any_answer

RULES = load("gloomhaven")
CARDS = st.sampled_from(sorted(MODS))


# -------------------------------------------------------------------- modifier cards


def test_a_deck_is_twenty_cards() -> None:
    assert len(STANDARD) == 20
    assert sorted(map(STANDARD.count, set(STANDARD))) == [1, 1, 1, 1, 5, 5, 6]
    assert sum(MODS[card].value for card in STANDARD) == 0


@given(base=st.integers(0, 12), first=CARDS, second=CARDS)
def test_the_better_of_two_is_never_less_than_the_worse(base: int, first: str, second: str) -> None:
    final = [card for card in (first, second) if not MODS[card].rolling]
    best, worst = (result(base, counting(base, (first, second), edge)) for edge in (1, -1))
    assert not final or best >= worst
    if len(final) == 2:
        assert best == max(result(base, (card,)) for card in final)
        assert worst == min(result(base, (card,)) for card in final)


@given(base=st.integers(0, 12), rolls=st.lists(st.sampled_from(["rolling-1", "rolling-2"]), max_size=4))
def test_rolling_cards_add_up_before_doubling(base: int, rolls: list[str]) -> None:
    added = sum(MODS[card].value for card in rolls)
    assert result(base, (*rolls, "x2")) == 2 * (base + added)
    assert result(base, (*rolls, "curse")) == 0
    assert not enough(rolls, 0)


# -------------------------------------------------------------------- levels, parts, the box


@pytest.mark.parametrize(
    ("levels", "level"),
    [((1,), 1), ((1, 1, 1, 1), 1), ((3, 4), 2), ((2, 2), 1), ((5, 5, 6), 3), ((9,) * 4, 5), ((), 1)],
)
def test_the_recommended_level(levels: tuple[int, ...], level: int) -> None:
    assert recommended(levels) == level


def test_gold_never_falls_with_the_level() -> None:
    assert len(GOLD_PER_TOKEN) == 8
    assert all(one <= other for one, other in pairwise(GOLD_PER_TOKEN))


@pytest.mark.parametrize(
    "text",
    [
        "fly 3",
        "attack",
        "attack x",
        "infuse mud",
        "heal 2 range",
        "summon",
        "attack 2 fire+",
        "heal -1",
        "shield 0",
        "summon dog hp 0",
        "attack 2 range 100",
        "attack 100",
    ],
)
def test_what_is_no_ability_is_refused(text: str) -> None:
    assert problem(text)
    with pytest.raises(NotUnderstood):
        read_abilities(text)


def test_all_that_the_box_holds_can_be_read() -> None:
    assert len(kinds.monster_types()) == 4
    assert len(kinds.character_classes()) == 4
    for kind, monster_type in kinds.monster_types().items():
        cards = kinds.cards_of(MONSTER, kind)
        assert len({card.traits[INITIATIVE.name] for card in cards}) == len(cards) == 8
        for card in cards:
            assert _reads(str(card.traits[PARTS.name]))
        for level in range(8):
            assert monster_type.sheet("elite", level)["hp"] >= monster_type.sheet("normal", level)["hp"]
    for character in kinds.character_classes().values():
        hand = kinds.cards_of(CHARACTER, character.kind)
        assert len({card.traits[INITIATIVE.name] for card in hand}) == len(hand) == character.cards
        for card in hand:
            assert _reads(str(card.traits[TOP.name])) and _reads(str(card.traits[BOTTOM.name]))
    for item in kinds.items().values():
        assert _reads(str(item.traits[PARTS.name]))


def _reads(text: str) -> bool:
    """Are there parts, and do they read the same again?"""
    parts = read_abilities(text)
    again = "; ".join(f"text {said(part)}" if part.kind == "text" else said(part) for part in parts)
    return bool(parts) and read_abilities(again) == parts


def test_no_two_verbs_share_a_key() -> None:
    keys = [verb.hotkey for verb in RULES.verbs if verb.hotkey]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set("nuUdhrlqemD:?/+-0123456789")


# -------------------------------------------------------------------- keys


def test_a_round_of_bare_numbers_takes_few_keys() -> None:
    text = (HERE / "numbers_only.txt").read_text(encoding="utf-8")
    assert play(text, load).failures == []
    lines = text.partition("# the round\n")[2].splitlines()
    keys = sum(_keys(line) for line in lines if line and line[0] not in "=#")
    assert keys <= 60


def _keys(line: str) -> int:
    """A verb is one key; an answer is its letters and Enter; modifier cards are the dice of this game."""
    if line[0] != "<":
        assert " " not in line, "a verb by its key says nothing more"
        return 1
    answer = line[1:].strip()
    return 0 if answer[:1] in ("+", "-") else len(answer) + 1


# -------------------------------------------------------------------- back and forth

LINES = (
    "next", "next", "next", "act", "act", "attack", "pick", "play", "item", "rest", "bless mira", "curse bg1",
    "infuse fire", "infuse dark", "consume fire", "condition mira muddle", "condition bg1 stun", "condition sly poison",
    "condition bg2 wound", "heal sly 1", "damage bg2 1", "damage mira 2", "loot", "summon wolf hp 3 attack 2",
    "add ash-hound 1 elite 2", "remove bg1", "trap sly", "xp mira", "add bandit-guard 4",
)  # fmt: skip
SET_UP = (
    "add warden Mira item=oak-buckler item=draught",
    "add cutpurse Sly",
    "add bandit-guard 1 elite 2",
    "add living-bones 1",
)


@pytest.mark.one_in(6)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), backs=st.lists(st.integers(1, 30), min_size=1, max_size=4))
def test_after_any_number_of_undos_all_is_exactly_as_it_was(seed: int, backs: list[int]) -> None:
    random = Random(seed)
    session = Session(RULES, MemoryStepLog(bare(RULES)), app=AppDice(random))
    seen = {0: _kept(session.encounter)}
    for line in SET_UP:
        run_line(session, line)
        seen[session.step_log.position] = _kept(session.encounter)
    _play_on(session, random, seen, 40)
    for back in backs:
        for _ in range(back):
            if session.step_log.position:
                session.undo(inside=random.random() < 0.5)
            assert _kept(session.encounter) == seen[session.step_log.position]
        for _ in range(random.randint(0, back)):
            if session.step_log.position < len(session.step_log):
                session.redo(inside=True)
                assert _kept(session.encounter) == seen[session.step_log.position]
        _play_on(session, random, seen, 5)


def _play_on(session: Session, random: Random, seen: dict[int, object], steps: int) -> None:
    """Orders and answers of any sort; what is refused changes nothing."""
    for _ in range(steps):
        before = _kept(session.encounter)
        try:
            if session.questions and random.random() < 0.9:
                question = random.choice(session.questions)
                session.answer(any_answer(question, session.encounter, AppDice(random), random), question.key)
            else:
                run_line(session, random.choice(LINES))
        except Problem:
            assert _kept(session.encounter) == before
        seen[session.step_log.position] = _kept(session.encounter)


def _kept(encounter: Encounter) -> object:
    """Every pile, element and condition, the order and whose turn it is."""
    bearers = (*encounter.figures.values(), *encounter.groups.values())
    piles = {bearer.tag: {name: pile for name, pile in bearer.piles.items() if pile} for bearer in bearers}
    ailing = {bearer.tag: bearer.conditions for bearer in bearers}
    elements = {name: track.of(encounter, TABLE) for name, track in TRACKS.items()}
    return piles, ailing, elements, encounter.order, encounter.turn, encounter.round, encounter.phase, encounter


def test_a_condition_may_last_until_its_bearer_suffers_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    ward = conditions.ConditionRules("ward", "halves one damage", ("GH-35",), lasts="until damaged", good=True)
    monkeypatch.setattr(conditions, "CONDITIONS", (*conditions.CONDITIONS, ward))
    monkeypatch.setattr(conditions, "INFLICTED", (*conditions.INFLICTED, ward.name))
    session = Session(replace(RULES, conditions=conditions.CONDITIONS), MemoryStepLog(Encounter(system="gloomhaven")))

    def ailments() -> list[str]:
        return words.ailments(session.encounter, session.encounter.figures["o1"])

    run_line(session, "add monster Ogre 1 hp=10")
    run_line(session, "condition o1 ward")
    assert ailments() == ["ward (until damaged)"]
    run_line(session, "heal o1 2")
    assert ailments() == ["ward (until damaged)"]
    run_line(session, "damage o1 1")
    assert ailments() == []
