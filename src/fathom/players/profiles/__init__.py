"""Profiles: what a player answers wherever it can get, so that its strength is known and not sampled.

profile.py       the answers, and the file that holds them
asking.py        asking a player every question once, and finding out what its answers depend on
line.py          a position together with the moves that led to it
standing.py      what follows from a profile: scores, worst case, regret
player.py        a profile as a player
"""
