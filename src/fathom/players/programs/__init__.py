"""Outside programs as players: a line in, a line out, in any language. docs/bots.md is their manual.

command.py       what to start: `./mybot`, `cmd:python bot.py`, `json:node bot.js`
protocol.py      questions and answers as lines
process.py       the running program: asked with a deadline
containment/     what it may do, and the launcher that ends it with everything it has started
program.py       the player
"""
