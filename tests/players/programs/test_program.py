"""Outside programs play like anyone else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fathom
from fathom import games
from fathom.errors import Forfeit
from fathom.players import player_named
from fathom.players.programs.program import Program
from fathom.players.read_only import ReadOnlyMatch
from tests.players.programs.conftest import FIRST, WriteBot


def match_at(code: str) -> ReadOnlyMatch:
    return ReadOnlyMatch(games.read_code(code))


def test_a_program_answers_question_after_question(write_bot: WriteBot) -> None:
    with Program(write_bot()) as bot:
        assert [bot.choose(match_at(code)) for code in ("range-war:6", "pocket-addition:6.9.1", "range-war")] == [
            1,
            2,
            1,
        ]


@pytest.mark.parametrize("name", games.names())
def test_a_program_plays_every_game(write_bot: WriteBot, name: str) -> None:
    match = games.read_code(name)
    with Program(write_bot()) as bot:
        for _ in range(10):
            if match.outcome is None:
                assert bot.choose(ReadOnlyMatch(match)) == match.legal_moves[0]
                match.play(match.legal_moves[0])


def test_it_is_not_asked_when_it_can_only_pass(write_bot: WriteBot) -> None:
    with Program(write_bot("sys.exit(1)")) as bot:
        assert bot.choose(match_at("pocket-addition:9.1.5.8")) == "pass"


def test_it_learns_its_seed_and_its_time_from_the_environment(write_bot: WriteBot, tmp_path: Path) -> None:
    names = ["FATHOM_SEED", "FATHOM_MOVE_SECONDS", "FATHOM_START_SECONDS"]
    told = f"print([os.environ[name] for name in {names}], file=sys.stderr, flush=True)\nsys.exit(3)"
    with Program(write_bot(told), seed=42, seconds=7.5, start=20) as bot, pytest.raises(Forfeit) as forfeit:
        bot.choose(match_at("range-war"))
    assert forfeit.value.reason.startswith("it ended with exit status 3; its last line on standard error was")
    assert "['42', '7.5', '20']" in forfeit.value.reason


def test_without_a_seed_each_has_its_own(write_bot: WriteBot) -> None:
    path = write_bot()
    assert len({Program(path).seed for _ in range(10)}) > 1


def test_a_program_in_json_gets_the_position_and_answers_with_an_object(write_bot: WriteBot) -> None:
    source = (
        "import json\nfor line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    print(json.dumps({'move': asked['moves'][-1], 'told': asked['to_move']}), flush=True)"
    )
    with Program(f"json:{write_bot(source)}") as bot:
        assert bot.choose(match_at("range-war:6.4")) == 10


def test_after_a_forfeit_it_starts_again(write_bot: WriteBot, tmp_path: Path) -> None:
    source = (
        "for line in sys.stdin:\n    print('99' if line.startswith('range-war:6') else line.split()[1], flush=True)"
    )
    with Program(write_bot(source)) as bot:
        for _ in range(2):
            with pytest.raises(Forfeit, match="it answered '99', which rule 1 forbids"):
                bot.choose(match_at("range-war:6"))
        assert bot.choose(match_at("range-war")) == 1


def test_a_slow_start_is_forgiven_but_only_once(write_bot: WriteBot) -> None:
    slow = write_bot("time.sleep(0.5)\n" + FIRST)
    with Program(slow, seconds=0.1, start=60) as bot:
        assert bot.choose(match_at("range-war")) == 1
    with Program(slow, seconds=0.1, start=0.1) as bot, pytest.raises(Forfeit) as forfeit:
        bot.choose(match_at("range-war"))
    assert (forfeit.value.cause, forfeit.value.reason) == ("late", "it did not answer within 0.2 seconds")


def test_a_question_longer_than_a_pipe_holds_is_sent_whole(write_bot: WriteBot) -> None:
    long = games.read_code("range-war,highest=100000")
    with Program(write_bot("for line in sys.stdin:\n    print(line.split()[-1], flush=True)")) as bot:
        assert bot.choose(ReadOnlyMatch(long)) == 100_000
        assert bot.choose(match_at("range-war")) == 10


def test_a_file_that_no_interpreter_takes_forfeits(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("#!/no/such/interpreter\n", encoding="utf-8")
    (tmp_path / "bot").chmod(0o755)
    with Program(str(tmp_path / "bot")) as bot, pytest.raises(Forfeit, match="it cannot be started: No such file"):
        bot.choose(match_at("range-war"))


def test_a_machine_by_name_may_be_a_program(write_bot: WriteBot) -> None:
    import random

    game = games.game("range-war")
    player = player_named(write_bot(), random.Random(1), game, game.options_type(), seconds=9)
    assert isinstance(player, Program)
    assert (player.clock.move, player.seed) == (9, random.Random(1).randrange(2**31))


class TestInTheLibrary:
    """`fathom.player` and `fathom.play`."""

    def test_a_player_by_its_command_is_a_program(self, write_bot: WriteBot) -> None:
        path = write_bot()
        bot = fathom.player(path, seed=3)
        assert isinstance(bot, fathom.Program)
        assert (bot.seed, repr(bot)) == (3, f"<program {path}>")
        bot.close()

    def test_it_plays_under_its_command(self, write_bot: WriteBot) -> None:
        path = write_bot()
        match = fathom.play("range-war", path, "@perfect", seed=1)
        assert (match.moves, match.names) == (["1"], (path, "@perfect"))

    def test_one_that_answers_wrong_loses_by_forfeit(self, write_bot: WriteBot) -> None:
        match = fathom.play("range-war", "@random", write_bot("input(); print('99', flush=True); input()"), seed=1)
        assert match.outcome is not None
        assert (match.outcome.winner, match.outcome.ending.name) == (1, "FORFEIT")
        assert match.forfeited == (2, "it answered '99', which rule 1 forbids")
        assert eval(repr(match), {"Match": fathom.Match}) == match
        assert fathom.read_records(match.record())[0].match == match
        assert json.loads(json.dumps(match.outcome.as_dict()))["reason"].startswith("seat 2 forfeited: it answered")
