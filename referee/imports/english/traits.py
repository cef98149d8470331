"""Traits: what the set traits of stat blocks do by themselves, as rows of a system file."""

import re
from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from referee.imports.described_act import ACTION, CONDITIONS, NOTHING, OPEN, REACTION, TRAIT, TYPES, Feature, Save
from referee.imports.english.effect_keys import LONGEST_TOLD, effect_keys, table, told_text
from referee.imports.english.references import HEADS, HEADS_ROWS
from referee.imports.english.sentences import sentences
from referee.imports.english.set_actions import FOLLOWS, set_action
from referee.imports.record import phrase

Found = re.Match[str]
MAGIC_WEAPONS = phrase(r"\bweapon attacks are magical\b")
_NONE = (
    *("air form", "amorphous", "amphibious", "animate trees", "antimagic susceptibility", "beast of burden"),
    *("blind senses", "bound", "change shape", "children of the night", "confer fire resistance", "create specter"),
    *("darkness aura", "detect", "devil's sight", "divine awareness", "earth glide", "echolocation"),
    *("elemental demise", "ephemeral", "ethereal jaunt", "ethereal sight", "ethereal stride", "etherealness"),
    *("false appearance", "faultless tracker", "fire form", "flyby", "freedom of movement", "heart sight"),
    *("hellish rejuvenation", "hold breath", "ice walk", "ignited illumination", "illumination"),
    *("illusory appearance", "immutable form", "incorporeal movement", "ink cloud", "inscrutable"),
    *("iron scent", "labyrinthine recall", "limited amphibiousness"),
    *("limited telepathy", "mimicry", "move", "mucous cloud"),
    *("night hag items", "nightmare haunting", "ooze cube", "probing telepathy", "read thoughts", "reel"),
    *("rejuvenation", "sense magic", "shapechanger", "shark telepathy", "shielded mind", "siege monster"),
    *("snow camouflage", "speak with beasts and plants", "spell storing", "spider climb", "standing leap"),
    *("stone camouflage", "tail spike regrowth", "telepathic bond", "teleport", "transparent", "treasure sense"),
    *("tree stride", "tunneler", "underwater camouflage"),
    *("variable illumination", "wakeful", "water breathing", "water form", "web sense", "web walker"),
)
"""Features in which nothing is rolled for in a fight: senses, forms, ways to move, what happens elsewhere."""
_BY_HAND = ("damage transfer",)
"""Traits of which single numbers would mislead."""
_AURA = phrase(r"\bstarts? (?:its|their) turn (?:within (\d+) (?:ft|feet)\b|in that area)")
_MOMENTS = (
    (phrase(r"\bwhen (?:it|the [\w -]+) dies\b"), "becomes dead"),
    (phrase(r"^at the start of each of the [\w ]+['’]s turns, each creature\b"), "turn start"),
)
_SEEN = phrase(r"\bcreature that can see\b|\bcan see each other\b")
_WHILE_ABLE = phrase(r"\bif the [\w ]+ isn['’]t incapacitated\b")
_HOSTILE = phrase(r"\bhostile\b|\bcan force (?:it|the creature|that creature) to make\b")
"""It is for foes only, or for whom it likes."""


_BESIDES = phrase(
    r"\bHarmed by Running Water\b|\bends its turn in running water\b|\bgolem['’]s creator\b"
    r"|\bspells? of \d\w\w level or lower\b|\bline spell\b"
)
"""Of a trait whose set phrase is not all of it."""
_DONE = phrase(r"\bsunlight\b|\broll a d6\b")
"""What of such a trait works by itself."""
_BY_ACTION = phrase(r"\bcan use (?:its|his|her) action to polymorph\b")
_IN_FORMS = phrase(r"\bhybrid\b|\bcloud of mist\b")
"""Shapes in which a creature attacks otherwise: they are figures of their own."""
_AS_IT_DIES = ("rejuvenation", "hellish rejuvenation", "elemental demise")
"""What nothing is rolled for, and comes up as its bearer dies."""


class Working(Struct, frozen=True):
    """What a trait does by itself."""

    rows: tuple[str, ...]
    whole: bool = True
    """Nothing else of it is by hand."""


def at_work(feature: Feature, magical: bool) -> Feature:
    """A feature as the game has it: what works by itself as rows, what is left to the referee as text.

    magical: the weapons of its creature are.
    """
    if feature.attack is not None:
        return replace(feature, magical=magical)
    if not feature.rows and (used := set_action(feature)) is not None:
        return used
    if feature.sort in (TRAIT, REACTION) and not feature.counts and feature.name.lower() not in _BY_HAND:
        does = _working(feature, feature.text)
        if does is not None:
            left = (each for each in sentences(feature.text) if each in feature.by_hand or _BESIDES.search(each))
            by_hand = "" if does.whole else " ".join(each for each in left if not _DONE.search(each))
            if at := _moment(feature.text):
                own = replace(feature.own, damage=feature.own.damage[:1], tell=())
                return replace(feature, rows=does.rows, at=at, own=own, by_hand=by_hand)
            return replace(feature, rows=does.rows, saves=(), own=NOTHING, by_hand=by_hand, counts=True)
        if feature.is_used and (at := _moment(feature.text)):
            return replace(feature, at=at)
        if MAGIC_WEAPONS.search(feature.text):
            return replace(feature, counts=True, by_hand="")
    if feature.name.lower() in _BY_HAND:
        return replace(feature, own=NOTHING, saves=(), by_hand=feature.by_hand or feature.text)
    if feature.name.lower() in _AS_IT_DIES and not feature.limit:
        row = f"{{at='becomes dead', tell='{told_text(feature.text, LONGEST_TOLD)}'}}"
        return replace(feature, rows=(row,), own=NOTHING, saves=(), by_hand="")
    if feature.name.lower() == "shapechanger" and _BY_ACTION.search(feature.text):
        by_hand = feature.text if _IN_FORMS.search(feature.text) else ""
        return replace(feature, sort=ACTION, own=NOTHING, saves=(), by_hand=by_hand)
    if _nothing_rolled(feature.name) and not any(save.plays for save in feature.saves):
        return replace(feature, own=NOTHING, saves=(), by_hand="")
    return feature


def _nothing_rolled(name: str) -> bool:
    """Is there nothing to be rolled for in a fight in the feature of that name?"""
    plain = name.lower().replace("’", "'").split(" (")[0]
    return plain in _NONE or (plain.startswith("keen ") and "attack" not in plain)


def _moment(text: str) -> str:
    """When a trait is used by itself: as its figure dies, at the start of each of its turns; else empty."""
    return next((event for words, event in _MOMENTS if words.search(text)), "")


def _working(feature: Feature, text: str) -> Working | None:
    """What a trait or a reaction does by itself; None if its text is no set phrase."""
    line = " ".join(text.split())
    for words, rows in _PHRASES:
        if (found := words.search(line)) is not None:
            done = (found.expand(rows),) if isinstance(rows, str) else tuple(rows(found, line))
            return Working(done, not _BESIDES.search(line))
    if (near := _AURA.search(line)) and feature.saves and feature.saves[0].failure:
        row = _aura(near, line, feature.saves[0])
        row = row.replace(", ask=", ", cost={reaction=1}, ask=") if feature.sort == REACTION else row
        return Working((row,), len(feature.saves) == 1)
    return None


def _aura(near: Found, line: str, save: Save) -> str:
    """Whoever starts its turn near by saves."""
    of = "foes" if _HOSTILE.search(line) else "others"
    immune = ", immune_after={success='long'}" if save.immune else ""
    near_by = f"is {{target}} within {near[1]} ft of {{who}}" if near[1] else "is {target} in the area"
    if "avert its eyes" in line:
        near_by += ", and not averting its eyes"
    unless = ["unconscious", "blinded", "petrified"] if _SEEN.search(line) else []
    unless += [each.condition for each in save.failure.brings if each.lasts == OPEN and each.save is None]
    words = [f"{{target has {condition}}}" for condition in dict.fromkeys(unless)]
    if _WHILE_ABLE.search(line):
        words.append("{has incapacitated}")
    if words:
        of += f"', when='{' and '.join(f'not {each}' for each in words)}"
    return (
        f"{{at='turn start', of='{of}', confirm='{near_by}?', assume='yes', "
        f"ask='save {save.ability}', values={{dc='{save.dc}'}}, "
        f"outcome={{failure={table(effect_keys(save.failure))}}}{immune}}}"
    )


_LIMITED = "{{at='hits attack', of='opponent', when='{0}', limit='turn'{1}, adds='{2}'}}"
"""Damage that joins that of a hit, once in each turn."""
_NEAR = "confirm='is an ally of {who} within 5 ft of {target}?', assume='{allies} > {allies has incapacitated}'"
_MAGIC = "gives='advantage', when='{with.magical}'"


_AT_STAKE = {"poison": ("poison", "poisoned"), "spells": ("spell",), **{said: (n,) for said, n in CONDITIONS.items()}}
"""What a save may be against, by the words of a text: what a test of the game brings."""


def _against(found: Found, line: str) -> list[str]:
    what = found[1].replace(", as well as to resist", " or").split(", and magic")[0]
    words = sorted(re.findall(r"[a-z]+", what.lower()), reverse=True)
    if len(listed := [word for word in words if word in CONDITIONS]) > 3:
        what = f"being {', '.join(listed[:-1])} or {listed[-1]}"
    brings = [name for word in words for name in _AT_STAKE.get(word, ())]
    return [f"{{on=['save'], gives='advantage', if_brings={brings}, confirm='is it against {what}?'}}"]


_REGROWS = phrase(r"\bdies only if it starts its turn with 0 hit points\b")
_DOWN = (
    "{trait={regrows='1'}}",
    "{at='turn start', standing=['down'], when='{hp} <= 0', becomes='dead'}",
)
"""Of what falls at 0 hit points and dies only if it has still none after it would have regenerated."""


def _regeneration(found: Found, line: str) -> list[str]:
    stops = re.search(r"\bif [\w ’'-]+ takes ([\w ,]+?) damage(?: or damage from [\w ]+)?,", line, re.IGNORECASE)
    types = [word for word in re.findall(r"[a-z]+", stops[1].lower()) if word in TYPES] if stops else []
    barred = " and not {has unhealing}" if types else ""
    in_the_dark = " and not {has sunlit}" if "in sunlight" in line else ""
    regrows = bool(_REGROWS.search(line))
    alive = "" if regrows else "{hp} > 0 and "
    return [
        f"{{at='turn start', heal='{found[1]}', when='{alive}{{hp}} < {{hp.most}}{barred}{in_the_dark}'}}",
        *(_DOWN if regrows else ()),
        *(["{at='turn start', when='{hp} > 0 and {has unhealing}', lifts=['unhealing']}"] if types else []),
        *(f"{{at='damaged', when='{{dealt.{of}}} > 0{barred}', brings=[{{condition='unhealing'}}]}}" for of in types),
    ]


def _in_the_light(found: Found, line: str) -> list[str]:
    """What light does to who cannot bear it, as long as the condition says that it is in that light."""
    lit = "sunlit" if "sunlight" in found[0].lower() else "brightly_lit"
    on = ["attack", *(["check"] if "ability checks" in line else []), *(["save"] if "saving throws" in line else [])]
    burns = re.search(r"\btakes (\d+) radiant damage when it starts its turn in sunlight", line)
    return [
        f"{{on={on}, gives='disadvantage', when='{{has {lit}}}'}}",
        *([f"{{at='turn start', when='{{has {lit}}}', damage='{burns[1]} radiant'}}"] if burns else []),
    ]


_ENCHANTED = "brings=[{{condition='enchanted', for='end of bearer', effects=[{0}]}}]"
"""What lies on a figure to the end of its next turn, by the name of what brought it."""
_ROWS: Mapping[str, str | Callable[[Found, str], list[str]]] = {
    HEADS: HEADS_ROWS,
    r"\badvantage on melee attack rolls against any creature that doesn['’]t have": (
        "{on=['attack'], gives='advantage', when='not {with.ranged} and {target.hp} < {target.hp.most}'}"
    ),
    r"\badvantage on (?:Wisdom \(Perception\) checks and on )?saving throws against (being [\w, ]+"
    r"|poison, spells, and illusions, as well as to resist being [\w ]+)": _against,
    r"\badvantage on Strength and Dexterity saving throws made against effects that would knock": (
        "{on=['save str', 'save dex'], gives='advantage', if_brings=['prone'], confirm='would it knock {who} prone?'}"
    ),
    r"\badvantage on Intelligence, Wisdom, and Charisma saving throws against magic\b": (
        f"{{on=['save int', 'save wis', 'save cha'], {_MAGIC}}}"
    ),
    r"\bwith a successful DC (\d+) Dexterity saving throw, catch the missile\b": (
        "{at='is hit attack', when='{with.ranged} and {actor.size} is huge', "
        "confirm='is it a rock that it may catch?', cost={reaction=1}, "
        r"ask='save dex', values={dc=\1}, outcome={success={result='none'}}}"
    ),
    r"\badvantage on attack rolls against any creature grappled by it\b": (
        "{on=['attack'], gives='advantage', when='{target has grappled}'}"
    ),
    r"\bAt the start of its turn, the [\w ]+ can gain advantage on all melee": (
        "{at='turn start', confirm='does {who} attack recklessly (advantage, also against it)?', "
        "brings=[{condition='reckless'}]}"
    ),
    r"\badvantage on saving throws against (?:any effect|effects) that turns? undead\b": (
        "{on=['save wis'], gives='advantage', if_brings=['turned'], confirm='is it against being turned?'}"
    ),
    r"\bswarm can['’]t regain hit points\b": "{bars=['healing']}",
    r"\badvantage on (?:an? )?attack rolls? against [^.]*? allies is within 5\b": (
        f"{{on=['attack'], gives='advantage', {_NEAR}}}"
    ),
    r"\badvantage on saving throws against spells and other magical effects": f"{{on=['save'], {_MAGIC}}}",
    r"\bregains (\d+) hit points at the start of (?:its|his|her|their) turn": _regeneration,
    r"\badds (\d) to (?:its|his|her|their) AC against one melee attack": (
        r"{at='faces attack', when='not {with.ranged}', confirm='parry (AC +\1)?', cost={reaction=1}, against='+\1'}"
    ),
    r"\bhits it with a melee attack while within 5 (?:ft|feet)\.? of it takes \d+ \((\d+d\d+)\) (\w+) damage": (
        r"{at='is hit attack', when='not {with.ranged} and not {said far}', self={damage='\1 \2'}}"
    ),
    rf"\bsubjected to ({'|'.join(TYPES)}) damage, it takes no damage and (?:instead )?regains": r"{absorbs=['\1']}",
    r"\btakes (\d+) damage or less that would reduce it to 0 hit points, it is reduced to 1 hit point": (
        r"{at='would fall', when='{damage} <= \1', change={hp='=1'}, limit='fight'}"
    ),
    r"\bConstitution saving throw with a DC of 5 ?\+ ?the damage taken": (
        "{at='would fall', when='not {outcome} is critical and {dealt.radiant} = 0', ask='save con', "
        "values={dc='5 + {damage}'}, outcome={success={change={hp='=1'}}}}"
    ),
    r"\bextra \d+ \((\d+d\d+)\) damage when it hits a target with a weapon attack and has advantage": (
        _LIMITED.format("{net_advantage} > 0 and {with.reach} >= 0", "", r"\1")
        + ", "
        + _LIMITED.format("{net_advantage} = 0 and {with.reach} >= 0", f", {_NEAR}", r"\1")
    ),
    r"\bOnce per turn, the [\w ]+ can deal an extra \d+ \((\d+d\d+)\) damage to a creature it hits": (
        _LIMITED.format("{with.reach} >= 0", f", {_NEAR}", r"\1")
    ),
    r"\bsurprises a creature and hits it with an attack during the first round of combat, the target takes an extra "
    r"\d+ \((\d+d\d+)\) damage": (
        r"{at='hits attack', of='opponent', when='{round} = 1', confirm='was {target} surprised?', adds='\1'}"
    ),
    r"\bDexterity saving throw to take only half damage, the [\w ]+ instead takes no damage": (
        "{on=['save dex'], leaves={success='none', critical='none', failure='half', fumble='half'}}"
    ),
    r"\bdrops to 0 hit points outside (?:its|his|her) resting place, the [\w ]+ transforms into a cloud of mist": (
        "{at='would fall', confirm='turn to mist (not in its coffin, sunlight or running water)?', becomes='fled'}"
    ),
    r"\bWhile in (?:sunlight|bright light), (?:the [\w -]+|it|he) has disadvantage on attack rolls\b": _in_the_light,
    r"\bDuring its first turn, the [\w ]+ has advantage on attack rolls against any creature that hasn['’]t taken a "
    r"turn\. Any hit .* against a surprised creature is a critical hit": (
        "{on=['attack'], gives='advantage', when='{round} = 1 and {init} > {target.init}'}, "
        "{on=['attack'], gives='critical', when='{target has surprised}'}"
    ),
    r"\bIn the first round of combat, the [\w ]+ has advantage on attack rolls against any creature it has surpris": (
        "{on=['attack'], gives='advantage', when='{round} = 1 and {target has surprised}'}, "
        "{on=['attack'], gives='advantage', when='{round} = 1 and not {target has surprised} "
        "and {init} < {target.init}', confirm='was {target} surprised?'}"
    ),
    r"\bcan take one reaction on every turn in (?:a )?combat": (
        "{at='turn start', of='others', self={change={reaction='full'}}}"
    ),
    r"\bFor each head the [\w ]+ has beyond one, it gets an extra reaction that can be used only for opportunity": (
        "{at='turn start', change={head_reactions='empty'}}, {at='does opportunity', "
        "when='{head_reactions} < {heads} - 1', change={head_reactions='+1', reaction='full'}}"
    ),
    r"\bstarts its turn with (\d+) hit points or fewer, roll a d6\. On a 6, the [\w ]+ goes berserk": (
        r"{at='turn start', when='{hp} > 0 and {hp} <= \1 and not {has berserk}', table='berserk'}"
    ),
    FOLLOWS.pattern: "{at='fells', brings=[{condition='rampaging'}]}",
    r"\bIf the [\w ]+ takes fire damage, it has disadvantage on attack rolls and ability checks until the end of its": (
        "{at='damaged', when='{dealt.fire} > 0', "
        + _ENCHANTED.format("{on=['attack', 'check'], gives='disadvantage'}")
        + "}"
    ),
    r"\btakes cold damage, it partially freezes; its speed is reduced by (\d+)": (
        "{at='damaged', when='{dealt.cold} > 0', " + _ENCHANTED.format(r"{trait={speed='max(0, {speed} - \1)'}}") + "}"
    ),
    r"\bcan['’]t be affected or detected by spells of (\d)\w\w level or lower unless it wishes": (
        r"{at='is reached cast', when='{with.level} <= \1', result='failure'}, "
        f"{{on=['save'], {_MAGIC}}}"
    ),
    r"\btargeted by a magic missile spell, a line spell, or a spell that requires a ranged attack roll, roll a d6": (
        "{at='is target cast', when='{with.thing} is magic_missile', table='reflected', result='failure'}, "
        "{at='is target cast', when='{with.ranged}', table='reflected', result='failure'}"
    ),
    r"\bmakes an attack against the wearer of the [\w ]+['’]s amulet, the [\w ]+ grants a \+(\d) bonus": (
        r"{at='faces attack', of='allies', confirm='does {target} wear its amulet within 5 ft of it (AC +\1)?', "
        r"cost={reaction=1}, against='+\1'}"
    ),
    r"^The [\w ’'-]+ is invisible\.": (
        "{on=['attack'], gives='advantage', when='not {has outlined}'}, "
        "{on=['attack'], whose='against', gives='disadvantage', when='not {has outlined}'}"
    ),
}
"""The rows that set phrases become, with \\1 for what the phrase says there; or what makes them of it."""
_PHRASES = tuple((phrase(words), rows) for words, rows in _ROWS.items())
