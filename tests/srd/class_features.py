"""What becomes of each class feature of the SRD in the app: it plays, is offered, is done by hand, or is a number.

A feature that has several entries of one name in the SRD, such as a die that grows, stands once, at its first level.
Those of a subclass are nobody's: our heroes have none, which their note says.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

PLAYS, OFFERED, BY_HAND, NUMBERS, NO_FIGHT, SUBCLASS = (
    "plays",
    "offered",
    "by hand",
    "numbers",
    "no fight",
    "subclass",
)
"""It works by itself, or as an ability that is used; is asked at its moment; stands in `by_hand`; is in the numbers of
the hero; does nothing in a fight; belongs to the subclass or is a choice, which is the player’s own."""


ABILITIES = "Ability Score Improvement"


class Feature(NamedTuple):
    """One feature of a class."""

    level: int
    name: str
    how: str
    words: str = ""
    """Words after `add`, as `feature=evasion`; {x} is a number of the hero."""
    line: str = ""
    """What is by hand of it, in our own words; {x} likewise, and no commas."""


_IMPROVED = Feature(4, ABILITIES, NUMBERS)


def _casts(level: int, name: str) -> Feature:
    return Feature(level, f"Spellcasting: {name}", NUMBERS)


_STYLE = "Fighting Style"
FEATURES: Mapping[str, tuple[Feature, ...]] = {
    "barbarian": (
        Feature(1, "Rage", PLAYS),
        Feature(1, "Unarmored Defense", NUMBERS),
        Feature(2, "Danger Sense", PLAYS, "feature=danger_sense"),
        Feature(
            2,
            "Reckless Attack",
            PLAYS,
            "power=\"{name='Reckless Attack', targets='self', brings=[{condition='reckless'}]}\"",
        ),
        Feature(3, "Primal Path", SUBCLASS),
        _IMPROVED,
        Feature(5, "Extra Attack", NUMBERS),
        Feature(5, "Fast Movement", NUMBERS),
        Feature(6, "Path feature", SUBCLASS),
        Feature(
            7,
            "Feral Instinct",
            PLAYS,
            "feature=feral_instinct",
            "Feral Instinct: it acts in its first turn though surprised if it rages first",
        ),
        Feature(9, "Brutal Critical", PLAYS),
        Feature(11, "Relentless Rage", PLAYS, "feature=relentless_rage"),
        Feature(15, "Persistent Rage", PLAYS, "persistent_rage=yes"),
        Feature(
            18, "Indomitable Might", BY_HAND, "", "Indomitable Might: its Strength checks come to {str_score} at least"
        ),
        Feature(20, "Primal Champion", NUMBERS),
    ),
    "bard": (
        Feature(1, "Bardic Inspiration", OFFERED),
        _casts(1, "Bard"),
        Feature(
            2,
            "Jack of All Trades",
            NUMBERS,
            "",
            "Jack of All Trades: +{half_proficiency} on checks without proficiency; it is in its initiative",
        ),
        Feature(
            2,
            "Song of Rest",
            BY_HAND,
            "",
            "Song of Rest: whoever spends hit dice in a short rest regains 1d{song_of_rest_die} more",
        ),
        Feature(3, "Bard College", SUBCLASS),
        Feature(3, "Expertise", NO_FIGHT),
        _IMPROVED,
        Feature(5, "Font of Inspiration", NUMBERS),
        Feature(6, "Bard College feature", SUBCLASS),
        Feature(
            6,
            "Countercharm",
            BY_HAND,
            "",
            "Countercharm: an action; allies within 30 ft have advantage against charm and fear for a turn",
        ),
        Feature(10, "Magical Secrets", NUMBERS),
        Feature(
            20,
            "Superior Inspiration",
            BY_HAND,
            "",
            "Superior Inspiration: one use is back at initiative if none is left",
        ),
    ),
    "cleric": (
        Feature(1, "Divine Domain", SUBCLASS),
        Feature(1, "Domain Spells", SUBCLASS),
        _casts(1, "Cleric"),
        Feature(2, "Channel Divinity", NUMBERS),
        Feature(2, "Channel Divinity: Turn Undead", PLAYS),
        Feature(2, "Divine Domain feature", SUBCLASS),
        _IMPROVED,
        Feature(5, "Destroy Undead", PLAYS),
        Feature(
            10,
            "Divine Intervention",
            BY_HAND,
            "",
            "Divine Intervention: an action; helps on a d100 of {level} or less and then not for 7 days",
        ),
        Feature(17, "Supreme Healing", SUBCLASS),
        Feature(
            20,
            "Divine Intervention Improvement",
            BY_HAND,
            "",
            "Divine Intervention: an action; helps without a roll and then not for 7 days",
        ),
    ),
    "druid": (
        Feature(1, "Druidic", NO_FIGHT),
        _casts(1, "Druid"),
        Feature(2, "Druid Circle", SUBCLASS),
        Feature(
            2,
            "Wild Shape",
            BY_HAND,
            "",
            "Wild Shape: a beast of CR {wild_shape_max_cr} or less for {half_level} hours; add it with HP of its own",
        ),
        _IMPROVED,
        Feature(6, "Druid Circle feature", SUBCLASS),
        Feature(18, "Beast Spells", BY_HAND, "", "Beast Spells: it casts in the shape of a beast"),
        Feature(18, "Timeless Body", NO_FIGHT),
        Feature(
            20, "Archdruid", NUMBERS, "", "Archdruid: Wild Shape without limit; its spells need no words or gestures"
        ),
    ),
    "fighter": (
        Feature(1, _STYLE, PLAYS, "feature=dueling"),
        Feature(1, "Second Wind", PLAYS),
        Feature(2, "Action Surge", PLAYS),
        Feature(3, "Martial Archetype", SUBCLASS),
        _IMPROVED,
        Feature(5, "Extra Attack", NUMBERS),
        Feature(7, "Martial Archetype feature", SUBCLASS),
        Feature(9, "Indomitable", OFFERED, "indomitable={indomitable_uses} feature=indomitable"),
    ),
    "monk": (
        Feature(1, "Martial Arts", PLAYS),
        Feature(1, "Unarmored Defense", NUMBERS),
        Feature(2, "Flurry of Blows", PLAYS),
        Feature(2, "Ki", PLAYS, "ki={ki_points}"),
        Feature(
            2,
            "Patient Defense",
            PLAYS,
            "power=\"{name='Patient Defense', cost={bonus=1, ki=1}, targets='self', brings=[{condition='dodging'}]}\"",
        ),
        Feature(
            2,
            "Step of the Wind",
            PLAYS,
            "power=\"{name='Step of the Wind', cost={bonus=1, ki=1}, targets='self', "
            "choices={dash={tell='dashes'}, disengage={brings=[{condition='disengaged'}]}}}\"",
        ),
        Feature(2, "Unarmored Movement", NUMBERS),
        Feature(
            3,
            "Deflect Missiles",
            OFFERED,
            "feature=deflect_missiles",
            "Deflect Missiles: at 0 damage it may throw the missile back for a ki point (20/60 ft)",
        ),
        Feature(3, "Monastic Tradition", SUBCLASS),
        _IMPROVED,
        Feature(4, "Slow Fall", BY_HAND, "", "Slow Fall: a reaction; {five_levels} less damage from a fall"),
        Feature(5, "Extra Attack", NUMBERS),
        Feature(5, "Stunning Strike", OFFERED, "feature=stunning_strike"),
        Feature(6, "Ki Empowered Strikes", PLAYS),
        Feature(6, "Monastic Tradition feature", SUBCLASS),
        Feature(7, "Evasion", PLAYS, "feature=evasion"),
        Feature(
            7,
            "Stillness of Mind",
            PLAYS,
            "power=\"{name='Stillness of Mind', cost={action=1}, targets='self', lifts=['charmed', 'frightened']}\"",
        ),
        Feature(10, "Purity of Body", PLAYS, "immune=poison unaffected=poisoned,diseased"),
        Feature(13, "Tongue of the Sun and Moon", NO_FIGHT),
        Feature(14, "Diamond Soul", OFFERED, "feature=diamond_soul"),
        Feature(15, "Timeless Body", NO_FIGHT),
        Feature(
            18,
            "Empty Body",
            PLAYS,
            "power=\"{name='Empty Body', cost={action=1, ki=4}, targets='self', "
            "brings=[{condition='invisible', for='10 rounds', effects=[{resists=['acid', 'bludgeoning', 'cold', "
            "'fire', "
            "'lightning', 'necrotic', 'piercing', 'poison', 'psychic', 'radiant', 'slashing', 'thunder']}]}]}\"",
        ),
        Feature(20, "Perfect Self", BY_HAND, "", "Perfect Self: 4 ki points are back at initiative if none is left"),
    ),
    "paladin": (
        Feature(1, "Divine Sense", NO_FIGHT),
        Feature(
            1,
            "Lay on Hands",
            PLAYS,
            "lay_on_hands={five_levels} power=\"{name='Lay on Hands', "
            "cost={action=1, lay_on_hands='{with.points}'}, when='{lay_on_hands} > 0', why='Its points "
            "are used up, and back after a long rest.', at='allies', "
            "heal='{with.points}'}\"",
            "Lay on Hands: 5 of its points end a poison or a disease instead",
        ),
        Feature(2, "Divine Smite", OFFERED, "feature=divine_smite"),
        Feature(2, _STYLE, PLAYS, "feature=dueling"),
        _casts(2, "Paladin"),
        Feature(
            3,
            "Channel Divinity",
            BY_HAND,
            "",
            "Channel Divinity: 1 use a short rest; what it can do is a matter of its oath",
        ),
        Feature(3, "Divine Health", PLAYS, "unaffected=diseased"),
        Feature(3, "Oath Spells", SUBCLASS),
        Feature(3, "Sacred Oath", SUBCLASS),
        _IMPROVED,
        Feature(5, "Extra Attack", NUMBERS),
        Feature(6, "Aura of Protection", PLAYS, "feature=aura_of_protection"),
        Feature(7, "Sacred Oath feature", SUBCLASS),
        Feature(10, "Aura of Courage", PLAYS, "feature=aura_of_courage"),
        Feature(11, "Improved Divine Smite", PLAYS, "feature=improved_divine_smite"),
        Feature(
            14,
            "Cleansing Touch",
            BY_HAND,
            "",
            "Cleansing Touch: an action; ends a spell on itself or on who is willing; {cha_at_least_1} a day",
        ),
        Feature(18, "Aura improvements", BY_HAND, "", "Its auras reach 30 ft"),
    ),
    "ranger": (
        Feature(1, "Favored Enemy", NO_FIGHT),
        Feature(1, "Natural Explorer", NO_FIGHT),
        Feature(2, _STYLE, PLAYS, "feature=archery"),
        _casts(2, "Ranger"),
        Feature(3, "Primeval Awareness", NO_FIGHT),
        Feature(3, "Ranger Archetype", SUBCLASS),
        _IMPROVED,
        Feature(5, "Extra Attack", NUMBERS),
        Feature(7, "Ranger Archetype feature", SUBCLASS),
        Feature(
            8,
            "Land's Stride",
            BY_HAND,
            "",
            "Land’s Stride: natural rough ground costs no more; advantage on saves against plants that hinder",
        ),
        Feature(10, "Hide in Plain Sight", NO_FIGHT),
        Feature(
            14,
            "Vanish",
            PLAYS,
            "power=\"{name='Vanish', cost={bonus=1}, targets='self', tell='hides; its check is made by hand'}\"",
        ),
        Feature(
            18,
            "Feral Senses",
            BY_HAND,
            "",
            "Feral Senses: no disadvantage against who is unseen; knows where the invisible are within 30 ft",
        ),
        Feature(
            20,
            "Foe Slayer",
            BY_HAND,
            "",
            "Foe Slayer: once a turn {wis:+} to an attack or its damage against a favored enemy",
        ),
    ),
    "rogue": (
        Feature(1, "Expertise", NO_FIGHT),
        Feature(1, "Sneak Attack", OFFERED, "feature=sneak"),
        Feature(1, "Thieves' Cant", NO_FIGHT),
        Feature(
            2,
            "Cunning Action",
            PLAYS,
            "power=\"{name='Cunning Action', cost={bonus=1}, targets='self', choices={dash={tell='dashes'}, "
            "disengage={brings=[{condition='disengaged'}]}, hide={tell='hides; its check is made by hand'}}}\"",
        ),
        Feature(3, "Roguish Archetype", SUBCLASS),
        _IMPROVED,
        Feature(5, "Uncanny Dodge", OFFERED, "feature=uncanny_dodge"),
        Feature(7, "Evasion", PLAYS, "feature=evasion"),
        Feature(9, "Roguish Archetype feature", SUBCLASS),
        Feature(
            11,
            "Reliable Talent",
            BY_HAND,
            "",
            "Reliable Talent: in checks with proficiency a d20 below 10 counts as 10",
        ),
        Feature(
            14, "Blindsense", BY_HAND, "", "Blindsense: it knows where hidden and invisible creatures within 10 ft are"
        ),
        Feature(15, "Slippery Mind", NUMBERS),
        Feature(18, "Elusive", PLAYS, "feature=elusive"),
        Feature(20, "Stroke of Luck", OFFERED, "stroke_of_luck=1 feature=stroke_of_luck"),
    ),
    "sorcerer": (
        Feature(1, "Sorcerous Origin", SUBCLASS),
        _casts(1, "Sorcerer"),
        Feature(
            2,
            "Flexible Casting",
            BY_HAND,
            "",
            "Flexible Casting: a bonus action makes points of a slot (its level) or slots 1 to 5 for 2 3 5 6 7",
        ),
        Feature(2, "Font of Magic", NUMBERS, "sorcery={sorcery_points}"),
        Feature(
            3,
            "Metamagic",
            BY_HAND,
            "",
            "Metamagic ({metamagic_known}): Careful 1 point; Distant 1; Empowered 1 ({cha} dice again); Extended 1; "
            "Heightened 3; Quickened 2; Subtle 1; Twinned as its level",
        ),
        _IMPROVED,
        Feature(6, "Sorcerous Origin feature", SUBCLASS),
        Feature(20, "Sorcerous Restoration", PLAYS, "feature=sorcerous_restoration"),
    ),
    "warlock": (
        Feature(1, "Otherworldly Patron", SUBCLASS),
        Feature(1, "Pact Magic", PLAYS, "feature=pact_magic"),
        Feature(
            2,
            "Eldritch Invocations",
            BY_HAND,
            "",
            "Eldritch Invocations: {invocations_known} of its choice; Agonizing Blast adds {cha} damage to each beam",
        ),
        Feature(3, "Pact Boon", SUBCLASS),
        _IMPROVED,
        Feature(6, "Otherworldly Patron feature", SUBCLASS),
        Feature(11, "Mystic Arcanum", PLAYS),
        Feature(
            20,
            "Eldritch Master",
            BY_HAND,
            "",
            "Eldritch Master: once a day a minute of prayer brings all its slots back",
        ),
    ),
    "wizard": (
        Feature(
            1,
            "Arcane Recovery",
            BY_HAND,
            "",
            "Arcane Recovery: once a day a short rest gives back slots up to 5th (sum of their levels: "
            "{arcane_recovery_levels})",
        ),
        _casts(1, "Wizard"),
        Feature(2, "Arcane Tradition", SUBCLASS),
        _IMPROVED,
        Feature(6, "Arcane Tradition feature", SUBCLASS),
        Feature(
            18, "Spell Mastery", BY_HAND, "", "Spell Mastery: one spell of 1st and one of 2nd level at will as such"
        ),
        Feature(
            20,
            "Signature Spell",
            BY_HAND,
            "",
            "Signature Spell: two of 3rd level each once in a short rest without a slot",
        ),
    ),
}


def base(name: str, parent: str) -> str:
    """The name under which a feature of the SRD stands in FEATURES: without its die; that of which it is a choice."""
    chosen = parent or ("Metamagic" if name.startswith("Metamagic") else name)
    return "Flexible Casting" if chosen.startswith("Flexible Casting") else chosen.split(" (")[0]


def gained(name: str, level: int) -> Iterator[Feature]:
    """The features of a class up to a level; what is made better later stands in its latest form only."""
    mine = [each for each in FEATURES[name] if each.level <= level]
    for each in mine:
        if not any(later.name == f"{each.name} Improvement" for later in mine):
            yield each
