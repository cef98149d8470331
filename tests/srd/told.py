"""What is told of a feature where it comes up, in sentences of our own: of each gist that reads badly behind the name
of whom it concerns. A key may have the name of the feature before the gist, where others have the same.
"""

USED = {
    "Animate Chains": "up to four chains within 60 ft fight for it, one more chain attack each; AC 20, 20 HP, by hand",
    "Change Shape": "is in another shape, or in its own again",
    "Children of the Night": "2d4 swarms of bats or rats, or 3d6 wolves, come in 1d4 rounds and obey for 1 hour",
    "Create Specter": "a humanoid within 10 ft that has died within 1 minute rises as a specter; seven at most",
    "Darkness Aura": "15 ft of darkness around it that no darkvision sees through, for 10 minutes, as it concentrates",
    "Detect": "makes a WIS (Perception) check",
    "Ethereal Stride": "goes to the Ethereal Plane or comes back, with up to three others within 5 ft",
    "Etherealness": "goes to the Ethereal Plane, or comes back",
    "Giant Octopus: Ink Cloud": "20 ft of ink around it for 1 minute, underwater; a bonus action lets it dash",
    "Octopus: Ink Cloud": "5 ft of ink around it for 1 minute, underwater; a bonus action lets it dash",
    "Heart Sight": "knows the mood of whoever it touches; one who fails a DC 10 CHA save betrays its alignment, too",
    "Green Hag: Illusory Appearance": "looks otherwise; an action and a DC 20 INT (Investigation) check see through it",
    "Sea Hag: Illusory Appearance": "looks otherwise; an action and a DC 16 INT (Investigation) check see through it",
    "Tarrasque: Move": "moves up to half its speed",
    "Move": "moves up to its speed, and nobody has an opportunity attack",
    "Nightmare Haunting": "a sleeper: after 1 hour its rest is lost, and its HP maximum falls by 1d10",
    "Read Thoughts": "reads a mind within 60 ft, with advantage on WIS (Insight) and CHA checks against it",
    "Reel": "pulls whoever it holds up to 25 ft nearer",
    "Shapechanger": "is in another shape, or in its own again",
    **dict.fromkeys(
        (f"{each}: Shapechanger" for each in ("Vampire", "Werebear", "Wereboar", "Wererat", "Weretiger", "Werewolf")),
        "its forms are figures of their own: add the other one with its HP, and remove this one",
    ),
    "Shriek": "is heard 300 ft away, until 1d4 of its turns after the last disturbance within 30 ft",
    "Split": "there are two, each with half of its HP, one size smaller: by hand",
    "Unicorn: Teleport": "is up to 1 mile away where it knows the place, with up to three others within 5 ft",
    "Teleport": "is up to 120 ft away, where it can see",
    "Vampire, Bat Form: Unarmed Strike": "only in its own form",
    "Vampire, Mist Form: Unarmed Strike": "only in its own form",
    "Vampire, Mist Form: Bite": "not as mist",
}
"""What is told as an action is used of which no rule plays anything: by its name, or, where others have one of that
name, by that of its creature, in whatever form, and its own.
"""
TOLD = {
    "Rejuvenation: death, 1d10; 5 ft": "with its phylactery whole, it has a new body there in 1d10 days",
    "Rejuvenation: death, 24 hours; 5 ft": "with its heart whole, it has a new body there after 24 hours",
    "Rejuvenation: death, 1d6, heals all": "it lives again in 1d6 days, with all its HP",
    "Hellish Rejuvenation: death, 1d10": "dead in the Nine Hells, it lives again in 1d10 days",
    "Elemental Demise: death": "its body is gone, what it carried is left",
    "Elemental Demise: death, fire": "its body is gone, what it carried is left",
    "Bite: grappled, incapacitated, restrained": "only one who is willing, held by it, incapacitated or restrained",
    "Life Drain: ": "twelve zombies at most",
    "Teleport: ": "before or after that it is up to 40 ft away",
    "Tail: grappled": "only one whom it does not hold",
    "Strength Drain: 2d6+2 necrotic, STR, 1d4": "its STR falls by 1d4 until it has rested",
    "charmed, 3d6 psychic, heals": "",
    "disease, 1 minute": "for 1 minute the disease does nothing, and is cured as any",
    "1 minute, disease, no healing, underwater, level 6": "then it heals only underwater, and level 6 cures it",
    "1d12 acid, every 10 minutes, 10 minutes": "dry, it takes 1d12 acid every 10 minutes",
    "charmed, under its control, no reactions": "it does what its charmer wants, and has no reactions",
    "saves again": "it saves again whenever the side of its charmer harms it",
    "Luring Song: saves again": "it saves again whenever something else harms it",
    "Charm: saves again": "it saves again whenever it is harmed",
    "Luring Song: bonus action": "each further turn of the song takes a bonus action",
    "saves again, 1 mile": "once a day it saves again if its charmer is 1 mile away",
    "thrown back, 1d6 bludgeoning, 10 ft": "against a wall: 1d6 bludgeoning for each 10 ft",
    "thrown back, DC 13 DEX save, prone": "thrown at another: DC 13 DEX save, or the same damage and prone",
    "thrown back, DC 18 DEX save, prone": "at another: DC 18 DEX save, or the same and prone",
    "Large or smaller, grappled, thrown back, 60 ft, prone": "only one that it holds; it is prone",
    "grappled, advantage, attack rolls": "while it holds this one, it bites nobody else, and with advantage",
    "attached, advantage, attack rolls": "while attached it attacks nobody else, and with advantage",
    "0": "while attached its speed is 0, and it moves with its victim",
    "attached": "while attached it does not attack",
    "to the start of its next turn": "",
    "swallowed": "it can hold only one swallowed",
    "engulfed": "it can hold only one engulfed",
    "nonmagical, armour, -1 AC": "armour that is not magical has -1 AC from now on",
    "armour, death, 10": "armour that is down to AC 10 is destroyed",
    "armour, -1 AC": "metal armour or a shield that it touches has -1 AC from now on",
    "armour, AC 10, +0, death": "armour down to AC 10, or a shield down to +0, is destroyed",
    "1d6+1 bludgeoning, 2d6 acid, nonmagical, armour, -1 AC": "metal armour that is not magical has -1 AC from now on",
    "prone": "without free space where it lands, it falls prone itself",
    "saves": "three duplicates: of an attack on it the referee says which one it meets",
    "saves again, HP maximum, 1d10, failure": "each day it saves again; a failure takes 1d10 off its HP maximum",
    "disease, success": "a success cures the disease",
    "death, disease, at 0": "with an HP maximum of 0 it dies",
    "HP maximum, disease": "its HP maximum is back once it is cured",
    "disease, no healing, HP maximum, 1d6, every 24 hours": (
        "only magic heals it, and every 24 hours its HP maximum falls by 1d6"
    ),
    "HP maximum, at 0 HP, disease, death": "with an HP maximum of 0 it dies",
    "cursed, no healing, HP maximum, 3d6, every 24 hours": (
        "cursed, it regains no HP, and every 24 hours its HP maximum falls by 3d6"
    ),
    "cursed, at 0, death": "with an HP maximum of 0 it dies and is dust",
    "Rotting Fist: cursed": "it stays until the curse is lifted",
    "cursed": "until the curse is lifted, a rest brings it nothing but nightmares",
    "60 ft, by an action, restrained": "an action moves the whirlwind 60 ft",
    "by an action, free, restrained, DC 18 STR check": "an action with a DC 18 STR check sets one free",
    "Create Whirlwind: restrained": "",
    "restrained": "while it is held it is restrained, the tail hits it by itself, and hits nobody else",
    "restrained, disadvantage, STR checks, STR saves": "while it is held it is restrained, with disadvantage on STR",
    "underwater, resistant": "being underwater is no protection from it",
    "under its control": "what its charmer asks seems right to it",
    "24 hours, death, bonus action": "it lasts 24 hours, or as long as its charmer likes",
    "humanoid, charmed": "one humanoid, three beasts at most",
    "charmed": "only one can be charmed at a time",
    "prone, bonus action": "if it is prone now, a bonus action buys another attack on it",
    "AC 10, 5 HP, vulnerable, fire, immune, bludgeoning": (
        "the web has AC 10 and 5 HP; fire hurts it twice, bludgeoning not at all"
    ),
    "death, AC 10, 5 HP, vulnerable, fire, immune, bludgeoning, poison, and psychic": (
        "the web has AC 10 and 5 HP; fire hurts it twice; bludgeoning, poison and psychic not at all"
    ),
    "thrown back, saves": "whoever will not be pushed has failed the save",
    "thrown back, 5 ft": "it may be pushed 5 ft aside instead",
    "thrown back": "it is pushed out of the space",
    "fails by 5, ages, 1d4 x 10": "whoever failed by 5 or more also ages 1d4 x 10 years",
    "possessed, incapacitated": "the ghost is gone into its body, and acts in its turn",
    "undead, INT, WIS, CHA, immune, charmed, frightened": "only what turns undead reaches the ghost",
    "possessed": "it has the values of the body",
    "0, to the start of its next turn": "its speed is 0 until its next turn begins",
    "failure, no reactions, to the start of its next turn, d8, 5, 6": (
        "no reactions until its next turn begins; d8 for that turn: 1 to 4 nothing, 5 or 6 it walks at "
        "random, 7 or 8 it attacks whoever is near"
    ),
    "50 damage, DC 25 CON save, spat out, swallowed, prone, 10 ft": (
        "50 damage in one turn from within: DC 25 CON save, or all it swallowed are out, prone"
    ),
    "30 damage, DC 21 CON save, spat out, swallowed, prone, 10 ft": (
        "30 damage in one turn from within: DC 21 CON save, or all it swallowed are out, prone"
    ),
    "30 damage, DC 15 CON save, spat out, swallowed, prone, 10 ft": (
        "30 damage in one turn from within: DC 15 CON save, or all it swallowed are out, prone"
    ),
    "60 damage, DC 20 CON save, spat out, swallowed, prone, 10 ft": (
        "60 damage in one turn from within: DC 20 CON save, or all it swallowed are out, prone"
    ),
    "30 damage, swallowed, DC 14 CON save, spat out, prone, 10 ft": (
        "30 damage in one turn from within: DC 14 CON save, or whoever it swallowed is out, prone"
    ),
    "Huge or smaller, STR, pulled, 20 ft": "if Huge or smaller: a contest of STR, or it is pulled up to 20 ft",
    "critical hit": "its damage dice are rolled three times, not twice",
    "saves again, each turn (end), disadvantage": "the save at the end of its turn has disadvantage while it sees it",
    "saves again, each turn (end), disadvantage, to the start of its next turn": (
        "the save at the end of its turn has disadvantage while it sees the hag; whoever averts its eyes needs none"
    ),
    "humanoid, death, rises again, vampire spawn, under its control": (
        "a humanoid that dies of it rises next night as a vampire spawn"
    ),
    "humanoid, death, rises again, 24 hours, zombie, under its control": (
        "a humanoid that dies of it rises after 24 hours as a zombie"
    ),
    "death, at 0": "with a STR of 0 it dies",
    "at 0 HP, poisoned, 1 hour, paralyzed": "whoever is at 0 HP by it is stable, poisoned for 1 hour and paralyzed",
}
ALSO = {
    "Dretch: Fetid Cloud": "the cloud stays for 1 minute: whoever starts its turn in it saves, too",
    "Druid: Quarterstaff": "with Shillelagh: +4 to hit, 1d8+2 bludgeoning",
    "Dryad: Club": "with Shillelagh: +6 to hit, 1d8+4 bludgeoning",
    "Duergar: Javelin": "enlarged: 2d6+2 piercing in all",
    "Duergar: War Pick": "enlarged: 2d8+2 piercing in all",
    "Gelatinous Cube: Engulf": "only somebody Large or smaller",
    "Homunculus: Bite": "who fails by 5 or more is poisoned and unconscious for 1d10 minutes instead",
    "Lamia: Intoxicating Touch": "has disadvantage on WIS saves and on all ability checks",
    "Mimic: Adhesive (Object Form Only)": "only somebody Huge or smaller, who has disadvantage on the checks to escape",
    "Oni: Glaive": "as Small or Medium: 1d10+4 slashing",
}
"""What is told besides what the rules play of a feature: by the name of the creature and its own."""
