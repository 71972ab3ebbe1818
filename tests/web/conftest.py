"""What the tests of the server share: one that most of them visit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.site import Site, serving


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server without limits, for tests that each make their own matches."""
    with serving(str(tmp_path_factory.mktemp("site") / "server.db")) as running:
        yield running
