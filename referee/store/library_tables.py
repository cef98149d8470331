"""Tables of the library, each with the class of its rows."""

from typing import Any, Generic

from msgspec import Struct

from referee.store.library_record import KeptCampaign, KeptCondition, KeptFigure, KeptParty, KeptPlan, R


class LibraryTable(Struct, Generic[R], frozen=True):
    """A table of the library: its name, the class of its rows, and the word for one row."""

    name: str
    record: type[R]
    one: str
    """What one row is called in a sentence."""


FIGURES = LibraryTable("figures", KeptFigure, "figure")
PARTIES = LibraryTable("parties", KeptParty, "party")
CONDITIONS = LibraryTable("conditions", KeptCondition, "condition")
PLANS = LibraryTable("plans", KeptPlan, "plan")
TABLES: dict[str, LibraryTable[Any]] = {table.name: table for table in (FIGURES, PARTIES, CONDITIONS, PLANS)}
CAMPAIGNS = LibraryTable("campaigns", KeptCampaign, "campaign")
ALL_TABLES: dict[str, LibraryTable[Any]] = {**TABLES, CAMPAIGNS.name: CAMPAIGNS}
"""The tables of the library's file: campaigns have pages and orders of their own."""
REMOVED = "removed"
"""The table of what was removed: the name of its table, and the record."""
