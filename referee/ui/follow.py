"""Follow: what the program does that plays an encounter which is open here for reading."""

from referee.ui.controller import Controller

EVERY = 0.25
"""Seconds between looks at the files; nothing is drawn while they are as they were."""


def follow(table: Controller) -> bool:
    """Shows what was done since, and says who has come or gone. False if nothing is new."""
    news, player = table.keeping.follow(), table.keeping.player()
    if not (news.changed or news.said) and player == table.player:
        return False
    if player != table.player:
        table.say(f"Now played by {player}." if player else "Whoever played it has left.")
    if news.said:
        table.say(news.said, grave=True)
    table.player = player
    if news.changed:
        table.session.follow()
        table.log_lines.follow(anew=news.anew)
        table.cursor.follow()
    table.show()
    return True
