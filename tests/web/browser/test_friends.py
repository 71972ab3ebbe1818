"""Two people on two machines, a watcher, and what happens when connections break."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from fathom.terminal.main import main
from tests.web.browser.conftest import NewPage, Served
from tests.web.browser.playing import (
    becomes_true,
    begin,
    click_move,
    events,
    invite,
    join,
    moves_made,
    my_turn,
    snapshot,
)


def sees(page: Page, *moves: str) -> None:
    """The page lists exactly these moves."""
    expect(page.locator("#moves li")).to_have_count(len(moves))
    assert moves_made(page) == list(moves)


@pytest.mark.needs_server("people meet on a server")
def test_two_people_play_by_an_invite_link_through_a_reload_and_a_cut_while_somebody_watches(new_page: NewPage) -> None:
    ada, bob, eve = new_page(), new_page(theme="dark", width=360), new_page()
    match_id, link = invite(ada, "range-war")
    expect(ada.locator("#now")).to_have_text("Waiting for your friend to open the link.")
    join(bob, link)
    expect(ada.locator("#invite")).to_be_hidden()
    eve.goto(f"/m/{match_id}")
    expect(eve.locator("#role")).to_have_text("You are watching.")

    click_move(ada, "6")
    for page in (ada, bob, eve):
        sees(page, "6")
    click_move(bob, "4")
    ada.reload()
    for page in (ada, bob, eve):
        sees(page, "6", "4")

    ada.context.set_offline(True)
    expect(ada.locator("#notice")).not_to_be_empty()
    click_move(ada, "9")  # nobody sees it yet
    expect(ada.locator("#notice")).to_contain_text("Your move is saved")
    sees(bob, "6", "4")
    ada.context.set_offline(False)
    for page in (ada, bob, eve):
        sees(page, "6", "4", "9")
    expect(ada.locator("#notice")).to_be_empty()

    bob.context.set_offline(True)
    expect(bob.locator("#notice")).to_contain_text("Connection lost")
    bob.context.set_offline(False)
    click_move(bob, "8")
    my_turn(ada)
    click_move(ada, "10")
    click_move(bob, "7")  # after a fall the next number is higher than 7: none is left
    for page, result in ((ada, "You lose: Bob wins."), (bob, "You win!"), (eve, "Bob wins!")):
        expect(page.locator("#result")).to_have_text(result)
        loser = "you" if page is ada else "Ada"
        expect(page.locator("#now")).to_have_text(f"No number higher than 7 is left for {loser}.")
        sees(page, "6", "4", "9", "8", "10", "7")
    moved = [event["move"] for event in events(ada, match_id) if event["kind"] == "moved"]
    assert moved == ["6", "4", "9", "8", "10", "7"]


@pytest.mark.needs_server("people meet on a server")
def test_the_coach_keeps_silent_between_friends_until_it_is_over(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    _, link = invite(ada, "range-war")
    join(bob, link)
    expect(ada.locator("#coach")).to_be_hidden()
    click_move(ada, "1")  # nothing is below 1: seat 2 cannot move
    for page, result in ((ada, "You win!"), (bob, "You lose: Ada wins.")):
        expect(page.locator("#result")).to_have_text(result)
        expect(page.locator("#coach")).to_be_visible()
        expect(page.get_by_role("link", name="Review", exact=True)).to_be_visible()


@pytest.mark.needs_server("people meet on a server")
def test_a_rematch_needs_both_and_swaps_the_seats(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    match_id, link = invite(ada, "range-war")
    join(bob, link)
    click_move(ada, "1")
    ada.get_by_role("button", name="Rematch").click()
    expect(bob.locator("#rematch-said")).to_have_text("Ada offers a rematch.")
    bob.get_by_role("button", name="Accept the rematch").click()
    for page in (ada, bob):
        page.wait_for_url(lambda address: f"/m/{match_id}" not in address)
    expect(ada.locator("#role")).to_have_text("You play Ada.")
    expect(bob.locator("#now")).to_have_text("Your move: choose any number.")
    assert snapshot(bob, bob.url.rpartition("/")[2])["names"] == ["Bob", "Ada"]
    click_move(bob, "5")
    sees(ada, "5")


@pytest.mark.needs_server("people meet on a server")
def test_two_people_of_one_name_are_told_apart(new_page: NewPage) -> None:
    ada, other = new_page(), new_page()
    _, link = invite(ada, "range-war")
    other.goto(link)
    other.get_by_label("Your name").fill("Ada")
    other.get_by_role("button", name="Join the match").click()
    expect(other.locator("#refusal")).to_have_text("Both players are called Ada; give one of them another name.")
    other.get_by_label("Your name").fill("Adam")
    other.get_by_role("button", name="Join the match").click()
    expect(other.locator("#role")).to_have_text("You play Adam.")


@pytest.mark.needs_server("people meet on a server")
def test_an_invitation_works_once(new_page: NewPage) -> None:
    ada, bob, eve = new_page(), new_page(), new_page()
    _, link = invite(ada, "pocket-addition")
    join(bob, link)
    eve.goto(link)
    expect(eve.get_by_role("alert")).to_contain_text("This invitation has already been used")
    expect(eve.get_by_role("button", name="Join the match")).to_be_hidden()
    eve.get_by_role("link", name="Watch the match").click()
    expect(eve.locator("#role")).to_have_text("You are watching.")


@pytest.mark.needs_server("people meet on a server")
def test_an_invitation_says_who_invites_to_which_game_and_by_which_rules(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page(width=360)
    _, link = invite(ada, "range-war", highest="12")
    bob.goto(link)
    expect(bob.get_by_role("heading", level=1)).to_have_text("Ada invites you to Range War")
    expect(bob.locator("#invited-terms")).to_contain_text(
        "With highest 12; everything else is by the book. Ada moves first."
    )
    rules = bob.locator("#invited-rules li")
    expect(rules).to_have_count(4)  # those of the book: no variant is played
    expect(rules.first).to_contain_text("The line holds every number")
    _, link = invite(ada, "range-war", name="")
    bob.goto(link)
    expect(bob.get_by_role("heading", level=1)).to_have_text("A friend invites you to Range War")
    expect(bob.locator("#invited-terms")).to_contain_text("Your friend moves first.")


@pytest.mark.needs_server("people meet on a server")
@pytest.mark.parametrize(
    "path, said",
    [
        ("/join/q7m2x9dk4hbn3cva#AAAAAAAAAAAAAAAAAAAAAA", "the link is not complete, or the match no longer exists"),
        ("/join/q7m2x9dk4hbn3cva", "This link is not complete: its end, after the #, is missing"),
        (f"/join/q7m2x9dk4hbn3cva#{'x' * 300}", "This link is not complete"),
        ("/join/nonsense#%00", "the link is not complete, or the match no longer exists"),
    ],
)
def test_a_link_that_leads_nowhere_says_so_in_plain_words(page: Page, path: str, said: str) -> None:
    page.goto(path)
    expect(page.get_by_role("alert")).to_contain_text(said)
    expect(page.get_by_role("link", name="Start your own game")).to_be_visible()
    expect(page.get_by_label("Your name")).to_be_hidden()


@pytest.mark.needs_server("people meet on a server")
def test_whoever_has_joined_is_led_back_to_the_match(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    match_id, link = invite(ada, "pocket-addition")
    join(bob, link)
    bob.goto(link)
    expect(bob).to_have_url(f"/m/{match_id}")
    expect(bob.locator("#role")).to_have_text("You play Bob.")


@pytest.mark.needs_server("people meet on a server")
def test_a_secret_never_reaches_the_server_in_an_address(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    _, link = invite(ada, "pocket-addition")
    secret = link.partition("#")[2]
    asked: list[str] = []
    bob.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    join(bob, link)
    assert asked
    assert not [address for address in asked if secret in address]
    assert secret not in bob.url


@pytest.mark.on_site
def test_two_tabs_on_one_seat_stay_in_step(page: Page) -> None:
    match_id = begin(page, "range-war", "same-screen")
    other = page.context.new_page()
    other.goto(f"/m/{match_id}")
    click_move(page, "6")
    sees(other, "6")
    click_move(other, "4")
    sees(page, "6", "4")
    page.get_by_role("button", name="Take back").click()
    sees(other, "6")


def test_a_match_that_was_left_is_found_at_home_with_its_game(page: Page) -> None:
    match_id = begin(page, "range-war", "same-screen")
    page.goto("/")
    left = page.locator("#resume").get_by_role("link")
    expect(left).to_have_text("Range War: Ada – Player 2")
    left.click()
    expect(page).to_have_url(f"/m/{match_id}")


def test_the_back_button_leaves_the_match_and_comes_back_to_it(page: Page) -> None:
    begin(page, "range-war", "same-screen")
    click_move(page, "6")
    sees(page, "6")
    page.get_by_role("link", name="Analyze").click()
    page.wait_for_url("**/a/range-war:6")
    page.go_back()
    sees(page, "6")
    click_move(page, "4")
    sees(page, "6", "4")


@pytest.mark.needs_server("it stops the server")
@pytest.mark.slow
def test_a_server_that_is_away_for_a_moment_only_delays_the_match(new_page: NewPage, served: Served) -> None:
    page = new_page()
    begin(page, "range-war", "same-screen")
    click_move(page, "6")
    sees(page, "6")
    served.stop()
    expect(page.locator("#notice")).to_contain_text("The server cannot be reached right now. Nothing is lost")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    served.start()
    sees(page, "6", "4")
    expect(page.locator("#notice")).to_be_empty()
    expect(page.get_by_label("Type a move")).to_have_value("")


def test_resigning_asks_first(page: Page) -> None:
    begin(page, "pocket-addition", "@perfect")
    click_move(page, "9")
    expect(page.locator("#now")).to_contain_text("Your move")
    expect(page.locator("#take-back")).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Keep playing").click()
    expect(page.locator("#now")).to_contain_text("Your move")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#now")).to_have_text("You resigned.")
    expect(page.locator("#take-back")).to_be_hidden()


@pytest.mark.on_site
def test_a_move_that_was_not_answered_is_sent_again_after_a_reload_and_made_once(page: Page) -> None:
    match_id = begin(page, "range-war", "same-screen")
    unsent = f"{{type: 'move', move: '6', expected: {snapshot(page, match_id)['sequence']}, key: 'made-by-a-test'}}"
    keep = f"sessionStorage.setItem('fathom.unsent.{match_id}', JSON.stringify({unsent}))"
    page.evaluate(keep)
    page.reload()
    sees(page, "6")
    page.evaluate(keep)  # as if the answer had been lost as well
    page.reload()
    sees(page, "6")
    unanswered = f"sessionStorage.getItem('fathom.unsent.{match_id}')"
    assert becomes_true(page, lambda: page.evaluate(unanswered) is None), "the repeated move was never answered"
    assert [event["kind"] for event in events(page, match_id)] == ["created", "moved"]


Held = list[tuple[WebSocketRoute, str | bytes]]


def held_back(page: Page) -> Held:
    """The frames that the page sends to the server from now on, held back, and their destination."""
    held: Held = []

    def hold(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda said: held.append((server, said)))

    page.route_web_socket("**/live", hold)
    return held


def let_through(page: Page, held: Held, number: int) -> None:
    """Let one of the frames through, once it has been sent."""
    assert becomes_true(page, lambda: len(held) >= number)
    server, said = held[number - 1]
    server.send(said)


@pytest.mark.needs_server("it holds up WebSocket frames, and the site has messages to the worker instead")
def test_what_happens_before_the_connection_stands_is_announced(page: Page) -> None:
    match_id = begin(page, "range-war", "same-screen", name="Ada")
    held = held_back(page)
    page.reload()
    move = {"move": "6", "expected": 1, "key": "made-by-a-test"}
    assert page.request.post(f"/api/v1/matches/{match_id}/moves", data=move).ok
    let_through(page, held, 1)
    sees(page, "6")
    expect(page.locator("#announce")).to_contain_text("Ada claimed 6")


@pytest.mark.needs_server("it holds up WebSocket frames, and the site has messages to the worker instead")
def test_a_move_is_chosen_before_the_connection_stands_and_made_as_soon_as_it_does(page: Page) -> None:
    match_id = begin(page, "range-war", "same-screen")
    held = held_back(page)
    page.reload()
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    expect(page.locator("#board .pending")).to_have_attribute("data-move", "6")
    assert [event["kind"] for event in events(page, match_id)] == ["created"]
    for number in (1, 2):  # the subscription, then the move
        let_through(page, held, number)
    sees(page, "6")
    expect(page.locator("#notice")).to_be_empty()
    assert [event["kind"] for event in events(page, match_id)] == ["created", "moved"]


@pytest.mark.needs_server("people meet on a server")
def test_an_operator_removes_a_name_and_a_match_while_people_look_at_them(new_page: NewPage, served: Served) -> None:
    ada, bob = new_page(), new_page()
    match_id, link = invite(ada, "range-war")
    join(bob, link, "Horrible")
    store = ["--store", str(served.store), "--yes"]
    assert main(["store", "rename", "Horrible", "Player 2", *store]) == 0
    for page in (ada, bob):
        expect(page.locator("main")).not_to_contain_text("Horrible")
    expect(bob.locator("#role")).to_have_text("You play second.")
    click_move(ada, "6")
    click_move(bob, "4")
    sees(ada, "6", "4")
    ada.get_by_role("button", name="Resign").click()
    ada.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(bob.locator("#result")).to_have_text("You win!")
    assert main(["store", "delete", match_id, *store]) == 0
    expect(bob.locator("#notice")).not_to_be_empty()
    assert (bob.goto(f"/m/{match_id}") or pytest.fail("no answer")).status == 404
