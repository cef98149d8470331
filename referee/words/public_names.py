"""Public names: the name and the tag by which the players know each figure, and texts with no other names."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from string import digits

from referee.engine.contract.kinds import LETTER, SHOWN
from referee.engine.figures.family import family_name, lettered_name, mark_of
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.tags import new_tag, slug
from referee.text.harmless import clean_name

SOMEBODY = "somebody"
"""Stands for the name of a hidden figure."""


def shown_names(encounter: Encounter) -> dict[Tag, str]:
    """The names by which the players know those figures that they see under another than their own.

    One of several of a sort keeps its number, or letter: Goblin 2 is small shape 2. No two have the same name.
    """
    figures = [figure for figure in encounter.figures.values() if not figure.hidden]
    said = {figure.tag: name for figure in figures if (name := _said_name(figure)) != figure.name}
    if not said:
        return {}
    families = Counter(map(family_name, figures))
    taken = {figure.name.casefold() for figure in figures if figure.tag not in said}
    for tag, name in said.items():
        figure = encounter.figures[tag]
        is_numbered = SHOWN.name in figure.traits and families[family_name(figure)] > 1
        full = " ".join(filter(None, (name, mark_of(figure)))) if is_numbered else name
        numbers = (f"{name} {n}" for n in range(2, len(figures) + 2))
        said[tag] = next(each for each in (full, *numbers) if each.casefold() not in taken)
        taken.add(said[tag].casefold())
    return said


def _said_name(figure: Figure) -> str:
    """The name that the referee shows it under, else its own, with its letter if it has one."""
    return clean_name(str(figure.traits.get(SHOWN.name, ""))) or lettered_name(figure)


def name_remover(encounter: Encounter, shown: Mapping[Tag, str] | None = None) -> Callable[[str], str]:
    """Takes the names of figures that are hidden, or shown under another, out of a text, wherever they came from: a
    condition that is called by one.

    Those that they had before are names, too, and what joins the words of a name may be other than in the name.
    A name that is a part of a visible one, as Rat of Rat 2, tells nothing. shown: its `shown_names`, as above.
    """
    shown = shown_names(encounter) if shown is None else shown
    seen = (shown.get(tag, figure.name) for tag, figure in encounter.figures.items() if not figure.hidden)
    open_ = "\n".join(seen).casefold()
    secret = {
        name: shown.get(tag, SOMEBODY)
        for tag, figure in encounter.figures.items()
        if figure.hidden or tag in shown
        for name in (figure.name, *figure.former)
        if name.casefold() not in open_
    }
    if not secret:
        return lambda text: text
    names = sorted(secret, key=len, reverse=True)
    words = "|".join("({})".format(r"[\W_]+".join(map(re.escape, name.split()))) for name in names)
    found = re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])", re.IGNORECASE)
    return lambda text: found.sub(lambda match: secret[names[(match.lastindex or 1) - 1]], text)


def public_tags(encounter: Encounter, names: Mapping[Tag, str]) -> dict[Tag, Tag]:
    """The words by which the players' view calls the figures: made of these names, where one has another; with a letter
    in place of a number, ga for g4.
    """
    tags = {tag: tag for tag in encounter.figures}
    taken = {tag for tag, figure in encounter.figures.items() if not figure.hidden and tag not in names}
    for tag, name in names.items():
        figure = encounter.figures[tag]
        is_lettered = LETTER.name in figure.traits and SHOWN.name not in figure.traits
        lettered = f"{tag.rstrip(digits)}{figure.traits.get(LETTER.name)}".lower()
        tags[tag] = new_tag(lettered if is_lettered else slug(name), taken)
        taken.add(tags[tag])
    return tags


UNTITLED = "The fight"
"""Stands for the name of an encounter that names somebody hidden."""


def public_title(name: str, change: Callable[[str], str]) -> str:
    """What the players may know an encounter by; change: the `name_remover` of its figures."""
    return name if change(name) == name else UNTITLED
