"""Sides of a system file: what each is called, whether the app throws its dice.

Used by the section `sides` of the file.
Gives one class for a side.
"""

from referee.rules.open_table.language import keys


class SideRule(keys.KeyedTable):
    """A side: how it is called, and who throws its dice."""

    name: str
    label: str = keys.heading("the side's name on screen", str.capitalize)
    app_throws: bool = keys.switch("table", "app", "who rolls its dice: table, app", called="throws")
