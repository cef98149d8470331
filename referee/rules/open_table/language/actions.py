"""Actions of the menu of a system file.

Used by the section `action` of the file.
Gives one class for an action.
"""

from referee.rules.open_table.language import keys
from referee.rules.open_table.language.acts import ANY, Act, read_act, read_letter


class ActionRule(keys.KeyedTable):
    """An action of the menu."""

    name: str
    label: str = keys.heading("its name in the menu", keys.as_title)
    key: str = keys.part(read_letter, "the letter that starts it", default="")
    hint: str = keys.text("a short description")
    sort: str = keys.name_of("sort", "the sort of thing that the action uses", called="with")
    act: Act = keys.part(read_act, "", default=Act(), always=True)

    @property
    def told(self) -> str:
        """The sentence for it: that of the file; without one its name, where no test says what was done."""
        if self.act.told or self.act.tests:
            return self.act.told
        label = self.label.replace("{", "{{").replace("}", "}}")
        return "{who} uses {thing} on {on}" if self.sort else f"{{who}}: {label} on {{on}}"


USE = ActionRule("use", "Use", "", "use something the figure carries", ANY)
"""How things are used whose sort has no action of its own."""
