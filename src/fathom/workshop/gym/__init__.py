"""Audits of games that are not ours: environments in the style of gg-bench, explored in a process of their own.

explorer.py      what runs there: explores the environment by deep copies, finds its faults, and solves it
run.py           starts it, without network, and reads what it finds
findings.py      what was found, in types and in words
"""
