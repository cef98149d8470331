"""What GitHub reads: the workflow that runs the tests, and the form for those who report something."""

import re
import tomllib
from pathlib import Path

import pytest

from referee.cli.usage import COMMANDS, commanding, playing

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[1]
(FORM,) = (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")
(WORKFLOW,) = (ROOT / ".github/workflows").glob("*.yml")
FIELDS = {"textarea", "input", "dropdown", "checkboxes"}
"""Sorts of fields that a form may have."""


def test_the_workflow_runs_ci_on_the_oldest_and_the_newest_python() -> None:
    workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    assert workflow[True].keys() == {"push", "pull_request"}  # to YAML 1.1 the word `on` is a truth value
    (job,) = workflow["jobs"].values()
    assert [step.get("run") for step in job["steps"]][-1] == "bash .ci/run" and (ROOT / ".ci/run").is_file()
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    assert job["strategy"]["matrix"]["python"] == [oldest.removeprefix(">="), "3.x"]


def test_the_form_asks_for_the_log_by_commands_that_can_be_typed() -> None:
    form = yaml.safe_load(FORM.read_text(encoding="utf-8"))
    assert form["name"] and form["description"]
    fields = form["body"]
    assert {field["type"] for field in fields} <= FIELDS and all(field["attributes"]["label"] for field in fields)
    assert len({field["id"] for field in fields}) == len(fields)
    typed = [words for f in fields for words in re.findall(r"`([^`]+)`", f["attributes"].get("description", ""))]
    assert "referee log NAME --full" in typed
    for words in typed:
        first, *rest = words.split()
        assert first == "referee"
        if rest[0] in COMMANDS:
            assert commanding(rest[0]).parse_args(rest).command == rest[0]
        else:
            assert rest[0] in {name for action in playing()._actions for name in action.option_strings}


def test_the_page_for_contributors_names_what_is_there() -> None:
    text = (ROOT / ".github/CONTRIBUTING.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links and all((ROOT / ".github" / link).resolve().is_file() for link in links)
    folders = re.findall(r"`(referee(?:/\w+)+|tests(?:/\w+)*)`", text)
    assert len(folders) > 8 and all((ROOT / folder).is_dir() for folder in folders)
    rooms = {path.name for path in (ROOT / "referee").iterdir() if (path / "__init__.py").is_file()}
    assert rooms <= {folder.removeprefix("referee/") for folder in folders}
    screens = {path.name for path in (ROOT / "referee/ui").iterdir() if (path / "__init__.py").is_file()}
    (told,) = (line for line in text.splitlines() if line.startswith("| `referee/ui`"))
    assert screens - {"players"} <= {*re.findall(r"`(\w+)`", told)}
