"""Settings come from flags, the environment, a file and defaults, in this order; a wrong one is named in a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fathom.errors import BadOption
from fathom.terminal.arguments import parser
from fathom.web.http.limits import Limits
from fathom.web.setting_kinds import Switch, hide_passwords
from fathom.web.settings import Settings, Sourced, all_settings, read_settings

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")


def read(*flags: str, file: Path | None = None, **environment: str) -> Sourced:
    """The settings that `fathom serve` would have."""
    words = ["serve", *flags, *(["--config", str(file)] if file else [])]
    return read_settings(vars(parser(words).read(words)), environment)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "fathom.toml"
    path.write_text(
        """
        host = "0.0.0.0"
        port = 1
        store = "from-file.db"
        workers = 2
        origins = ["https://one.example", "https://two.example"]
        proxy = "10.0.0.0/8, ::1"
        log = "info"
        [limits]
        matches-per-minute = 11
        sockets-per-address = 12
        messages-per-second = 13
        """
    )
    return path


def test_everything_can_be_in_the_file(file: Path) -> None:
    found = read(file=file)
    assert found.settings == Settings(
        host="0.0.0.0",
        port=1,
        store="from-file.db",
        workers=2,
        origins=("https://one.example", "https://two.example"),
        proxy="10.0.0.0/8, ::1",
        log="info",
        limits=Limits(matches_per_minute=11, sockets_per_address=12, messages_per_second=13),
    )
    assert {source for name, source in found.sources.items() if source != str(file)} == {"default"}
    assert found.sources["limits.requests-per-second"] == "default"


def test_a_flag_beats_the_environment_which_beats_the_file(file: Path) -> None:
    found = read(
        "--port=3",
        "--limit=sockets-per-address=32",
        "--limit=messages-per-second=33",
        file=file,
        FATHOM_SERVE_PORT="2",
        FATHOM_SERVE_HOST="::1",
        FATHOM_SERVE_LIMITS="matches-per-minute=21, sockets-per-address=22",
    )
    chosen, sources = found
    assert (chosen.port, sources["port"]) == (3, "--port")
    assert (chosen.host, sources["host"]) == ("::1", "FATHOM_SERVE_HOST")
    assert (chosen.workers, sources["workers"]) == (2, str(file))
    assert chosen.limits[:3] == (21, 32, 33)
    assert sources["limits.matches-per-minute"] == "FATHOM_SERVE_LIMITS"
    assert sources["limits.sockets-per-address"] == "--limit"


def test_a_limit_given_three_times_has_the_last_value(file: Path) -> None:
    same = "matches-per-minute=11"  # as in the file
    assert read(f"--limit={same}", file=file, FATHOM_SERVE_LIMITS="matches-per-minute=7")[0].limits[0] == 11


def test_the_environment_can_name_the_file_and_a_flag_another(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("port = 9")
    assert read(FATHOM_SERVE_CONFIG=str(file)).settings.port == 1
    assert read(file=other, FATHOM_SERVE_CONFIG=str(file)).settings.port == 9


def test_several_origins_are_separated_by_commas_or_repeated() -> None:
    two = ("https://one.example", "https://two.example:8443")
    assert read(FATHOM_SERVE_ORIGINS=", ".join(two)).settings.origins == two
    assert read("--origin", two[0], "--origin", two[1]).settings.origins == two


def test_the_store_has_an_older_variable_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert read().settings.store == str(tmp_path / "fathom" / "server.db")
    assert read(FATHOM_SERVER_STORE="a.db").settings.store == "a.db"
    assert read(FATHOM_SERVER_STORE="a.db", FATHOM_SERVE_STORE="b.db").settings.store == "b.db"
    assert read("--store=c.db", FATHOM_SERVE_STORE="b.db").settings.store == "c.db"
    words = ["--store", "d.db", "serve"]  # before the command, it means the same
    assert read_settings(vars(parser(words).read(words)), {"FATHOM_SERVE_STORE": "b.db"}).settings.store == "d.db"


def test_an_empty_variable_counts_as_not_set() -> None:
    assert read(FATHOM_SERVE_PORT="", FATHOM_LOG="", FATHOM_SERVE_CONFIG="").settings.port == 8000


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("port = '80'", "'80' is not a value for port: it must be a whole number from 0 to 65535."),
        ("port = 65536", "65536 is not a value for port: it must be a whole number from 0 to 65535."),
        ("port = true", "True is not a value for port: it must be a whole number from 0 to 65535."),
        ("workers = 0", "0 is not a value for workers: it must be a whole number from 1 to 256."),
        ("host = 'http://here'", "'http://here' is not a value for host: it must be an address or the name of"),
        ("host = '10.0.0.0/8'", "'10.0.0.0/8' is not a value for host"),
        ("origins = 'https://a.example'", "'https://a.example' is not a value for origins: it must be a list"),
        ("origins = ['https://a.example:443']", "['https://a.example:443'] is not a value for origins"),
        ("origins = ['a.example']", "['a.example'] is not a value for origins"),
        ("origins = ['https://a.example/games']", "['https://a.example/games'] is not a value for origins"),
        ("proxy = 'nginx'", "'nginx' is not a value for proxy: it must be an address, a network such as 10.0.0.0/8"),
        ("log = 'loud'", "'loud' is not a value for log: it must be one of debug, info, warning, error, critical."),
        ("log = 3", "3 is not a value for log"),
        ("store = ''", "'' is not a value for store: it must be a file, or a URL that begins with postgresql://."),
        ("store = 'mysql://u:hidden@h/d'", "'mysql://u:***@h/d' is not a value for store"),
        ("prot = 80", "there is no setting 'prot'; the settings are: host, port, store, "),
        ("prot = 80", " Did you mean port?"),
        ("[limits]\nmatches-per-minutes = 1", "There is no limit 'matches-per-minutes'; the limits are: "),
        ("[limits]\nmatches-per-minutes = 1", " Did you mean matches-per-minute?"),
        ("[limits]\nmatches-per-minute = 0", "'0' is not a value for matches-per-minute: it must be a whole number"),
        ("[limits]\nmatches-per-minute = '9'", "is not a value for limits: it must be names with whole numbers"),
        ("limits = 3", "3 is not a value for limits"),
    ],
)
def test_a_wrong_value_in_the_file_is_named_with_the_file(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "fathom.toml"
    file.write_text(text)
    with pytest.raises(BadOption) as refused:
        read(file=file)
    assert str(refused.value).startswith(f"{file}: ")
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    "variable, value, sentence",
    [
        ("FATHOM_SERVE_PORT", "٣", "FATHOM_SERVE_PORT: '٣' is not a value for port"),
        (
            "FATHOM_SERVE_PROT",
            "1",
            "FATHOM_SERVE_PROT: there is no such setting; the settings are: bots, config, host, ",
        ),
        ("FATHOM_SERVE_PROT", "1", " Did you mean port?"),
        ("FATHOM_SERVE_LIMITS", "sockets=1", "FATHOM_SERVE_LIMITS: There is no limit 'sockets'"),
        ("FATHOM_LOG", "loud", "FATHOM_LOG: 'loud' is not a value for log"),
        ("FATHOM_SERVE_STORE", "mysql://u:hidden@h/d", "FATHOM_SERVE_STORE: 'mysql://u:***@h/d' is not a value"),
    ],
)
def test_a_wrong_variable_is_named(variable: str, value: str, sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_settings({}, {variable: value})
    assert sentence in str(refused.value)


def test_a_wrong_flag_is_named() -> None:
    with pytest.raises(BadOption, match=r"^--port: 'x' is not a value for port: it must be a whole number from 0 to"):
        read("--port=x")


@pytest.mark.parametrize(
    "content, sentence",
    [
        (b"port 80", "is not TOML: Expected '=' after a key in a key/value pair (at line 1, column 6)."),
        (b"\xff", "is not TOML: 'utf-8' codec can't decode byte 0xff"),
        (None, "cannot be read: No such file or directory."),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    file = tmp_path / "fathom.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadOption) as refused:
        read(file=file)
    assert str(refused.value).startswith(f"The settings file {file} {sentence}")


def test_a_switch_is_read_from_every_source() -> None:
    switch = Switch()
    assert [switch.from_text(text) for text in ("yes", "TRUE", "1", "off", "no", "maybe")] == [
        *(True, True, True, False, False),
        None,
    ]
    assert (switch.from_file(False), switch.from_file(1)) == (False, None)


@pytest.mark.parametrize(
    "url, shown",
    [
        ("postgresql://me:p%40ss@db:5432/x", "postgresql://me:***@db:5432/x"),
        ("postgresql://me:a:b@c@db/x", "postgresql://me:***@db/x"),
        ("postgresql://:secret@db/x", "postgresql://:***@db/x"),
        ("postgresql://db/x?user=me&password=secret&sslmode=require", "postgresql://db/x?user=me&password=***&sslmode=require"),
        ("postgresql://me@db/x", "postgresql://me@db/x"),
        ("server.db", "server.db"),
    ],
)  # fmt: skip
def test_passwords_are_hidden(url: str, shown: str) -> None:
    assert hide_passwords(url) == shown


def test_the_page_lists_every_setting_with_its_names_and_its_default() -> None:
    table = PAGE.partition("## Settings\n")[2].partition("\n\nA flag")[0]
    listed = [
        tuple(tuple(re.findall(r"`(.*?)`", cell)) for cell in line.split("|")[1:5])
        for line in table.strip().splitlines()[2:]
    ]
    assert listed == [
        (
            (setting.key,),
            (setting.flag,),
            setting.variables,
            (str(setting.default),) if setting.default and not isinstance(setting.default, tuple) else (),
        )
        for setting in all_settings()
    ]


def test_the_example_on_the_page_is_read(tmp_path: Path) -> None:
    file = tmp_path / "fathom.toml"
    found = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert found
    file.write_text(found[1])
    assert read(file=file).settings.limits.matches_per_minute == 30


def test_the_names_of_all_settings_differ() -> None:
    settings = all_settings()
    for names in ([setting.flag for setting in settings], [name for one in settings for name in one.variables]):
        assert len(set(names)) == len(names)
