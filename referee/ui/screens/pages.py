"""Pages: creates the one that was asked for at the table."""

from referee.ui.controller.controller import Controller, PageRequest
from referee.ui.screens.page import Page


def page_for(request: PageRequest, table: Controller) -> Page:
    """The page that was asked for. Each is imported when it is first opened, which start-up need not wait for."""
    match request.kind:
        case "sheet":
            from referee.ui.screens.figure import FigureSheet

            return FigureSheet(table, request.subject)
        case "group":
            from referee.ui.screens.group import GroupPage

            return GroupPage(table, request.subject)
        case "summary":
            from referee.ui.screens.fight_end import FightEndPage

            return FightEndPage(table)
        case "conditions":
            from referee.ui.screens.conditions import ConditionsPage

            return ConditionsPage(table)
        case "report":
            from referee.ui.screens.report import ReportPage

            return ReportPage(table)
        case "history":
            from referee.ui.screens.history import History

            return History(table)
        case "rules":
            from referee.ui.screens.rules import Rules

            return Rules(table.session.rules, request.subject)
        case "map":
            from referee.ui.screens.board import BoardPage

            return BoardPage(table)
        case "library":
            from referee.ui.screens.library import LibraryPage

            return LibraryPage(table.journal.folder.top, table)
        case "odds":
            from referee.ui.screens.odds import OddsPage

            return OddsPage(table)
        case "forecast":
            from referee.ui.screens.forecast import ForecastPage

            return ForecastPage(table)
        case "help":
            from referee.ui.screens.topics import help_page

            return help_page(table.view, request.subject)
        case _:
            from referee.ui.screens.settings import Settings

            return Settings(table)
