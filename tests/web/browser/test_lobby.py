"""The lobby in two and three browsers: posting, accepting and taking back challenges, and finding an opponent.

Every test has a game of its own, as all of them share a server on which people may still be leaving.
"""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.web.browser.conftest import NewPage, Served
from tests.web.browser.playing import assert_accessible, click_move, events, snapshot


def enter(page: Page, name: str) -> None:
    page.goto("/lobby")
    page.get_by_label("Your name").fill(name)


def post(page: Page, game: str, name: str, preset: str = "fair", clock: str = "") -> None:
    """Post a challenge from the lobby."""
    page.goto("/lobby")
    page.locator(f'a[href*="/play/{game}"]').click()
    page.get_by_label("Your name").fill(name)
    page.locator(f'[name=preset][value="{preset}"]').check()
    if clock:
        page.get_by_label("Time", exact=True).select_option(clock)


def card(page: Page, by: str) -> Locator:
    return page.locator(".challenge", has_text=by)


def match_of(page: Page) -> str:
    page.wait_for_url("**/m/*")
    return page.url.rpartition("/")[2]


def test_a_pair_by_challenge_is_seen_by_all_accepted_with_one_tap_and_counted(new_page: NewPage) -> None:
    ada, bob, eve = new_page(), new_page(width=320), new_page()
    enter(bob, "Bob")
    eve.goto("/lobby")
    post(ada, "range-war", "Ada of the pair", preset="by-the-book", clock="game 600")
    ada.get_by_label("Play a pair").check()
    ada.get_by_role("button", name="Post the challenge").click()
    expect(ada.locator("#waiting")).to_be_visible()
    expect(ada.locator("#waiting-for")).to_have_text("Somebody to play Range War.")
    expect(card(ada, "Ada of the pair")).to_contain_text("Your own challenge")
    expect(card(ada, "Ada of the pair").get_by_role("button")).to_have_count(0)
    for page in (bob, eve):
        expect(card(page, "Ada of the pair")).to_contain_text(
            "By the book, 10 minutes each for the whole game, they move first, two games, sides swapped."
        )
        expect(page.locator("#announce")).to_contain_text("open challenge")
    card(bob, "Ada of the pair").get_by_role("button", name="Play").tap()
    assert match_of(bob) == match_of(ada)
    expect(card(eve, "Ada of the pair")).to_have_count(0)
    for page, role in ((ada, "You play Ada of the pair."), (bob, "You play Bob.")):
        expect(page.locator("#role")).to_have_text(role)
        expect(page.locator("#pair")).to_contain_text("The first of two games")
    click_move(ada, "1")  # which wins on the spot, by the book
    expect(bob.locator("#pair")).to_contain_text("Points after the first of two games: Ada of the pair 1, Bob 0.")
    bob.get_by_role("button", name="Play the second game").click()
    expect(ada.locator("#rematch-said")).to_have_text("Bob offers the second game.")
    for page, offered in ((ada, "Accept the second game"), (bob, "Offered")):
        page.get_by_role("button", name="Back").click()  # whoever looks back in the meantime
        page.locator("#step-now").click()
        expect(page.locator("#rematch")).to_have_text(offered)
        expect(page.locator("#other-game")).to_be_hidden()
    ada.locator("#rematch").click()
    for page in (ada, bob):
        expect(page.locator("#pair")).to_contain_text("The second of two games. Points so far:")
    click_move(bob, "1")
    expect(ada.locator("#pair")).to_contain_text("Both games are played. Points: Bob 1, Ada of the pair 1.")


def test_two_who_look_for_an_opponent_meet_and_the_third_waits_through_a_reload_and_a_restart(
    new_page: NewPage, served: Served
) -> None:
    ada, bob, eve = new_page(), new_page(), new_page(width=320)
    for page, name in ((ada, "Ada"), (bob, "Bob"), (eve, "Eve")):
        enter(page, name)
        page.get_by_label("Game", exact=True).select_option("pyramid-challenge")
    ada.get_by_role("button", name="Find me an opponent").click()
    expect(ada.locator("#waiting-for")).to_have_text("Somebody to play Pyramid Challenge.")
    expect(ada.locator("#waiting-title")).to_be_focused()
    bob.get_by_role("button", name="Find me an opponent").press("Enter")
    assert match_of(ada) == match_of(bob)
    told = snapshot(ada, match_of(ada))
    assert (sorted(told["names"]), told["state"], told["game"]) == (["Ada", "Bob"], "playing", "pyramid-challenge")
    eve.get_by_role("button", name="Find me an opponent").tap()
    expect(eve.locator("#waiting")).to_be_visible()
    eve.reload()
    expect(eve.locator("#waiting")).to_be_visible()
    served.stop()
    served.start()
    dan = new_page()
    enter(dan, "Dan")
    expect(card(dan, "Eve")).to_be_visible()
    card(dan, "Eve").get_by_role("button", name="Play").click()
    assert match_of(dan) == match_of(eve)


def test_a_challenge_disappears_with_its_owner_and_can_be_taken_back(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    bob.goto("/lobby")
    post(ada, "digit-dilemma", "Ada who leaves")
    ada.get_by_role("button", name="Post the challenge").click()
    expect(card(bob, "Ada who leaves")).to_be_visible()
    ada.close()
    expect(card(bob, "Ada who leaves")).to_have_count(0)
    eve = new_page()
    post(eve, "digit-dilemma", "Eve who thinks again")
    eve.get_by_role("button", name="Post the challenge").click()
    expect(card(bob, "Eve who thinks again")).to_be_visible()
    eve.goto(f"/m/{card(bob, 'Eve who thinks again').get_attribute('data-challenge')}")
    expect(eve.locator("#now")).to_have_text("Waiting for somebody to accept your challenge.")
    eve.get_by_role("link", name="the lobby").click()
    eve.get_by_role("button", name="Take it back").press("Enter")
    expect(eve.locator("#waiting")).to_be_hidden()
    expect(eve.get_by_role("button", name="Find me an opponent")).to_be_focused()
    expect(eve.locator("#announce")).to_contain_text("Your challenge has been taken back.")
    expect(card(bob, "Eve who thinks again")).to_have_count(0)
    eve.reload()
    expect(eve.locator("#find")).to_be_visible()


def test_the_page_of_a_challenge_that_was_taken_back_says_so_and_what_to_do_next(new_page: NewPage) -> None:
    ada, tab, bob = new_page(), new_page(), new_page(width=320)
    post(ada, "digit-dilemma", "Ada who changes her mind")
    ada.get_by_role("button", name="Post the challenge").click()
    bob.goto("/lobby")
    match_id = card(bob, "Ada who changes her mind").get_attribute("data-challenge")
    bob.goto(f"/m/{match_id}")
    expect(bob.locator("#now")).to_have_text("Waiting for the second player.")
    expect(bob.locator("#withdrawn")).to_be_hidden()
    ada.get_by_role("button", name="Take it back").click()
    expect(ada.locator("#waiting")).to_be_hidden()
    gone = "This challenge was taken back, so nobody can accept it any more. "
    expect(bob.locator("#withdrawn")).to_contain_text(gone)
    expect(bob.locator("#announce")).to_contain_text(gone)
    tab.goto(f"/m/{match_id}")
    ada.goto(f"/m/{match_id}")
    for page, said in (
        (bob, gone),
        (tab, gone),
        (ada, "You have taken this challenge back, so nobody can accept it any"),
    ):
        expect(page.locator("#withdrawn")).to_contain_text(said)
        expect(page).to_have_title("Taken back · Digit Dilemma · Fathom")
        expect(page.locator("#now")).to_be_empty()
        expect(page.locator("#in-lobby:visible")).to_have_count(0)
    assert_accessible(bob, 320)
    ada.goto("/")
    expect(ada.locator("#resume")).to_be_hidden()  # there is nothing to go on with
    bob.get_by_role("link", name="begin another match").click()
    bob.wait_for_url("**/play/digit-dilemma")
    tab.get_by_role("link", name="the lobby").click()
    expect(tab.locator("#find")).to_be_visible()


def test_who_comes_too_late_is_told_so_in_one_sentence(new_page: NewPage) -> None:
    ada, bob, eve = new_page(), new_page(), new_page()
    post(ada, "pocket-addition", "Ada wanted by two")
    ada.get_by_role("button", name="Post the challenge").click()
    for page in (bob, eve):
        page.goto("/lobby")
        expect(card(page, "Ada wanted by two")).to_be_visible()
    eve.route("**/lobby/list", lambda route: route.fulfill(status=304))  # the list as it was
    card(bob, "Ada wanted by two").get_by_role("button", name="Play").click()
    match_id = match_of(bob)
    card(eve, "Ada wanted by two").get_by_role("button", name="Play").click()
    expect(eve.get_by_role("alert")).to_have_text(
        "Somebody else was faster: this challenge has been accepted. Look in the lobby for another one."
    )
    assert [event["kind"] for event in events(bob, match_id)] == ["created", "joined"]


def test_who_takes_any_game_plays_what_the_other_has_chosen(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    enter(ada, "Ada of any game")
    ada.get_by_role("button", name="Find me an opponent").click()
    expect(ada.locator("#waiting-for")).to_have_text("Somebody to play any game.")
    enter(bob, "Bob")
    bob.get_by_label("Game", exact=True).select_option("pocket-addition")
    expect(card(bob, "Ada of any game")).to_contain_text("Any game")
    card(bob, "Ada of any game").get_by_role("button", name="Play").click()
    for page in (ada, bob):
        match_of(page)
        expect(page.get_by_role("heading", level=1)).to_have_text("Pocket Addition")


def test_the_lobby_is_accessible_on_a_small_dark_phone_with_somebody_waiting(new_page: NewPage) -> None:
    ada = new_page(theme="dark", width=320)
    ada.goto("/lobby")
    assert_accessible(ada, 320)
    post(ada, "pyramid-challenge", "A name as long as they may be, 40 letters"[:40])
    ada.get_by_role("button", name="Post the challenge").click()
    expect(card(ada, "A name as long")).to_contain_text("Your own challenge")
    assert_accessible(ada, 320)
    bob = new_page(width=320)
    bob.goto("/lobby")
    expect(card(bob, "A name as long")).to_be_visible()
    assert_accessible(bob, 320)
    too_small = bob.evaluate(
        """() => [...document.querySelectorAll("main :is(button, select, input, a.button)")]
        .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 44)
        .map((control) => control.outerHTML)"""
    )
    assert too_small == []
    plain = new_page(script=False)
    plain.goto("/lobby")
    expect(card(plain, "A name as long")).to_be_visible()
    expect(plain.get_by_role("button", name="Play")).to_have_count(0)
    expect(plain.locator("noscript p")).to_be_visible()
