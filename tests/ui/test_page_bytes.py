"""A slow line: a page is opened, moved in and closed with few bytes."""

from contextlib import aclosing

import pytest

from tests.bench.measures import MOST_BYTES
from tests.bench.page_bytes import GROUPS, PageSent, pages

pytestmark = pytest.mark.one_in(10)


async def sent(group: str, size: tuple[int, int]) -> list[PageSent]:
    async with aclosing(pages(group, size)) as all_of_it:
        return [page async for page in all_of_it]


@pytest.mark.one_in(8, rest=9)
@pytest.mark.parametrize("group", GROUPS)
async def test_a_page_is_opened_and_closed_with_few_bytes(group: str) -> None:
    for page in await sent(group, (120, 40)):
        assert max(page[1:]) <= MOST_BYTES[120, 40][1], page
        assert page.opening > 300, page


@pytest.mark.one_in(60, rest=9)
async def test_at_80_by_24_it_is_half_of_that() -> None:
    for page in await sent("table", (80, 24)):
        assert max(page[1:]) <= MOST_BYTES[80, 24][1], page
