"""What Inspect loads by the entry point `inspect_ai`: importing it registers tasks, scorer, solver and models."""

from fathom.adapters.inspect.asking import ask_model
from fathom.adapters.inspect.provider import FathomModel
from fathom.adapters.inspect.scoring import exact_value
from fathom.adapters.inspect.tasks import BENCH_TASKS

__all__ = ["BENCH_TASKS", "FathomModel", "ask_model", "exact_value"]
