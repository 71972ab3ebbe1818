"""Fathom Bench for Inspect AI; needs the extra `inspect`.

    inspect eval fathom/best --model fathom/perfect

registry.py     what the entry point `inspect_ai` loads
tasks.py        the tasks of the benchmark as tasks of Inspect
asking.py       asking a model, in as many turns as a task has, with tools in a match
scoring.py      the benchmark's scores and statistics as a scorer and metrics
provider.py     computer players as models, for runs without a network
"""
