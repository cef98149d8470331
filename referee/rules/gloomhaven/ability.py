"""Abilities as a card half, a monster's card or an item lists them, with whom each may be aimed at (GH-20, 21, 35)."""

from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.contract.ruleset import Ruleset
from referee.engine.numbers import is_number, read_number
from referee.engine.problem import NotUnderstood, complaint
from referee.engine.questions.question import Pick
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.rules.gloomhaven.conditions import INFLICTED, hiding, shield_of
from referee.rules.gloomhaven.scenario import ELEMENTS
from referee.text.phrases import listed
from referee.text.quoting import quoted

COUNTED = ("attack", "move", "heal", "shield", "retaliate", "suffer", "lose", "recover", "loot", "xp", "push", "pull")
"""Abilities that have a number."""
RELATIVE = ("attack", "move")
"""On monsters' cards these may be less or more than the figure's own."""
MOST = 99
CARD_GOES_TO = ("lost", "active")
"""Words that send the card to another pile than the discard (GH-17)."""
KINDS = (*COUNTED, *INFLICTED, "infuse", "consume", "summon", "text", *CARD_GOES_TO)
NUMBERED = ("range", "target", "pierce", "hp", "attack", "move", "shield")
"""Words after an ability that have a number."""
FLAGS = ("self", "ally", "advantage", "disadvantage")


class Ability(Struct, frozen=True):
    """One ability of a card half, a monster's card or an item: `attack 3 range 2 target 2`, `heal 2 self`."""

    kind: str
    value: int = 0
    relative: bool = False
    """The value is added to the figure's own."""
    word: str = ""
    """The element, the summon's name, or the text."""
    numbers: dict[str, int] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    inflicts: tuple[str, ...] = ()
    bonus: tuple[tuple[str, int], ...] = ()
    """Elements that may be consumed, each with what it adds to the attack: `fire+2`."""

    def number(self, name: str, default: int = 0) -> int:
        """The number after a word such as `range` or `target`; the default without that word."""
        return self.numbers.get(name, default)


@lru_cache(maxsize=512)
def read_abilities(text: str) -> tuple[Ability, ...]:
    """All abilities of an action, in the order written. NotUnderstood, naming the unknown word."""
    return tuple(_read(words) for piece in text.split(";") if (words := piece.split()))


problem = complaint(read_abilities)
"""Why these words are no action; None if they are."""


def _read(words: list[str]) -> Ability:
    kind, rest = words[0].lower(), words[1:]
    if kind not in KINDS:
        raise NotUnderstood(f"There is no ability {quoted(kind)}. Abilities: {listed(KINDS, 40)}.")
    ability = Ability(kind)
    if kind == "text":
        return replace(ability, word=" ".join(rest))
    if kind in COUNTED:
        if not rest:
            raise NotUnderstood(f"{kind} needs a number after it.")
        number = _number(rest[0], kind, minimum=-MOST if kind in RELATIVE else 1)
        ability, rest = replace(ability, value=number, relative=kind in RELATIVE and rest[0][0] in "+-"), rest[1:]
    elif kind in ("infuse", "consume"):
        if len(rest) != 1 or rest[0].lower() not in ELEMENTS:
            raise NotUnderstood(f"{kind} needs an element: {listed(ELEMENTS)}.")
        return replace(ability, word=rest[0].lower())
    elif kind == "summon":
        if not rest:
            raise NotUnderstood("summon needs a name, for example summon clay-dog hp 4 attack 2.")
        ability, rest = replace(ability, word=rest[0]), rest[1:]
    return _details(ability, rest)


def _details(ability: Ability, words: list[str]) -> Ability:
    """What follows an ability: `range 3 pierce 1 poison fire+1`."""
    while words:
        word, words = words[0].lower(), words[1:]
        element, plus, extra = word.partition("+")
        if word in NUMBERED:
            if not words:
                raise NotUnderstood(f"{word} needs a number after it.")
            number = _number(words[0], word, minimum=1 if word in ("hp", "target") else 0)
            ability = replace(ability, numbers={**ability.numbers, word: number})
            words = words[1:]
        elif word in FLAGS:
            ability = replace(ability, flags=(*ability.flags, word))
        elif word in INFLICTED:
            ability = replace(ability, inflicts=(*ability.inflicts, word))
        elif plus and element in ELEMENTS and is_number(extra):
            ability = replace(ability, bonus=(*ability.bonus, (element, int(extra))))
        else:
            known = listed([*NUMBERED, *FLAGS, *INFLICTED], 40)
            raise NotUnderstood(f"{ability.kind} has no {quoted(word)}. Possible: {known}.")
    return ability


def _number(word: str, what: str, minimum: int) -> int:
    """A number of an ability, within what cards can say."""
    number = read_number(word, what)
    if not minimum <= number <= MOST:
        raise NotUnderstood(f"{what}: a number from {minimum} to {MOST}, not {number}.")
    return number


def said(ability: Ability) -> str:
    """An ability in the words that `read_abilities` reads."""
    sign = f"{ability.value:+d}" if ability.relative else str(ability.value)
    if ability.kind == "text":
        return ability.word
    words = [ability.kind, *([sign] if ability.kind in COUNTED else []), *([ability.word] if ability.word else [])]
    words += [f"{name} {number}" for name, number in ability.numbers.items()]
    return " ".join((*words, *ability.flags, *ability.inflicts, *(f"{element}+{n}" for element, n in ability.bonus)))


def read_out(name: str, ability: Ability) -> str:
    """What a figure does by an ability in the card's own words: `Flame Wisp 1 burns the floor`, `Mira: Jump`."""
    words = said(ability)
    return f"{name} {words}" if ability.kind == "text" and words[:1].islower() else f"{name}: {words}"


class Aim(Struct, frozen=True):
    """Who may be chosen, and why not the others."""

    free: tuple[Tag, ...]
    barred: dict[Tag, str] = field(default_factory=dict)
    beside: dict[Tag, str] = field(default_factory=dict)
    """What keeps some of them from harm."""


def _targetable(rules: Ruleset, encounter: Encounter) -> tuple[Tag, ...]:
    return tuple(t for t, f in encounter.figures.items() if rules.standing(f.standing).target)


def allied(encounter: Encounter, one: Tag, other: Tag) -> bool:
    """Whether two figures fight for the same side; no figure is its own ally (GH-20)."""
    return one != other and encounter.figures[one].side == encounter.figures[other].side


def enemies(rules: Ruleset, encounter: Encounter, who: Tag) -> Aim:
    """Those an attack may be aimed at: no ally (GH-21), none that a condition hides (GH-35)."""
    free: list[Tag] = []
    barred: dict[Tag, str] = {}
    for tag in _targetable(rules, encounter):
        name = encounter.name(tag)
        if tag == who:
            barred[tag] = f"{name} cannot be its own target."
        elif allied(encounter, who, tag):
            barred[tag] = f"{name} is an ally of {encounter.name(who)} [GH-21]."
        elif hidden := hiding(encounter, tag):
            barred[tag] = f"{name} is {hidden.name} [GH-35]."
        else:
            free.append(tag)
    shields = {tag: f"shield {shield}" for tag in free if (shield := shield_of(encounter, tag))}
    return Aim(tuple(free), barred, shields)


def friends(rules: Ruleset, encounter: Encounter, who: Tag, self_too: bool = True) -> Aim:
    """A figure's allies, and itself unless only allies are meant (GH-20, 21)."""
    free: list[Tag] = [who] if self_too else []
    barred = {} if self_too else {who: f"{encounter.name(who)} is not its own ally [GH-20]."}
    for tag in _targetable(rules, encounter):
        if allied(encounter, who, tag):
            free.append(tag)
        elif tag != who:
            barred[tag] = f"{encounter.name(tag)} is not an ally of {encounter.name(who)} [GH-20]."
    return Aim(tuple(free), barred)


def pick(
    key: str, prompt: str, by: Tag, aim: Aim, maximum: int, *cites: str, minimum: int = 0, only: Tag | None = None
) -> Pick:
    """The question for targets; nobody is an answer where the ability may be skipped, and has to be said."""
    default = only or (aim.free[0] if len(aim.free) == 1 else None)
    return Pick(
        key=key, prompt=prompt, by=by, among=aim.free, barred=aim.barred, least=minimum, most=maximum,
        default=default, beside=aim.beside, near=by, cites=cites,
    )  # fmt: skip
