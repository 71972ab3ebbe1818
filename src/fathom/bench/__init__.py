"""Fathom Bench: questions about the games for models, with answers that are scored by exact values.

tasks.py       the names of tasks and splits
item.py        an item (one question) and its file
shapes.py      digests of game trees, by which items are grouped and kept apart
draw.py        positions to ask about, by depth
splits.py      which options belong to which split, and the secret salt
prompts.py     the text of a question
make.py        items from arguments, always the same from the same ones
card.py        the data card that goes with them
answers.py     finding the structured answer in a text
truth.py       what is true of an item's position
claims.py      stated reasons, checked by the solver
score.py       what an answer is worth
reward.py      the same as one number, for trainers
curriculum.py  positions to train on, by depth
pictures.py    boards as pictures

answer_file.py what was said, word for word
asking.py      asking an item, also over many turns
machines.py    the computer players as models
programs.py    programs as models
run.py         asking everything, with retries, several at a time
whole.py       scores of matches and profiles

statistics.py  intervals and tests for items that come in clusters
results.py     what all scores add up to
results_json.py, words.py, compare.py    the same as JSON, as tables, and for two players
plots.py, page.py    pictures and a page of them
chance.py      what random play keeps, exactly
baselines.py   the computer players, measured
"""
