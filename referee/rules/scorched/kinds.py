"""The values of Scorched: what its models, combats and table carry."""

from referee.engine.contract.kinds import Option, Standing, TestKind, TrackKind, TraitKind

PACKAGE = "referee.rules.scorched"
COMBAT = "combat"
"""The kind of group that models in one combat form, and the name of the phase in which they fight."""
MOVES = "moves"
"""The part of a round before its combats."""

# ---- tracks
WOUNDS = TrackKind("wounds", "W", "wounds it can still take; slain at none", maximum=99)
CHARGES = TrackKind("charges", "charges", "psychic charges it can spend", maximum=99)

# ---- what a profile says; 0 stands for none
WS = TraitKind("ws", 0, "Ws", "weapon skill, added to the highest attack die")
BS = TraitKind("bs", 0, "", "ballistic skill, written down only: shooting is no part of the combat phase")
S = TraitKind("s", 3, "S", "strength")
T = TraitKind("t", 3, "T", "toughness")
SV = TraitKind("sv", 0, "Sv", "armor save, 2 to 6; 0 for none", optional=True)
INV = TraitKind("inv", 0, "inv", "invulnerable save, 2 to 6; 0 for none", optional=True)
FNP = TraitKind("fnp", 0, "FNP", "Feel No Pain, 2 to 6; 0 for none", optional=True)
PSYKER = TraitKind("psyker", False, "", "it may spend psychic charges")
WEAPONS = TraitKind[tuple[str, ...]]("weapons", (), "weapons", "one or two, such as sword,shield or power+axe:ap4:s5")

# ---- how it stands on the table
TOUCHES = TraitKind[tuple[str, ...]](
    "touches",
    (),
    "touches",
    "whom it is in base contact with",
    said="{who} touches {value}",
    cleared="{who} touches nobody",
    detail=True,
)
SUPPORTS = TraitKind("supports", "", "", "the friends that `support` has named for its spear, by tag")
PRIORITY = TraitKind(
    "priority",
    "",
    "",
    "the side with priority this round",
    said="{value} has priority",
    cleared="No side has priority yet",
    detail=True,
)

# ---- tests
ATTACK = TestKind("attack", words={"success": "1 hit", "partial": "no hits: it shields", "failure": "equal, no hits"})
WOUND = TestKind(
    "wound", "{who} wounds {target}", words={"success": "1 to save", "failure": "none to save"}, plural="{n} to save"
)
SAVE = TestKind("save", words={"partial": "{n} saved, {rest} not"})
FEEL_NO_PAIN = TestKind(
    "feel_no_pain",
    "{who} feels no pain",
    words={"success": "all ignored", "partial": "{n} ignored", "failure": "none ignored"},
)

UP = Standing("up", turn=True, able=True, target=True, fills=True)
SLAIN = Standing("slain")

# ---- readings
AP_MODE = Option(
    "ap_mode",
    ("threshold", "modifier"),
    "armor is negated by an Ap at or below it, 1 the best; or Ap is added to the save, 6 the best",
    ("SC-40",),
    title="Ap",
    labels=("negates armor", "is added to the save"),
)
OUTNUMBER = Option(
    "outnumber",
    ("each", "more"),
    "all who fight several lose Ws; or only those on the smaller side",
    ("SC-44",),
    title="outnumbered",
    labels=("all who fight several", "the smaller side"),
)
OFF_HAND_AP = Option(
    "off_hand_ap",
    ("pool", "best"),
    "two weapons pool what they do to Ap; or the better of them counts",
    ("SC-45",),
    title="two weapons",
    labels=("both count for Ap", "the better Ap"),
)
FNP_DIRECT = Option(
    "fnp_direct",
    ("off", "on"),
    "Feel No Pain against wounds that allow no save",
    ("SC-46",),
    title="no save allowed",
    labels=("no Feel No Pain", "Feel No Pain"),
)
WOUND_ROLL = Option(
    "wound_roll",
    ("off", "on"),
    "strength against toughness for every hit",
    ("SC-51",),
    title="roll to wound",
    labels=("none", "for every hit"),
)
PRIORITY_BY = Option(
    "priority_by",
    ("roll", "hand"),
    "priority is rolled each round, or stays as it was set",
    ("SC-39",),
    title="priority",
    labels=("rolled each round", "as it was set"),
)
INV_USE = Option(
    "inv_use",
    ("better", "negated"),
    "the invulnerable save when it is better; or only without armor",
    ("SC-41",),
    title="invulnerable",
    labels=("when it is better", "without armor only"),
)
INSTANT_FNP = Option(
    "instant_fnp",
    ("off", "on"),
    "Feel No Pain against instant death",
    ("SC-43",),
    title="instant death",
    labels=("no Feel No Pain", "Feel No Pain"),
)
SHRED_INV = Option(
    "shred_inv",
    ("on", "off"),
    "a 1 on the invulnerable save counts for Shred",
    ("SC-48",),
    title="Shred",
    labels=("invulnerable saves, too", "armor only"),
)
DOUBLING = Option(
    "doubling",
    ("last", "first"),
    "shielding doubles all; or die and Ws before changes to Ws",
    ("SC-52",),
    title="shielding",
    labels=("doubles last", "doubles first"),
)
OPTIONS = (
    AP_MODE,
    OUTNUMBER,
    OFF_HAND_AP,
    FNP_DIRECT,
    WOUND_ROLL,
    PRIORITY_BY,
    INV_USE,
    INSTANT_FNP,
    SHRED_INV,
    DOUBLING,
)
