"""Usage: what can be typed behind `referee`."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter, _MutuallyExclusiveGroup
from collections.abc import Callable, Sequence

from referee.cli.parsers import MixedParser, Parser, PrintsVersion, bounded_number, described, parsers_of

DUPLICATES = ("skip", "replace", "both")
TABLES = ("figures", "parties", "conditions", "plans")
_INPUT = "- for standard input"


def _choice(parser: ArgumentParser, word: str, words: Sequence[str], usual: str | None, does: str | None) -> None:
    """An argument or option that is one of these words."""
    parser.add_argument(word, choices=words, metavar="|".join(words), default=usual, help=does)


def _number(parser: ArgumentParser, word: str, least: int, most: int, usual: int | None, does: str) -> None:
    """An option that is a number of that range."""
    parser.add_argument(word, type=bounded_number(word, least, most), default=usual, metavar="N", help=does)


def _flag(parser: ArgumentParser | _MutuallyExclusiveGroup, word: str, does: str) -> None:
    """An option that is there or not."""
    parser.add_argument(word, action="store_true", help=does)


def _library(parser: ArgumentParser) -> None:
    """`library ls`, `show NAME`, `add NAME WORDS`, `remove NAME`, `restore NAME`, `export`, `import FILE`."""
    does = {
        "ls": "lists what is in the library",
        "show": "shows everything about one",
        "add": "adds a figure, or a party, a condition or the plan of a file (--in)",
        "tag": "gives one tags of your own, by which it is found",
        "remove": "removes one; restore brings it back",
        "restore": "brings back the last one removed under that name",
        "export": "prints the library as text",
        "import": "adds what export printed",
    }
    subs = parsers_of(parser, "library", does, MixedParser)
    for each in subs.values():
        each.add_argument(
            "--in", dest="table", choices=TABLES, metavar="TABLE", help="figures, parties, conditions, plans"
        )
        each.add_argument("--system", metavar="SYSTEM", help="only this game; `add` needs it")
    for name in ("show", "add", "tag", "remove", "restore"):
        subs[name].add_argument("name", metavar="NAME")
    for name in ("ls", "show"):
        _flag(subs[name], "--json", "as JSON")
    subs["ls"].add_argument("words", nargs="*", metavar="WORDS", help="only these: undead cr 3-5, #boss")
    subs["ls"].add_argument("--filter", default="", metavar="TEXT", help="the same in one word: 'cr 3-5 undead'")
    subs["tag"].add_argument("words", nargs="*", metavar="TAG", help="its tags from now on; none takes them away")
    subs["add"].add_argument(
        "words",
        nargs="*",
        metavar="WORDS",
        help="what you would type after add (goblin hp=21); for a party, several of these with semicolons between; "
        "for a condition, how long it lasts; for a plan, its file, or - for standard input",
    )
    subs["add"].add_argument("--note", default="", metavar="TEXT", help="a note to keep with it")
    subs["import"].add_argument("file", metavar="FILE", help=_INPUT)
    for name in ("add", "import"):
        _choice(subs[name], "--on-duplicate", DUPLICATES, None, None)


def _campaign(parser: ArgumentParser) -> None:
    """`campaign ls`, `new NAME`, `show NAME`, `next NAME`, `add NAME NAME`, `note NAME TEXT` and others."""
    does = {
        "ls": "lists your campaigns",
        "new": "makes a campaign",
        "show": "shows how the party stands, what is prepared and what happened",
        "next": "begins its next encounter, with the party as it was saved last",
        "add": "puts an encounter, a plan of the library or a party into it",
        "drop": "takes an encounter, a plan or the party out of it",
        "rename": "gives it another name; its encounters stay in it",
        "note": "writes a note, with the day",
        "day": "sets the day (12), or lets days pass (+3)",
        "export": "prints a campaign with its encounters, party and plans as one file",
        "import": "adds a campaign that export printed (- for standard input)",
        "remove": "removes a campaign; its encounters stay",
        "restore": "brings back the campaign removed last under that name",
    }
    subs = parsers_of(parser, "campaign", does, MixedParser)
    for name in does.keys() - {"ls"}:
        subs[name].add_argument("name", metavar="FILE" if name == "import" else "NAME")
    for name, word in (("add", "NAME"), ("drop", "NAME"), ("rename", "NEW"), ("note", "TEXT"), ("day", "DAY")):
        subs[name].add_argument("words", nargs="+", metavar=word)
    for name in ("ls", "show"):
        _flag(subs[name], "--json", "as JSON")
    subs["new"].add_argument("--system", metavar="SYSTEM", help="the game")
    subs["import"].add_argument("--as", dest="as_name", metavar="NAME", help="under that name, beside what is there")
    subs["new"].add_argument("--party", metavar="NAME", help="the party of the library that plays it")


COMMANDS = {
    "ls": "lists your encounters",
    "new": "makes a new encounter",
    "export": "prints an encounter as a plan; `new --from` makes it again",
    "show": "prints an encounter as it is now",
    "conditions": "lists who bears which condition, since when and until when, in one encounter or in all",
    "serve": "shows the players' view of an encounter in any browser",
    "do": "runs commands in an encounter: attack, damage, next",
    "odds": "prints what may come of a command, and how likely it is",
    "report": "prints what a fight was like: damage, HP, dice, time, its course",
    "forecast": "plays a fight to its end many times: who wins, how soon, at what cost",
    "log": "prints what has happened",
    "follow": "prints events as they happen, until you press Ctrl+C",
    "check": "checks the files of an encounter for damage",
    "repair": "copies what can still be read of a damaged encounter",
    "play": "plays a transcript, and stops at the first line that fails",
    "roll": "rolls dice",
    "systems": "lists the games Referee knows",
    "system": "makes, checks, shows or lists system files: games written as TOML",
    "theme": "lists the themes, or shows the file of one",
    "library": "your own figures, parties, conditions and plans",
    "campaign": "ties a party, plans and encounters together over many evenings",
    "clauses": "prints the rules of a game, or those that mention a word",
    "rename": "renames an encounter",
    "copy": "copies an encounter",
    "remove": "moves an encounter to the trash",
    "restore": "brings an encounter back from the trash",
    "trash": "lists the trash",
    "import": "imports figures and encounters from other programs into the library",
    "completion": "prints a script that lets your shell complete commands, names and games with Tab",
    "help": "explains a topic or a subcommand; alone, it lists the topics; `help man` prints the manual page",
}
"""The subcommands; no encounter can be called so."""
_OF_AN_ENCOUNTER = (
    *("show", "serve", "do", "odds", "report", "log", "follow", "check", "repair"),
    *("rename", "copy", "remove", "restore", "new", "export"),
)
"""Those that are told which encounter is meant."""


SHELLS = ("bash", "zsh", "fish", "tcsh")
"""Those that a completion script can be printed for."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Names of this computer by which no other can reach it."""


def playing() -> ArgumentParser:
    """`referee` and `referee NAME`."""
    lines = "\n".join(f"  {name:10} {does}" for name, does in COMMANDS.items())
    parser = Parser(
        prog="referee",
        description="Runs a fight at a real table. Without a name, shows all your encounters.",
        epilog=f"subcommands (referee COMMAND --help tells more):\n{lines}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="the encounter to open, or the beginning of its name")
    _flag(parser, "--plain", "line by line, for screen readers and simple terminals")
    how = parser.add_mutually_exclusive_group()
    _flag(how, "--read-only", "watch, without changing anything")
    _for_players(how, parser)
    _flag(how, "--take-over", "take the encounter from another running Referee")
    guests = "for guests, for example over SSH: reads map files only from the saves folder, and cannot be suspended"
    _flag(parser, "--shared", guests)
    parser.add_argument("--saves", metavar="DIR", help="where encounters are kept (or $REFEREE_SAVES)")
    parser.add_argument("-V", "--version", action=PrintsVersion, nargs=0, help="show the version and exit")
    parser.set_defaults(command="play-at-table")
    return parser


def help_on(command: str) -> str:
    """The help text of a subcommand."""
    return described(commanding(command))[0].parser.format_help()


def commanding(only: str = "") -> ArgumentParser:
    """The parser of all subcommands, or of one only: to build them all would take a tenth of the time of `show`."""
    parser = Parser(prog="referee", allow_abbrev=False)
    subparsers = parser.add_subparsers(dest="command", parser_class=Parser)
    for name, does in COMMANDS.items():
        if only in ("", name):
            _add_words(name, subparsers.add_parser(name, help=does, description=f"{name}: {does}."))
    return parser


def _add_words(name: str, parser: ArgumentParser) -> None:
    """What can be typed behind a subcommand."""
    if name in _OF_AN_ENCOUNTER:
        parser.add_argument("name", metavar="NAME")
    if name in ("rename", "copy"):
        parser.add_argument("new", metavar="NEW", help="the new name")
    _add_forms(name, parser)
    if name in _WORDS:
        _WORDS[name](parser)


def _add_forms(name: str, parser: ArgumentParser) -> None:
    """How much of it a subcommand prints that shows something, and in which form."""
    one: ArgumentParser | _MutuallyExclusiveGroup = parser
    if name == "show":
        one = parser.add_mutually_exclusive_group()
        _flag(one, "--map", "only the board, in the form that `map` and the map page read")
    if name in ("show", "follow"):
        _for_players(parser, parser)
    for option, does, names in _FORMS:
        if name in names:
            _flag(one, option, does)


_FORMS = (
    ("--json", "as JSON", ("show", "conditions", "ls", "odds", "forecast", "log", "follow", "play", "systems")),
    ("--names", "only the names, one per line", ("ls", "trash", "systems")),
    ("--full", "each command as typed, with everything it did", ("log", "play")),
)
"""Options of several subcommands."""


def _planned(parser: ArgumentParser) -> None:
    """What is made of a plan."""
    plan = "a plan: a file (referee help plans), the name of one in the library, or - for standard input"
    parser.add_argument(
        "--system", metavar="SYSTEM", help="the game: `referee systems` lists them; a plan names its own"
    )
    parser.add_argument("--from", dest="plan", metavar="FILE", help=plan)


def _new(parser: ArgumentParser) -> None:
    """`referee new NAME`."""
    _planned(parser)
    _flag(parser, "--sample", "with the sample figures of the game")


def _conditions(parser: ArgumentParser) -> None:
    """`referee conditions [NAME]`."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="the encounter; without it, all of them")
    parser.add_argument("--kind", default="", metavar="KIND", help="only these: poisoned")
    _flag(parser, "--players", "only what the players may know")


def _clauses(parser: ArgumentParser) -> None:
    """`referee clauses SYSTEM WORD...`."""
    parser.add_argument("system", metavar="SYSTEM")
    parser.add_argument("word", nargs="*", metavar="WORD")


def _odds(parser: ArgumentParser) -> None:
    """`referee odds NAME CMD...`."""
    policies = ("proposed", "best", "worst")
    how = "how choices are made: as Space would, or as is best or worst for whoever acts"
    parser.add_argument("lines", nargs="*", metavar="CMD", help=f"such as 'attack g1'; none: the open one; {_INPUT}")
    _choice(parser, "--policy", policies, "proposed", how)
    _number(parser, "--seed", 0, 999_999, 1, "of sampled odds (1)")


def _report(parser: ArgumentParser) -> None:
    """`referee report NAME`."""
    forms = ("md", "html", "json", "csv")
    _choice(parser, "--format", forms, None, "md unless the file says otherwise")
    parser.add_argument("--output", metavar="FILE", help="write it into this new file")
    _flag(parser, "--referee", "with what is hidden from the players")


def _forecast(parser: ArgumentParser) -> None:
    """`referee forecast NAME`, `forecast --from FILE`, `forecast --merge FILE...`."""
    aims = "whom a side aims at: nearest, weakest, strongest, random; for example heroes=weakest,foes=nearest"
    parser.add_argument("name", nargs="?", metavar="NAME")
    _planned(parser)
    for name, usual, least, most, what in _FORECAST:
        _number(parser, f"--{name}", least, most, usual, what)
    parser.add_argument("--policy", default="", metavar="SIDE=POLICY", help=aims)
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, for example tcp://host:8786")
    parser.add_argument("--merge", nargs="+", metavar="FILE", help=f"joins forecasts printed with --json; {_INPUT}")


_FORECAST = (
    ("fights", 1000, 1, 100_000_000, "how many (1000)"),
    ("seed", 1, 0, 999_999, "the same seed gives the same fights (1)"),
    ("workers", 0, 0, 999, "processes (0: one for each core)"),
)
"""What a forecast is told in numbers: the usual one, the least and the most."""


def _imports(parser: ArgumentParser) -> None:
    """`referee import FILE...`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=_INPUT)
    parser.add_argument("--system", default="fifth", metavar="SYSTEM", help="the game to import for: fifth, or plain")
    _flag(parser, "--dry-run", "only the report; the library is not changed")
    _flag(parser, "--json", "the report as JSON, one line per file")
    asks = "what to do with names already in the library; without this it asks, or stops if there is no terminal"
    _choice(parser, "--on-duplicate", DUPLICATES, None, asks)


def _for_players(view: ArgumentParser | _MutuallyExclusiveGroup, parser: ArgumentParser) -> None:
    _flag(view, "--players", "watch, and see only what the players may know")
    _flag(parser, "--numbers", "with --players: show what foes have left, too")


def _browsers(parser: ArgumentParser) -> None:
    """`referee serve NAME`."""
    parser.add_argument("--host", default=LOOPBACK[0], metavar="ADDRESS", help="0.0.0.0: for the whole network")
    _number(parser, "--port", 0, 65_535, 8000, "8000 unless given; 0 picks a free one")
    _number(parser, "--viewers", 1, 99, 8, "browsers at a time (8)")
    _flag(parser, "--numbers", "show what foes have left, too")
    _flag(parser, "--play", "your own screen, for one browser on this computer")


def _system_files(parser: ArgumentParser) -> None:
    """`referee system new NAME`, `system check FILE`, `system show NAME`, `system list`."""
    does = {
        "new": "writes NAME.toml here, with every key in comments",
        "check": "says what is wrong with a system file",
        "show": "prints the file of a system, to begin your own from",
        "list": "all systems, and where each comes from",
    }
    subs = parsers_of(parser, "system", does, Parser)
    subs["new"].add_argument("name", metavar="NAME", help="lowercase letters, digits and _")
    subs["check"].add_argument("file", metavar="FILE", help=f"for example ./mine.toml; {_INPUT}")
    subs["show"].add_argument("name", metavar="SYSTEM", help="fifth or plain, or one of your own")
    _flag(subs["list"], "--json", "as JSON")
    _flag(subs["list"], "--names", "only the names, one per line")


def _themes(parser: ArgumentParser) -> None:
    """`referee theme list`, `theme show NAME`."""
    does = {"list": "all themes", "show": "prints the file of a theme, to begin your own from"}
    subs = parsers_of(parser, "theme", does, Parser)
    _flag(subs["list"], "--names", "only the names, one per line")
    subs["show"].add_argument("name", metavar="THEME", help="for example dark")


_WORDS: dict[str, Callable[[ArgumentParser], object]] = {
    "library": _library,
    "campaign": _campaign,
    "system": _system_files,
    "theme": _themes,
    "new": _new,
    "serve": _browsers,
    "odds": _odds,
    "report": _report,
    "forecast": _forecast,
    "import": _imports,
    "do": lambda do: do.add_argument(
        "lines", nargs="*", metavar="CMD", help="for example 'attack g1', '< 4', undo; - for standard input"
    ),
    "export": lambda export: _flag(export, "--setup", "only what was there before the first round"),
    "copy": lambda copy: _flag(copy, "--from-now", "without its history: shorter, and with nothing to take back"),
    "conditions": _conditions,
    "completion": lambda completion: _choice(completion, "shell", SHELLS, None, None),
    "help": lambda help_: help_.add_argument("topic", nargs="?", metavar="TOPIC"),
    "play": lambda play: play.add_argument("file", metavar="FILE", help=f"a transcript; {_INPUT}"),
    "roll": lambda roll: roll.add_argument("dice", nargs="+", metavar="EXPR", help="for example 3d6+2"),
    "clauses": _clauses,
}
"""What reads the words behind a subcommand, beyond those that several have."""
