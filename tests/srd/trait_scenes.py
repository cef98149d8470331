"""Scenes for the traits of a creature, which nobody orders: Ann stands beside it, strikes it, casts at it and kills it.

What a trait waits for comes about in the turns of a few rounds; every question whether it applies is answered with yes.
"""

import re
from collections.abc import Callable, Iterator

from referee.engine.dice.roll_questions import Roll
from tests.srd.facts import CONDITIONS, Feature
from tests.srd.scenes import GAME, GAME_NAMES, IT, Dice, Proof, Scene, Stage, both_sides, things_of

_WARY = ("str", "dex", "con", "int", "wis", "cha")
_SWORD = "{name='Sword', hit=60, damage='1 slashing'}"
_MARK = ", brings=[{condition='marked', for='1 rounds'}]"
"""What a save is about that no trait is about."""
_OUT_OF = 13
"""The DC of what Ann does to it."""


class TraitScene(Scene):
    """A scene in which Ann acts, too; what was asked of the creature is kept."""

    asked: list[Roll]

    def __post_init__(self) -> None:
        super().__post_init__()
        self.asked = []
        self.seen |= {lying.kind for lying in self.start.figures[IT].conditions}

    def _thrown(self, roll: Roll) -> str:
        self.asked.append(roll)
        sure = not any(fact.endswith("to hit") for fact in self.feature.facts)
        if roll.key.startswith(f"attack ann>{IT}") or (sure and roll.key.startswith("attack ")):
            return " ".join(["19"] * sum(pool.count for pool in roll.pools))
        return super()._thrown(roll)

    def better(self, line: str) -> bool:
        """Gives an order; True if the creature saved with advantage."""
        self.asked.clear()
        self.order(line)
        saves = [each for each in self.asked if each.key.startswith("save ") and f" {IT}" in each.key]
        return any(pool.keep is not None and pool.keep.highest for each in saves for pool in each.pools)

    def turn_of(self, who: str) -> None:
        """Goes on to the next turn of that figure."""
        self.order("next")
        super().turn_of(who)

    @property
    def health(self) -> int:
        """The hit points that the creature has."""
        return self.session.encounter.figures[IT].tracks["hp"].now


def proof(creature: str, feature: Feature) -> Proof:
    """All that is seen of a trait, in scenes with the dice of both outcomes."""
    stage, done = Stage(creature), Proof()
    start = stage.start(feature.facts)
    for play, dice in _plays(feature):
        scene = TraitScene(creature, feature, dice, start)
        play(scene)
        done.scenes.append(scene)
        done.seen |= scene.seen - ({"advantage"} if play in (_beside, _struck) else set())
        done.seen |= {fact for fact in feature.facts if both_sides(fact, done)}
        if done.seen.issuperset(feature.facts):
            break
    return done


def _plays(feature: Feature) -> Iterator[tuple[Callable[[TraitScene], None], Dice]]:
    """What is played, with which dice: what may show the facts first."""
    failed, made = Dice(), Dice(saves=0)
    if any(fact.endswith(" a day") for fact in feature.facts):
        yield _legendary, failed
    if any("spell" in fact or "to hit" in fact for fact in feature.facts):
        yield from ((_casts, dice) for dice in (failed, made, Dice(hits=False)))
    if "advantage" in feature.facts:
        yield from ((_attacks, failed), (_wary, made))
    yield from ((play, dice) for dice in (failed, made) for play in (_beside, _struck))
    yield from ((_beside, dice) for dice in (Dice(later=0), Dice(saves=-5), Dice(saves=-4)))
    yield from ((play, dice) for dice in (failed, made) for play in (_attacks, _falls, _dies))


def _beside(scene: TraitScene) -> None:
    """Ann begins her turns near it; then both are hurt, and it holds her."""
    for _ in range(8):
        scene.order("next")
    asked = [each for each in scene.asked if each.key.startswith("save") and " ann" in each.key]
    if scene.dice.saves == 0 and len([each for each in asked if " to end " not in each.prompt]) == 1:
        scene.seen.add("immune 24 hours")
    scene.turn_of(IT)
    before = min(60, scene.health - 1)
    scene.order(f"damage {IT} {before}")
    scene.turn_of(IT)


def _struck(scene: TraitScene) -> None:
    """Ann strikes it."""
    scene.order(f'set ann weapon "{_SWORD}"')
    scene.turn_of("ann")
    scene.order(f"attack sword {IT}")
    scene.turn_of(IT)


def _attacks(scene: TraitScene) -> None:
    """It attacks her with all its weapons, once as she is and once as she is hurt and held by it."""
    plain = _strikes(scene)
    scene.order("damage ann 5")
    scene.order(f"condition ann grappled by {IT}")
    hurt = _strikes(scene)
    if hurt or plain:
        scene.seen.add("advantage")
    if hurt and not plain:
        scene.seen.add("needs grappled")


def _strikes(scene: TraitScene) -> bool:
    found = False
    for thing, rule in things_of(GAME, scene.session.encounter, IT):
        if thing.kind == "weapon" and rule.act.turn != "after":
            scene.asked.clear()
            order = f"attack {thing.tag.rpartition('.')[2]} ann"
            if not scene.order(order):
                scene.turn_of(IT)
                scene.order(order)
            rolls = [each for each in scene.asked if each.key.startswith(f"attack {IT}")]
            found |= any(pool.keep is not None and pool.keep.highest for each in rolls for pool in each.pools)
    return found


def _wary(scene: TraitScene) -> None:
    """It saves against all that Ann can do to it; with advantage only against what its trait says."""
    scene.turn_of("ann")
    plain = [scene.better(f"power {_given(scene, f'Plain {ability}', ability)} {IT}") for ability in _WARY]
    magical = [
        scene.better(f"power {_given(scene, f'Magic {ability}', ability, 'magical=true, ')} {IT}") for ability in _WARY
    ]
    if any(magical) and not all(plain):
        scene.seen.add("advantage")
    for condition in (*CONDITIONS, "turned"):
        name = GAME_NAMES.get(condition, condition)
        brings = f", brings=[{{condition='{name}', for='1 rounds'}}]"
        for ability in ("str", "con", "wis"):
            if scene.better(f"power {_given(scene, f'{name} {ability}', ability, '', brings)} {IT}") and not all(plain):
                scene.seen |= {"advantage", condition}


def _given(scene: TraitScene, name: str, ability: str, also: str = "", brings: str = "") -> str:
    """Gives Ann a power that asks a save of its target, and returns its word."""
    word = f"x {name}".replace(" ", "_").lower()
    power = f"{{name='{word}', cost={{}}, {also}dc={_OUT_OF}, targets='one', test='save {ability}'{brings or _MARK}}}"
    scene.order(f'set ann power "{power}"')
    return word


def _casts(scene: TraitScene) -> None:
    """It casts its spells at Ann until one has asked a save of her and one has attacked her."""
    left = {"save", "attack"}
    for thing, rule in things_of(GAME, scene.session.encounter, IT):
        if thing.kind == "spell" and rule.act.turn != "after" and left:
            scene.turn_of(IT)
            scene.asked.clear()
            scene.order(f"cast {thing.tag.rpartition('.')[2]} ann")
            left -= {each.key.split(" ")[0] for each in scene.asked}


def _falls(scene: TraitScene) -> None:
    """It takes the damage that a fact names while it has as much, and one more; or less than it has, and more."""
    limits = [int(fact.split(" ")[0]) for fact in scene.feature.facts if re.fullmatch(r"\d+ damage", fact)] or [1]
    results = []
    for amount in (limits[0], limits[0] + 1):
        again = TraitScene(scene.creature, scene.feature, scene.dice, scene.start)
        sword = f"{{name='Blade', hit=60, damage='{amount} slashing'}}"
        again.order(f'set ann weapon "{sword}"')
        again.turn_of("ann")
        again.order(f"damage {IT} {again.health - min(amount, again.health - 1)}")
        again.order(f"attack blade {IT}")
        results.append(again.health)
        scene.seen |= again.seen
    if results[0] != results[-1]:
        scene.seen.add(f"{limits[0]} damage")


def _legendary(scene: TraitScene) -> None:
    """It fails saves; whatever turns a failure into a success is used as often as it goes."""
    count = sum(fact.endswith(" a day") for fact in scene.feature.facts)
    scene.turn_of("ann")
    used = 0
    for n in range(6 * count):
        track = scene.session.encounter.figures[IT].tracks.get("resistance")
        before = track.now if track else 0
        scene.order(f"power {_given(scene, f'Hard {n}', 'wis')} {IT}")
        track = scene.session.encounter.figures[IT].tracks.get("resistance")
        used += before - (track.now if track else 0)
    scene.seen |= {f"{used} a day"} if used else set()


def _dies(scene: TraitScene) -> None:
    """Ann kills it."""
    scene.order(f"damage {IT} {scene.health - 1}")
    scene.order(f'set ann weapon "{_SWORD}"')
    scene.turn_of("ann")
    scene.order(f"attack sword {IT}")
    for _ in range(2):
        if not scene.order("next"):
            return
