"""Phrases: what the set phrases of stat blocks say that happens to a figure, as effects of the game.

This is the table from words to effects, for all formats. A sentence of which something is left that matters in a fight
is by hand: it is kept as it stands, and told where it comes up.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.imports.act import OPEN, Brought, Damage, Effect
from referee.imports.record import dice_in

CONDITIONS = {
    **{name: name for name in ("blinded", "charmed", "deafened", "frightened", "grappled", "incapacitated")},
    **{name: name for name in ("invisible", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious")},
    **dict.fromkeys(("paralyzed", "paralysed"), "paralysed"),
}
"""The conditions of the game, by the words of a text."""
_WORDS = "|".join(CONDITIONS)
_COMES = re.compile(
    rf"(?:\b(?:is|are|be|has|have|becomes?|falls?|turns?|knocked|condition|and|or)|,)\s+"
    rf"(?:(?:also|instead|instantly|magically|knocked|the)\s+)*({_WORDS})\b"
    r"(?!\s+(?:targets?|creatures?|by the \w+ can)\b)"
    r"(?:\s+condition\b)?(?:\s*\(escape DC (\d{1,2})\))?",
    re.IGNORECASE,
)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_FOR = re.compile(r"\bfor (?:the next )?(\d{1,3}|an?|one|two|three) (round|minute|hour|day)s?\b", re.IGNORECASE)
_ROUNDS = {"round": 1, "minute": 10, "hour": 600, "day": 14_400}
_LONGEST = 999
"""Rounds that a duration may have; beyond a fight lasts it anyway."""
_UNTIL = re.compile(
    r"\buntil the (start|end) of (its|his|her|their|(?:the|that) (?:target|creature)['’]s|(?:the )?[\w '-]{1,40}?"
    r"['’]s?)( next)? turn\b",
    re.IGNORECASE,
)
_BEARERS = ("its", "his", "her", "their", "target's", "creature's")
_BY_HARM = re.compile(
    r"\b(?:until it takes damage|if (?:it|the (?:creature|target)) takes (?:any )?damage)\b", re.IGNORECASE
)
_WHILE = re.compile(
    rf"\b(?:while|until (?:this|the|that)) (?:\w+ )?({_WORDS}|grapple|poison|curse|effect)\b", re.IGNORECASE
)
_LINKED = {"grapple": "grappled", "poison": "poisoned"}
IMMUNE = re.compile(r"\bimmune to [\w' ’(),-]+ for (?:the next )?24 hours\b", re.IGNORECASE)
REPEATS = re.compile(
    r"\b(?:repeats?|makes?) (?:the|its|this|that|another) (?:saving throw|save)\b(?P<how>[^.]*)|\bsaves? again\b",
    re.IGNORECASE,
)
_ENDURED = ("petrified", "prone")
"""Conditions of which no repeated save rids one."""
_EACH_END = re.compile(
    r"\b(?:at the end of each of|on each of|at the end of) (?:its|his|her|their)(?: next)? turns?\b", re.IGNORECASE
)
_HEALS = re.compile(
    r"\b(?:regains?|restores?|gains?) (?:\d+ )?\(?(\d+d\d+(?:\s*[+-]\s*\d+)?|\d+)\)? hit points?\b", re.IGNORECASE
)
_FALLS = re.compile(r"\b(?:drops?|(?:is|be) reduced) to 0 hit points\b", re.IGNORECASE)
_DIES = re.compile(r"\bor (?:instantly )?die\b", re.IGNORECASE)
_AGAINST = re.compile(r"\bagainst (?:being|effects)\b[^.;]*", re.IGNORECASE)
_BY_ATTACK = re.compile(r"\buntil (?:it|he|she|the \w+) attacks\b[^.]*", re.IGNORECASE)
_MOVED = re.compile(
    r"\b(?:(?:is|be) )?(?:pushed|pulled|flung|thrown|moved) (?!target)[^.,]*?(?=,|\.|$| and (?:is |be )?knocked)", re.I
)
"""It is moved: the table does that."""
_SLOWED = re.compile(
    r"\bcan['’]t use reactions, its speed is halved, and it can['’]t make more than one attack\b[^.]*", re.I
)
_WEAKENED = re.compile(
    r"\bdisadvantage on Strength-based attack rolls, Strength checks, and Strength saving throws\b", re.I
)
_WORN = ((_SLOWED, "slowed"), (_WEAKENED, "weakened"))
_LASTS = re.compile(r"^(?:these|this|the) effects? lasts?\b", re.IGNORECASE)
_LET_OUT = re.compile(r"\bdies, a swallowed creature is no longer restrained\b", re.IGNORECASE)
_BREAKS = re.compile(r"\bDC (\d{1,2}) Strength check\b[^.]*\b(?:bursting|escap\w+|free)\b", re.IGNORECASE)
_DRAINS = re.compile(
    r"\bhit point maximum (?:is )?reduced by an amount equal to the (?:(\w+) )?damage taken\b"
    r"(?P<back>[^.]*\bregains? hit points equal to that amount)?",
    re.IGNORECASE,
)
_EACH_TURN = re.compile(
    r"\b(?:at the )?(start|end) of each of (its|his|her|their|the (?:target|creature)['’]s|(?:the )?[\w ’'-]+?['’]s)"
    r" turns\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:if|unless|when|whenever|while|until|provided|as if|after|before|instead of|for the next 24 hours)\b[^,.;:]*",
    re.IGNORECASE,
)
_NO_MATTER = re.compile(
    r"(?:^\s*against [\w ]+?(?= or |[.,]|$)|\b(?:(?<!escape )DC \d+|makes one [\w ]+ attack against [^.]*"
    r"|if the attack hits|takes the \w+['’]s damage"
    r"|saving throws?|half as much damage|half damage|on a (?:failed|successful) (?:save|one)"
    r"|immune to (?:all )?(?:the |this )?[\w' ’-]+ for the next 24 hours|ending the \w+ (?:condition )?on itself"
    r"|ends? (?:for|on) (?:it|itself|the \w+)|the effect ends|without provoking opportunity attacks"
    r"|can then (?:fly|move)[^.]*|(?:also )?(?:is |be )?swallowed(?: by (?:the )?\w+)?|total cover against [^.,]*"
    r"|(?:take|use) either an action or a bonus action[^.]*|(?:this|the) reduction lasts[^.]*"
    r"|the target dies if this [^.]*maximum to 0|begins to turn to stone"
    r"|can['’]t (?:bite|constrict|attack|smother|use its \w+|grapple|make \w+ attacks) [\w ]*"
    r"(?:another|other) targets?))",
    re.IGNORECASE,
)
_MATTERS = re.compile(
    rf"\b(?:damage|hit points?|attack rolls?|AC|armou?r class|{_WORDS}|dies?|dead|killed|destroyed|reactions?"
    r"|bonus action"
    r"|advantage|disadvantage|speed|can['’]t|immune|immunity|resistance|vulnerab\w+|swallowed|engulfed|cursed?|diseased?"
    r"|pushed|pulled|thrown|flung|attack(?:s|ing)?|hits?|exhaustion|maximum|ages|possessed|charm|control|d20|d6)\b",
    re.IGNORECASE,
)
_CHECKS = re.compile(
    r"\b(?:dis)?advantage on [\w ,()]*?checks?\b[^.]*|\bDC \d+ \w+ (?:\(\w+\) )?checks?\b|\bhold its breath\b[^.]*"
    r"|\bchecks? (?:made )?[^.]*|\bbright light\b[^.]*|\bdim light\b[^.]*|\blong jump\b[^.]*",
    re.IGNORECASE,
)
"""Checks that are not rolled in a fight, light, jumps."""
_ONLY = re.compile(
    r"\b(?:if the target is an? (?!creature[,.])[\w ,]+?(?= it| the |,)|other than [\w ,]+?(?=,| must|\.)"
    r"|non-\w+ creatures?|that isn['’]t an? \w+)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\d(])(?!\d)|\n+|(?<=[.!?])\s+(?=(?:Failure|Success|Hit)\b)")
_FEET = re.compile(r"\bft\.(?!\s*$)(?=\s+[a-z(\d]|,|-|\.)|\bft\.\.")


_ONE = re.compile(r"\b(?:one|the|a|another) (?:\w+ )?(?:creature|target|humanoid)\b|\btargets one\b|\btouches\b", re.I)
_AREA = re.compile(r"\b(?:each|any|every|all) (?:[\w-]+ ){0,3}?(?:creatures?|targets?|humanoids?|of those)\b", re.I)
_CHOICE = re.compile(r"of (?:its|his|her|their|the [\w ]+?['’]s) choice|\bhostile\b", re.I)


@dataclass(frozen=True)
class Happening:
    """What a piece of text says that happens to a figure."""

    effect: Effect
    rest: bool
    """Something else stands there that matters in a fight."""
    adds: bool = False
    """The effect is all that has come, changed by what the text adds to it."""


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, each in one line."""
    for line in text.splitlines():
        for sentence in _SENTENCE.split(_FEET.sub("ft", line)):
            if plain := " ".join(sentence.split()):
                yield plain


def matters(text: str) -> bool:
    """Does it speak of anything that is reckoned with in a fight?"""
    return bool(_MATTERS.search(_NO_MATTER.sub(" ", _CHECKS.sub(" ", text))))


def only(text: str) -> str:
    """To whom alone it may happen, as the text says; empty if it says nothing."""
    return "; ".join(found[0].strip() for found in _ONLY.finditer(text))


def aim(sentence: str) -> tuple[bool, bool]:
    """Of whom a sentence speaks: of one figure, and of those that are chosen; else of all there are, friends too."""
    one = not _AREA.search(sentence) and bool(_ONE.search(sentence))
    return one, one or bool(_CHOICE.search(sentence))


def happening(text: str, before: Effect) -> Happening:
    """What a piece of text without damage and saves says that happens; `before`: what has come to the figure already.

    A condition that lies while another does ends with it and lasts as long.
    """
    if (later := _later(text, before)) is not None:
        return Happening(later, False, adds=True)
    drains, moved = _DRAINS.search(text), _MOVED.search(text)
    worn = [condition for words, condition in _WORN if words.search(text)]
    for words, _ in _WORN:
        text = words.sub(" ", text)
    text = _NO_MATTER.sub(" ", _MOVED.sub(" ", _DRAINS.sub(" ", text)))
    linked = _WHILE.search(text)
    last = _last(before, CONDITIONS.get(linked[1].lower(), _LINKED.get(linked[1].lower(), "")) if linked else "")
    lasts, spoken = _duration(text)
    events = (("bearer damaged", _BY_HARM), ("bearer makes attack", _BY_ATTACK))
    ends = tuple(event for event, phrase in events if phrase.search(text))
    left = _AGAINST.sub(" ", _BY_ATTACK.sub(" ", _BY_HARM.sub(" ", spoken)))
    heals = _HEALS.search(left)
    falls, dies = bool(_FALLS.search(_ASIDE.sub(" ", left))), bool(_DIES.search(left))
    left = _DIES.sub(" ", _FALLS.sub(" ", _HEALS.sub(" ", left)))
    came: list[Brought] = []
    came += [Brought(each, lasts, ends) for each in worn]
    said = _ASIDE.sub(" ", left)
    for found in _COMES.finditer(said):
        came.append(_brought(CONDITIONS[found[1].lower()], lasts, ends, last if linked else None))
        if found[2]:
            came[-1] = replace(came[-1], escape=int(found[2]))
    if linked and last is None and len(came) > 1:
        came[1:] = [_brought(each.condition, lasts, ends, came[0]) for each in came[1:]]
    if same := re.search(r"\bfor the same duration\b", text, re.IGNORECASE):
        came = [replace(each, lasts=last.lasts if last else each.lasts) for each in came]
    said = _COMES.sub(" ", said)
    effect = Effect(
        heal=dice_in(heals[1]) or heals[1] if heals else "",
        brings=tuple(came),
        falls=falls,
        dies=dies,
        drains=(drains[1] or "all").lower() if drains else "",
        feeds=bool(drains and drains["back"]),
        moved=moved[0].strip() if moved else "",
    )
    return Happening(effect, matters(said.replace(same[0], " ") if same else said))


def _later(text: str, before: Effect) -> Effect | None:
    """What a sentence adds to the conditions that have come: how long they lie, what ends them; None if nothing."""
    if not before.brings or (_COMES.search(_ASIDE.sub(" ", text)) and not _LET_OUT.search(text)):
        return None
    lasts, _ = _duration(text)
    breaks = _BREAKS.search(text)
    if _LASTS.search(text) and lasts != OPEN:
        brings = (replace(each, lasts=lasts) if each.lasts == OPEN else each for each in before.brings)
    elif _BY_HARM.search(text) and re.search(r"\bends?\b", text):
        brings = (replace(each, ends=(*each.ends, "bearer damaged")) for each in before.brings)
    elif _LET_OUT.search(text):
        brings = (replace(each, ends=(*each.ends, "by leaves")) for each in before.brings)
    elif breaks is not None:
        brings = (replace(each, escape=int(breaks[1]), by_strength=True) for each in before.brings)
    else:
        return None
    return replace(before, brings=tuple(brings))


def _last(before: Effect, condition: str) -> Brought | None:
    """The condition of that name that has come, else the last one."""
    named = [each for each in before.brings if each.condition == condition]
    found = named or before.brings
    return found[-1] if found else None


def _brought(condition: str, lasts: str, ends: tuple[str, ...], last: Brought | None) -> Brought:
    """A condition; one that lies while the last one does ends with it."""
    if last is None or last.condition == condition:
        return Brought(condition, lasts, ends)
    return Brought(condition, last.lasts, (*ends, f"bearer loses {last.condition}"))


def harmed(text: str, damage: tuple[Damage, ...], before: Effect) -> Effect | None:
    """What has come, with the damage that it does each turn; None if that is not said, or nothing has come."""
    found = _EACH_TURN.search(text)
    if found is None or not damage or not before.brings:
        return None
    linked = _WHILE.search(text)
    last = _last(before, CONDITIONS.get(linked[1].lower(), _LINKED.get(linked[1].lower(), "")) if linked else "")
    whose = found[2].lower().replace("’", "'").removeprefix("the ")
    of = "bearer" if whose in _BEARERS else "by"
    bears = replace(last or before.brings[-1], harm=damage, harm_at=(f"turn {found[1].lower()}", of))
    return replace(before, brings=tuple(bears if each is last else each for each in before.brings))


def _duration(text: str) -> tuple[str, str]:
    """How long the conditions of a text lie, as system files say it, and the text without that."""
    if found := _UNTIL.search(text):
        whose = found[2].lower().replace("’", "'")
        of = "bearer" if whose.removeprefix("the ").removeprefix("that ") in _BEARERS else "by"
        lasts = f"{found[1].lower()} of {of}" if found[3] else "this turn"
        return lasts, _UNTIL.sub(" ", text)
    if found := _FOR.search(text):
        word = found[1].lower()
        rounds = _NUMBERS.get(word) or int(word)
        rounds *= _ROUNDS[found[2].lower()]
        return (f"{rounds} round{'s' * (rounds > 1)}" if 0 < rounds <= _LONGEST else OPEN), _FOR.sub(" ", text)
    return OPEN, text


def repeated(sentence: str, effect: Effect, ability: str, dc: int) -> Effect | None:
    """The effect with the save that its bearers repeat at the end of each turn; None if no such thing is said."""
    if not REPEATS.search(sentence) or not _EACH_END.search(sentence):
        return None
    worse = re.search(rf"\bbecoming ({_WORDS}) on a fail", sentence, re.IGNORECASE)
    fails = CONDITIONS[worse[1].lower()] if worse else ""
    brings = (
        each if each.condition in _ENDURED or each.is_linked else replace(each, save=(ability, dc), fails=fails)
        for each in effect.brings
    )
    return replace(effect, brings=tuple(brings))
