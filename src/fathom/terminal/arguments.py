"""The command line: every command with its purpose, its module and its arguments.

Only the given command gets a parser: those of the others would take longer than most commands.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from fathom import __version__
from fathom.terminal.help_texts import epilog
from fathom.terminal.parsing import (
    Command,
    Parser,
    add_coach,
    add_commands,
    add_json,
    add_output,
    add_seed,
    add_store,
    seconds,
    whole_number,
)

#: Spelled out here, because the registry of games would slow down every start; a test compares them.
_GAMES_IN_TWO_WORDS = {"pyramid-challenge", "digit-dilemma", "range-war", "pocket-addition", "pyramid-puzzle"}
_ABOUT = "Five number games to play, learn and solve. Without a command, fathom opens a menu."


def parser(argv: Sequence[str]) -> Parser:
    """The parser for a command line, with the arguments of the command that it names."""
    top = Parser(
        prog="fathom",
        description=_ABOUT,
        epilog=epilog("fathom"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"fathom {__version__}")
    top.add_argument(
        "--store", metavar="FILE", help="save matches in this file (default: $FATHOM_STORE, or your data folder)"
    )
    if list(argv) != ["--version"]:
        asked = _command_word(argv)
        add_commands(top, {asked: COMMANDS[asked]} if asked in COMMANDS else COMMANDS, "command", required=False)
    return top


def join_names(argv: Sequence[str]) -> list[str]:
    """The words of a command line, with games named as codes name them: `range war` and `Range_War` are `range-war`."""
    words = [_name_game(word) for word in argv]
    for index, (word, following) in enumerate(pairwise(words)):
        if f"{word}-{following}".lower() in _GAMES_IN_TWO_WORDS:
            return [*words[:index], f"{word}-{following}".lower(), *join_names(words[index + 2 :])]
    return words


def _name_game(word: str) -> str:
    """A word that begins with the name of a game, however that is joined, with the name as codes write it."""
    typed = re.split("[,:]", word, maxsplit=1)[0]
    name = "-".join(typed.lower().replace("_", " ").split())
    return name + word[len(typed) :] if name in _GAMES_IN_TWO_WORDS else word


def _command_word(argv: Sequence[str]) -> str | None:
    """The first word that is neither an option nor the file after `--store`."""
    words = iter(argv)
    for word in words:
        if word in {"-h", "--help"}:
            return None
        if word == "--store":
            next(words, None)
        elif not word.startswith("-"):
            return word
    return None


def _set(parser: Parser) -> None:
    _preset(parser)
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="set an option of the game; fathom games lists them",
    )


def _preset(parser: Parser) -> None:
    parser.add_argument(
        "--preset",
        metavar="NAME",
        help="use a recommended set of options, such as fair; fathom games lists them",
    )


def _think(parser: Parser) -> None:
    parser.add_argument(
        "--think",
        type=whole_number,
        default=5,
        metavar="SECONDS",
        help="how long computer players, programs and the coach may think at a time (default 5; all but "
        "programs also stop at 1000 MB)",
    )


def _contain(parser: Parser) -> None:
    parser.add_argument(
        "--contain",
        choices=("off", "best", "strict"),
        default="best",
        help="contain programs not at all, as far as this system allows (default), or refuse those that cannot be",
    )


def _budget(parser: Parser, *, solving: bool = False) -> None:
    """Limits of the work; with `solving`, `--states` limits that only if it is given."""
    add = parser.add_argument
    until = "; solving is limited by time and memory alone" if solving else ""
    add(
        "--states",
        type=whole_number,
        default=None if solving else 1_000_000,
        metavar="N",
        help=f"visit at most this many positions (default 1,000,000{until})",
    )
    add("--seconds", type=whole_number, default=120, metavar="S", help="take at most this many seconds (default 120)")
    add("--memory", type=whole_number, default=4000, metavar="MB", help="use at most this much memory (default 4000)")


def _play(parser: Parser) -> None:
    add = parser.add_argument
    add("what", metavar="GAME|CODE|FILE", help="range-war, range-war:6.4.9 or a puzzle file such as p.yaml")
    add(
        "players",
        metavar="PLAYER",
        nargs="*",
        help="a person's name, a computer player (@random, @expert ...) or a program (./mybot)",
    )
    add("--first", choices=("1", "2", "random"), default="1", help="which player moves first (default 1)")
    add(
        "--best-of",
        type=whole_number,
        default=1,
        metavar="N",
        help="play a series; the players take turns to move first",
    )
    add("--pair", action="store_true", help="play two games, the second with seats swapped, counted together")
    _set(parser)
    add_seed(parser, "computer players and the coin toss")
    add_coach(parser, "off", "off")
    _think(parser)
    _contain(parser)
    add_store(parser)


def _rules(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--all", action="store_true", help="add what is known of the game, and about its rule book")
    add_json(parser)


def _learn(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="default: list the lessons and how far you are")
    parser.add_argument("--again", action="store_true", help="begin the lesson again")
    add_store(parser)


def _history(parser: Parser) -> None:
    parser.add_argument(
        "--limit", type=whole_number, default=20, metavar="N", help="how many to list, newest first (default 20)"
    )
    add_json(parser)
    add_store(parser)


def _resume(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", nargs="?", help="as fathom history shows it (default: the latest match)")
    add_seed(parser)
    add_coach(parser, None, "as in the match so far")
    _think(parser)
    _contain(parser)
    add_store(parser)


def _show(parser: Parser) -> None:
    parser.add_argument("code", metavar="CODE")
    add_json(parser)


def _analyze(parser: Parser) -> None:
    parser.add_argument("code", metavar="CODE", help="such as range-war:6.4.9; - reads one code per line")
    _preset(parser)
    parser.add_argument("--step", metavar="MOVE", help="show on the board the best play that follows this move")
    add_json(parser)


def _review(parser: Parser) -> None:
    add = parser.add_argument
    add(
        "what",
        metavar="FILE|ID",
        nargs="?",
        help="a record file, or the id of a saved match; - reads records (default: the match played last)",
    )
    add("--all", action="store_true", help="give the reason for every move")
    add(
        "--step",
        action=argparse.BooleanOptionalAction,
        help="then step through the moves on the board (default: in a terminal, if there is one match)",
    )
    add("--svg", metavar="FILE", help="draw the values to a new SVG file; - prints it instead")
    add_json(parser)
    add_store(parser)


def _drill(parser: Parser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", nargs="?", help="default: all four two-player games")
    add("--count", type=whole_number, default=10, metavar="N", help="how many positions (default 10)")
    add(
        "--level", type=whole_number, metavar="1-5", help="how hard new positions are (default: adapts to your answers)"
    )
    add_seed(parser, "the choice of new positions")
    add_store(parser)


def _progress(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="default: all four two-player games")
    add_json(parser)
    add_store(parser)


def _levels(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME")
    _set(parser)
    add_json(parser)


def _strength(parser: Parser) -> None:
    parser.add_argument("what", metavar="GAME|CODE", help="such as range-war or range-war:6.4.9")
    parser.add_argument(
        "players",
        metavar="PLAYER",
        nargs="*",
        help="computer players: @greedy, @minimax-3, @mcts-50 ... (default: the usual baselines)",
    )
    _set(parser)
    add_json(parser)


def _profile(parser: Parser) -> None:
    add = parser.add_argument
    add("player", metavar="PLAYER", help="a program (./mybot, cmd:...), a profile or a computer player")
    add("game", metavar="GAME|CODE", help="such as range-war or range-war:6.4.9")
    add("--against", action="append", metavar="PLAYER", help="work out the score against this one; may be repeated")
    add(
        "-o", "--output", metavar="FILE", help="save the answers in a new file, for profile:FILE; - prints them instead"
    )
    add("--repeats", type=whole_number, default=2, metavar="N", help="ask every question this often (default 2)")
    add("--samples", type=whole_number, default=20, metavar="N", help="the same if answers are random (default 20)")
    add(
        "--questions",
        type=whole_number,
        default=200_000,
        metavar="N",
        help="ask at most this many questions (default 200,000)",
    )
    add("--think", type=whole_number, default=5, metavar="SECONDS", help="how long it may think at a time (default 5)")
    add_seed(parser, "the player")
    _set(parser)
    add_json(parser)


def _arena(parser: Parser) -> None:
    add = parser.add_argument
    add(
        "words",
        metavar="GAME|PLAYER",
        nargs="*",
        help="games or codes, and at least two players (@greedy, ./mybot ...)",
    )
    _preset(parser)
    add(
        "--rounds",
        type=whole_number,
        metavar="N",
        help="pairs of games for each pairing (default 10, or one per opening)",
    )
    add(
        "--format",
        choices=("round-robin", "gauntlet", "ladder"),
        default="round-robin",
        help="everyone against everyone, the first against all others, or neighbors (default round-robin)",
    )
    add("--openings", metavar="FILE|random:N|all", help="codes from a file, N random moves, or every first move")
    add("--jobs", type=whole_number, metavar="N", help="processes to play in (default: as many as processors)")
    add("--clock", type=seconds, default=5.0, metavar="SECONDS", help="how long a program has for a move (default 5)")
    add_seed(parser, "the arena")
    add("--sprt", metavar="ELO0:ELO1", help="with two players: stop when a sequential test is sure, as in 0:30")
    add("--adjudicate", type=whole_number, default=0, metavar="N", help="end a game once it is won within N moves")
    add("-o", "--output", metavar="DIR", help="write the games, the results and a report to this folder")
    add("--resume", action="store_true", help="go on with the arena in DIR")
    add("--cluster", metavar="ADDRESS", help="play on the Dask cluster of the scheduler at this address")
    add_json(parser)


def _variants(parser: Parser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME")
    add("--grid", required=True, metavar="OPTION=VALUES,...", help="such as highest=4..12,second_move=lower|free")
    add("--metric", default="unevenness", metavar="NAME", help="what to map and to sort by (default unevenness)")
    add("-o", "--output", metavar="FILE", help="keep every variant in this file as JSON lines, and go on from it")
    add("--report", metavar="FILE", help="write a page with maps and tables to a new HTML file; - prints it instead")
    add(
        "--states",
        type=whole_number,
        default=100_000,
        metavar="N",
        help="do not audit variants with more positions than this (default 100,000)",
    )
    add("--jobs", type=whole_number, metavar="N", help="processes to work in (default: as many as processors)")
    add("--cluster", metavar="ADDRESS", help="work on the Dask cluster of the scheduler at this address")
    add_json(parser)


def _solve(parser: Parser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", nargs="?", help="such as range-war; --list and --forget can do without")
    _set(parser)
    add_json(parser)
    _budget(parser, solving=True)
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--keep", action="store_true", help="keep the solved table in a file, which later runs load")
    kept.add_argument("--list", action="store_true", help="list the tables that are kept")
    kept.add_argument("--forget", action="store_true", help="delete the kept table of GAME, or all of them")


def _audit(parser: Parser) -> None:
    add = parser.add_argument
    add("what", metavar="GAME|CODE", nargs="?", help="such as range-war or range-war,highest=12")
    _set(parser)
    add("-o", "--output", metavar="FILE", help="write the report as a page to a new HTML file; - prints it instead")
    add("--gym", metavar="FILE.py[:CLASS]", help="audit an environment with reset, step and valid_moves instead")
    add(
        "--book", action="store_true", help="write the audit of all rule books to docs/audit.md, or to another new file"
    )
    _budget(parser)
    add_json(parser)


def _prove(parser: Parser) -> None:
    parser.add_argument("what", metavar="GAME|CODE", help="such as range-war or range-war:6.4.9")
    _set(parser)
    add_output(parser)
    _budget(parser, solving=True)


def _verify(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    add_json(parser)


def _dataset(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME")
    _set(parser)
    parser.add_argument(
        "--format",
        choices=("jsonl", "parquet", "folder"),
        default="jsonl",
        help="JSON lines (default), a Parquet file, or a folder that Hugging Face datasets loads",
    )
    parser.add_argument(
        "--curriculum",
        type=whole_number,
        metavar="N",
        help="write positions to train on instead, with prompts: N of each depth with and without an only move",
    )
    parser.add_argument("--legal-moves", action="store_true", help="with --curriculum: prompts list the legal moves")
    parser.add_argument("--seed", type=whole_number, metavar="N", help="with --curriculum: take other positions")
    add_output(parser)


def _replay(parser: Parser) -> None:
    parser.add_argument("what", metavar="FILE|ID", help="a record file, or the id of a saved match; - reads records")
    add_json(parser)
    add_store(parser)


def _export(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a new file instead of standard output")
    add_store(parser)


def _serve(parser: Parser) -> None:
    from fathom.web.setting_kinds import Numbers, Switch, Texts
    from fathom.web.settings import all_settings

    parser.add_argument("--config", metavar="FILE", help="read settings from this TOML file")
    parser.add_argument("--check", action="store_true", help="check the settings, the store and the port, then stop")
    for setting in all_settings():
        about, usual = setting.about, f" (default {setting.default})" if isinstance(setting.default, str | int) else ""
        explained = about.help + (usual if setting.default != "" else "")
        add = partial(parser.add_argument, setting.flag, dest=setting.name, default=argparse.SUPPRESS, help=explained)
        if isinstance(about.kind, Switch):
            add(action=argparse.BooleanOptionalAction)
        else:
            add(action="append" if isinstance(about.kind, Texts | Numbers) else "store", metavar=about.value)


def _bot(parser: Parser) -> None:
    add_commands(
        parser,
        {"check": Command("try out a program that plays", "commands.bot", _bot_check)},
        "bot_command",
        required=True,
    )


def _bot_check(parser: Parser) -> None:
    parser.add_argument("program", metavar="PROGRAM", help='./mybot, cmd:"python bot.py" or json:"node bot.js"')
    parser.add_argument(
        "--think", type=whole_number, default=5, metavar="SECONDS", help="how long an answer may take (default 5)"
    )
    _contain(parser)
    add_json(parser)


def _mcp(parser: Parser) -> None:
    add = parser.add_argument
    add("--http", action="store_true", help="serve over HTTP, at /mcp, instead of standard input and output")
    add("--host", default="127.0.0.1", metavar="HOST", help="with --http: the address to listen at (default 127.0.0.1)")
    add("--port", type=whole_number, default=8765, metavar="N", help="with --http: the port (default 8765)")
    add(
        "--allow-host",
        action="append",
        default=[],
        metavar="HOST:PORT",
        help="with --http: also answer requests for this host; may be repeated",
    )
    add(
        "--allow-origin",
        action="append",
        default=[],
        metavar="URL",
        help="with --http: also answer web pages of this origin, such as https://chat.example; may be repeated",
    )
    add(
        "--coach", choices=("off", "on"), default="off", help="also analyze, give hints and solve puzzles (default off)"
    )
    add(
        "--think",
        type=whole_number,
        default=5,
        metavar="SECONDS",
        help="how long the computer and the coach may think at a time (default 5)",
    )
    add("--matches", type=whole_number, default=100, metavar="N", help="how many matches to keep (default 100)")
    add_seed(parser)


def _puzzle(parser: Parser) -> None:
    from fathom.terminal.puzzle.arguments import PUZZLE_COMMANDS

    add_commands(parser, PUZZLE_COMMANDS, "puzzle_command", required=True)


def _bench(parser: Parser) -> None:
    from fathom.terminal.bench.arguments import BENCH_COMMANDS

    add_commands(parser, BENCH_COMMANDS, "bench_command", required=True)


def _store(parser: Parser) -> None:
    from fathom.terminal.store.arguments import STORE_COMMANDS

    add_commands(parser, STORE_COMMANDS, "store_command", required=True)


def _completion(parser: Parser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish"), help="bash, zsh or fish")


def _doctor(parser: Parser) -> None:
    add_json(parser)
    add_store(parser)


COMMANDS = {
    "play": Command("play a game, or continue from a code or a puzzle file", "commands.matches", _play),
    "games": Command("list the five games: options, number of positions, who wins", "commands.matches", add_json),
    "rules": Command("print the numbered rules of a game", "commands.matches", _rules),
    "learn": Command("take the first lesson of a game: a few guided moves on the real board", "commands.learn", _learn),
    "teach": Command("show how a game is won: a few rules, proved to work", "commands.teach", _levels),
    "history": Command("list your saved matches", "commands.matches", _history),
    "resume": Command("resume a saved match", "commands.matches", _resume),
    "show": Command("show the position that a code stands for", "commands.matches", _show),
    "analyze": Command(
        "show every move of a position: exact value, verdict, line and reason", "commands.analyze", _analyze
    ),
    "review": Command(
        "review a match: verdicts, turning point, accuracy and a chart of its values",
        "commands.review",
        _review,
    ),
    "drill": Command("practice finding the only winning move; your mistakes come back", "commands.drill", _drill),
    "progress": Command(
        "show how much of each game you know, what is due, and your accuracy by week", "commands.progress", _progress
    ),
    "levels": Command(
        "show the exact winning chances of the computer players against each other", "commands.levels", _levels
    ),
    "strength": Command("work out the exact scores of computer players", "commands.strength", _strength),
    "profile": Command(
        "ask a program every question it can meet, and work out exactly how strong it is", "commands.profile", _profile
    ),
    "arena": Command("let players compete, and rate them with confidence intervals", "commands.arena", _arena),
    "variants": Command(
        "audit every combination of options, and find the fairest and the deepest", "commands.variants", _variants
    ),
    "solve": Command(
        "work out who wins, in how many plies and by which first moves, and count the positions",
        "commands.solve",
        _solve,
    ),
    "audit": Command(
        "work out what a rule book is worth as a game: balance, drama, tests, dead rules", "commands.audit", _audit
    ),
    "prove": Command("write a certificate that proves who wins from a position", "commands.solve", _prove),
    "verify": Command("check a certificate using the rules alone", "commands.solve", _verify),
    "dataset": Command(
        "write every reachable position, with the exact value of every move", "commands.dataset", _dataset
    ),
    "bench": Command("measure language models: make questions, ask them, score the answers", "bench.dispatch", _bench),
    "bot": Command("check that a program plays by the protocol, and how it is contained", "commands.bot", _bot),
    "puzzle": Command("solve, check, make, rate, print and play puzzles", "puzzle.dispatch", _puzzle),
    "serve": Command("serve the games on the web, with live matches", "commands.serve", _serve),
    "mcp": Command("let people play inside an assistant that speaks the Model Context Protocol", "commands.mcp", _mcp),
    "store": Command("look after the store of a server", "store.dispatch", _store),
    "replay": Command("step through a record or a saved match", "commands.matches", _replay),
    "export": Command("export a saved match as a record", "commands.matches", _export),
    "completion": Command("print what a shell needs to complete commands", "commands.completion", _completion),
    "doctor": Command(
        "show what is installed, where your data lies, and which extras are missing", "commands.doctor", _doctor
    ),
}
