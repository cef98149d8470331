"""Features of creatures of the SRD that are by hand, each with the reason. All others play, at least in part."""

REASONS = {
    "Animate Chains": "its chains are figures that nobody has written down: AC 20, 20 HP, added by hand",
    "Antennae": "it eats things, and no figure has a list of what is made of metal",
    "Bite": "of a mist: it refers to an attack that this form does not have",
    "Corrode Metal": "no figure has a list of what is made of metal",
    "Damage Transfer": "whoever it holds takes half of it; only a spell can share harm so",
    "Flying Sword": "a sword that moves away from its bearer stands nowhere",
    "Grasping Tendrils": "its tendrils have an AC and HP of their own",
    "Phantasms": "its duplicates share what is aimed at it by a roll that the table makes",
    "Resists damage from spells": "no damage says whether a spell did it",
    "Rust Metal": "no figure has a list of what is made of metal",
    "Split": "what comes of it has half the HP that are left: added by hand",
    "Steadfast": "who sees whom is known at the table",
    "Vulnerable to magical piercing by the good": "nobody says who is good",
    "Whirlwind of Sand": "it is immune for as long as its own move takes",
}
