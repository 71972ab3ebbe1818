"""Fuzzing the API: every response to any request is one that the description allows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from string import printable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fathom.web.application import OPERATIONS
from tests.web.site import Site
from tests.web.visitor import problem

SCHEMATHESIS = Path(sys.executable).parent / "schemathesis"
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "allow_header_conformance",
)
GAMES = ("range-war", "pocket-addition", "digit-dilemma", "pyramid-challenge", "pyramid-puzzle")


@pytest.mark.slow
def test_whatever_is_asked_the_answer_is_as_described(site: Site, tmp_path: Path) -> None:
    seat = site.sits()
    configuration = tmp_path / "schemathesis.toml"
    configuration.write_text(f'[parameters]\n"path.id" = "{seat.match}"\n')
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    command = [
        str(SCHEMATHESIS),
        "--config-file",
        str(configuration),
        "run",
        f"http://{site.address}/api/v1/openapi.json",
    ]
    options = ["--phases", "coverage,fuzzing", "--max-examples", "3", "--seed", "1", "--checks", ",".join(CHECKS)]
    details = ["--continue-on-failure", "--suppress-health-check", "all", "--no-color", "--warnings", "off"]
    done = subprocess.run(
        [*command, *options, *details, "--header", f"Authorization: Bearer {seat.token}"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=kept | {"NO_PROXY": "*"},
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert f"Tested: {len(OPERATIONS)}\n" in done.stdout
    generated = re.search(r"(\d+) generated", done.stdout)
    assert generated
    assert int(generated[1]) > 500
    assert site.get("/healthz").status_code == 200


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    game=st.sampled_from(GAMES),
    options=st.sampled_from(["", ",highest=12", ",highest=-1", ",target=0", ",levels=4", ",a=b", ",", "=="]),
    moves=st.text(alphabet=printable + ".:,0123456789LMR٣é\0", max_size=20),
    what=st.sampled_from(["positions", "hints"]),
)
def test_any_code_is_answered_or_refused(site: Site, game: str, options: str, moves: str, what: str) -> None:
    code = f"{game}{options}:{moves}"
    answer = site.get(f"/api/v1/{what}/" + "".join(f"%{byte:02x}" for byte in code.encode()))
    assert answer.status_code in {200, 400, 404, 422}
    if answer.status_code != 200:
        assert problem(answer)
