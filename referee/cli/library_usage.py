"""What can be typed behind `referee library`."""

from argparse import ArgumentParser

TABLES = ("figures", "parties", "conditions", "plans")


def library_words(parser: ArgumentParser, sub: type[ArgumentParser]) -> None:
    """`library ls`, `show NAME`, `add NAME WORDS`, `remove NAME`, `restore NAME`, `export`, `import FILE`."""
    what = parser.add_subparsers(
        dest="what", required=True, parser_class=sub, metavar="ls|show|add|remove|restore|export|import"
    )
    does = {
        "ls": "lists what is in the library",
        "show": "tells all there is of one",
        "add": "puts a figure in, or a party or condition (--in)",
        "remove": "takes one out; restore fetches it back",
        "restore": "fetches back what was removed last under that name",
        "export": "prints the library as text",
        "import": "puts in what export printed",
    }
    subs = {name: what.add_parser(name, description=f"library {name}: {told}.") for name, told in does.items()}
    for each in subs.values():
        each.add_argument(
            "--in", dest="table", choices=TABLES, metavar="TABLE", help="figures, parties, conditions, plans"
        )
        each.add_argument("--system", metavar="SYSTEM", help="of this game only; `add` needs it")
    for name in ("show", "add", "remove", "restore"):
        subs[name].add_argument("name", metavar="NAME")
    for name in ("ls", "show"):
        subs[name].add_argument("--json", action="store_true", help="as JSON")
    subs["add"].add_argument(
        "words",
        nargs="*",
        metavar="WORDS",
        help="as after add: goblin hp=21; of a party with ; between them; of a condition how long it lasts",
    )
    subs["add"].add_argument("--note", default="", metavar="TEXT", help="what is to be remembered of it")
    subs["import"].add_argument("file", metavar="FILE", help="- for standard input")
    for name in ("add", "import"):
        subs[name].add_argument("--on-duplicate", choices=("skip", "replace", "both"), metavar="skip|replace|both")
