"""The numbers of each creature agree with one another: hit points with its dice and its Constitution, attacks and saves
with an ability and its proficiency, experience with its challenge. What differs in the source is named here."""

import json
import re
from functools import cache

from referee import games as systems
from referee.engine.figures.figure_words import from_words
from referee.engine.state.bearer import Figure
from tests.srd.made import FILE, KINDS

FIGURES = {each["name"]: each for each in json.loads(FILE.read_text(encoding="utf-8"))["figures"]}
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
WORTH = {"1/8": 25, "1/4": 50, "1/2": 100}
WORTH |= dict(enumerate((10, 200, 450, 700, 1100, 1800, 2300, 2900, 3900, 5000, 5900, 7200, 8400, 10000, 11500, 13000)))
WORTH |= {16: 15000, 17: 18000, 18: 20000, 19: 22000, 20: 25000, 21: 33000, 22: 41000, 23: 50000, 24: 62000, 30: 155000}
WORTHLESS = {"Frog", "Sea Horse"}
"""Creatures without a way to do harm, which are worth nothing."""
AS_PRINTED = {
    "Adult Silver Dragon": "dc 22",
    "Assassin": "dc 15",
    "Bat": "hit 0",
    "Chain Devil": "dc 14, hit 8",
    "Clay Golem": "dc 15",
    "Cloaker": "dc 16",
    "Constrictor Snake": "dc 14",
    "Couatl": "hit 8",
    "Crab": "hit 0",
    "Dragon Turtle": "dc 18, dc 20",
    "Drow": "dc 13",
    "Elephant": "dc 12",
    "Ghast": "hit 3",
    "Giant Constrictor Snake": "dc 16",
    "Giant Octopus": "dc 16",
    "Giant Toad": "dc 13",
    "Giant Wasp": "dc 11",
    "Gorgon": "dc 13",
    "Gynosphinx": "hit 9",
    "Half-Red Dragon Veteran": "dc 15",
    "Horned Devil": "dc 12",
    "Iron Golem": "dc 19, hit 13",
    "Kraken": "dc 18, dc 23",
    "Lemure": "hit 3",
    "Lizard": "hit 0",
    "Marilith": "dc 19",
    "Ogre Zombie": "dc 5",
    "Otyugh": "dc 13",
    "Purple Worm": "hit 9",
    "Quasit": "hit 4",
    "Rat": "hit 0",
    "Roc": "dc 19",
    "Salamander": "dc 14",
    "Solar": "dc 15",
    "Tarrasque": "dc 20",
    "Triceratops": "dc 13",
    "Tyrannosaurus Rex": "dc 17",
    "Vampire": "dc 18",
    "Vampire Spawn": "dc 13",
    "Water Elemental": "dc 14",
    "Weretiger, Hybrid Form": "dc 14",
    "Weretiger, Tiger Form": "dc 14",
    "Zombie": "dc 5",
}
"""Numbers that are no sum of an ability and the proficiency, and stand so in the book."""


RULES = systems.load("fifth")


@cache
def figure_of(name: str) -> Figure:
    """A creature as it comes to the table."""
    return from_words(RULES, FIGURES[name]["words"]).figure


def value(words: str, name: str, default: str = "0") -> str:
    found = re.search(rf"(?<= ){name}=(\S+)", words)
    return found[1] if found else default


def described() -> dict[str, str]:
    """The words of each creature that is not a kind of the game's own file."""
    return {name: each["words"] for name, each in FIGURES.items() if "hp_dice=" in each["words"]}


def test_hit_points_are_the_average_of_dice_with_the_constitution_of_the_creature() -> None:
    found = described()
    assert len(found) > 320
    for name, words in found.items():
        dice = re.fullmatch(r"(\d+)d(\d+)([+-]\d+)?", value(words, "hp_dice"))
        assert dice is not None, name
        count, sides, more = int(dice[1]), int(dice[2]), int(dice[3] or 0)
        assert more == count * int(value(words, "con")), name
        assert int(value(words, "hp")) == count * (sides + 1) // 2 + more, name


def test_experience_is_that_of_the_challenge() -> None:
    for name, each in FIGURES.items():
        challenge = re.search(r", CR ([\d/]+) \(([\d,]+) XP\)", each["note"])
        assert challenge is not None, name
        worth = WORTH[challenge[1] if "/" in challenge[1] else int(challenge[1])]  # type: ignore[index]
        assert int(challenge[2].replace(",", "")) == (0 if name in WORTHLESS else worth), name


def test_attacks_and_saves_are_an_ability_and_the_proficiency() -> None:
    odd: dict[str, str] = {}
    for name, words in described().items():
        proficiency = int(value(words, "proficiency", "2"))
        sums = {int(value(words, ability)) + proficiency for ability in ABILITIES}
        own = re.sub(r'spell="[^"]*"', "", words)
        found = {f"dc {n}" for n in re.findall(r"\bdc='?(\d+)", own) if int(n) - 8 not in sums}
        found |= {f"hit {n}" for n in re.findall(r"\bhit=(-?\d+)", own) if int(n) not in sums}
        odd |= {name: ", ".join(sorted(found))} if found else {}
    assert odd == AS_PRINTED


def test_the_proficiency_is_that_of_the_challenge() -> None:
    odd: dict[str, str] = {}
    for name, each in FIGURES.items():
        challenge = re.search(r", CR ([\d/]+) ", each["note"])
        assert challenge is not None, name
        rating = 0 if "/" in challenge[1] else int(challenge[1])
        found = figure_of(name).traits.get("proficiency", 2)
        odd |= {name: f"{found}"} if found != 2 + max(0, rating - 1) // 4 else {}
    assert odd == {}


def test_spells_and_saves_are_an_ability_and_the_proficiency() -> None:
    odd: dict[str, str] = {}
    for name in FIGURES:
        traits = figure_of(name).traits
        proficiency, casting = int(traits.get("proficiency", 2)), int(traits.get("casting", 0))
        sums = {"spell_dc": 8 + proficiency + casting, "spell_hit": proficiency + casting}
        sums |= {f"{each}_save": int(traits.get(each, 0)) + proficiency for each in ABILITIES}
        found = [f"{key} {traits[key]}" for key, right in sums.items() if traits.get(key, right) != right]
        odd |= {name: ", ".join(found)} if found else {}
    assert odd == {}


def test_the_kinds_of_the_games_own_file_have_numbers_that_agree() -> None:
    for name, word in KINDS.items():
        template = RULES.template(word)
        assert template is not None, name
        count, sides, more = map(
            int, re.fullmatch(r"(\d+)d(\d+)([+-]\d+)?", str(template.traits["hp_dice"])).groups("0")
        )
        assert more == count * int(template.traits.get("con", 0)), name
        assert template.tracks["hp"].most == count * (sides + 1) // 2 + more, name
