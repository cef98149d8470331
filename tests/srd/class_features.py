"""What becomes of each class feature of the SRD in the app: it plays, is offered, is done by hand, or is a number.

A feature that has several entries of one name in the SRD, such as a die that grows, stands once, at its first level.
Each class has one subclass in the SRD, and our heroes have it.
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
the hero; does nothing in a fight; stands for what the subclass gives, or is a choice, which is the player’s own."""


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
        Feature(9, "Brutal Critical", PLAYS, "feature=brutal_critical"),
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
        Feature(17, "Supreme Healing", PLAYS),
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
            OFFERED,
            "",
            "Wild Shape: skills at which the beast is better are the beast’s",
        ),
        _IMPROVED,
        Feature(6, "Druid Circle feature", SUBCLASS),
        Feature(18, "Beast Spells", PLAYS),
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
        Feature(3, "Channel Divinity", NUMBERS),
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
            "disengage={brings=[{condition='disengaged'}]}, hide={brings=[{condition='hiding'}]}}}\"",
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


def _rows(name: str, *rows: str) -> str:
    return f"feature=\"{{name='{name}', effects=[{', '.join(rows)}]}}\""


def _power(name: str, keys: str) -> str:
    return f"power=\"{{name='{name}', {keys}}}\""


_DC = "dc='8 + {proficiency} + {%s}'"
_CUTS = "confirm='cut the attack on {target} with a die?', cost={reaction=1, inspiration=1}, roll='1d{die}'"
_STRIKE = (
    "{at='hits attack', of='opponent', when='{with.armed}', limit='turn', adds='(1 + {hit_dice.most} / 14)d8 radiant'}"
)
_UNHOLY = ("aberration", "celestial", "elemental", "fey", "fiend", "undead")
_EVIL = (f"{{on=['attack'], whose='against', gives='disadvantage', when='{{actor.type}} is {t}'}}" for t in _UNHOLY)
SUBCLASSES: Mapping[str, tuple[str, tuple[Feature, ...]]] = {
    "barbarian": (
        "Berserker",
        (
            Feature(
                3,
                "Frenzy",
                PLAYS,
                "feature=frenzy "
                + _power(
                    "Frenzied attack",
                    "cost={bonus=1}, when='{has raging}', why='Only while it rages.', test='attack', "
                    "hit='{proficiency} + {str}', armed=true, damage='1d12 + {str} slashing', "
                    "always={brings=[{condition='frenzied', to='self'}]}",
                ),
                "Frenzied attack: from the turn after that in which the rage began; exhaustion comes as the rage ends",
            ),
            Feature(6, "Mindless Rage", PLAYS, "feature=mindless_rage"),
            Feature(
                10,
                "Intimidating Presence",
                PLAYS,
                _power(
                    "Intimidating Presence",
                    f"cost={{action=1}}, {_DC % 'cha'}, test='save wis', immune_after={{success='long'}}, "
                    "brings=[{condition='frightened', for='end of by'}]",
                ),
            ),
            Feature(
                14,
                "Retaliation",
                OFFERED,
                _rows(
                    "Retaliation",
                    "{at='damaged', when='{damage} > 0', confirm='was it somebody within 5 ft? Strike back?', "
                    "cost={reaction=1}, does='greataxe'}",
                ),
            ),
        ),
    ),
    "bard": (
        "Lore",
        (
            Feature(3, "Bonus Proficiencies", NO_FIGHT),
            Feature(
                3,
                "Cutting Words",
                OFFERED,
                _rows(
                    "Cutting Words", f"{{at='faces attack', {_CUTS}}}", f"{{at='faces attack', of='allies', {_CUTS}}}"
                ),
                "Cutting Words: also against a check or a damage roll",
            ),
            Feature(
                6,
                "Additional Magical Secrets",
                BY_HAND,
                "",
                "Additional Magical Secrets: two more spells of any class: set WHO spell NAME",
            ),
            Feature(
                14,
                "Peerless Skill",
                OFFERED,
                _rows(
                    "Peerless Skill", "{at='fails check', confirm='add a die?', cost={inspiration=1}, roll='1d{die}'}"
                ),
            ),
        ),
    ),
    "cleric": (
        "Life",
        (
            Feature(1, "Bonus Proficiency", NUMBERS),
            Feature(1, "Disciple of Life", PLAYS),
            Feature(
                2,
                "Channel Divinity: Preserve Life",
                PLAYS,
                _power(
                    "Preserve Life",
                    "cost={action=1}, shares='turn_undead', targets='many', at='allies', heal='{five_levels}', "
                    "pool='{five_levels}', unless=['{target.type} is undead', '{target.type} is construct']",
                ),
                "Preserve Life: nobody above half of its maximum",
            ),
            Feature(
                6,
                "Blessed Healer",
                BY_HAND,
                "",
                "Blessed Healer: its spell that heals somebody else heals itself too: 2 + the level of the slot",
            ),
            Feature(8, "Divine Strike", PLAYS, _rows("Divine Strike", _STRIKE)),
        ),
    ),
    "druid": (
        "Land",
        (
            Feature(2, "Bonus Cantrip", BY_HAND, "", "Bonus Cantrip: one cantrip of a druid more"),
            Feature(2, "Circle of the Land", NO_FIGHT),
            Feature(
                2,
                "Natural Recovery",
                BY_HAND,
                "",
                "Natural Recovery: once a day a short rest gives back slots up to 5th (sum of their levels: {half_up})",
            ),
            Feature(3, "Circle Spells", BY_HAND, "", "Circle Spells: two more of its land at levels 3 5 7 and 9"),
            Feature(
                6,
                "Land's Stride",
                BY_HAND,
                "",
                "Land’s Stride: natural rough ground costs no more; advantage on saves against plants that hinder",
            ),
            Feature(
                10,
                "Nature's Ward",
                PLAYS,
                "immune=poison unaffected=poisoned,diseased",
                "Nature’s Ward: elementals and fey do not charm or frighten it",
            ),
            Feature(
                14,
                "Nature's Sanctuary",
                BY_HAND,
                "",
                "Nature’s Sanctuary: a beast or plant that attacks it saves WIS or attacks somebody else or misses",
            ),
        ),
    ),
    "fighter": (
        "Champion",
        (
            Feature(3, "Improved Critical", PLAYS),
            Feature(
                7,
                "Remarkable Athlete",
                NUMBERS,
                "",
                "Remarkable Athlete: {half_up_proficiency:+} on STR DEX and CON checks without proficiency; "
                "it is in its initiative",
            ),
            Feature(10, "Additional Fighting Style", PLAYS, "feature=archery"),
            Feature(15, "Superior Critical", PLAYS),
            Feature(18, "Survivor", PLAYS, "feature=survivor"),
        ),
    ),
    "monk": (
        "Open Hand",
        (
            Feature(
                3,
                "Open Hand Technique",
                PLAYS,
                "",
                "Open Hand Technique: in place of prone 15 ft away (STR save) or no reactions for a turn",
            ),
            Feature(
                6,
                "Wholeness of Body",
                PLAYS,
                _power(
                    "Wholeness of Body",
                    "cost={action=1}, uses=1, reset=['long'], targets='self', heal='{three_levels}'",
                ),
            ),
            Feature(
                11,
                "Tranquility",
                BY_HAND,
                "",
                "Tranquility: after a long rest it is in Sanctuary until it attacks or the next long rest begins",
            ),
            Feature(
                17,
                "Quivering Palm",
                PLAYS,
                _rows(
                    "Quivering Palm",
                    "{at='hits attack', of='opponent', when='{with.armed} and not {with.ranged} and not {target has "
                    "marked}', confirm='set vibrations in {target} (3 ki points)?', cost={ki=3}, "
                    "brings=[{condition='marked'}]}",
                )
                + " "
                + _power(
                    "Quivering Palm end",
                    f"cost={{action=1}}, {_DC % 'wis'}, when='{{target has marked}}', why='Set the vibrations first.', "
                    "test='save con', on={failure={change={hp='empty'}}, success={damage='10d10 necrotic'}}, "
                    "anyway={lifts=['marked']}",
                ),
            ),
        ),
    ),
    "paladin": (
        "Devotion",
        (
            Feature(
                3,
                "Channel Divinity: Sacred Weapon",
                PLAYS,
                _power(
                    "Sacred Weapon",
                    "cost={action=1}, uses=1, reset=['short', 'long'], targets='self', brings=[{condition='enchanted', "
                    "for='10 rounds', effects=[{on=['attack'], gives='+{cha_at_least_1}', when='{with.armed}'}, "
                    "{lends=['magical'], when='{with.armed}'}]}]",
                ),
            ),
            Feature(
                3,
                "Channel Divinity: Turn the Unholy",
                PLAYS,
                _power(
                    "Turn the Unholy",
                    "cost={action=1}, shares='sacred_weapon', dc='{spell_dc}', targets='many', test='save wis', "
                    "unless=['not {target.type} is fiend and not {target.type} is undead'], why='Only fiends and "
                    "undead can be turned.', brings=[{condition='turned', for='10 rounds'}]",
                ),
            ),
            Feature(7, "Aura of Devotion", PLAYS, "feature=aura_of_devotion"),
            Feature(
                15,
                "Purity of Spirit",
                PLAYS,
                _rows("Purity of Spirit", *_EVIL),
                "Purity of Spirit: such creatures do not charm frighten or possess it",
            ),
            Feature(
                20,
                "Holy Nimbus",
                PLAYS,
                _power(
                    "Holy Nimbus",
                    "cost={action=1}, uses=1, reset=['long'], targets='self', brings=[{condition='enchanted', "
                    "for='10 rounds', effects=[{at='turn start', of='foes', confirm='is {target} within 30 ft?', "
                    "assume='yes', damage='10 radiant'}]}]",
                ),
                "Holy Nimbus: advantage on saves against spells of fiends and undead",
            ),
        ),
    ),
    "ranger": (
        "Hunter",
        (
            Feature(
                3,
                "Hunter's Prey",
                PLAYS,
                _rows(
                    "Colossus Slayer",
                    "{at='hits attack', of='opponent', when='{with.armed} and {target.hp} < {target.hp.most}', "
                    "limit='turn', adds='1d8'}",
                ),
            ),
            Feature(
                7,
                "Defensive Tactics",
                OFFERED,
                _rows(
                    "Steel Will",
                    "{on=['save'], gives='advantage', if_brings=['frightened'], confirm='is it against fear?'}",
                ),
            ),
            Feature(
                11,
                "Multiattack",
                PLAYS,
                _power(
                    "Volley",
                    "cost={action=1}, targets='many', test='attack', ranged=true, armed=true, "
                    "hit='{proficiency} + {dex}', damage='1d8 + {dex} piercing'",
                ),
            ),
            Feature(15, "Superior Hunter's Defense", PLAYS, "feature=evasion"),
        ),
    ),
    "rogue": (
        "Thief",
        (
            Feature(3, "Fast Hands", BY_HAND, "", "Fast Hands: Cunning Action also uses an object or opens a lock"),
            Feature(3, "Second-Story Work", NO_FIGHT),
            Feature(9, "Supreme Sneak", BY_HAND, "", "Supreme Sneak: advantage on Stealth at half speed"),
            Feature(13, "Use Magic Device", NO_FIGHT),
            Feature(
                17,
                "Thief's Reflexes",
                BY_HAND,
                "",
                "Thief’s Reflexes: a second turn in the first round at its initiative less 10",
            ),
        ),
    ),
    "sorcerer": (
        "Draconic",
        (
            Feature(1, "Dragon Ancestor", NO_FIGHT),
            Feature(1, "Draconic Resilience", NUMBERS),
            Feature(
                6,
                "Elemental Affinity",
                BY_HAND,
                "",
                "Elemental Affinity: {cha:+} to one damage roll of a fire spell; 1 point: it resists fire for an hour",
            ),
            Feature(14, "Dragon Wings", BY_HAND, "", "Dragon Wings: a bonus action; it flies as fast as it walks"),
            Feature(
                18,
                "Draconic Presence",
                PLAYS,
                _power(
                    "Draconic Presence",
                    "cost={action=1, sorcery=5}, dc='{spell_dc}', targets='many', test='save wis', "
                    "immune_after={success='long'}, always={brings=[{condition='concentrating', to='self', "
                    "for='10 rounds'}]}, choices={awe={brings=[{condition='charmed', for='10 rounds', "
                    "ends=['by loses concentrating']}]}, fear={brings=[{condition='frightened', for='10 rounds', "
                    "ends=['by loses concentrating']}]}}, ends_alone=true",
                ),
            ),
        ),
    ),
    "warlock": (
        "Fiend",
        (
            Feature(
                1,
                "Dark One's Blessing",
                PLAYS,
                _rows(
                    "Dark One’s Blessing",
                    "{at='fells', change={temp='+max(1, {cha} + {hit_dice.most})'}}",
                ),
            ),
            Feature(
                6,
                "Dark One's Own Luck",
                OFFERED,
                "dark_luck=1 "
                + _rows(
                    "Dark One’s Own Luck",
                    "{at='fails save', confirm='add a d10?', cost={dark_luck=1}, roll='+1d10'}",
                    "{at='fails check', confirm='add a d10?', cost={dark_luck=1}, roll='+1d10'}",
                ),
            ),
            Feature(
                10,
                "Fiendish Resilience",
                BY_HAND,
                "",
                "Fiendish Resilience: with a rest it chooses a type to resist: set WHO resist TYPE",
            ),
            Feature(
                14,
                "Hurl Through Hell",
                OFFERED,
                "hurl=1 "
                + _rows(
                    "Hurl Through Hell",
                    "{at='hits attack', of='opponent', confirm='hurl {target} through hell?', cost={hurl=1}, "
                    "brings=[{condition='banished', for='end of by'}]}",
                ),
                "Hurl Through Hell: 10d10 psychic as it comes back unless it is a fiend",
            ),
        ),
    ),
    "wizard": (
        "Evocation",
        (
            Feature(2, "Evocation Savant", NO_FIGHT),
            Feature(
                2,
                "Sculpt Spells",
                BY_HAND,
                "",
                "Sculpt Spells: do not name up to 1 + its level of friends in the area of an evocation",
            ),
            Feature(6, "Potent Cantrip", PLAYS),
            Feature(
                10,
                "Empowered Evocation",
                BY_HAND,
                "",
                "Empowered Evocation: {int:+} to one damage roll of an evocation",
            ),
            Feature(
                14,
                "Overchannel",
                BY_HAND,
                "",
                "Overchannel: a spell up to 5th deals its most; again before a long rest 2d12 necrotic a level",
            ),
        ),
    ),
}
"""The subclass of each class in the SRD, with what it gives; of a choice among several that which we chose."""


def base(name: str, parent: str) -> str:
    """The name under which a feature of the SRD stands in FEATURES: without its die; that of which it is a choice."""
    chosen = parent or ("Metamagic" if name.startswith("Metamagic") else name)
    if parent in ("Hunter's Prey", "Defensive Tactics", "Multiattack", "Superior Hunter's Defense"):
        return parent
    return "Flexible Casting" if chosen.startswith("Flexible Casting") else chosen.split(" (")[0]


def gained(name: str, level: int) -> Iterator[Feature]:
    """The features of a class up to a level; what is made better later stands in its latest form only."""
    mine = [each for each in (*FEATURES[name], *SUBCLASSES[name][1]) if each.level <= level]
    for each in mine:
        if not any(later.name == f"{each.name} Improvement" for later in mine):
            yield each
