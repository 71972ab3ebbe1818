"""Against people, in two and three browsers: clocks, presence, nudges, take-backs, claims and signals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocket, expect

from fathom.web.live import presence
from fathom.web.live.people import CLAIM_SECONDS
from tests.postgres import PostgreSQL
from tests.web.browser.conftest import NewPage, Served
from tests.web.browser.playing import (
    COUNT_TONES,
    assert_accessible,
    becomes_true,
    click_move,
    events,
    invite,
    join,
    snapshot,
)
from tests.web.live.test_clocks import Elsewhen, elsewhen  # noqa: F401 (a fixture)
from tests.web.site import Site, serving
from tests.web.visitor import Seat

pytestmark = pytest.mark.needs_server("people meet on a server")


def seconds_left(page: Page, name: str) -> int:
    """What the page shows as left to a player."""
    shown = page.locator(".clock-face", has_text=name).locator(".clock-left").inner_text()
    minutes, _, seconds = shown.partition(":")
    return 60 * int(minutes) + int(seconds)


def with_clock(page: Page, clock: str) -> tuple[str, str]:
    """Invite a friend to a match against the clock; its id, and the link."""
    return invite(page, "range-war", clock=clock)


def test_a_clock_survives_a_cut_a_reload_and_a_restart_and_is_the_same_for_all(
    new_page: NewPage, served: Served
) -> None:
    ada, bob, eve = new_page(), new_page(width=360), new_page()
    match_id, link = with_clock(ada, "game 180")
    bob.goto(link)
    expect(bob.locator("#invited-terms")).to_contain_text("There is a clock: 3 minutes each for the whole game.")
    join(bob, link, "Bob")
    eve.goto(f"/m/{match_id}")
    expect(ada.locator("#clock")).to_contain_text("3 minutes each for the whole game")
    click_move(ada, "6")
    for page in (ada, bob, eve):
        expect(page.locator(".clock-runs")).to_contain_text("Bob")
    assert_accessible(bob, 360)
    bob.context.set_offline(True)
    told = seconds_left(eve, "Bob")
    served.stop()
    served.start()
    bob.context.set_offline(False)
    bob.reload()
    expect(bob.locator(".clock-runs")).to_contain_text("Bob")
    expect(bob.locator("#notice")).to_be_empty()
    before = seconds_left(bob, "Bob")
    served_left = snapshot(bob, match_id)["clock"]["left"][1] / 1000
    assert seconds_left(bob, "Bob") - 2 <= served_left <= before + 1, "the page shows what the server says"
    assert before <= told + 1, "a restart gives nothing back"
    click_move(bob, "4")
    for page in (ada, bob, eve):
        expect(page.locator(".clock-runs")).to_contain_text("Ada")
    assert not re.search(r"\d:\d\d", ada.locator("#announce").inner_text()), "a clock does not chatter"


def test_whoever_runs_out_of_time_loses_in_every_browser(new_page: NewPage, served: Served) -> None:
    ada, bob = new_page(), new_page()
    made = ada.request.post(
        f"{served.address}/api/v1/matches",
        data={"game": "range-war", "opponent": "friend", "name": "Ada", "clock": {"per": "move", "seconds": 5}},
    ).json()
    match_id = made["match"]["id"]
    join(bob, f"{served.address}/join/{match_id}#{made['invite']}", "Bob")
    ada.goto(f"/m/{match_id}")
    click_move(ada, "6")
    expect(bob.locator("#result")).to_have_text("You lose: Ada wins.")
    expect(bob.locator("#now")).to_have_text("You ran out of time.")
    expect(ada.locator("#result")).to_have_text("You win!")
    assert events(ada, match_id)[-1]["kind"] == "timed-out"
    ada.get_by_role("link", name="Review", exact=True).click()
    expect(ada.locator("main")).to_contain_text("ran out of time")


def test_players_see_each_other_come_and_go_nudge_and_take_back_by_consent(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page(width=360)
    match_id, link = invite(ada, "range-war")
    join(bob, link, "Bob")
    expect(ada.locator("#presence")).to_have_text("Bob is here.")
    expect(ada.locator("#nudge")).to_be_hidden()
    click_move(ada, "6")
    ada.get_by_role("button", name="Nudge").click()
    expect(bob.locator("#between")).to_have_text("Ada is waiting for your move.")
    ada.get_by_role("button", name="Nudge").click()
    expect(ada.locator("#refusal")).to_contain_text("There was a nudge already")
    ada.get_by_role("button", name="Ask to take back").click()
    expect(ada.locator("#refusal")).to_be_hidden()
    expect(bob.locator("#asked-what")).to_have_text("Ada asks to take back the last move.")
    expect(bob.locator("#announce")).to_contain_text("Ada asks to take back the last move.")
    bob.reload()
    expect(bob.locator("#asked-what")).to_have_text("Ada asks to take back the last move.")
    assert_accessible(bob, 360)
    bob.locator("#grant").focus()
    bob.keyboard.press("Enter")
    expect(ada.locator("#now")).to_contain_text("Your move")
    expect(ada.locator("#moves li")).to_have_count(0)
    bob.close()
    expect(ada.locator("#presence")).to_contain_text("Bob is away")
    expect(ada.locator("#announce")).to_contain_text("Bob is away")
    expect(ada.locator("#claim")).to_be_hidden()
    kinds = [event["kind"] for event in events(ada, match_id)]
    assert kinds == ["created", "joined", "moved", "nudged", "take-back-asked", "taken-back"]


def test_a_match_that_the_other_has_left_is_claimed(
    new_page: NewPage,
    tmp_path: Path,
    elsewhen: Elsewhen,  # noqa: F811
) -> None:
    with serving(str(tmp_path / "server.db"), origins=()) as site:
        seat, guest = site.two(name="Ada")
        ada, bob = (sit_down(new_page(width=360), site, one) for one in (seat, guest))
        click_move(ada, "6")
        expect(ada.locator("#presence")).to_have_text("Bob is here.")
        bob.close()
        expect(ada.locator("#presence")).to_have_text("Bob is away.")
        expect(ada.locator("#claim")).to_be_hidden()
        elsewhen.seconds += CLAIM_SECONDS + 1
        ada.reload()
        expect(ada.locator("#presence")).to_have_text("Bob has been away for 3 min.")
        assert_accessible(ada, 360)
        ada.get_by_role("button", name="Claim the win").click()
        expect(ada.locator("#result")).to_have_text("You win!")
        back = sit_down(new_page(), site, guest)
        expect(back.locator("#now")).to_have_text("You left the match.")
        back.get_by_role("button", name="Replay", exact=True).click()
        expect(back.locator("#step-said")).to_have_text("Looking back: The start.")


def sit_down(page: Page, site: Site, seat: Seat) -> Page:
    """Open a match with a seat that was taken without a browser."""
    address = f"http://{site.address}"
    page.context.add_cookies([{"name": f"seat-{seat.match}", "value": seat.token or "", "url": address}])
    page.goto(f"{address}/m/{seat.match}")
    expect(page.locator("#role")).to_contain_text("You play")
    return page


def test_a_take_back_is_refused_and_a_nudge_is_heard(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page(width=360)
    bob.add_init_script("localStorage.setItem('fathom.sound', 'on')")
    bob.add_init_script(f"({COUNT_TONES})()")
    bob.add_init_script(
        """window.Notification = class {
          static permission = "default";
          static async requestPermission() { Notification.permission = "denied"; }
        };"""
    )
    match_id, link = invite(ada, "range-war")
    join(bob, link, "Bob")
    bob.get_by_role("button", name="Notify me when it is my move").click()
    expect(bob.locator("#notify")).to_be_hidden()  # whoever has refused is not asked again
    click_move(ada, "6")
    expect(bob.locator("#moves li")).to_have_count(1)
    heard = bob.evaluate("tones")
    ada.get_by_role("button", name="Nudge").click()
    expect(bob.locator("#between")).to_have_text("Ada is waiting for your move.")
    assert becomes_true(bob, lambda: bob.evaluate("tones") > heard)
    ada.get_by_role("button", name="Ask to take back").click()
    bob.get_by_role("button", name="Refuse").click()
    expect(ada.locator("#between")).to_have_text("Bob does not allow it.")
    expect(bob.locator("#asked")).to_be_hidden()
    expect(ada.locator("#moves li")).to_have_count(1)
    assert [event["kind"] for event in events(ada, match_id)][-2:] == ["take-back-asked", "take-back-refused"]


def test_players_at_two_servers_see_each_other_come_and_go(
    new_page: NewPage, postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "SETTLED_SECONDS", 0.1)
    url = postgresql.fresh_database()
    with serving(url, origins=()) as one, serving(url, origins=()) as other:
        seat, guest = one.two(name="Ada")
        ada, bob = sit_down(new_page(), one, seat), sit_down(new_page(), other, guest)
        expect(ada.locator("#presence")).to_have_text("Bob is here.")
        expect(bob.locator("#presence")).to_have_text("Ada is here.")
        click_move(ada, "6")
        expect(ada.get_by_role("button", name="Claim the win")).to_be_hidden()
        bob.close()
        expect(ada.locator("#presence")).to_have_text("Bob is away.")


def test_an_invitation_is_shared_and_a_qr_code_is_shown(new_page: NewPage) -> None:
    ada = new_page(width=360)
    ada.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    _, link = invite(ada, "range-war")
    ada.get_by_role("button", name="Share").click()
    assert ada.evaluate("window.shared") == {"title": "Fathom", "text": "Play Range War with me", "url": link}
    ada.get_by_role("button", name="Show a QR code").click()
    code = ada.get_by_alt_text("QR code of the link for your friend")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    assert_accessible(ada, 360)


def look_elsewhere(page: Page) -> None:
    """Hide a page, as far as it can tell."""
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_a_hidden_page_that_connects_again_is_still_away(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    said: list[list[str]] = []

    def listen(socket: WebSocket) -> None:
        frames: list[str] = []
        said.append(frames)
        socket.on("framesent", lambda frame: frames.append(str(frame)))

    _, link = invite(ada, "range-war")
    join(bob, link, "Bob")
    expect(ada.locator("#presence")).to_have_text("Bob is here.")
    look_elsewhere(bob)
    expect(ada.locator("#presence")).to_have_text("Bob is away.")
    bob.on("websocket", listen)
    bob.context.set_offline(True)
    expect(bob.locator("#notice")).to_contain_text("Connection lost")
    bob.context.set_offline(False)
    expect(bob.locator("#notice")).to_be_empty()
    assert becomes_true(bob, lambda: any('"here":false' in frame for frames in said[-1:] for frame in frames))
    expect(ada.locator("#presence")).to_have_text("Bob is away.")


def test_whoever_looks_elsewhere_is_called_back_and_then_invited_to_another_game(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    bob.context.grant_permissions(["notifications"])
    bob.add_init_script("localStorage.setItem('fathom.sound', 'on')")
    bob.add_init_script(f"({COUNT_TONES})()")
    bob.add_init_script(
        """window.called = [];
        window.Notification = class { static permission = "granted"; constructor(title, more) { called.push(title); } };
        navigator.setAppBadge = async (number) => { called.push(`badge ${number}`); };
        navigator.clearAppBadge = async () => {};"""
    )
    _, link = invite(ada, "range-war")
    join(bob, link, "Bob")
    expect(bob.locator("#presence")).to_have_text("Ada is here.")
    look_elsewhere(bob)
    expect(ada.locator("#presence")).to_have_text("Bob is away.")
    click_move(ada, "6")
    expect(bob).to_have_title(re.compile("^Your move"))
    assert becomes_true(bob, lambda: bob.evaluate("called.length === 2"))
    assert bob.evaluate("called") == ["badge 1", "Your move in Range War"]
    assert bob.evaluate("tones") == 1
    ada.get_by_role("button", name="Nudge").click()
    assert becomes_true(bob, lambda: bob.evaluate("called.includes('Ada is waiting for you')"))
    assert bob.evaluate("tones") == 4, "a nudge has three, and no other sound with it"
    ada.get_by_role("button", name="Resign").click()
    ada.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ada.get_by_label("Or invite your opponent to another game").select_option("digit-dilemma")
    expect(bob.locator("#rematch-said")).to_have_text("Ada offers a match of Digit Dilemma.")
    bob.get_by_role("button", name="Play Digit Dilemma").click()
    for page in (ada, bob):
        expect(page.locator("#game-title")).to_have_text("Digit Dilemma")
        expect(page.locator("#role")).to_contain_text("You play")
