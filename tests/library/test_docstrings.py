"""Every public name explains itself, with an example that works as printed."""

from __future__ import annotations

import doctest
import inspect
import sys
from importlib import import_module

import pytest

import fathom
from fathom import puzzles

CONSTANTS = {"GAMES", "Grade"}
NAMES = [*((fathom, name) for name in fathom.__all__), *((puzzles, name) for name in puzzles.__all__)]
DOCUMENTED = [getattr(module, name) for module, name in NAMES if name not in CONSTANTS | {"errors"}]
MODULES = sorted({value.__name__ if inspect.ismodule(value) else value.__module__ for value in DOCUMENTED} | {"fathom"})


@pytest.mark.parametrize("value", DOCUMENTED, ids=lambda value: value.__name__)
def test_every_public_name_has_a_docstring(value):
    assert inspect.getdoc(value)


@pytest.mark.parametrize("value", DOCUMENTED, ids=lambda value: value.__name__)
def test_every_public_name_has_an_example(value):
    assert ">>>" in value.__doc__


@pytest.mark.parametrize("module", MODULES)
def test_every_example_works_as_printed(module):
    result = doctest.testmod(import_module(module))
    assert result.attempted > 0
    assert result.failed == 0


def test_public_methods_of_a_match_are_documented():
    methods = [value for name, value in inspect.getmembers(fathom.Match) if not name.startswith("_")]
    undocumented = [value for value in methods if not inspect.getdoc(value)]
    assert undocumented == []


def test_names_are_imported_when_they_are_used():
    """Without this, `import fathom` would take as long as a whole game."""
    import subprocess

    check = "import sys; before = set(sys.modules); import fathom; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout == "['fathom']\n"


def test_a_name_that_does_not_exist_is_refused_as_usual():
    with pytest.raises(AttributeError, match="module 'fathom' has no attribute 'analyse'"):
        _ = fathom.analyse


def test_what_is_listed_is_there():
    assert set(fathom.__all__) < set(dir(fathom))
    star: dict[str, object] = {}
    exec("from fathom import *", star)
    assert set(fathom.__all__) <= set(star)
