"""The commands of `fathom bench` and their arguments."""

from __future__ import annotations

from fathom.terminal.parsing import Command, Parser, add_json, add_output, seconds, whole_number


def _make(parser: Parser) -> None:
    from fathom.bench.tasks import SPLITS, TASKS

    add = parser.add_argument
    add(
        "--task",
        action="append",
        choices=TASKS,
        metavar="TASK",
        help=f"one of {', '.join(TASKS)} (default: all but profile)",
    )
    add("--game", action="append", metavar="GAME", help="ask about this game; may be repeated (default: all)")
    add("--split", choices=SPLITS, default="dev", help="which games and positions (default dev)")
    add("--salt", metavar="TEXT", help="the secret from which held-out games are drawn; only its hash is written")
    add("--count", type=whole_number, default=20, metavar="N", help="positions for each task and game (default 20)")
    add("--seed", type=whole_number, default=0, metavar="N", help="draw other positions (default 0)")
    add("--rules", choices=("numbered", "prose"), default="numbered", help="the rule book's form (default numbered)")
    add("--legal-moves", action="store_true", help="tell the legal moves")
    add("--paraphrases", type=whole_number, default=1, metavar="N", help="ask in 1 to 3 wordings (default 1)")
    add("--renamed", action="store_true", help="ask everything once more with renamed numbers")
    add("--tools", action="store_true", help="let the player of a match ask for the legal moves and the board")
    add("-o", "--output", metavar="DIR", required=True, help="write items.jsonl and README.md to this new folder")


def _run(parser: Parser) -> None:
    add = parser.add_argument
    add("items", metavar="ITEMS", help="the folder or the file of items")
    about = "a computer player (@perfect), or a program that answers on the command line"
    add("--bot", metavar="@MACHINE|COMMAND", help=about)
    add("--answers", metavar="FILE", help="take the answers from this file instead: lines with an id and a text")
    add("-o", "--output", metavar="FILE", required=True, help="write the answers to this new file")
    add("--resume", action="store_true", help="go on with the answers in FILE; a player who broke is asked again")
    add(
        "--per-question",
        action="store_true",
        help="start the command anew for each prompt; all it writes is the answer",
    )
    add("--seconds", type=seconds, default=60.0, metavar="S", help="how long an answer may take (default 60)")
    add("--retries", type=whole_number, default=2, metavar="N", help="ask a program that breaks again (default 2)")
    add("--jobs", type=whole_number, default=1, metavar="N", help="ask so many questions at a time (default 1)")
    add("--seed", type=whole_number, default=0, metavar="N", help="of computer players (default 0)")
    about = "contain the program not at all, as far as possible (default: no network), or refuse it"
    add("--contain", choices=("off", "best", "strict"), default="best", help=about)


def _items(parser: Parser) -> None:
    parser.add_argument("--items", metavar="ITEMS", required=True, help="the folder or the file of items")


def _score(parser: Parser) -> None:
    parser.add_argument("answers", metavar="ANSWERS", help="the file of answers")
    _items(parser)
    add_json(parser)


def _report(parser: Parser) -> None:
    parser.add_argument("answers", metavar="ANSWERS", help="the file of answers")
    _items(parser)
    about = "write to a new .html, .md or .json file; - prints it, with --format"
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help=about)
    parser.add_argument("--format", choices=("html", "md", "json"), help="default: as the name of FILE ends")


def _baselines(parser: Parser) -> None:
    about = "only this computer player; may be repeated"
    parser.add_argument("--player", action="append", metavar="@MACHINE", help=about)
    add_output(parser)


def _compare(parser: Parser) -> None:
    parser.add_argument("first", metavar="A", help="the answers of one player")
    parser.add_argument("second", metavar="B", help="the answers of another, to the same items")
    _items(parser)
    about = "say how many items would show a difference of this many points (default 5)"
    parser.add_argument("--difference", type=seconds, default=5.0, metavar="POINTS", help=about)
    add_json(parser)


BENCH_COMMANDS = {
    "make": Command("make questions for models, and a data card", "bench.make", _make),
    "run": Command("ask a model or a computer player, and keep what it says", "bench.run", _run),
    "score": Command("score answers by exact values, with intervals", "bench.score", _score),
    "report": Command("write a report: a page, Markdown or JSON", "bench.report", _report),
    "compare": Command("compare two players on the same items, with tests", "bench.score", _compare),
    "baselines": Command("measure the computer players, as in docs/bench.md", "bench.report", _baselines),
}
