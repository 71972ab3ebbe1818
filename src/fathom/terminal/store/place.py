"""Where the store of the server is."""

from __future__ import annotations

import argparse
import os

from fathom.web.settings import Settings, read_settings


def find_settings(arguments: argparse.Namespace) -> Settings:
    """The settings that `fathom serve` would use with the same flags, variables and settings file."""
    flags = {"store": arguments.store, "config": arguments.config}
    return read_settings(flags, os.environ).settings


def find_store(arguments: argparse.Namespace) -> str:
    """The file or the URL of the store."""
    return find_settings(arguments).store
