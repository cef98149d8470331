"""The values of Descent: what its figures, weapons and table carry."""

from referee.engine.bearer import Figure
from referee.engine.kinds import ConditionKind, Option, PileKind, Rank, Standing, TrackKind, TraitKind
from referee.rules.descent.dice import MOST_POWER

HEROES = "heroes"
OVERLORD = "overlord"
"""The two sides, and the two phases of a round."""

# ---- tracks of figures
WOUNDS = TrackKind("wounds", "wounds", "a hero's wounds left; killed at none")
TOKENS = TrackKind("tokens", "tokens", "a monster's wound tokens; killed at its rating", rising=True)
FATIGUE = TrackKind("fatigue", "fatigue", "fatigue left to spend on power dice and movement")
MOVES = TrackKind("moves", "moves", "movement points left this turn")
ATTACKS = TrackKind("attacks", "attacks", "attacks left this turn")

# ---- tracks of the table
THREAT = TrackKind("threat", "threat", "the overlord's threat tokens")
CONQUEST = TrackKind("conquest", "conquest", "the heroes' conquest tokens; at none they lose")

# ---- what a sheet or a card says
MOST = 99
"""The greatest armor, speed or conquest value that may be typed."""
ARMOR = TraitKind("armor", 0, "armor", "what it takes off each attack's damage", 0, MOST)
SPEED = TraitKind("speed", 4, "speed", "spaces of a move", 0, MOST)
MELEE = TraitKind("melee", 0, "melee", "power dice a hero adds to melee attacks", 0, MOST_POWER)
RANGED = TraitKind("ranged", 0, "ranged", "power dice a hero adds to ranged attacks", 0, MOST_POWER)
MAGIC = TraitKind("magic", 0, "magic", "power dice a hero adds to magic attacks", 0, MOST_POWER)
WORTH = TraitKind("worth", 2, "worth", "conquest the heroes lose when it is killed", 0, MOST)
MASTER = TraitKind("master", False, "master", "a master monster")
SIZE = TraitKind("size", "1x1", "size", "spaces it fills, such as 1x2 or 2x2")
TYPE = TraitKind("type", "melee", "type", "melee, ranged or magic")
DICE = TraitKind[tuple[str, ...]]("dice", (), "dice", "colours of the dice it attacks with: red,green or rg")
ABILITIES = TraitKind[tuple[str, ...]]("abilities", (), "abilities", "special abilities: pierce2,fear1")

# ---- what a weapon or another item says, beside type, dice, abilities and armor
SURGES = TraitKind[tuple[str, ...]]("surges", (), "surges", "what surges buy: a cost and an effect each")
HANDS = TraitKind("hands", 1, "hands", "hands that it takes")
OFFHAND = TraitKind[tuple[str, ...]]("offhand", (), "off-hand", "what it adds to an attack with another weapon")

# ---- marks of a turn
ACTION = TraitKind("action", "", "action", "what a hero does this turn")
ORDERS = TraitKind("orders", 0, "", "orders it may still place this turn")
WALKED = TraitKind("walked", False, "", "it has moved this turn")
MISSED = TraitKind("missed", False, "", "its last attack this turn showed a miss")
PARTY_ROW = TraitKind("row", 0, "", "for how many heroes its card was read")

EQUIPPED = PileKind("equipped", "equipped", holds="item")
PACK = PileKind("pack", "pack", holds="item")

UP = Standing("up", turn=True, able=True, target=True, fills=True)
KILLED = Standing("killed")

AIM = ConditionKind("aim", "throws dice of an attack again; lost on a wound, a move or use", ("DJ-47", "DJ-49"))
DODGE = ConditionKind("dodge", "may throw dice of attacks on it again, until its next turn", ("DJ-47", "DJ-49"))
GUARD = ConditionKind("guard", "one attack in the overlord's turn; lost on a wound", ("DJ-49",))
REST = ConditionKind("rest", "fatigue is full at its next turn; lost on a wound", ("DJ-49",))
BURN = ConditionKind("burn", "a power die for each token at turn start; a wound for each left", ("DJ-64",), stacks=True)
WEB = ConditionKind("web", "a power die for each token at turn start; no movement while any is left", ("DJ-65",), True)
STUN = ConditionKind("stun", "its next turn is lost, or one thing only", ("DJ-66",))
POISON = ConditionKind("poison", "healing takes these tokens first", ("DJ-67",), stacks=True)
BLEED = ConditionKind("bleed", "a white die of damage for each token at turn start", ("DJ-68",), stacks=True)
DAZE = ConditionKind("daze", "each token costs a die of its attacks", ("DJ-69",), stacks=True)
ORDER_KINDS = {kind.name: kind for kind in (AIM, DODGE, GUARD, REST)}
"""The orders that a hero may place."""
TOKEN_KINDS = {kind.name: kind for kind in (BURN, WEB, STUN, BLEED, DAZE)}
"""The conditions that a hit lays on its target as tokens."""

PARTY = Option(
    "party", ("auto", "2", "3", "4"), "for how many heroes the monsters' cards are read; auto counts them", ("DJ-29",)
)
REACH = Option("reach", ("2", "3", "1"), "spaces that a melee attack with Reach spans", ("DJ-75",))
QUICK_SHOT = Option("quick_shot", ("2", "3", "1"), "attacks of an activation with Quick Shot", ("DJ-76",))
BOLT = Option("bolt", ("5", "4", "6"), "spaces that a Bolt goes straight ahead, on the board", ("DJ-62",))
BREATH = Option("breath", ("3", "4", "2"), "spaces that a Breath reaches, ever wider, on the board", ("DJ-62",))
CORNER = Option(
    "corner",
    ("open", "blocked"),
    "a line through a corner that is blocked on one side is open, or blocked",
    ("DJ-86",),
)


def rank(figure: Figure) -> Rank | None:
    """A master stands out among the monsters of its sort."""
    return Rank("master") if figure.traits.get(MASTER.name, False) else None
