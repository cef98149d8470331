"""The shell: what can be typed after `referee` that is no encounter's name."""

COMMANDS = {
    "ls": "lists the encounters that are kept",
    "new": "makes a new encounter",
    "show": "prints how an encounter stands",
    "do": "does one thing or several at the table of an encounter",
    "log": "prints what has happened",
    "check": "makes sure that what is kept of an encounter is sound",
    "play": "plays a transcript, and stops at the first line that fails",
    "roll": "throws dice",
    "systems": "lists the games whose rules are known",
    "clauses": "prints the rules of a game, or those with a word in them",
    "rename": "gives an encounter another name",
    "copy": "makes a second encounter that stands as the first does",
    "remove": "puts an encounter into the trash",
    "restore": "fetches an encounter back from the trash",
    "trash": "lists what is in the trash",
}
"""The subcommands; no encounter can be called so."""
