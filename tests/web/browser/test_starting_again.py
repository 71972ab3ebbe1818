"""The answer to "Begin" gets lost; pressed again, it leads to the match that was created."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect


@pytest.mark.needs_server("it holds up requests on the network, and the worker answers them on the device")
def test_a_match_whose_answer_was_lost_is_created_once(page: Page) -> None:
    created = []

    def lose_answer(route: Route) -> None:
        created.append(route.fetch().json()["match"]["id"])
        route.abort("connectionrefused")

    page.goto("/play/range-war?opponent=friend")
    page.route("**/api/v1/matches", lose_answer)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#refusal")).to_contain_text("The server cannot be reached right now.")
    page.unroute("**/api/v1/matches")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/m/*")
    assert page.url.rpartition("/")[2] == created[0]
    expect(page.get_by_label("Link for your friend")).to_be_visible()
