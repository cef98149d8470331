"""Figures in words: what is typed after `add` for one that is like a figure at the table."""

from collections.abc import Iterable

from referee.engine.bearer import Figure, Thing, Track, Value
from referee.engine.kinds import AWAY, AnyTrait, Template
from referee.engine.problem import Refused
from referee.engine.recruit import Recruit
from referee.engine.ruleset import Ruleset
from referee.engine.special_details import CONDITION, LEFT, STANDING, WITHOUT


def words_of(rules: Ruleset, recruit: Recruit, name: str, shared: Iterable[tuple[str, str]] = ()) -> str:
    """What is typed after `add` for this figure, called so. Refused if no kind of the game makes one like it.

    shared: the keys and values of what its group holds for it.
    """
    figure = recruit.figure
    kind = rules.kind_to_add(figure)
    template = rules.template(kind)
    if template is None:
        raise Refused(f"No kind of {rules.title} makes a figure like {figure.name}.")
    words = [
        *_tracks(rules, figure, template),
        *_traits(rules, figure, template),
        *_things(rules, recruit, template),
    ]
    if not template.by_number:
        words += [*_side(figure, template), *_standing(rules, figure, template), *map(_condition, recruit.conditions)]
    return " ".join((kind, _quoted(name), *words, *(_pair(key, value) for key, value in shared)))


def _quoted(text: str) -> str:
    return '"{}"'.format(text.replace('"', "'"))


def _pair(key: str, value: str) -> str:
    """`key=value`; a value with blanks or quotes is quoted."""
    plain = value.replace('"', "'")
    return f"{key}={_quoted(plain) if any(map(str.isspace, plain)) else plain}"


def _side(figure: Figure, template: Template) -> list[str]:
    usual = template.side or figure.tag
    return [] if figure.side == usual else [_pair("side", figure.side)]


def _standing(rules: Ruleset, figure: Figure, template: Template) -> list[str]:
    usual = template.standing or rules.standings[0].name
    return [] if figure.standing in (usual, AWAY.name) else [_pair(STANDING, figure.standing)]


def _condition(condition: tuple[str, int]) -> str:
    kind, value = condition
    return _pair(CONDITION, kind if value == 1 else f"{kind} x{value}")


def _tracks(rules: Ruleset, figure: Figure, template: Template) -> list[str]:
    known = {kind.name for kind in rules.tracks_of(figure)} - set(rules.passing)
    return [
        _pair(name, track_word(track) if name in template.tracks or track.most is not None else f"{track.now}/-")
        for name, track in figure.tracks.items()
        if name in known and not _same(track, template.tracks.get(name))
    ]


def track_word(track: Track) -> str:
    """`7` for a track that is full or has no bound, else `3/7`."""
    return str(track.now) if track.most in (None, track.now) else f"{track.now}/{track.most}"


def _same(one: Track, other: Track | None) -> bool:
    return other is not None and (one.now, one.most) == (other.now, other.most)


def _traits(rules: Ruleset, figure: Figure, template: Template) -> list[str]:
    out: list[str] = []
    for kind in rules.traits:
        value = figure.traits.get(kind.name)
        if value is not None and kind.name not in rules.passing and value != _usual(kind, template):
            out.append(_pair(kind.name, trait_word(value)))
    return out


def _usual(kind: AnyTrait, template: Template) -> Value | None:
    """What a new figure has; None where nothing is known of it."""
    return template.traits.get(kind.name, None if kind.optional else kind.default)


def trait_word(value: Value) -> str:
    """A trait as it is typed: `yes`, `red,green`."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(value)
        case _:
            return str(value)


def _things(rules: Ruleset, recruit: Recruit, template: Template) -> list[str]:
    own = f"{recruit.figure.tag}."
    brings = {thing.tag: thing for _, thing in template.things}
    out: list[str] = []
    here: set[str] = set()
    for pile, thing in recruit.things:
        word = thing.tag.removeprefix(own)
        here.add(word)
        fresh = brings.get(word)
        if fresh is None and (said := rules.equipment_words(pile, thing.model_copy(update={"tag": word}))) is not None:
            made = rules.parse_equipment(*said)
            if made is None:
                continue
            fresh = made[1]
            out.append(_pair(*said))
        if fresh is not None:
            out += _left(thing, fresh)
    gone = [tag for tag in brings if tag not in here]
    return [*out, *([_pair(WITHOUT, ",".join(gone))] if gone else [])]


def _left(thing: Thing, fresh: Thing) -> list[str]:
    """What is left of a thing, where that is not what a new one has."""
    return [
        _pair(LEFT, f"{fresh.tag} {name} {track.now}/{track.now if track.most is None else track.most}")
        for name, track in thing.tracks.items()
        if not _same(track, fresh.tracks.get(name))
    ]
