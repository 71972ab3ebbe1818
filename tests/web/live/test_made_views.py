"""The views that stay in memory, up to so many bytes."""

from __future__ import annotations

import gc
from weakref import ref

from msgspec import Raw

from fathom.web.live.live_match import LiveMatch
from fathom.web.live.made_views import MadeView, MadeViews


def made(live: LiveMatch, size: int) -> MadeView[str]:
    return MadeView(live.sequence, live.id, Raw(b"x" * size))


def test_what_was_made_longest_ago_goes_first() -> None:
    views, lives = MadeViews[str](most_bytes=100), [LiveMatch(name) for name in "abc"]
    for live in lives:
        views.keep(live, made(live, 40))
    assert [views.get(live) is not None for live in lives] == [False, True, True]


def test_a_later_view_of_a_match_stays_when_an_earlier_one_goes() -> None:
    views, first, second = MadeViews[str](most_bytes=100), LiveMatch("a"), LiveMatch("b")
    views.keep(first, made(first, 40))
    first.events.append(object())  # type: ignore[arg-type]
    assert views.get(first) is None  # it was made before the event
    latest = views.keep(first, made(first, 40))
    views.keep(second, made(second, 40))
    assert views.get(first) is latest


def test_the_last_one_stays_however_large_it_is() -> None:
    views, live = MadeViews[str](most_bytes=100), LiveMatch("a")
    kept = views.keep(live, made(live, 1000))
    assert views.get(live) is kept


def test_a_match_is_not_kept_for_its_view() -> None:
    views, live = MadeViews[str](), LiveMatch("a")
    views.keep(live, made(live, 10))
    gone = ref(live)
    del live
    gc.collect()
    assert gone() is None
