"""Whatever people call themselves stays text: on every page, in every picture, in every announcement."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import NewPage
from tests.web.browser.playing import begin, click_move

_CALL = "pwn()"
_SHELLS = [
    "<script>{}</script>",
    "</script><script>{}",
    "<img src=x onerror={}>",
    "<svg onload={}>",
    "<svg/onload={}//",
    '"><svg onload={}>',
    "'><svg onload={}>",
    '" onfocus={} autofocus x="',
    "' onfocus={} autofocus x='",
    "</text><script>{}</script>",
    "</desc><script>{}</script>",
    "</title><script>{}</script>",
    "]]><script>{}</script>",
    "<![CDATA[<script>{}</script>",
    "<!--><script>{}</script>",
    "--><script>{}</script>",
    "<a href=javascript:{}>x</a>",
    "javascript:{}",
    "<iframe src=javascript:{}>",
    "<body onload={}>",
    "<details open ontoggle={}>",
    "<input autofocus onfocus={}>",
    "<style onload={}></style>",
    "<math><mi xlink:href=javascript:{}>",
    "<use href=data:,{}>",
    "<object data=javascript:{}>",
    "&lt;script&gt;{}&lt;/script&gt;",
    "&#60;script&#62;{}",
    "{{{{{}}}}}",
    "${{{}}}",
    "{{% {} %}}",
    "<%= {} %>",
    "#{{{}}}",
    "\\u003cscript>{}",
    "\\x3cscript>{}",
    "%3Cscript%3E{}",
    "</noscript><script>{}",
    "</template><script>{}",
    "`${{{}}}`",
    "';{};'",
    '";{};"',
    ");{};(",
    "<x onclick={} id=board>",
    "<form id=typed onsubmit={}>",
    "<base href=//x onx={}>",
    "<link rel=x onerror={} href=x>",
    "<video src=x onerror={}>",
    "<audio src=x onerror={}>",
    "<marquee onstart={}>",
    "<select autofocus onfocus={}>",
]
_WAYS = ["{}", "{} ", "x{}"]
NAMES = [way.format(shell.format(_CALL)).strip()[:40] for way in _WAYS for shell in _SHELLS]
_WATCH = "window.pwned = 0; window.pwn = () => { window.pwned += 1; };"


def test_there_are_a_hundred_and_fifty_hostile_names() -> None:
    assert len(NAMES) == 150
    assert all(1 <= len(name) <= 40 for name in NAMES)


def is_unharmed(page: Page) -> bool:
    """No code was run, and no element got an event handler."""
    grown = "document.querySelectorAll('main script, [onerror], [onload], [onfocus], [onclick], iframe, object').length"
    return page.evaluate("window.pwned") == 0 and page.evaluate(grown) == 0


def test_hostile_names_never_execute_in_a_match_its_review_or_the_list_of_matches(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(_WATCH)
    page.goto("/play")
    made = page.evaluate(
        """async (names) => {
          const ids = [];
          for (let i = 0; i < names.length; i += 2) {
            const wish = {game: "range-war", opponent: "same-screen", name: names[i], opponent_name: names[i + 1]};
            const answer = await fetch("/api/v1/matches", {
              method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wish)});
            ids.push(answer.ok ? (await answer.json()).match.id : await answer.text());
          }
          return ids;
        }""",
        NAMES,
    )
    assert len(made) == 75
    for number, match_id in enumerate(made):
        page.goto(f"/m/{match_id}")
        expect(page.locator("svg.board desc").first).to_contain_text(NAMES[2 * number])
        assert is_unharmed(page), NAMES[2 * number]
    page.goto("/watch")
    assert is_unharmed(page)


def test_hostile_names_stay_text_while_they_are_played_with(new_page: NewPage) -> None:
    for name in (NAMES[0], NAMES[3], NAMES[9]):
        page = new_page()
        page.add_init_script(_WATCH)
        begin(page, "range-war", "same-screen", name=name, coach="on")
        for number, move in enumerate(("6", "4", "9", "8", "10", "7"), 1):
            click_move(page, move)
            expect(page.locator("#moves li")).to_have_count(number)
        expect(page.locator("#announce")).to_contain_text(name)
        page.get_by_role("link", name="Review", exact=True).click()
        page.wait_for_url("**/review")
        expect(page.locator(".accuracies")).to_contain_text(name)
        assert is_unharmed(page)


def test_hostile_codes_and_addresses_stay_text(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(_WATCH)
    for name in NAMES[:12]:
        for place in ("/a/", "/play/", "/join/", "/m/"):
            page.goto(f"{place}{name.replace('%', '%25').replace('#', '%23').replace('?', '%3F')}")
            assert is_unharmed(page), place + name
