"""ASCII: when it is asked for, and what it makes of other letters."""

import pytest

from referee.text.ascii import in_ascii, only_ascii


@pytest.mark.parametrize(
    ("environment", "plain"),
    [
        ({}, True),
        ({"LANG": "C"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LC_CTYPE": "C.UTF-8"}, True),
        ({"LC_CTYPE": "de_DE.UTF-8"}, False),
        ({"LANG": "de_DE.utf8"}, False),
        ({"LANG": "en_GB.UTF-8"}, False),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"}, True),
    ],
)
def test_the_locale_says_what_can_be_drawn(environment: dict[str, str], plain: bool) -> None:
    assert only_ascii(environment) is plain


def test_each_letter_has_one_in_its_place() -> None:
    assert in_ascii("Ulf -> 3") == "Ulf -> 3"
    assert in_ascii("Äxte · “two” … 3 × 4 – ok →") == '?xte - "two" ~ 3 x 4 - ok >'
    assert in_ascii("☃") == "?"
