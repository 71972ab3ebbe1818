"""What the tests of the server share: servers without limits, where each test has its own matches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgres import PostgreSQL
from tests.web.site import PLAIN, Site, serving


@pytest.fixture(scope="session")
def file_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with its store in a file."""
    with serving(str(tmp_path_factory.mktemp("site") / "server.db")) as running:
        yield running


@pytest.fixture(scope="session")
def shared_site(postgresql: PostgreSQL) -> Iterator[Site]:
    """A server with its store in PostgreSQL."""
    with serving(postgresql.fresh_database()) as running:
        yield running


@pytest.fixture(scope="session")
def plain_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server whose sockets are those of any ASGI server."""
    with serving(str(tmp_path_factory.mktemp("site") / "server.db"), transport=PLAIN) as running:
        yield running


@pytest.fixture(scope="session")
def site(file_site: Site) -> Site:
    """The usual server."""
    return file_site


@pytest.fixture(scope="session", params=["file_site", "shared_site"])
def either_site(request: pytest.FixtureRequest) -> Site:
    """One server after the other: for what must be the same over both stores."""
    running: Site = request.getfixturevalue(request.param)
    return running
