"""The values that a system file is read into."""

from pathlib import Path

import pytest

from referee.engine.dice.notation import read_dice
from referee.rules.open_table.language.effects import Duration, Event
from referee.rules.open_table.language.expression import ZERO, Asked, Name
from referee.rules.open_table.language.file_check import check
from referee.rules.open_table.language.system_file import SystemFile, read_system
from referee.rules.open_table.play.amounts.evaluation import Thrown
from referee.rules.open_table.play.dice_tests.outcomes import terms_of
from referee.rules.registry import shipped

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def fifth() -> SystemFile:
    return read_system(shipped("fifth"), "fifth.toml").default


def example(name: str) -> SystemFile:
    return read_system((HERE / f"{name}.toml").read_bytes(), name).default


def test_a_thing_says_its_act_before_the_action_does(fifth: SystemFile) -> None:
    breath = fifth.things["fire_breath"].act.laid_over(fifth.actions["power"].act)
    assert (breath.turn, breath.targets, breath.spared, breath.tests) == ("any", "many", "half", ("save dex",))
    assert str(breath.effect.damage[0].amount) == "18d6" and breath.effect.damage[0].type == "fire"
    sword = fifth.things["longsword"].act.laid_over(fifth.actions["attack"].act)
    assert sword.tests == ("attack",) and str(sword.times) == "{attacks}" and sword.effect.damage[0].type == "slashing"
    assert (
        str(fifth.things["longsword"].values["crit"]) == "{critical_on}"
        and fifth.things["shortbow"].values["ranged"] is True
    )


def test_damage_of_several_types_is_several_parts(fifth: SystemFile) -> None:
    parts = fifth.things["dragon_bite"].act.effect.damage
    assert [(str(part.amount), part.type) for part in parts] == [("2d10 + 8", "piercing"), ("2d6", "fire")]


def test_a_kind_has_the_values_of_the_one_that_it_is_like(fifth: SystemFile) -> None:
    fighter = fifth.kinds["fighter"]
    assert (fighter.side, fighter.title, fighter.traits["death_saves"]) == ("heroes", "Fighter", True)
    assert str(fighter.tracks["hp"].now) == "44" and fighter.things == ("longsword", "second_wind")
    runner = example("dice_pool").kinds["runner"]
    assert (str(runner.tracks["stress"].now), str(runner.tracks["stress"].most)) == ("0", "5")


def test_what_is_wrong_with_a_kind_is_said_once() -> None:
    text = (
        'format = 1\n[system]\nname = "x"\nblurb = "x"\n[kind.a]\nshort = 3\n[kind.b]\nlike = "a"\n[kind.c]\nlike = "b"'
    )
    assert check(text.encode(), "f").errors == ("f, line 6, kind.a.short: must be a text, not 3.",)


@pytest.mark.parametrize(
    "text, duration",
    [
        ("open", Duration()),
        ("start of bearer", Duration("turns", 1, "start", "bearer")),
        ("end of by", Duration("turns", 1, "end", "by")),
        ("3 starts of bearer", Duration("turns", 3, "start", "bearer")),
        ("1 end of by", Duration("turns", 1, "end", "by")),
        ("10 rounds", Duration("rounds", 10)),
        ("1 round", Duration("rounds", 1)),
        ("fight", Duration("fight")),
        ("nap", Duration("rest", rest="nap")),
    ],
)
def test_how_long_a_condition_lies(text: str, duration: Duration) -> None:
    file = f'format = 1\n[system]\nname = "x"\nblurb = "x"\n[rest.nap]\n[condition.c]\nfor = "{text}"\n'
    assert read_system(file.encode(), "x.toml").default.conditions["c"].lasts == duration


@pytest.mark.parametrize(
    "text", ["0 rounds", "1000000 rounds", "rounds", "end of ann", "start", "10 rounds of by", "²  rounds"]
)
def test_what_is_no_duration(text: str) -> None:
    file = f'format = 1\n[system]\nname = "x"\nblurb = "x"\n[condition.c]\nfor = "{text}"\n[kind.orc]\n'
    (error,) = check(file.encode(), "x.toml").errors
    assert error.startswith("x.toml, line 6, condition.c.for: ") and "is not a duration" in error


def test_events_name_tests_and_conditions(fifth: SystemFile) -> None:
    saves = tuple(f"save {word}" for word in ("str", "dex", "con", "int", "wis", "cha"))
    saves += ("brace", "death")  # each is one of all saves
    assert fifth.events[-1].event == Event("fails", saves) and fifth.events[-1].effect.result == "success"
    assert fifth.conditions["concentrating"].ends[0].event == Event("gains", what="incapacitated")


def test_other_words_mean_the_same(fifth: SystemFile) -> None:
    assert fifth.symbols.find("condition", "paralyzed") == ("paralysed",)


def test_what_the_referee_types_is_an_amount_too(fifth: SystemFile) -> None:
    assert isinstance(fifth.rests["short"].effect.heal, Asked)


def test_a_test_says_whether_a_low_roll_is_good() -> None:
    percentile = example("percentile")
    assert percentile.tests["fight"].low_is_good and percentile.tests["fight"].advantage.kind == "bonus"
    pool = example("dice_pool").tests["hit"]
    assert not pool.low_is_good and (pool.advantage.kind, str(pool.advantage.amount)) == ("dice", "1")
    assert str(pool.count) == ">= 5" and pool.against != ZERO


class Nothing:
    def value(self, name: Name) -> int:
        return 0


@pytest.mark.parametrize(
    ("dice", "faces", "die", "hits", "misses"),
    [
        ("2d6", (6, 5), 6, 2, 0),
        ("2d6r1", (1, 5, 6), 5, 2, 0),
        ("3d6kh2", (2, 5, 4), 5, 1, 1),
        ("3d6kl2", (6, 5, 4), 5, 1, 1),
    ],
)
def test_only_dice_that_count_make_a_test(dice: str, faces: tuple[int, ...], die: int, hits: int, misses: int) -> None:
    """A die that is thrown again or dropped is neither a hit, nor a miss, nor the die that is looked at."""
    pools = read_dice(dice).pools
    own = Thrown(pools[0].total(faces), (), (faces,), pools)
    terms = terms_of(example("dice_pool").tests["hit"], own, Thrown(0, ()), pools, Nothing())
    assert (terms["die"], terms["hits"], terms["misses"]) == (die, hits, misses)


def test_an_option_without_keys_is_only_named(fifth: SystemFile) -> None:
    assert fifth.options["flanking"].sets == () and fifth.options["crit"].sets[0][1][0] == "dice x2"


def test_keys_with_thousands_of_dots_are_refused() -> None:
    text = "format = 1\n[track.x]\neach = ['a']\n" + "b." * 5_000 + "b = '@'\n"
    (error, *_) = check(text.encode(), "deep.toml").errors
    assert "too deep" in error or "not known" in error


def test_the_choices_by_which_a_file_stands_as_it_is_are_not_read_again() -> None:
    source = read_system(shipped("fifth"), "fifth")
    assert source.under({}) is source.default
    assert source.under({"grapple_by": "save"}) is not source.default
