"""What a text of the source says, in a line of our own: its numbers, dice, conditions and times, and set words for
what else happens, never its sentences.

The line is made from left to right of what is found; `facts` are the numbers and conditions that must not be lost.
"""

import re
from collections.abc import Callable, Iterator

TYPES = "acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder"
ABILITIES = {
    "strength": "STR",
    "dexterity": "DEX",
    "constitution": "CON",
    "intelligence": "INT",
    "wisdom": "WIS",
    "charisma": "CHA",
}
CONDITIONS = (
    *("blinded", "charmed", "deafened", "frightened", "grappled", "incapacitated", "invisible", "paralyzed"),
    *("petrified", "poisoned", "prone", "restrained", "stunned", "unconscious"),
)
_ABILITY = "|".join(ABILITIES)
_SHAPES = "long|wide|radius|cone|line|cube|square|high|tall|deep|thick|section|sphere|diameter|cylinder"
_WORDS = {"one": "1", "a": "1", "an": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}


def _number(word: str) -> str:
    return _WORDS.get(word.lower(), word)


def _dice(found: re.Match[str]) -> str:
    dice = found["dice"].replace(" ", "")
    after = (found["type"] or "").strip()
    times = f" x {found['by']}" if found["by"] else ""
    return f"{dice}{times} {'HP' if after.startswith('hit') else after.removesuffix(' damage')}".strip()


def _save(found: re.Match[str]) -> str:
    ability = (
        ABILITIES[(found["ability"] or found["other"] or "").lower()] if found["ability"] or found["other"] else ""
    )
    what = "check" if (found["what"] or "").strip().startswith(("check", "(")) else "save"
    skill = f" ({found['skill'].lower()})" if found["skill"] else ""
    return " ".join(filter(None, (f"DC {found['dc']}", f"{ability}{skill}".strip(), what if ability else "")))


def _distance(found: re.Match[str]) -> str:
    return f"{found['feet'].replace(',', '')} ft{' ' + found['shape'].lower() if found['shape'] else ''}"


def _time(found: re.Match[str]) -> str:
    n = _number(found["n"])
    unit = found["unit"].lower()
    return f"{n} {unit}{'' if n == '1' else 's'}"


_FOUND: tuple[tuple[str, Callable[[re.Match[str]], str] | str], ...] = (
    (
        rf"(?:\b\d+ \()?\b(?P<dice>\d*d\d+(?: ?[+-] ?\d+)?)\)?(?P<type> (?:{TYPES}) damage| hit points)?"
        r"(?: (?:×|x) (?P<by>\d+))?",
        _dice,
    ),
    (r"\babove (?P<n>\d+)(?:st|nd|rd|th)", "above {n}"),
    (rf"\b(?P<flat>\d+) (?P<kind>{TYPES}) damage", lambda found: f"{found['flat']} {found['kind']}"),
    (
        rf"\bDC (?:of )?(?P<dc>\d+)(?: (?P<ability>{_ABILITY}))?(?: \((?P<skill>[A-Z][\w ]+)\))?"
        r"(?P<what> (?:saving|save|check)\w*)?|(?P<other>\bzzz)",
        _save,
    ),
    (rf"\b(?P<ability>{_ABILITY}) saving throws?\b", lambda found: f"{ABILITIES[found['ability'].lower()]} saves"),
    (
        rf"\b(?P<ability>{_ABILITY}) \((?P<skill>[A-Z][\w ]+)\)(?: checks?)?",
        lambda found: f"{ABILITIES[found['ability'].lower()]} ({found['skill'].lower()})",
    ),
    (rf"\b(?P<ability>{_ABILITY}) checks?\b", lambda found: f"{ABILITIES[found['ability'].lower()]} checks"),
    (rf"\b(?P<ability>{_ABILITY})\b", lambda found: ABILITIES[found["ability"].lower()]),
    (rf"\b(?P<feet>\d[\d,]*(?:/\d+)?)[- ](?:feet|foot|ft)\b\.?(?:[- ](?P<shape>{_SHAPES})\b)?", _distance),
    (
        r"\b(?P<n>\d+|one|a)[- ]miles?\b",
        lambda found: f"{_number(found['n'])} mile{'' if _number(found['n']) == '1' else 's'}",
    ),
    (
        r"\b(?:(?P<each>every|each|per) )?(?P<n>\d+|an?|one|two|three)[- ]"
        r"(?P<unit>round|minute|hour|day|week|year)s?\b",
        lambda found: ("every " if found["each"] else "") + _time(found),
    ),
    (r"\buntil the (?P<edge>start|end) of (?P<whose>its|his|her|their) next turn", "to the {edge} of its next turn"),
    (r"\buntil the (?P<edge>start|end) of (?:the )?[\w '’-]{1,30}?['’]s? next turn", "to the {edge} of the next turn"),
    (r"\bat the (?P<edge>start|end) of each of (?:its|his|her|their)\b", "each turn ({edge})"),
    (r"\bat the (?P<edge>start|end) of each of the [\w '’-]{1,30}?['’]s? turns", "each of its turns ({edge})"),
    (r"\bAC (?:of )?(?P<n>\d+)", "AC {n}"),
    (r"(?P<n>[+-]\d+) (?:bonus|penalty) to (?:the )?AC\b", "{n} AC"),
    (r"(?<![\w-])(?P<n>[+-]\d+)\b", "{n}"),
    (r"\b(?P<n>\d+)(?:st|nd|rd|th) or (?P<m>\d+)(?:st|nd|rd|th)[- ]level\b", "level {n} or {m}"),
    (r"\b(?P<n>\d+) (?:damage|or more damage)\b", "{n} damage"),
    (r"\b(?P<n>\d+) hit points?\b|\bhp (?P<m>\d+)", lambda found: f"{found['n'] or found['m']} HP"),
    (
        r"\b(?P<n>\d+)(?P<th>st|nd|rd|th)[- ]level\b|\blevel (?P<m>\d+)\b",
        lambda found: f"level {found['n'] or found['m']}",
    ),
    (r"\b(?P<n>\d+)(?P<th>st|nd|rd|th) level\b", "level {n}"),
    (r"\bchallenge rating (?:of )?(?P<n>[\d/]+)", "CR {n}"),
    (r"\b(?P<n>\d+) percent\b|\b(?P<m>\d+)%", lambda found: f"{found['n'] or found['m']} %"),
    (r"\b(?P<n>\d+) pounds\b", "{n} pounds"),
    (r"\b(?P<n>\d+) ?gp\b", "{n} gp"),
    (r"\b(?P<n>\d+) (?P<what>or (?:more|less|lower|higher|fewer))\b", "{n} {what}"),
    *((rf"\b{condition}\b", condition) for condition in CONDITIONS),
    (r"\bblindness\b", "blindness"),
    (r"\bdeafness\b", "deafness"),
    # ---- what happens besides
    (r"\bother than an? [\w, -]+? or (?:an? )?(?P<kind>undead|construct)", "not undead and the like"),
    (r"\b(?P<size>Tiny|Small|Medium|Large|Huge) or smaller", "{size} or smaller"),
    (r"\bhit point maximum\b", "HP maximum"),
    (r"can['’]t regain hit points|doesn['’]t regain hit points", "no healing"),
    (r"\bregains? (?:a number of )?hit points\b", "heals"),
    (r"\bregains? all\b", "heals all"),
    (r"\breduces? [\w ’']{1,40} to 0\b", "at 0"),
    (r"\bhas 0 hit points|drops? to 0|to 0 hit points", "at 0 HP"),
    (r"\bhalf (?:the |its |that |as much )?damage\b", "half damage"),
    (r"\b(?:pushed|thrown|flung)\b", "thrown back"),
    (r"\bpulled\b|\bpulls\b", "pulled"),
    (r"\bswallow(?:s|ed)\b", "swallowed"),
    (r"\bregurgitate", "spat out"),
    (r"\bengulf(?:s|ed)\b", "engulfed"),
    (r"\battach(?:es|ed)\b", "attached"),
    (r"\bcursed?\b", "cursed"),
    (r"\blycanthropy\b", "lycanthropy"),
    (r"\bdiseased?\b", "disease"),
    (r"\bpossess(?:ed|es)?\b", "possessed"),
    (r"\bwound\b", "wound"),
    (r"\b(?:dies|slain|killed|destroyed)\b", "death"),
    (r"\b(?:rises|raised?)\b", "rises again"),
    (r"\bzombie\b", "zombie"),
    (r"\bvampire spawn\b", "vampire spawn"),
    (r"\bunder the [\w '’-]+ control\b", "under its control"),
    (r"\bobeys?\b", "obeys"),
    (r"\btrusted friend\b", "a friend"),
    (r"\b(?:repeats?|makes? another) (?:the|that|its|this) saving throw\b|\bsaves? again\b", "saves again"),
    (r"\b(?:has|have|gains?|at) disadvantage\b|with disadvantage\b", "disadvantage"),
    (r"\b(?:has|have|gains?|at) advantage\b|with advantage\b", "advantage"),
    (r"\battack rolls?\b", "attack rolls"),
    (r"\bsaving throws?\b", "saves"),
    (r"\bability checks?\b", "checks"),
    (r"\bextra\b|\badditional\b", "more"),
    (r"\bbonus action\b", "bonus action"),
    (r"\bcan['’]t (?:take|use) (?:any )?reactions?\b", "no reactions"),
    (r"\breactions?\b", "reaction"),
    (r"\bopportunity attacks?\b", "opportunity attack"),
    (r"\bDisengage\b", "disengage"),
    (r"\bHide\b", "hide"),
    (r"\bDash\b", "dash"),
    (r"\bDodge\b", "dodge"),
    (r"\bonce per (?P<per>turn|day|round)\b", "once a {per}"),
    (r"\bcritical hit\b", "critical hit"),
    (r"\bsurprised?s?\b", "surprise"),
    (r"\bsunlight\b", "sunlight"),
    (r"\b(?:dim light|darkness)\b", "in the dark"),
    (r"\bbright light\b", "bright light"),
    (r"\bunderwater\b", "underwater"),
    (r"\bhalf its speed\b|\bspeed is halved\b", "half speed"),
    (r"\bspeed (?:is reduced|decreases)\b", "slower"),
    (r"\bclimb(?:s|ing)?\b", "climbs"),
    (r"\bjumps?\b", "jumps"),
    (r"\bteleports?\b", "teleports"),
    (r"\bpolymorphs?\b", "changes shape"),
    (r"\bspell slots?\b", "spell slot"),
    (r"\bnonmagical\b", "nonmagical"),
    (r"\bmagical armor|magic armor|\barmor\b", "armour"),
    (r"\bammunition\b", "ammunition"),
    (r"\bmagic weapons?|weapon attacks are magical", "magical weapons"),
    (r"\bweapon attacks?\b", "weapon attacks"),
    (r"\bmelee attacks?\b", "melee attacks"),
    (r"\bsplits?\b", "splits"),
    (r"\bheads?\b", "heads"),
    (r"\bone of (?:its|the) heads", "a head"),
    (r"\bfumes|gas\b", "gas"),
    (r"\bundead\b", "undead"),
    (r"\belf\b|\belves\b", "elf"),
    (r"\bhumanoids?\b", "humanoid"),
    (r"\bflammable objects?\b", "sets alight"),
    (r"\bdouses? the fire\b", "put out by an action"),
    (r"\btak(?:es|ing) an action\b|\buses? (?:its|an) action\b|\bas an action\b", "by an action"),
    (r"\b(?:frees?|freed|escapes?)\b", "free"),
    (r"\bages\b", "ages"),
    (r"\bmagic(?:al)? (?:item|object)s?\b", "magic items"),
    (r"\bimmun(?:e|ity)\b", "immune"),
    (r"\bresistan(?:t|ce)\b", "resistant"),
    (r"\bvulnerab(?:le|ility)\b", "vulnerable"),
    (r"\bobjects and structures\b", "double damage to objects"),
    (r"\bsuccessful save|on a success\b", "success"),
    (r"\bon a fail(?:ed|ure)\b[\w ]*", "failure"),
    (r"\bfails? by (?P<n>\d+)\b", "fails by {n}"),
    (rf"\b(?P<types>(?:{TYPES})(?:,? (?:and|or) (?:{TYPES})|, (?:{TYPES}))*)\b", "{types}"),
    (r"\b(?P<n>\d[\d,]*(?:/\d+)?)\b", "{n}"),
)
_EACH = [(re.compile(phrase, re.IGNORECASE), said) for phrase, said in _FOUND]
_SENTENCE = re.compile(r"(?<=[.:;!?])\s+(?=[A-Z*•-])|\n+")
_ASIDE = re.compile(r"\b(?:ft|feet)\.\s+(?=[A-Za-z])")


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text."""
    for part in _SENTENCE.split(_ASIDE.sub("ft ", text)):
        if plain := " ".join(part.split()):
            yield plain


def gist(text: str) -> str:
    """What is found in the sentences of a text, each sentence behind a semicolon; nothing twice in a row."""
    parts = (", ".join(dict.fromkeys(_in(sentence))) for sentence in sentences(text))
    return "; ".join(dict.fromkeys(filter(None, parts)))


def _in(sentence: str) -> Iterator[str]:
    at = 0
    while at < len(sentence):
        best: tuple[int, int, str] | None = None
        for phrase, said in _EACH:
            if (found := phrase.search(sentence, at)) is None or (best and found.start() > best[0]):
                continue
            if best is None or found.start() < best[0] or (found.end() > best[1]):
                told = said(found) if callable(said) else said.format(**found.groupdict())
                best = found.start(), found.end(), told
        if best is None:
            return
        yield best[2]
        at = max(best[1], at + 1)


# -------------------------------------------------------------------- what must not be lost


_DIE = re.compile(r"\b\d*d\d+(?: ?[+-] ?\d+)?")
_AVERAGE = re.compile(r"\b\d+ \((?=\d+d\d+)")
_PLAIN = re.compile(r"\d[\d,]*(?:/\d+)?")
_DURATION = re.compile(r"\b(?:an?|one|two|three|\d+)[- ](round|minute|hour|day)s?\b", re.IGNORECASE)
_CONDITION = re.compile(rf"\b({'|'.join(CONDITIONS)})\b", re.IGNORECASE)
_MARKED = (
    ("DC {}", re.compile(r"\bDC (?:of )?(\d+)")),
    ("{} ft", re.compile(r"\b(\d[\d,]*(?:/\d+)?)[- ](?:feet|foot|ft)\b\.?")),
    ("{}", re.compile(r"(?<![\w-])([+-]\d+)\b")),
)
"""Numbers that mean something else than others."""


def facts(text: str) -> set[str]:
    """The dice, numbers, conditions and times of a text: `2d6+3`, `DC 15`, `60 ft`, `+4`, `paralyzed`, `1 minute`."""
    plain = _AVERAGE.sub("(", text.replace("paralysed", "paralyzed"))
    found = {die.replace(" ", "") for die in _DIE.findall(plain)}
    plain = _DIE.sub(" ", plain)
    found |= {each[1].lower() for each in _CONDITION.finditer(plain)}
    for time in _DURATION.finditer(plain):
        n = _number(re.split(r"[- ]", time[0])[0])
        found.add(f"{n} {time[1].lower()}")
    plain = _DURATION.sub(" ", plain)
    for said, marked in _MARKED:
        found |= {said.format(number.replace(",", "")) for number in marked.findall(plain)}
        plain = marked.sub(" ", plain)
    return found | {number.replace(",", "") for number in _PLAIN.findall(plain)}
