"""Topics of the help: the Markdown files in `referee/help`, in parts, with the lists that the program makes for them.

A file is a topic: its name is what is typed after `help`, its first line the title. A line such as
*`referee help keys` lists here: the keys at the table.* is replaced by that list where the program can make it.
"""

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path

from referee.command_language.line import SESSION_WORDS
from referee.command_language.table_in_words import words_to_look
from referee.dialogue.help import ALL, Meaning, command_help, commands_of_the_table, said
from referee.engine.contract.order_keys import own_key
from referee.engine.contract.ruleset import Ruleset
from referee.engine.problem import NotUnderstood
from referee.engine.verbs.offered_verbs import all_verbs
from referee.engine.verbs.verb import RulesetWithVerbs, Situation
from referee.extras import EXTRAS, install_command
from referee.text.phrases import listed
from referee.text.quoting import quoted
from referee.words.bearer import plain, track_called

FOLDER = Path(__file__).parents[1] / "help"
Part = str | Meaning
"""A block of Markdown (paragraph, heading, item of a list, fenced lines), or a line of a list."""
Lists = Mapping[str, Callable[[], Iterable[Part]]]
"""What makes each list, by what the marker line calls it."""

_MARKER = re.compile(r"^\*`referee help \w+` lists here: (.+)\.\*$", re.M)
_LINK = re.compile(r"\[([^]]+)]\([\w./-]+\.md\)")
"""A link to another topic: only a reader of the files can follow it."""
_ITEM = re.compile(r"(- |\d+\. )")
_FENCE = "```"
_FORMERLY = {"import": "imports", "language": "plans"}
"""Former names of topics, with the present ones."""
_WIDTH = 78
_GLANCE = 140
"""Characters of a line that is found."""


def topic_names() -> list[str]:
    """The topics, in the order of the alphabet."""
    return sorted(path.stem for path in FOLDER.glob("*.md"))


def topic_named(word: str) -> str:
    """The topic of that name, also of a former one; empty if there is none."""
    name = _FORMERLY.get(word, word)
    return name if name in topic_names() else ""


def titles() -> list[Meaning]:
    """Each topic with its title, without the name before the colon."""
    return [(name, text_of(name).partition("\n")[0].partition(": ")[2]) for name in topic_names()]


def lists_in(name: str) -> list[str]:
    """What a topic lists, as its marker lines call it."""
    return _MARKER.findall(text_of(name))


def topic_with_usage(subcommand: str) -> str:
    """The topic that lists the usage of a subcommand; empty if none does."""
    return next((name for name in topic_names() if usage_of(subcommand) in lists_in(name)), "")


def usage_of(subcommand: str) -> str:
    """What marker lines call the usage of a subcommand."""
    return f"the usage of {subcommand}"


def parts(name: str, lists: Lists) -> Iterator[Part]:
    """A topic in its parts; a list that cannot be made stays the sentence that says where it is."""
    for block in _blocks(text_of(name)):
        found = _MARKER.fullmatch(block)
        if found and found[1] in lists:
            yield from lists[found[1]]()
        else:
            yield block


def mentions(words: str, lists: Lists) -> list[Meaning]:
    """The topics in which these words occur, each with the line that tells most of them; rows named so come first."""
    wanted = words.lower().split()
    # A key or another short word must match a whole word, or it would be found in every second line.
    found = [re.compile(rf"(?<!\w){re.escape(word)}" + (r"(?!\w)" if len(word) < 4 else ""), re.I) for word in wanted]
    rows: list[Meaning] = []
    named: list[Meaning] = []
    for name in topic_names():
        lines: list[str] = []
        for part in parts(name, lists):
            if isinstance(part, tuple):
                if {*wanted} <= {*part[0].lower().replace(":", "").replace("=", "").split()}:
                    named.append((name, said(part)))
                lines.append(said(part))
            else:
                lines += part.splitlines()
        rows += [(name, _row_of(line)) for line in lines if all(word.search(line) for word in found)][:1]
    return list(dict.fromkeys((*named, *(row for row in rows if row[0] not in dict(named)))))


def _row_of(text: str) -> str:
    """A line of a topic without the signs of Markdown, as far as it can be read at a glance."""
    plain = re.sub(r"^[#-] *|\*\*", "", text)
    return plain if len(plain) <= _GLANCE else f"{plain[:_GLANCE].rpartition(' ')[0]} ..."


def spaced(found: Iterable[Part]) -> Iterator[Part]:
    """The same parts, with an empty one between those that do not belong to one list."""
    kinds = ((part, _kind(part)) for part in found)
    last = ""
    for n, (part, kind) in enumerate(kinds):
        if n and (kind != last or kind == "block"):
            yield ""
        yield part
        last = kind


def plain_lines(found: Iterable[Part]) -> Iterator[str]:
    """Parts as lines of plain text: no columns, no boxes, no signs of Markdown."""
    for part in spaced(found):
        if isinstance(part, tuple):
            yield said(part)
        elif part.startswith(_FENCE):
            yield from (f"    {line}".rstrip() for line in part.splitlines()[1:-1])
        else:
            start = _ITEM.match(part)
            words = re.sub(r"^#+ |\*\*|^\*(?=`)|\*$", "", part)
            yield from _wrapped(words, "  " if start else "")


def explained(situation: Situation, word: str) -> list[str]:
    """What is known of a command, of a topic, or of both where they have one name; else which topics have that word.

    NotUnderstood if none has.
    """
    name = topic_named(word)
    lines: list[str] = []
    if not name or is_command(situation.rules, word):
        try:
            lines += map(said, command_help(situation, word))
        except NotUnderstood:
            found = mentions(word, lists_of(situation.rules))
            if not found:
                raise
            return [no_topic(word, "help TOPIC"), *map(said, found)]
    if name:
        lines += [*([""] if lines else []), *plain_lines(parts(name, lists_of(situation.rules)))]
    return lines


def no_topic(word: str, how: str) -> str:
    """Said before the topics that mention a word which is none of theirs; how: the command that tells one of them."""
    return f"No topic is called {quoted(word)}. It is in these (`{how}` tells more):"


def is_command(rules: RulesetWithVerbs, word: str) -> bool:
    """Is it the name of a command, typed in full?"""
    return word == ALL or word in SESSION_WORDS or own_key(rules, word) in all_verbs(rules)


def lists_of(rules: RulesetWithVerbs) -> dict[str, Callable[[], Iterable[Part]]]:
    """The lists that can be made of a game and of what can be done with its encounters."""
    return {
        "the commands at every table": lambda: commands_of_the_table(rules),
        "the commands about the record and the library": SESSION_WORDS.items,
        "the words that ask how the fight stands": lambda: words_to_look(rules).items(),
        "the games": _games,
        **{f"how to install {extra}": partial(_installing, extra) for extra in EXTRAS},
    }


def _installing(extra: str) -> list[Part]:
    return [f"```\n{install_command(extra)}\n```"]


def _games() -> Iterator[Meaning]:
    from referee import games as systems

    for each in systems.listed():
        yield each.name, f"{each.title}. {each.trouble or each.blurb}"


def _wrapped(text: str, indent: str) -> list[str]:
    lines = textwrap.wrap(text, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return lines or [""]


def _kind(part: Part) -> str:
    if isinstance(part, tuple):
        return "row"
    return "item" if _ITEM.match(part) else "block"


@lru_cache(maxsize=64)
def text_of(name: str) -> str:
    """The Markdown of a topic as it stands in its file; links to other files are left out."""
    return _LINK.sub(r"\1", (FOLDER / f"{name}.md").read_text(encoding="utf-8"))


def _blocks(text: str) -> Iterator[str]:
    """The blocks of a text: what is fenced is one, an item of a list is one, others end at an empty line."""
    block: list[str] = []
    fenced = False
    for line in [*text.splitlines(), ""]:
        starts = not fenced and (not line.strip() or _ITEM.match(line) or line.startswith(_FENCE))
        if starts and block:
            yield "\n".join(block)
            block = []
        if line.startswith(_FENCE):
            fenced = not fenced
        if line.strip() or fenced:
            block.append(line)
        if line.startswith(_FENCE) and not fenced:
            yield "\n".join(block)
            block = []


_WHOLE_SHEET = 6
"""So many traits are named one by one; more are the sheet."""


def carried(rules: Ruleset) -> str:
    """What a party keeps from fight to fight, and how it rests, in a sentence for the help."""
    over = rules.carries_over
    tracks = dict.fromkeys(re.sub(r"^\d\w* ?-?level |\d+$", "", track_called(rules, name)) for name in over.tracks)
    stands = ["how they stand"] if rules.health_name in over.tracks else []
    sheet = ["the sheet"] if len(over.traits) > _WHOLE_SHEET else [plain(name) for name in over.traits]
    table = [track_called(rules, name) for name in over.table]
    kept = [*tracks, *stands, *sheet, *over.conditions, *filter(None, [over.things]), *table]
    own = "XP and pools of your own" if rules.values.own_tracks else "XP"
    rests = listed(rules.party.rests) if rules.party.rests else rules.party.no_rest
    return f"{', '.join(each for each in kept if each != 'XP')}; {own}.{f' Rests: {rests}.' if rests else ''}"
