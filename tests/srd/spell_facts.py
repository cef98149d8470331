"""Facts of the source's spells, from its fields and its texts, in the vocabulary of `facts.py` and a few words more.

`slot 4: 9d6 fire` is a fact of the spell cast with a slot of level 4, `level 5: 2d10 fire` one of a caster of level 5.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from referee.imports.record import Json
from tests.srd.facts import ABILITY, CONDITIONS, DICE, TYPES, Feature, Phrases, Said, in_text, number, squeezed

FILE = Path(__file__).parent / "spell_facts.txt"
"""One line for each spell: `spell | NAME | fact; fact`."""
SPELL = "spell"

_PRICES = {"1 action": "action", "1 bonus action": "bonus action", "1 reaction": "reaction"}
_KINDS = "humanoid|beast|undead|construct|plant|ooze|aberration|celestial|elemental|fey|fiend"
_MANY = {
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "eight": "8",
    "ten": "10",
    "twelve": "12",
}


def of_spell(spell: Json) -> Feature:
    """The facts of a spell; its price and its slot are always among them."""
    found = [*_price(spell), *_fields(spell), *_text(spell), *_higher(spell)]
    return Feature(SPELL, spell["name"], tuple(dict.fromkeys(filter(None, found))))


def _price(spell: Json) -> Iterator[str]:
    """What it costs, and how long it lasts."""
    yield f"slot {spell['level']}" if spell["level"] else "no slot"
    yield _PRICES.get(spell["casting_time"], f"cast in {spell['casting_time'].rstrip('s')}")
    if spell["concentration"]:
        yield "concentration"
    if lasts := re.search(r"(\d+) (round|minute|hour|day)", spell["duration"]):
        yield f"{lasts[1]} {lasts[2]}"


# -------------------------------------------------------------------- fields


def _fields(spell: Json) -> Iterator[str]:
    """Attack, save, and the dice at its own level and at the next one at which there are more."""
    if spell.get("attack_type"):
        yield "spell attack"
    if save := spell.get("dc"):
        yield f"save {save['dc_type']['index']}"
        if save.get("dc_success") == "half":
            yield "half"
    damage = spell.get("damage", {})
    kind = damage.get("damage_type", {}).get("index", "")
    if not re.search(r"\d \+ \d+d", str(damage)) and "darts" not in " ".join(spell["desc"]):  # the text says more
        yield from _grows(damage.get("damage_at_slot_level"), "slot", "{} " + kind)
        yield from _grows(damage.get("damage_at_character_level"), "level", "{} " + kind)
    said = " ".join(spell["desc"])
    form = "hp maximum +{}" if "hit point maximum" in said else "temp {}" if "temporary" in said else "heals {}"
    yield from _grows(spell.get("heal_at_slot_level"), "slot", form)


def _grows(by_level: Mapping[str, str] | None, what: str, form: str) -> Iterator[str]:
    rows = [(int(level), squeezed(dice.replace("MOD", "mod"))) for level, dice in (by_level or {}).items()]
    for n, (level, dice) in enumerate(sorted(rows)):
        said = form.format(dice).strip()
        if n == 0 or dice != rows[0][1]:
            yield said if n == 0 else f"{what} {level}: {said}"
        if n and dice != rows[0][1]:
            return


# -------------------------------------------------------------------- texts


def _tests(found: re.Match[str]) -> Iterator[str]:
    """`advantage on Strength checks and Strength saving throws`: a fact for either."""
    how, said = found["how"].lower(), found["on"].lower()
    for ability in re.findall(rf"({ABILITY}) saving throws?", said, re.IGNORECASE):
        yield f"{how} save {ability[:3]}"
    for ability in re.findall(rf"({ABILITY})(?: \(\w+\))?(?: ability)? checks?", said, re.IGNORECASE):
        yield f"{how} check {ability[:3]}"
    if re.search(r"\battack rolls?\b", said):
        yield f"{how} attack"
    if re.search(r"(?:^|\b(?:and|or|all|its|their) |, )saving throws", said):
        yield f"{how} save"
    if re.search(r"(?:^|\b(?:and|or|all) |, )ability checks", said):
        yield f"{how} check"
    if "death saving" in said:
        yield f"{how} death save"


def _listed(form: str, words: str) -> Said:
    """A fact for each of these words in the group `list`."""

    def facts(found: re.Match[str]) -> Iterator[str]:
        for word in re.findall(rf"\b({words})s?\b", found["list"].lower()):
            yield form.format(word)

    return facts


def _resistant(found: re.Match[str]) -> Iterator[str]:
    said = found["list"].lower()
    if "nonmagical" in said:
        yield "resistant nonmagical"
    elif said.strip() == "all":
        yield "resistant all"
    else:
        yield from _listed("resistant {}", TYPES)(found)  # type: ignore[operator]


def _changed(found: re.Match[str]) -> Iterator[str]:
    """`+1 bonus to AC and saving throws`."""
    on, amount = found["on"].lower(), found["amount"]
    if "ac" in on.split():
        yield f"{amount} ac"
    for ability in re.findall(rf"({ABILITY}) saving throws", on, re.IGNORECASE):
        yield f"{amount} save {ability[:3]}"
    if re.search(r"(?:^|and )saving throws", on):
        yield f"{amount} save"
    if "attack" in on:
        yield f"{amount} attack"
    if "damage" in on:
        yield f"{amount} damage"


def _lent(found: re.Match[str]) -> Iterator[str]:
    sign = "-" if "subtract" in found[0].lower() else "+"
    for word, said in (("attack", "attack roll"), ("save", "saving throw"), ("check", "ability check")):
        if said in found["on"].lower():
            yield f"{sign}1d{found['sides']} {word}"


def _p(text: str, said: Said) -> tuple[re.Pattern[str], Said]:
    return re.compile(text, re.IGNORECASE), said


_ANY_CONDITION = "|".join(CONDITIONS)
_PHRASES: Phrases = (
    # What only sounds like an effect.
    _p(r"\b(?:This|The) spell's damage increases by [^.]*\.", ""),
    _p(
        r"\bengulfed in\b|\bcursed (?:magic )?(?:item|object)\b|\bimmune if it doesn't rely\b|\bresistance against\b",
        "",
    ),
    _p(r"\bCreatures that can't be charmed are immune\b", "spares uncharmable"),
    _p(
        r"\breasserts your control over [^.]*|\bGM has [^.]*|\bits giant version[^.]*"
        r"|\ba (?:centipede|spider|wasp|scorpion) becomes a giant \w+",
        "",
    ),
    _p(r"\beven when stunned or otherwise incapacitated", ""),
    _p(r"\bneeds? to breathe|don't need to breathe or are immune to poison", ""),
    _p(r"\b(?:two|three) of the (?:darts|rays)|struck by two rays", ""),
    _p(r"\ba creature (?:that is )?restrained by\b|\balready restrained by\b", ""),
    _p(r"\b(?:ignoring|excluding) unconscious creatures\b", ""),
    _p(
        r"\bat the end of each of its turns, and each time it takes damage, the target can make another",
        lambda _: iter(("saves again end", "saves again damaged")),
    ),
    _p(r"\b(?:can|could) (?:see|sense|detect)[^.]*\binvisible\b", ""),
    _p(r"\bif (?:it|the target|the creature|a creature|you) (?:is|are|was)n't [^.,]*", ""),
    _p(r"\b(?:benefit from being|can't benefit from) invisible", "not invisible"),
    _p(rf"\bno longer (?:{_ANY_CONDITION})", ""),
    # Whom it does nothing to, and whom alone.
    _p(
        rf"\bno effect (?:on|against|if the target is) (?:the )?(?P<list>(?:(?:{_KINDS})s?(?:,? or | or |, )?)+)",
        _listed("spares {}", _KINDS),
    ),
    _p(
        r"\b(?P<list>undead|constructs?)(?: creatures)? (?:and creatures immune to[\w ]*)?aren't affected",
        "spares undead",
    ),
    _p(r"\bcreatures? (?:that are )?immune to being charmed", "spares uncharmable"),
    _p(r"\b(?:creatures?|target|it) (?:that )?can't be charmed", "spares uncharmable"),
    _p(r"\bif it can't be charmed\b", "spares uncharmable"),
    _p(
        r"\b(?:choose|charm|beguile) an? (?P<kind>humanoid|beast)\b|\beach (?P<each>humanoid) in\b",
        "only {kind}{each}",
    ),
    _p(
        r"\b(?P<list>undead and oozes|plants?) (?:have|[\w ,]*? makes? the saving throw with) disadvantage[\w ]*",
        _listed("worse for {}", _KINDS),
    ),
    # Bonuses and penalties.
    _p(
        r"(?<!\w)(?P<amount>[+-]\d) (?:bonus|penalty) (?:to|on) (?:the )?(?P<on>AC and saving throws"
        r"|AC and dexterity saving throws|AC|attack (?:rolls )?and damage rolls)",
        _changed,
    ),
    _p(r"\bAC can't be less than (?P<n>\d+)", "ac {n} at least"),
    _p(r"\bbase AC becomes (?P<n>\d+) \+ its dexterity", "ac {n}+dex"),
    _p(r"\bspeed is doubled", "speed doubled"),
    _p(r"\bspeed (?:is|becomes) halved|\bhalf its speed|\bspeed is halved", "speed halved"),
    _p(r"\bspeed increases by (?P<n>\d+) feet", "speed +{n}"),
    _p(r"\bspeed is reduced by (?P<n>\d+) feet", "speed -{n}"),
    _p(r"\bspeed (?:is reduced to|becomes|of) 0\b", "speed 0"),
    _p(r"\broll a d(?P<sides>\d+) and (?:add|subtract) the number rolled (?:to|from) (?P<on>[\w ]{4,60})", _lent),
    # Advantage.
    _p(
        r"\b(?P<how>disadvantage|advantage) on ability checks and saving throws made with that ability",
        lambda f: iter((f"{f['how']} check one", f"{f['how']} save one")),
    ),
    _p(
        rf"\b(?P<list>(?:(?:{_KINDS})s?(?:,? and |, )?)+) have disadvantage on attack rolls against you",
        _listed("disadvantage against by {}", _KINDS),
    ),
    _p(
        r"\bprotected against certain types of creatures: (?P<list>[\w, ]+)",
        _listed("disadvantage against by {}", _KINDS),
    ),
    _p(r"\bCreatures of those types have disadvantage on attack rolls against the target", ""),
    _p(r"\badvantage on (?:all )?saving throws against being poisoned", "advantage save"),
    _p(
        rf"\b(?P<how>advantage) on (?P<list>(?:(?:{ABILITY})(?:,? and |, ))+(?:{ABILITY})) saving throws",
        lambda f: (f"{f['how']} save {each[:3].lower()}" for each in re.findall(ABILITY, f["list"], re.IGNORECASE)),
    ),
    _p(
        r"\badvantage on all saving throws, and other creatures have disadvantage on attack rolls against them",
        lambda _: iter(("advantage save", "disadvantage against")),
    ),
    _p(
        r"\battack rolls? (?:made )?against [\w ]*?ha(?:s|ve) (?P<how>advantage|disadvantage)",
        "{how} against",
    ),
    _p(r"\bthe target has (?P<how>disadvantage) on attack rolls against you", "{how} attack"),
    _p(r"\badvantage on your (?:first|next) attack roll", "advantage attack"),
    _p(r"\b(?P<how>disadvantage) on the next attack roll it makes", "{how} attack"),
    _p(
        r"\bha(?:s|ve) (?P<how>advantage|disadvantage) on attack rolls against (?:you|them|it|the target|targets)",
        "{how} against",
    ),
    _p(r"\bhave (?P<how>disadvantage) on attack rolls against", "{how} against"),
    _p(
        r"\b(?P<how>advantage|disadvantage) on "
        r"(?P<on>(?:[\w() ]*?(?:saving throws?|checks?|attack rolls?)(?:, and |, | and )?)+)",
        _tests,
    ),
    # Resistance and immunity.
    _p(r"\bone damage type of your choice: (?P<list>[\w, ]+)", _listed("resistant {}", TYPES)),
    _p(
        r"\bgrants you resistance to (?P<list>\w+ damage, (?:and|or) [\w ]*resistance to \w+) damage",
        _listed("resistant {}", TYPES),
    ),
    _p(
        r"\b(?:cause the target to be|immune to) (?P<list>paralyzed or restrained|poison and being frightened)",
        _listed("immune {}", f"{_ANY_CONDITION}|poison"),
    ),
    _p(
        r"\bimmune to psychic damage, [^.]*?and the charmed condition",
        lambda _: iter(("immune psychic", "immune charmed")),
    ),
    _p(r"\bmakes all wisdom saving throws with advantage", "advantage save wis"),
    # What it takes off.
    _p(r"\b[Tt]he condition can be (?P<list>[\w, ]+)", _listed("lifts {}", _ANY_CONDITION)),
    _p(r"\beither one disease\b|\band any diseases\b", "lifts diseased"),
    _p(r"\bone effect that (?P<list>charmed or petrified)", _listed("lifts {}", _ANY_CONDITION)),
    _p(r"\b(?:one|all) curses?\b(?:, including [^.]*)?", "lifts cursed"),
    _p(r"\breduce the target's exhaustion level by one", "lifts exhaustion"),
    _p(
        r"\bcured of all diseases and any effect making them blinded or deafened",
        lambda _: iter(("lifts diseased", "lifts blinded", "lifts deafened")),
    ),
    _p(r"\bends blindness, deafness", lambda _: iter(("lifts blinded", "lifts deafened"))),
    _p(r"\bcured of all diseases and poison", lambda _: iter(("lifts diseased", "lifts poisoned"))),
    _p(
        r"\bsuppress any effect causing a target to be (?P<list>charmed or frightened)",
        _listed("lifts {}", _ANY_CONDITION),
    ),
    _p(r"\bIf it is poisoned, you neutralize", "lifts poisoned"),
    _p(r"\bresistan(?:ce|t) to (?P<list>[\w, ]*?) damage", _resistant),
    _p(r"\bimmun(?:e|ity) to (?P<list>[\w, ]*?) damage", _listed("immune {}", TYPES)),
    _p(
        rf"\b(?:immune to (?:being )?|can't be )"
        rf"(?P<list>(?:(?:{_ANY_CONDITION}|poison|possessed)(?:,? or |,? and |, )?)+)",
        _listed("immune {}", f"{_ANY_CONDITION}|poison"),
    ),
    _p(r"\bunaffected by any damage\b|\bcan't be damaged\b", "immune all"),
    # Hit points.
    _p(
        r"\bregains? (?:a number of )?hit points equal to (?P<dice>\d+d\d+) \+ your spellcasting ability modifier",
        "heals {dice}+mod",
    ),
    _p(rf"\bregains? (?:a number of )?(?P<dice>{DICE}) hit points", "heals {dice}"),
    _p(
        r"\bregains? (?P<n>\d+|one) hit points?(?: at the (?P<edge>start|end) of each of its turns)?",
        lambda found: iter((f"heals {number(found['n'])}", f"each turn {found['edge']}" if found["edge"] else "")),
    ),
    _p(rf"\b(?P<dice>{DICE}) temporary hit points", "temp {dice}"),
    _p(
        r"\btemporary hit points equal to your spellcasting ability modifier"
        r" at the (?P<edge>start|end) of each of its turns",
        lambda found: iter(("temp mod", f"each turn {found['edge']}")),
    ),
    _p(r"\bhit point maximum and current hit points increase by (?P<n>\d+)", "hp maximum +{n}"),
    _p(r"\bhit point maximum (?:also )?increases by (?P<dice>\d+d\d+)", "hp maximum +{dice}"),
    _p(r"\b(?P<n>\d+) hit points or (?:fewer|less)\b", "{n} hp"),
    _p(r"\bdrops? to (?P<n>1) hit point\b", "drops to {n}"),
    _p(r"\bhalf the amount of (?:\w+ )?damage dealt\b", "heals half"),
    _p(rf"\b(?P<dice>{DICE})(?: \+ your spellcasting ability modifier)? (?P<type>{TYPES}) damage", "{dice} {type}"),
    _p(
        rf"\b(?P<type>{TYPES}) damage equal to (?P<dice>\d+d\d+) \+ your spellcasting ability modifier",
        "{dice}+mod {type}",
    ),
    _p(rf"\bweapon attacks deal an extra (?P<dice>{DICE}) (?P<type>{TYPES}) damage", "{dice} {type}"),
    _p(r"\broll (?P<dice>\d+d\d+)\b", "{dice}"),
    # Saves and checks.
    _p(
        r"\bat the (?P<edge>start|end) of each of [\w' ]*?turns[^.]{0,60}?"
        r"\b(?:make|repeat|makes|attempt|must succeed on) (?:an?|another|the) [\w ]*?sav",
        "saves again {edge}",
    ),
    _p(rf"\bcan make another (?:{ABILITY}) saving throw", "saves again"),
    _p(
        rf"\b(?:(?:must|then) (?:make|succeed on|attempt|also make)|makes?) (?:an?|another) (?:new )?"
        rf"(?P<ability>{ABILITY}) saving throw"
        r"(?P<each>,? (?:at|on) the (?P<edge>start|end) of each)?",
        lambda found: iter(
            (f"save {found['ability'][:3].lower()}", f"saves again {found['edge'].lower()}" if found["edge"] else "")
        ),
    ),
    _p(rf"\b(?P<ability>{ABILITY}) saving throws?\b", "save {ability}"),
    _p(r"\bmelee spell attack|\branged spell attack", "spell attack"),
    _p(
        rf"\b(?P<ability>{ABILITY})(?: or (?:{ABILITY}))?(?: \(\w+\))?(?: ability)? check "
        r"(?:[\w() ]*? )?against your spell save DC",
        "DC {ability} check",
    ),
    _p(
        r"\b(?:each time|whenever|if) (?:the target|it) takes damage, "
        r"(?:it (?:makes|can make)|the target makes) (?:a|another)(?: new)? \w+ saving throw",
        "saves again damaged",
    ),
    _p(r"\bwhenever the creature takes damage, it is stunned", "stunned"),
    _p(
        r"\b(?:until|if) (?:it|the target|(?:an|the) affected creature|the steed|(?:the spell ends, )?the sleeper"
        r"|you or (?:(?:one|any) of )?your companions)(?: [\w ]*)? ?"
        r"(?:takes? (?:any )?damage|harms? (?:the target|it)|do anything harmful to it|damage (?:it|the target))",
        "ends damaged",
    ),
    _p(
        r"\bends (?:for a target that attacks or casts a spell|if you attack or cast a spell)\b",
        lambda _: iter(("ends attacks", "ends casts")),
    ),
    _p(
        r"\battacks or casts a spell that affects an enemy creature, this spell ends",
        lambda _: iter(("ends attacks", "ends casts")),
    ),
    _p(r"\bends if the target is attacked or harmed\b", "ends damaged"),
    # Turns.
    _p(r"\b(?:or |it )?starts? its turn (?:there|in|within|fully)\b", "turn start"),
    _p(r"\bends? its turn (?:there|in|within|inside)\b", "turn end"),
    _p(r"\bcan't take reactions|can't use reactions", "no reactions"),
    _p(r"\bcan't take (?:any )?actions or reactions", lambda _: iter(("no actions", "no reactions"))),
    _p(
        r"\buntil the (?P<edge>start|end) of your next turn\b|\buntil your next turn\b",
        lambda f: iter((f"until next turn {(f['edge'] or 'start').lower()}",)),
    ),
    _p(
        r"\bbefore the (?P<edge>start|end) of your next turn\b",
        lambda f: iter((f"until next turn {f['edge'].lower()}",)),
    ),
    _p(r"\bbefore the (?P<edge>start|end) of its next turn\b", "until its next turn {edge}"),
    # How many.
    _p(
        r"\bup to (?P<n>two|three|four|five|six|eight|ten|twelve) (?:[\w-]+ ){0,3}?(?:creatures|targets)\b",
        lambda f: iter((f"targets {_MANY[f['n'].lower()]}",)),
    ),
    _p(r"\bpush(?:ed|es)? (?:it |the creature )?(?:up to )?(?P<n>\d+) feet", "pushed {n}"),
    _p(
        r"\bcreate (?P<n>two|three) (?:[\w-]+ )?(?P<what>rays|darts)\b",
        lambda f: iter((f"shots {_MANY[f['n'].lower()]}",)),
    ),
    _p(r"\btwo beams at 5th level", "level 5: shots 2"),
    _p(r"\bthree beams at 11th level", "level 11: shots 3"),
    _p(
        r"\b(?P<n>one|two|four|eight|an?) (?:beasts?|elementals?|fey creatures?|celestials?)"
        r" of challenge rating (?P<cr>[\d/]+) or lower",
        lambda f: iter((f"{_MANY.get(f['n'].lower(), '1')} of cr {f['cr']}",)),
    ),
    _p(r"\bup to three corpses of Medium or Small humanoids within range\. Each corpse becomes a ghoul", "3 x ghoul"),
    _p(
        r"\bbecomes a (?P<one>skeleton) if [^.]*?or a (?P<other>zombie)",
        lambda f: iter((f"1 x {f['one']}", f"1 x {f['other']}")),
    ),
    _p(
        r"\b(?P<n>one|three|five|ten) (?P<what>centipede|spider|wasp|scorpion)s?\b",
        lambda f: iter((f"{_MANY[f['n'].lower()]} x giant {f['what']}",)),
    ),
    _p(
        rf"\b(?P<dice>{DICE}) (?P<list>acid, cold, fire, lightning, or thunder) damage",
        lambda f: (f"{f['dice']} {each}" for each in re.findall(TYPES, f["list"])),
    ),
    _p(r"\badditional undead\b", ""),
)

_AGAIN = (
    (
        "bonus action",
        re.compile(
            r"bonus action[^.]*(?:repeat th|damage again|following effects|take the Dash|mark a new|move the sphere)"
        ),
    ),
    (
        "action",
        re.compile(
            r"(?:use|as) (?:your|an) action[^.]*(?:call down|target another|hurl the flame|make a melee spell attack)"
            r"|attack again on each of your turns as an action|new line of radiance as your action"
        ),
    ),
)
"""What its caster can do once more in a later turn, and the price."""


def _text(spell: Json) -> Iterator[str]:
    """What its paragraphs say, but for tables."""
    for paragraph in spell["desc"]:
        if not paragraph.startswith(("|", "#")):
            yield from in_text(paragraph, _PHRASES)
            yield from ["only beast"] if spell["name"] == "Dominate Beast" and "attempt to beguile" in paragraph else []
            yield from (f"again {price}" for price, phrase in _AGAIN if phrase.search(paragraph))


# -------------------------------------------------------------------- higher slots


def _higher(spell: Json) -> Iterator[str]:
    """What a higher slot does, if no field says it: more dice, more targets, a longer time."""
    text, level = " ".join(spell.get("higher_level", ())), spell["level"]
    base = [*_text(spell)]
    said = [*_fields(spell)]
    more = re.search(
        r"\b(?:increases? by|roll an additional) (?P<n>\d+)d(?P<sides>\d+)[^.]*?(?P<every>every two )?slot levels?",
        text,
    )
    if more and not any(fact.startswith("slot ") for fact in said):
        yield from _more_dice(base, int(more["n"]), more["sides"], level + (2 if "every two slot" in more[0] else 1))
    if more := re.search(
        r"\b(?:target|affect) (?P<n>one|two|an) additional (?:\w+ )?(?:creature|target|humanoid|beast)s?", text
    ):
        least = next((int(fact[8:]) for fact in base if fact.startswith("targets ")), 1)
        yield from [f"targets {least}"] if least == 1 else []
        yield f"slot {level + 1}: targets {least + (2 if more['n'] == 'two' else 1)}"
    if "one additional ray" in text or "one more dart" in text:
        shots = next((int(fact[6:]) for fact in base if fact.startswith("shots ")), 0)
        yield f"slot {level + 1}: shots {shots + 1}"
    if more := re.search(r"\bgain (?P<n>\d+) additional temporary hit points", text):
        yield from _more_flat(base, "temp", int(more["n"]), level + 1)
    if more := re.search(r"\bthe bonus increases to \+(\d)", text):
        yield from (f"slot {level + 2}: +{more[1]} {fact[3:]}" for fact in base if fact.startswith("+1 "))
    yield from _more_creatures(text, base, level)
    yield from _longer(text)


def _more_dice(base: Iterable[str], n: int, sides: str, slot: int) -> Iterator[str]:
    """Each fact of such dice, with more of them."""
    for fact in base:
        if found := re.match(rf"((?:heals )?)(\d+)d{sides}(\S*.*)", fact):
            yield f"slot {slot}: {found[1]}{int(found[2]) + n}d{sides}{found[3]}"


def _more_flat(base: Iterable[str], what: str, n: int, slot: int) -> Iterator[str]:
    for fact in base:
        if found := re.match(rf"{what} (\d+d\d+)\+(\d+)$", fact):
            yield f"slot {slot}: {what} {found[1]}+{int(found[2]) + n}"


def _more_creatures(text: str, base: Iterable[str], level: int) -> Iterator[str]:
    """`twice as many with a 5th-level slot`, `two additional undead`, `five ghouls or two ghasts or wights`."""
    for times, slot in re.findall(r"\b(twice|three times) as many with an? (\d)", text):
        for fact in base:
            if found := re.match(r"(\d+) (of cr .*)", fact):
                yield f"slot {slot}: {int(found[1]) * (2 if times == 'twice' else 3)} {found[2]}"
    if "challenge rating increases by 1 for each slot level" in text:
        yield from (f"slot {level + 1}: 1 of cr {int(fact[8:]) + 1}" for fact in base if fact.startswith("1 of cr "))
    if found := re.search(r"\b(\d)th-level spell slot, you summon a celestial of challenge rating (\d)", text):
        yield f"slot {found[1]}: 1 of cr {found[2]}"
    if "two additional undead" in text:
        yield from (f"slot {level + 1}: 3 {fact[2:]}" for fact in base if fact.startswith("1 x "))
    for slot, said in re.findall(r"\b(\d)th-level spell slot, you can animate ([^.]*)", text):
        for n, names in re.findall(r"\b(two|three|four|five|six) ((?:\w+)(?: or wights)?)", said):
            for name in names.replace("mummies", "mummys").split(" or "):
                yield f"slot {slot}: {_MANY[n]} x {name.rstrip('s')}"


def _longer(text: str) -> Iterator[str]:
    """`When you use a spell slot of 5th level or higher, the duration is 8 hours`."""
    for sentence in re.split(r"(?<=\.)\s+", text):
        slots = re.findall(r"\b(\d)(?:st|nd|rd|th)[- ]level|\b(\d)(?:st|nd|rd|th) (?:or \d\w\w )?level", sentence)
        lasts = re.search(
            r"(?:duration is|for)\b(?: concentration,)?(?: up to)? (?P<n>\d+|an?) (?P<unit>minute|hour|day|year)s?",
            sentence,
        )
        if slots and lasts and "increases" not in sentence and "memories" not in sentence:
            yield f"slot {slots[0][0] or slots[0][1]}: {number(lasts['n'])} {lasts['unit']}"
        if slots and re.search(r"\b(?:without requiring your|doesn't require) concentration", sentence):
            yield f"slot {slots[0][0] or slots[0][1]}: no concentration"
