"""What `--help` adds below the arguments: an example of every command, and the exit codes."""

from __future__ import annotations

#: By the words of the command.
EXAMPLES = {
    "fathom": "fathom play range-war Ann @casual",
    "fathom play": "fathom play digit-dilemma Ann @casual --preset fair --coach warn",
    "fathom games": "fathom games --json",
    "fathom rules": "fathom rules range-war --all",
    "fathom learn": "fathom learn pocket-addition",
    "fathom teach": "fathom teach pocket-addition",
    "fathom history": "fathom history --limit 5",
    "fathom resume": "fathom resume --coach on",
    "fathom show": "fathom show range-war:6.4.9",
    "fathom analyze": "fathom analyze range-war:6.4.9",
    "fathom review": "fathom review --all",
    "fathom drill": "fathom drill digit-dilemma --count 5",
    "fathom progress": "fathom progress range-war",
    "fathom levels": "fathom levels pocket-addition",
    "fathom strength": "fathom strength range-war @greedy @minimax-3",
    "fathom profile": "fathom profile @casual range-war --against @greedy",
    "fathom arena": "fathom arena range-war @greedy @minimax-2 @casual --rounds 50",
    "fathom audit": "fathom audit range-war",
    "fathom variants": "fathom variants range-war --grid highest=6..12",
    "fathom solve": "fathom solve pocket-addition --set target=20",
    "fathom prove": "fathom prove range-war:6.4 -o proof.jsonl",
    "fathom verify": "fathom verify proof.jsonl",
    "fathom dataset": "fathom dataset range-war -o range-war.jsonl",
    "fathom bench": "fathom bench make --task best --count 10 -o items",
    "fathom bench make": "fathom bench make --task best --task value --game range-war --count 10 -o items",
    "fathom bench run": "fathom bench run items --bot @perfect -o perfect.jsonl",
    "fathom bench score": "fathom bench score perfect.jsonl --items items",
    "fathom bench report": "fathom bench report mine.jsonl --items items -o report.html",
    "fathom bench baselines": "fathom bench baselines --player @greedy --player @perfect -o -",
    "fathom bench compare": "fathom bench compare mine.jsonl random.jsonl --items items",
    "fathom bot": "fathom bot check ./mybot",
    "fathom bot check": "fathom bot check ./mybot --think 2",
    "fathom serve": "fathom serve --port 8080",
    "fathom mcp": "fathom mcp --coach on",
    "fathom replay": "fathom replay match.txt",
    "fathom export": "fathom export abc234 -o match.txt",
    "fathom completion": "fathom completion bash",
    "fathom doctor": "fathom doctor --json",
    "fathom puzzle": "fathom puzzle play --daily",
    "fathom puzzle play": "fathom puzzle play --difficulty easy --player Ann",
    "fathom puzzle solve": "fathom puzzle solve kC4.lE24.dD1.xB2 --all",
    "fathom puzzle check": "fathom puzzle check pyramid-puzzle 'E1|D1|C1'",
    "fathom puzzle new": "fathom puzzle new --difficulty hard --count 3",
    "fathom puzzle rate": "fathom puzzle rate kC4.lE24.dD1.xB2",
    "fathom puzzle daily": "fathom puzzle daily --date 2026-11-17",
    "fathom puzzle results": "fathom puzzle results pyramid-puzzle",
    "fathom puzzle draw": "fathom puzzle draw pyramid-puzzle --route -o best.svg",
    "fathom puzzle sheet": "fathom puzzle sheet --difficulty easy -o sheet.svg",
    "fathom store": "fathom store stats",
    "fathom store stats": "fathom store stats --json",
    "fathom store check": "fathom store check",
    "fathom store export": "fathom store export --format jsonl -o matches.jsonl",
    "fathom store delete": "fathom store delete 01hxyz",
    "fathom store prune": "fathom store prune --older-than 365 --dry-run",
    "fathom store rename": "fathom store rename Ann Anonymous",
    "fathom store block": "fathom store block 192.0.2.7 --for 7d",
    "fathom store unblock": "fathom store unblock 192.0.2.7",
    "fathom store blocked": "fathom store blocked",
    "fathom store vacuum": "fathom store vacuum",
}

#: Of every command.
EXIT_CODES = {
    0: "all is well",
    1: "the answer is no: not proved, not legal, no solution, or a value that is unknown",
    2: "the command line or a file is wrong; one sentence on standard error says what",
    130: "interrupted with Ctrl+C; what was made is saved",
}


def epilog(command: str) -> str:
    """The text below the arguments of a command."""
    lines = [f"example:\n  {EXAMPLES[command]}"] if command in EXAMPLES else []
    if command == "fathom":
        lines.append("exit codes:\n" + "\n".join(f"  {code:<5}{meaning}" for code, meaning in EXIT_CODES.items()))
    return "\n\n".join(lines)
