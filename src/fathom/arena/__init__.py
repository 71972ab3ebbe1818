"""Tournaments between machines: who plays whom, the games, and what they say about strength.

plan.py          what is to be played: games, players, format, openings, seed
fixtures.py      every single game of a plan, in order, with its own seed
referee.py       plays them
running.py       plays them wherever there are workers
log.py           the file that has every game as soon as it is played, to go on from after a crash
ratings.py       Bradley-Terry ratings with confidence intervals
sprt.py          a test that stops as soon as it is sure
results.py       all of it added up; results_json.py as JSON, report.py as a page with the pictures of pictures.py
exact.py         the scores that were to be expected
files.py         the files of an arena
"""
