"""The creatures of the SRD as figures of the library: compiled as an import is, and told in lines of our own.

Each sentence of a feature that has a number, a die, a condition or a time is accounted for: by the keys of what the
feature became, or by the line that stands for it in the note and among what is by hand.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from referee.imports import add_words as words
from referee.imports.described_act import TRAIT, Effect, Feature
from referee.imports.english.attack_text import WAKES
from referee.imports.formats.five_e_bits import read_monsters
from referee.imports.found_in_file import Creature, Found
from referee.imports.record import Json
from referee.imports.report import Report
from tests.srd.corrections import corrected
from tests.srd.gist import facts, gist, sentences
from tests.srd.noted import besides, noted
from tests.srd.told import ALSO, TOLD, USED

SORTS = ("special_abilities", "actions", "bonus_actions", "reactions", "legendary_actions")
_HEAD = re.compile(r"\b(?:Weapon|Spell) Attack:.*?\bHit:|\b(?:Weapon|Spell) Attack:.*", re.DOTALL)
_RANGE = re.compile(r"\brange (\d+(?:/\d+)?) ?(?:ft|feet)\b", re.IGNORECASE)
_THING = re.compile(r"(?:weapon|power|feature|spell)=\"\{name='([^']*)'(.*?)\}\"(?= |$)")
_TELL = re.compile(r"\btell='([^']*)'")
_ROUNDS = re.compile(r"\b(\d+) rounds\b")


@dataclass(frozen=True)
class Sentence:
    """Where a sentence of the source went."""

    creature: str
    feature: str
    text: str
    where: str
    """keys, by hand, keys and by hand, nothing (no number in it), or LOST."""


def figures(monsters: Sequence[Json], kinds: dict[str, str], account: list[Sentence]) -> Iterator[Json]:
    """Each creature as a record of the library. kinds: what the game itself has of them, by name, with its word."""
    found = Found(Report(""))
    monsters = [corrected(each) for each in monsters]
    read_monsters(iter(monsters), found)
    for monster, creature in zip(monsters, found.creatures, strict=True):
        yield _figure(monster, creature, kinds.get(creature.name, ""), account)


def _figure(monster: Json, creature: Creature, kind: str, account: list[Sentence]) -> Json:
    creature.name, also = _called(creature.name)
    compiled = words.compiled(creature)
    by_hand = {each.name: each.by_hand for each in compiled if each.by_hand}
    creature.compiled = [_in_brief(each, creature.name) for each in compiled]
    creature.lair = [_in_brief(each, creature.name) for each in creature.lair]
    values = words.values_of(creature, words.FIFTH, creature.notes)
    said = f"foe {words.quoted(creature.name)} type={_word(_type(monster))} {values}"
    lines: dict[str, str] = {}
    for name, text in texts(monster):
        keys = _keys(name, said, compiled)
        hand = " ".join(by_hand.get(each.name, "") for each in _of(name, compiled))
        if line := _line(creature.name, name, text, keys, hand, account):
            lines[_plain(name)] = line
    for each in compiled:
        told = lines.get(_plain(each.name), gist(each.by_hand))
        each_by_hand = (told or each.name.lower()) if each.by_hand else ""
        by_hand[each.name] = each_by_hand
    features = [
        {"name": each.name, "plays": each.plays, "by_hand": by_hand[each.name]}
        for each in compiled
        if each.plays or each.by_hand
    ]
    return {
        "name": creature.name,
        "words": kind or said,
        "note": "\n".join((*_head(monster, creature.challenge), *(f"{name}: {line}" for name, line in lines.items()))),
        "data": {"features": features},
        **({"also": also} if also else {}),
    }


def _called(name: str) -> tuple[str, list[str]]:
    """How a creature is called, and what else it may be called: of one with several forms the first has its plain name,
    a vampire or a werewolf; one with two names has each of them.
    """
    plain, _, form = name.partition(", ")
    if form in (f"{plain} Form", "Human Form"):
        return plain, [name]
    return name, name.split("/") if "/" in name else []


def texts(monster: Json) -> Iterator[tuple[str, str]]:
    """The name and the text of each feature."""
    for sort in SORTS:
        for each in monster.get(sort) or []:
            yield each["name"], each.get("desc") or ""


def _plain(name: str) -> str:
    return re.sub(r"\s*\([^)]*\)", "", name)


def _word(text: str) -> str:
    return words.quoted(text) if " " in text else text


def _type(monster: Json) -> str:
    return str(monster["type"]).lower()


def _head(monster: Json, challenge: str) -> Iterator[str]:
    """Size and type, challenge, and what is not in the values: speeds, skills, senses, languages."""
    kind = f"{_type(monster)} ({monster['subtype']})" if monster.get("subtype") else _type(monster)
    yield f"{monster['size']} {kind}, {monster['alignment']}, CR {challenge} ({monster['xp']:,} XP)"
    speed = monster["speed"]
    yield "Speed: " + ", ".join(
        "hovers" if how == "hover" else f"{how} {str(feet).rstrip('.')}" for how, feet in speed.items() if feet
    )
    skills = [
        f"{each['proficiency']['name'].removeprefix('Skill: ')} {each['value']:+}"
        for each in monster["proficiencies"]
        if each["proficiency"]["index"].startswith("skill-")
    ]
    yield from [f"Skills: {', '.join(skills)}"] if skills else []
    senses = {key.replace("_", " "): str(value).rstrip(".") for key, value in monster["senses"].items()}
    yield "Senses: " + ", ".join(f"{key} {value.split(' (')[0].rstrip('.')}" for key, value in senses.items())
    yield from [f"Languages: {spoken}"] if (spoken := _spoken(monster["languages"])) else []


def _spoken(text: str) -> str:
    """The languages of a creature: their names, how far its telepathy reaches, whether it only understands them."""
    named = dict.fromkeys(re.findall(r"\b[A-Z][a-z]+(?: Speech| Cant| Eagle| Elk| Owl)?\b", text))
    parts = [each for each in named if each not in ("The", "Understands")]
    parts += [f"any {n[1]}" for n in re.finditer(r"\bany (\w+) languages?\b", text) if not parts]
    parts += ["those of its life"] if "in life" in text else ["those of its creator"] if "creator" in text else []
    parts += ["all"] if text.startswith("all") and "in life" not in text else []
    parts += [f"{more[1]} more" for more in re.finditer(r"\b(\w+) other languages?", text)]
    parts += [f"telepathy {far[1]} ft" for far in re.finditer(r"\btelepathy (\d+)", text)]
    return ", ".join(parts) + (" (understood, not spoken)" if "speak" in text and parts else "")


def _of(name: str, compiled: Sequence[Feature]) -> list[Feature]:
    """What a feature of the source became."""
    plain = _plain(name)
    return [each for each in compiled if _plain(each.name) == plain or each.name.startswith(f"{plain} (")]


def _keys(name: str, said: str, compiled: Sequence[Feature]) -> set[str]:
    """The facts that the keys of a feature hold."""
    things = {each[1]: each[0] for each in _THING.finditer(said)}
    plain = _plain(name)
    own = " ".join(text for called, text in things.items() if called == plain or called.startswith(f"{plain} "))
    held = _held(own)
    if any(each.counts for each in _of(name, compiled)) or plain == "Multiattack" or not own:
        held |= _held(said)
    return held


def _held(said: str) -> set[str]:
    """The facts of words after `add`, as the source calls them."""
    held = facts(said)
    for rounds in map(int, _ROUNDS.findall(said)):
        held |= {f"{rounds} round", f"{rounds // 10} minute", f"{rounds // 600} hour"}
    held |= {f"DC {dc}" for dc in re.findall(r"\bdc='?(\d+)", said)} | {"DC 5"} & {
        f"DC {dc}" for dc in re.findall(r"dc='(\d+) \+", said)
    }
    held |= {f"+{hit}" for hit in re.findall(r"\b(?:hit|spell_hit)=(\d+)", said)}
    held |= {f"DC {dc}" for dc in re.findall(r"\bspell_dc=(\d+)", said)}
    held |= {f"{feet} ft" for feet in re.findall(r"\breach=(\d+)", said)}
    held |= {f"{feet} ft" for feet in re.findall(r"\bwithin (\d+) ft", said)}
    if "immune_after" in said:
        held |= {"24 hour"}
    if "escape=" in said:
        held |= {f"DC {dc}" for dc in re.findall(r"values={dc=(\d+)", said)}
    return held


def _line(of: str, name: str, text: str, keys: set[str], hand: str, account: list[Sentence]) -> str:
    """The line for what the keys of a feature do not hold; where each sentence went is added to the account."""
    head = _HEAD.search(text)
    parts = [f"{reach[1]} ft" for reach in _RANGE.finditer(head[0])] if head else []
    told = " ".join(sentences(hand))
    for sentence in sentences(text):
        own = facts(_HEAD.sub(" ", sentence)) - (set() if "reach" not in sentence else {"5 ft"})
        own |= {f"{reach[1]} ft" for reach in _RANGE.finditer(sentence)}
        lost = own - keys
        left = bool(hand) and any(part in told and len(part) > 12 for part in (sentence, *sentences(sentence)))
        left = left or (bool(told) and any(each in sentence for each in sentences(hand)))
        line = gist(_HEAD.sub(" ", sentence)) if lost - facts("; ".join(parts)) or left else ""
        if line:
            parts.append(line)
        missing = lost - facts("; ".join(parts))
        where = "LOST " + ", ".join(missing) if missing else _where(own, lost, left)
        account.append(Sentence(of, name, sentence, where))
    line = "; ".join(dict.fromkeys(parts))
    told_so = noted(_plain(name), line)
    if lost := facts(line) - facts(told_so):
        account.append(Sentence(of, name, told_so, "LOST " + ", ".join(lost)))
    more = [] if "nobody else" in told_so else besides(text)
    return "; ".join(filter(None, (told_so, *more)))


def _where(own: set[str], lost: set[str], left: bool) -> str:
    if not own and not left:
        return "nothing"
    if not lost and not left:
        return "keys"
    return "keys and by hand" if own - lost else "by hand"


# -------------------------------------------------------------------- features with lines of our own


def _in_brief(feature: Feature, of: str) -> Feature:
    """A feature with what it tells in our own words."""
    attack, name = feature.attack, feature.name
    if feature.sort != TRAIT and not feature.plays:
        owners = (f"{of}: {name}", f"{of.partition(', ')[0]}: {name}", name)
        if used := next((USED[each] for each in owners if each in USED), ""):
            return replace(feature, own=Effect(tell=(used,)))
    also = ALSO.get(f"{of}: {name}", "")
    if attack is not None:
        attack = replace(attack, hit=_told(attack.hit, name, also), critical=_told(attack.critical, name))
    return replace(
        feature,
        attack=attack,
        saves=tuple(
            replace(save, failure=_told(save.failure, name, also), success=_told(save.success, name))
            for save in feature.saves
        ),
        own=_told(feature.own, name, "" if attack is not None or feature.saves else also),
        rows=tuple(_TELL.sub(lambda found: f"tell='{_in_own_words(found[1], name)}'", row) for row in feature.rows),
    )


def _told(effect: Effect, name: str, also: str = "") -> Effect:
    """An effect with what it tells in our own words, and what else is told."""
    told = tuple(dict.fromkeys(filter(None, (*(_in_own_words(text, name) for text in effect.tell), also))))
    return replace(effect, tell=told, moved=_moved(effect.moved))


def _moved(text: str) -> str:
    """How somebody is moved, and how far."""
    found = re.search(r"\b(pushed|pulled|flung|thrown|moved)\b(?: (up to|up))?.*?(\d+) f", text)
    if found is None:
        return gist(text)
    verb = "flung" if found[1] == "thrown" else found[1]
    return f"is {verb}{' up to' if found[2] else ''} {found[3]} ft"


def _in_own_words(text: str, name: str) -> str:
    """What a feature tells, as a sentence of our own; whom it concerns alone is in words of the compiler already."""
    if text == WAKES or re.match(r"(grappled )?only if ", text):
        return text
    brief = gist(text)
    return TOLD.get(f"{_plain(name)}: {brief}", TOLD.get(brief, brief or "the rest of it is by hand"))
