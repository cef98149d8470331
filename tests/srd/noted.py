"""Lines of the notes of creatures in sentences of our own: for each gist that reads badly behind its feature's name.

Each says at least the facts of its gist; `creatures.py` makes sure of that.
"""

import re

_NOT_AGAIN = "is immune for 24 hours afterwards"
_SETS: tuple[tuple[str, str], ...] = (
    (
        r"Pounce: (\d+ ft), (DC \d+ STR save), prone; prone, bonus action",
        r"after \1 straight ahead a claw knocks prone (\2); a bonus action bites one who is prone",
    ),
    (
        r"Trampling Charge: (\d+ ft), (DC \d+ STR save), prone; prone, bonus action",
        r"after \1 straight ahead a hit knocks prone (\2); a bonus action attacks one who is prone once more",
    ),
    (r"Charge: (\d+ ft), more, (\S+(?: \w+)?)", r"after \1 straight ahead a hit does \2 more"),
    (
        r"(?:Ignited )?Illumination: bright light, (\d+ ft) radius, in the dark, more, (\d+ ft)",
        r"bright light for \1, dim light for \2 more",
    ),
    (r"Standing Leap: jumps, (\d+ ft), (\d+ ft)", r"jumps \1 far and \2 high without a run"),
    (r"(?:Amorphous|Air Form|Water Form): 1", "goes through gaps 1 inch wide"),
    (
        r"Heated Body: melee attacks, (\d+ ft), (\S+ \w+)",
        r"whoever touches it, or hits it from within \1, takes \2",
    ),
    (
        r"Healing Touch: (\S+ HP), free, cursed, disease, poison, blindness, deafness",
        r"heals \1 and cures curse, disease, poison, blindness and deafness",
    ),
    (
        r"Sneak Attack: more, (\S+), weapon attacks, advantage, attack rolls, 5 ft, incapacitated, disadvantage",
        r"once a turn \1 more, with advantage or an ally within 5 ft who is not incapacitated, never with disadvantage",
    ),
    (
        r"(\w+): (\d+ damage), (DC \d+ CON save), spat out, swallowed, prone, 10 ft; death, swallowed, restrained, "
        r"free,"
        r" (\d+ ft), prone",
        r"\2 in one turn from within: \3, or all whom it swallowed are out within 10 ft, prone; once it is dead they "
        r"are "
        r"not restrained and need \4 to get out, prone",
    ),
    (
        r"Swallow: swallowed; (\d+ damage), swallowed, (DC \d+ CON save), spat out, prone, 10 ft; death, swallowed, "
        r"restrained, free, (\d+ ft), prone",
        r"one at a time; \1 in one turn from within: \2, or whoever it swallowed is out within 10 ft, prone; once it "
        r"is "
        r"dead that one is not restrained and needs \3 to get out, prone",
    ),
    (
        r"Swallow: swallowed; death, swallowed, restrained, free, (\d+ ft), prone",
        r"one at a time; once it is dead that one is not restrained and needs \1 to get out, prone",
    ),
    (
        r"(?:Bite|Sting): poison, at 0, poisoned, 1 hour, paralyzed",
        "whoever its poison brings to 0 HP is stable, poisoned for 1 hour and paralyzed",
    ),
    (
        r"Vampire Weaknesses: 20 acid; (?:death, )?piercing, (incapacitated(?:, paralyzed)?)",
        r"enters no home uninvited; 20 acid as its turn ends in running water; where it rests, \1, a stake (piercing) "
        r"in the heart destroys it",
    ),
    (
        r"Hand Crossbow: 30/120 ft; saves, fails by 5, unconscious, poisoned",
        "30/120 ft; who fails by 5 or more is unconscious while poisoned",
    ),
    (r"Mimicry: (DC \d+ WIS) \(insight\) check", r"its sounds and voices are seen through by a \1 (insight) check"),
    (
        r"(?:Death Burst|Death Throes): (?:death, )?(\d+ ft), (DC \d+ \w+ save), (\S+ \w+), failure, half damage",
        r"as it dies, all within \1: \2, \3, half on a success",
    ),
    (
        r"Death Burst: (\d+ ft), (DC \d+ \w+ save), (\S+ \w+)(?:, 1 minute)?",
        r"as it dies, all within \1: \2 or \3",
    ),
)
"""Whole lines that many creatures have, as patterns, and what is said in their place."""
NOTED = {
    "Aberrant Ground: 10 ft radius": "10 ft around it is like dough, and hard to cross",
    "Acid Spray: acid, 30 ft long, 5 ft wide, grappled": (
        "a line 30 ft long and 5 ft wide; not while it has grappled one"
    ),
    "Animate Chains: 60 ft, under its control; AC 20, 20 HP, resistant, piercing, immune, psychic and thunder; more; "
    "at 0 HP, incapacitated, death": (
        "up to four chains within 60 ft, each AC 20, 20 HP, resists piercing, immune to psychic and thunder; each "
        "makes "
        "one more chain attack; it is only a chain at 0 HP, or once the devil is incapacitated or dead"
    ),
    "Antennae: nonmagical, 5 ft; 1 ft cube; armour, -1 AC; armour, AC 10, +0, death": (
        "metal within 5 ft that is not magical: a 1 ft cube is gone; armour or a shield has -1 AC, down to AC 10 or +0"
    ),
    "Antimagic Susceptibility: armour, incapacitated; armour, CON saves, unconscious, 1 minute": (
        "incapacitated in an antimagic field; Dispel Magic: CON save, or unconscious for 1 minute"
    ),
    "Antimagic Susceptibility: incapacitated; CON saves, unconscious, 1 minute": (
        "incapacitated in an antimagic field; Dispel Magic: CON save, or unconscious for 1 minute"
    ),
    "Berserk: 6": "berserk (6 on the d6) it attacks whoever is nearest, until it is destroyed or has all its HP",
    "Berserk: 40 HP, d6; 6; 60 ft; DC 15 CHA (persuasion) check": (
        "at 40 HP or less a d6 each turn, berserk on a 6; its creator within 60 ft calms it by an action and a DC 15 "
        "CHA "
        "(persuasion) check"
    ),
    "Bite: grappled, advantage, attack rolls": "while it has grappled one it bites only that one, and with advantage",
    "Bite: attached, advantage, attack rolls; 5 ft": (
        "while attached it bites only that one, and with advantage; 5 ft of its movement detaches it"
    ),
    "Bite: every 24 hours, saves again, HP maximum, 1d10, failure; death, disease, at 0": (
        "the disease: a save every 24 hours, and each failure takes 1d10 off the HP maximum; at 0 it kills"
    ),
    "Bite: disease, no healing, HP maximum, 1d6, every 24 hours; HP maximum, at 0 HP, disease, death": (
        "the disease: only magic heals, and every 24 hours 1d6 comes off the HP maximum; at 0 HP of it, it kills"
    ),
    "Bite: every 24 hours, saves again, HP maximum, 1d10, failure; disease, success; death, disease, at 0; HP maximum, "
    "disease": (
        "the disease: a save every 24 hours, a success cures it, a failure takes 1d10 off the HP maximum; at 0 it kills"
    ),
    "Bite: death, at 0": "with an HP maximum of 0 its victim dies",
    "Bite: death, at 0; humanoid, death, rises again, vampire spawn, under its control": (
        "with an HP maximum of 0 its victim dies; a humanoid that is buried rises next night as a vampire spawn"
    ),
    "Bites: at 0 HP, poisoned, 1 hour, paralyzed": (
        "whoever it brings to 0 HP is stable, poisoned for 1 hour and paralyzed"
    ),
    "Blind Senses: deafened": "no blindsight while deafened, or unable to smell",
    "Blinding Spittle: 15 ft; 5 ft, DC 13 DEX save, blinded, to the end of the next turn": (
        "at a point within 15 ft; all within 5 ft of it: DC 13 DEX save, or blinded until its next turn ends"
    ),
    "Blood Drain: attached; 5 ft; 10 HP, death": (
        "while attached it does not attack; 5 ft of its movement detaches it, or 10 HP drunk, or death"
    ),
    "Channel Negative Energy: 60 ft, no healing, to the end of the next turn": (
        "within 60 ft nobody regains HP until its next turn ends, not even behind walls"
    ),
    "Charm: humanoid, 30 ft, DC 15 WIS save, charmed, 1 day; saves again, success; charmed": (
        f"one humanoid within 30 ft: DC 15 WIS save, or charmed for 1 day; harmed, it saves again, and {_NOT_AGAIN}; "
        "one charmed at a time"
    ),
    "Charm: humanoid, 30 ft; under its control; saves again, success; 24 hours, death, bonus action": (
        "one humanoid within 30 ft, for 24 hours; harmed, it saves again; the vampire ends it by a bonus action"
    ),
    "Claw: cursed": "cursed, it has no good of any rest until the curse is lifted",
    "Consume Life: bonus action, 5 ft, at 0 HP": "a bonus action, on one within 5 ft who is at 0 HP and lives",
    "Corrode Metal: nonmagical; -5, death; nonmagical, ammunition, death; 2, nonmagical, 1 round": (
        "a metal weapon that is not magical has -1 to damage for each hit on it, and is gone at -5; such ammunition at "
        "once; it eats 2 inches of such metal in 1 round"
    ),
    "Corrosive Form: melee attacks, 5 ft, 1d8 acid; 2, nonmagical, 1 round": (
        "who touches it, or hits it from within 5 ft, takes 1d8 acid; a weapon that is not magical has -1 to damage "
        "for "
        "each hit, and is gone at the fifth; it eats 2 inches of wood or metal in 1 round"
    ),
    "Create Whirlwind: 5 ft radius, 30 ft tall, 120 ft; 60 ft, by an action, restrained; by an action, free, "
    "restrained, DC 18 STR check; restrained": (
        "5 ft radius, 30 ft tall, within 120 ft; an action moves it 60 ft with those it has restrained, and an action "
        "with a DC 18 STR check sets one free"
    ),
    "Crush: attached, advantage, attack rolls; 0; 5 ft": (
        "while attached it attacks only that one, with advantage, and its speed is 0; 5 ft of its movement detaches it"
    ),
    "Damage Transfer: attached, half damage": (
        "attached, it takes half of all damage, and whoever it clings to the rest"
    ),
    "Damage Transfer: half damage, grappled": "it takes half of all damage, and whoever it has grappled the rest",
    "Darkness Aura: in the dark, level 2": "it ends light of a spell of up to level 2",
    "Deadly Leap: jumps, 15 ft; prone": "after a jump of 15 ft; without free space around it one falls prone instead",
    "Death Glare: frightened, 30 ft; DC 11 WIS save, at 0 HP": (
        "one frightened creature within 30 ft that sees her: DC 11 WIS save, or it is at 0 HP"
    ),
    "Draining Kiss: charmed; death, at 0": "only one who is charmed or willing; with an HP maximum of 0 it dies",
    "Dreadful Glare: 60 ft; saves, 5 or more, paralyzed": "one within 60 ft; who fails by 5 or more is paralyzed, too",
    "Echolocation: deafened": "no blindsight while deafened",
    "Engulf: success, thrown back, 5 ft; thrown back, saves": (
        "who makes the save may be pushed 5 ft away; who will not be pushed is engulfed"
    ),
    "Engulf: engulfed": "one at a time, which moves with it",
    "Enslave: 30 ft; charmed, under its control, no reactions; charmed, saves again; every 24 hours, saves again, "
    "1 mile": (
        "one within 30 ft; charmed, it obeys and has no reactions; it saves again whenever it is harmed, and every 24 "
        "hours if it is 1 mile away"
    ),
    "Fear Aura: 20 ft, DC 21 WIS save, incapacitated": (
        "a foe that starts its turn within 20 ft: DC 21 WIS save, unless the fiend is incapacitated"
    ),
    "Fey Charm: humanoid, 30 ft; under its control; saves again, success; 24 hours, death, bonus action; humanoid, "
    "charmed": (
        "one within 30 ft, for 24 hours; harmed, it saves again; one humanoid and three beasts charmed at a time; a "
        "bonus "
        "action ends it"
    ),
    "Fire Aura: each of its turns (start), 5 ft, 3d6 fire, sets alight": (
        "as each of its turns starts, all within 5 ft take 3d6 fire; who touches it, too"
    ),
    "Fire Form: melee attacks, 5 ft, 1d10 fire": (
        "who touches it, or hits it from within 5 ft, takes 1d10 fire; so does who is in its space, and is on fire"
    ),
    "Fling: Large or smaller, grappled, thrown back, 60 ft, prone; thrown back, 1d6 bludgeoning, 10 ft; thrown back, "
    "DC 18 DEX save, prone": (
        "one Large or smaller that is grappled flies 60 ft and is prone; against a wall: 1d6 bludgeoning for each 10 "
        "ft; "
        "at another: DC 18 DEX save, or the same and prone"
    ),
    "Flying Sword: 5 ft; bonus action, 50 ft": (
        "the sword hovers within 5 ft and attacks by itself; a bonus action moves it 50 ft"
    ),
    "Freedom of Movement: restrained; 5 ft, free, nonmagical, grappled": (
        "never slowed or restrained by magic; 5 ft of movement frees it from fetters, or once grappled"
    ),
    "Gibbering: incapacitated": "not while it is incapacitated",
    "Grasping Tendrils: AC 20, 10 HP, immune, poison and psychic": (
        "six tendrils; each has AC 20, 10 HP, is immune to poison and psychic, and grows again in its next turn"
    ),
    "Harpoon: 20/60 ft; Huge or smaller, STR, pulled, 20 ft": (
        "20/60 ft; one Huge or smaller: a contest of STR, or pulled up to 20 ft"
    ),
    "Haste: to the end of its next turn, +2, advantage, DEX saves, bonus action": (
        "until its next turn ends +2 to AC, advantage on DEX saves, and a slam as a bonus action"
    ),
    "Heated Weapons: more, 1d6 fire": "1d6 fire of each hit is its heat",
    "Incorporeal Movement: 1d10 force": "takes 1d10 force if its turn ends inside a thing",
    "Leadership: 1 minute, 30 ft, attack rolls, saves; d4": (
        "for 1 minute allies within 30 ft that hear it add a d4 to attack rolls and saves"
    ),
    "Life Drain: death, at 0": "with an HP maximum of 0 its victim dies",
    "Life Drain: death, at 0; humanoid, death, rises again, 24 hours, zombie, under its control": (
        "with an HP maximum of 0 its victim dies; a humanoid rises after 24 hours as a zombie; twelve at most"
    ),
    "Limited Amphibiousness: every 4 hours": "has to be under water once in 4 hours",
    "Limited Magic Immunity: level 6; advantage, saves": (
        "spells of up to level 6 do nothing to it unless it wishes; advantage on saves against the others"
    ),
    "Longsword: critical hit": "a critical hit throws its dice three times",
    "Luring Song: humanoid, 300 ft, DC 11 WIS save, charmed; bonus action; charmed, 5 ft; opportunity attack, saves "
    "again": (
        "humanoids and giants within 300 ft that hear it: DC 11 WIS save, or charmed until it stops; a bonus action "
        "each "
        "turn keeps it up; who is charmed walks up to 5 ft, and saves again before harm, or when harmed"
    ),
    "Misty Escape: at 0 HP, unconscious, sunlight; at 0 HP, 2 hours, death; paralyzed, 1 HP; 1 hour, 0 HP, 1 HP": (
        "at 0 HP, not in sunlight or running water, it is mist, not unconscious; within 2 hours it has to be in its "
        "resting "
        "place; there it is paralyzed, and has 1 HP again after 1 hour"
    ),
    "Misty Escape: at 0 HP, unconscious, sunlight; at 0 HP, 2 hours, death; paralyzed, 1 HP": (
        "at 0 HP, not in sunlight or running water, it is mist, not unconscious; within 2 hours it has to be in its "
        "resting "
        "place; there it is paralyzed, and has 1 HP again after 1 hour"
    ),
    "Mucous Cloud: melee attacks, 5 ft, DC 14 CON save; failure, disease, 1d4": (
        "underwater, who touches it, or hits it from within 5 ft: DC 14 CON save, or for 1d4 hours it breathes only "
        "water"
    ),
    "Multiattack: 1d4": "1d4 touches",
    "Night Hag Items: 30 days; 7 days, humanoid": (
        "a heartstone (30 days to make; cures diseases, lets her be ethereal) and a soul bag (7 days)"
    ),
    "Nightmare Haunting: at 0, death": "with an HP maximum of 0 its victim dies",
    "Ooze Cube: 5 ft; DC 12 STR check, 3d6 acid": (
        "one within 5 ft pulls another out by an action and a DC 12 STR check, and takes 3d6 acid"
    ),
    "Phantasms: saves": "three duplicates; a spell or attack on it meets one of them as a die says",
    "Possession: humanoid, 5 ft, DC 13 CHA save, possessed, incapacitated; undead, INT, WIS, CHA, immune, charmed, "
    "frightened; possessed; at 0 HP, bonus action": (
        "a humanoid within 5 ft: DC 13 CHA save, or it is incapacitated within, and the ghost has its body, but "
        "keeps its "
        "own INT, WIS, CHA and that it cannot be charmed or frightened; it ends at 0 HP, by a bonus action or Turn "
        "Undead"
    ),
    "Pseudopod: nonmagical, armour, -1 AC; armour, death, 10": (
        "armour that is not magical has -1 AC from now on; at AC 10 it is gone"
    ),
    "Pseudopod: 1d6+1 bludgeoning, 2d6 acid, nonmagical, armour, -1 AC; armour, death, 10": (
        "1d6+1 bludgeoning and 2d6 acid; metal armour that is not magical has -1 AC from now on; at AC 10 it is gone"
    ),
    "Psychic Drain: charmed, 3d6 psychic, heals": "one who is charmed takes 3d6 psychic, and it heals as much",
    "Rampage: at 0, melee attacks, bonus action, half speed": (
        "once it has brought somebody to 0 HP in melee, a bonus action moves it half its speed and bites"
    ),
    "Read Thoughts: 3 ft, 2 ft, 2": "wood or earth of 3 ft, stone of 2 ft, metal of 2 inches and any lead bar it",
    "Reflective Carapace: attack rolls, d6; 6": (
        "a Magic Missile, a line or a ray: a d6; 1 to 5 nothing, on a 6 it goes back to its caster"
    ),
    "Roar: 500 ft, saves": "all within 500 ft that hear it; the second and the third of a day do more",
    "Rotting Fist: cursed, no healing, HP maximum, 3d6, every 24 hours; cursed, at 0, death; cursed": (
        "cursed, it regains no HP, and every 24 hours its HP maximum falls by 3d6; at 0 it dies and is dust"
    ),
    "Running Leap: 10 ft, jumps, 25 ft": "after a run of 10 ft it jumps 25 ft",
    "Rust Metal: nonmagical; -5, death; nonmagical, ammunition, death": (
        "a metal weapon that is not magical has -1 to damage for each hit on it, and is gone at -5; such ammunition "
        "at once"
    ),
    "Shadow Stealth: +6": "+6 in the dark",
    "Shapechanger: by an action, changes shape, 20 ft, 60 ft, climbs": (
        "by an action as a rat at 20 ft, a raven that flies at 60 ft and walks at 20 ft, a spider that climbs and "
        "walks so, or itself"
    ),
    "Shapechanger: by an action, changes shape, 10 ft, 40 ft, climbs": (
        "by an action as a bat that walks at 10 ft and flies at 40 ft, a centipede that climbs and walks so, a toad "
        "that swims and walks so, or itself"
    ),
    "Shapechanger: by an action, changes shape, humanoid; death": (
        "by an action human, animal or hybrid, which are figures of their own; dead, it is human again"
    ),
    "Shapechanger: by an action, changes shape; 5 ft, 30 ft; death; 20 ft; advantage, STR, DEX, CON saves, immune, "
    "nonmagical, sunlight": (
        "by an action, not in sunlight or running water, a bat (5 ft, fly 30 ft), mist (fly 20 ft, no actions, immune "
        "to what is not magical, advantage on STR, DEX and CON saves) or itself, which are figures of their own"
    ),
    "Shortbow: 40/160 ft; saves, 5 or lower, poisoned, unconscious, by an action": (
        "40/160 ft; poisoned with a result of 5 or lower, one is unconscious until it is hurt or shaken by an action"
    ),
    "Shimmering Shield: 60 ft; +2 AC, to the end of the next turn": "one within 60 ft: +2 AC until its next turn ends",
    "Slam: death, at 0": "with an HP maximum of 0 its victim dies",
    "Spell Storing: level 4": "keeps one spell of up to level 4 and casts it when told to",
    "Split: lightning or slashing, splits, 10 HP": (
        "lightning or slashing splits it in two if it has at least 10 HP and is Medium or larger: each has half of "
        "them, "
        "one size smaller"
    ),
    "Steadfast: frightened, 30 ft": "cannot be frightened while it sees an ally within 30 ft",
    "Sting: saves, fails by 5, unconscious, by an action": (
        "who fails by 5 or more is unconscious until it is hurt or shaken by an action"
    ),
    "Strength Drain: 2d6+2 necrotic, STR, 1d4; death, at 0": (
        "2d6+2 necrotic; STR falls by 1d4 until a rest; with a STR of 0 one dies, and rises as a shadow 1d4 hours later"
    ),
    "Tail: restrained": "whoever it holds is restrained, it hits that one by itself, and its tail nobody else",
    "Telepathic Bond: charmed": "speaks with the one it has charmed anywhere, and both need no voice",
    "Tendril: restrained, disadvantage, STR checks, STR saves": (
        "whoever it holds is restrained, with disadvantage on STR checks and saves"
    ),
    "Tentacle: disease, 1 minute; 1 minute, disease, no healing, underwater, level 6; 1d12 acid, every 10 minutes, "
    "10 minutes": (
        "for 1 minute the disease does nothing and is cured as any; then it heals only underwater, and level 6 cures "
        "it; "
        "dry for 10 minutes: 1d12 acid every 10 minutes"
    ),
    "Tentacle Slam: grappled": "each one that it has grappled",
    "Transparent: DC 15 WIS (perception) check": "nobody sees it who fails a DC 15 WIS (perception) check",
    "Tree Stride: 10 ft, 60 ft, 5 ft": (
        "once a turn 10 ft of movement leads into a tree and to 5 ft from another that is within 60 ft"
    ),
    "Tunneler: 10 ft diameter": "burrows through rock at half speed and leaves a tunnel 10 ft wide",
    "Turn Defiance: 30 ft, advantage, saves, undead": "ghouls within 30 ft, and itself, have advantage against turning",
    "Variable Illumination: bright light, 5, 20 ft radius, in the dark, more": (
        "bright light for 5 to 20 ft, as it likes, and dim light for as much more"
    ),
    "Wall of Ice: 60 ft; 1 ft thick, 30 ft long, 10 ft high, 20 ft; incapacitated; 1 minute, incapacitated, death; "
    "10 ft section, AC 5, 30 HP, vulnerable, fire, immune, acid, cold, necrotic, poison, and psychic; DC 17 CON save, "
    "5d6 cold, failure, half damage": (
        "within 60 ft, 1 ft thick, 30 ft long and 10 ft high, or a dome of 20 ft; until 1 minute is over or it is "
        "incapacitated or dead; each 10 ft: AC 5, 30 HP, vulnerable to fire, immune to acid, cold, necrotic, poison "
        "and "
        "psychic; who goes through the cold it leaves: DC 17 CON save, 5d6 cold, half on a success"
    ),
    "Water Susceptibility: 5 ft, 1 cold": "takes 1 cold for each 5 ft that it moves in water, or gallon thrown on it",
    "Web: 30/60 ft; AC 10, 5 HP, vulnerable, fire, immune, bludgeoning": (
        "30/60 ft; the web has AC 10 and 5 HP; fire hurts it twice, bludgeoning not at all"
    ),
    "Web: 30/60 ft; death, AC 10, 5 HP, vulnerable, fire, immune, bludgeoning, poison, and psychic": (
        "30/60 ft; the web has AC 10 and 5 HP; fire hurts it twice; bludgeoning, poison and psychic not at all"
    ),
    "Whelm: saves, thrown back; 5 ft, by an action, DC 14 STR save": (
        "who makes the save is pushed out; it holds one Large, or two smaller; one within 5 ft pulls another out by an "
        "action and a DC 14 STR check"
    ),
    "Whirlwind: thrown back, 1d6 bludgeoning, 10 ft; thrown back, DC 13 DEX save, prone": (
        "flung against a wall: 1d6 bludgeoning for each 10 ft; at another: DC 13 DEX save, or the same and prone"
    ),
    "Whirlwind of Sand: 60 ft; immune, grappled, petrified, prone, restrained, stunned": (
        "moves up to 60 ft as sand; meanwhile it is immune to all damage, and cannot be grappled, petrified, prone, "
        "restrained or stunned"
    ),
}
"""Lines by the name of the feature and the gist."""
_SET = [(re.compile(pattern), said) for pattern, said in _SETS]


_BESIDES = tuple(
    (re.compile(pattern), said)
    for pattern, said in (
        (r"can['’]t make both attacks against the same target", "never both at the same target"),
        (r"\bIf that attack hits, .* against the same target", "the second only at whom the first has hit"),
        (
            r"can['’]t (?:bite|constrict|smother|use its \w+|make \w+ attacks)[\w ]* (?:another|other) targets?\b",
            "while it holds one, it uses this on nobody else",
        ),
    )
)
"""What has no number in it, and has to be known all the same."""


def besides(text: str) -> list[str]:
    """What else of a feature stands in the note, found in its text."""
    return [said for pattern, said in _BESIDES if pattern.search(text)]


def noted(name: str, line: str) -> str:
    """The line of a feature as it stands in the note."""
    whole = f"{name}: {line}"
    for pattern, said in _SET:
        if (found := pattern.fullmatch(whole)) is not None:
            return found.expand(said)
    return NOTED.get(whole, line)
