"""Gloomhaven Secretariat: monster files and deck files."""

from collections.abc import Iterable
from typing import Any

from referee.engine.number import short
from referee.imports.common import Deck, Found, MonsterSheet, named
from referee.imports.report import Notes
from referee.imports.values import Json, number, objects, plain_text, whole, words_in
from referee.text import clean, clean_name

MONSTERS = "Gloomhaven Secretariat monster"
DECKS = "Gloomhaven Secretariat deck"
LEVELS = range(8)
MOST_CARDS = 30
"""Cards of a deck."""
LONGEST_TOLD = 160
"""Characters of an action that is kept as text."""
DEEPEST = 4
"""Actions within one another that are read."""
_RELATIVE = ("attack", "move")
_COUNTED = ("heal", "shield", "retaliate", "suffer", "loot", "push", "pull")
_SIGNS = {"plus": "+", "add": "+", "minus": "-", "subtract": "-"}
_ELEMENTS = ("fire", "ice", "air", "earth", "light", "dark")
_CONDITIONS = ("bless", "curse", "disarm", "immobilize", "invisible", "muddle", "poison", "strengthen", "stun", "wound")
_WITHIN = {"range": 0, "target": 1, "pierce": 0}
"""Each with its least number."""
_KEYS = {"health": "hp", "movement": "move", "attack": "attack", "range": "range"}


def is_monster(value: object) -> bool:
    """Does it look like a monster file?"""
    return isinstance(value, dict) and isinstance(value.get("stats"), list) and "name" in value and "baseStat" in value


def is_deck(value: object) -> bool:
    """Does it look like a deck file?"""
    cards = value.get("abilities") if isinstance(value, dict) else None
    return isinstance(cards, list) and any("initiative" in card for card in objects(cards))


def read(records: Iterable[Any], found: Found) -> None:
    """Monsters and decks."""
    found.report.format = MONSTERS
    for record in records:
        if is_deck(record) and not is_monster(record):
            found.report.format = MONSTERS if found.monsters else DECKS
            if (known := named(_called(record.get("name")), found)) is not None:
                found.decks.append(_deck(record, *known))
        elif (known := named(_called(record.get("name")) if isinstance(record, dict) else None, found)) is not None:
            found.monsters.append(_monster(record, *known))


def _called(raw: object) -> str:
    """`bandit-guard` as it is read: Bandit Guard."""
    return clean_name(plain_text(raw).replace("-", " ").title())


def _monster(record: Json, name: str, notes: Notes) -> MonsterSheet:
    base = record.get("baseStat")
    base = base if isinstance(base, dict) else {}
    sheet = MonsterSheet(name, deck=clean_name(plain_text(record.get("deck")) or plain_text(record.get("name"))))
    is_boss = record.get("boss") is True or base.get("type") == "boss"
    for row in objects(record.get("stats")):
        level = whole(row.get("level"))
        rank = plain_text(row.get("type")) or plain_text(base.get("type")) or "normal"
        if level is None or level not in LEVELS:
            notes.add("stats", f"a level {short(str(row.get('level')), 20)} is none of 0 to 7; it is left out.")
            continue
        values = _row(row, notes, f"{rank} level {level}")
        sheet.ranks.setdefault("boss" if is_boss else rank, {})[level] = values
    for rank, levels in sheet.ranks.items():
        if missing := [str(level) for level in LEVELS if level not in levels]:
            notes.add("stats", f"levels of {rank} ones are missing: {', '.join(missing)}.")
    if not sheet.ranks:
        notes.add("stats", "there are none.")
    if immune := list(words_in(base.get("immunities"))):
        sheet.text.append(f"Immune: {', '.join(immune)}")
        notes.add("immunities", f"{', '.join(immune)}: kept as text.")
    specials = base.get("special")
    for n, special in enumerate(specials if isinstance(specials, list) else (), 1):
        sheet.text.append(f"Special {n}: {parts_of(special, notes, f'special {n}')}")
    return sheet


def _row(row: Json, notes: Notes, about: str) -> dict[str, int | str]:
    """What a figure of one rank has at one level."""
    values: dict[str, int | str] = {}
    for key, name in _KEYS.items():
        raw = row.get(key)
        if isinstance(raw, str) and whole(raw) is None:
            notes.add(about, f"its {name}, {short(raw, 40)!r}, is a formula; it is not worked out, and left out.")
        elif (value := number(raw, notes, f"{about} {name}", 0, 999)) is not None:
            values[name] = value
    inflicts: list[str] = []
    for action in objects(row.get("actions")):
        kind, value = plain_text(action.get("type")), action.get("value")
        if kind == "condition" and plain_text(value) in _CONDITIONS:
            inflicts.append(plain_text(value))
        elif kind in ("shield", "retaliate", "pierce", "range") and (n := whole(value)) is not None and 0 <= n <= 99:
            values[kind] = n
            if objects(action.get("subActions")):
                notes.add(about, f"its {kind} has more to it; that is left out.")
        else:
            notes.add(about, f"{short(kind)} {short(plain_text(value), 40)} is not understood; it is left out.")
    return {**values, **({"inflicts": ",".join(inflicts)} if inflicts else {})}


def _deck(record: Json, name: str, notes: Notes) -> Deck:
    deck = Deck(name)
    for card in objects(record.get("abilities")):
        initiative = number(card.get("initiative"), notes, "initiative", 1, 99)
        if initiative is None:
            notes.add("abilities", "a card has no initiative from 1 to 99; it is left out.")
            continue
        parts = parts_of(card.get("actions"), notes, f"card {initiative}")
        told: Json = {"initiative": initiative, "parts": parts, "shuffle": card.get("shuffle") is True}
        if title := clean_name(plain_text(card.get("name"))):
            told["name"] = title
        deck.cards.append(told)
    if len(deck.cards) > MOST_CARDS:
        notes.add("abilities", f"it has {len(deck.cards)} cards; the first {MOST_CARDS} are kept.")
        del deck.cards[MOST_CARDS:]
    return deck


def parts_of(actions: object, notes: Notes, about: str) -> str:
    """Actions in the words of the game: `move -1; attack +1`; what has no words there is a text, and noted."""
    return "; ".join(part for action in objects(actions) for part in _part(action, notes, about))


def _part(action: Json, notes: Notes, about: str) -> list[str]:
    """An action; what within it is not understood follows as a text of its own."""
    if not (head := _head(action)):
        return [_text(action, notes, about, "has no words in the game")]
    words, texts = [head], []
    for sub in objects(action.get("subActions")):
        if word := _sub(sub):
            words.append(word)
        else:
            texts.append(_text(sub, notes, about, "within an action is not understood"))
    return [" ".join(words), *texts]


def _text(action: Json, notes: Notes, about: str, why: str) -> str:
    """An action as a text, which is noted."""
    told = _told(action)
    kept = f"its first {LONGEST_TOLD} characters are" if len(told) >= LONGEST_TOLD else "it is"
    notes.add(about, f"{short(told, 60)} {why}; {kept} kept as text.")
    return f"text {told}"


def _head(action: Json) -> str:
    """An action without what is within it; empty if the game has no words for it."""
    kind, value, n = plain_text(action.get("type")), plain_text(action.get("value")), whole(action.get("value"))
    sign = _SIGNS.get(plain_text(action.get("valueType")), "")
    if kind in _RELATIVE and n is not None and 0 <= n <= 99:
        return f"{kind} {sign}{n}"
    if sign:
        return ""
    if kind in _COUNTED and n is not None and 1 <= n <= 99:
        return f"{kind} {n}"
    if kind == "element" and value in _ELEMENTS and not objects(action.get("subActions")):
        return f"infuse {value}"
    return value if kind == "condition" and value in _CONDITIONS else ""


def _sub(sub: Json) -> str:
    """What stands within an action: `range 3`, `poison`, `self`; empty if the game has no words for it."""
    kind, value, n = plain_text(sub.get("type")), plain_text(sub.get("value")), whole(sub.get("value"))
    if objects(sub.get("subActions")):
        return ""
    if kind in _WITHIN and n is not None and _WITHIN[kind] <= n <= 99 and not sub.get("valueType"):
        return f"{kind} {n}"
    if kind == "condition" and value in _CONDITIONS:
        return value
    return "self" if kind == "specialTarget" and value == "self" else ""


def _told(action: Json, depth: int = 0) -> str:
    """An action that the game has no words for, as it can be read: `element -fire: attack +1, condition wound`."""
    sign = _SIGNS.get(plain_text(action.get("valueType")), "")
    told = f"{plain_text(action.get('type'))} {sign}{plain_text(action.get('value'))}".strip()
    inner = objects(action.get("subActions"))[:10] if depth < DEEPEST else []
    more = ", ".join(filter(None, (_told(sub, depth + 1) for sub in inner)))
    # A semicolon would begin another ability.
    return clean(f"{told}: {more}" if more else told, LONGEST_TOLD).replace(";", ",").replace('"', "'")
