"""What the environments of Gymnasium and PettingZoo have in common: spaces, masks and the types of a step."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from gymnasium import spaces

from fathom.adapters.tables import number_type
from fathom.core.game import P
from fathom.show.observation import Observer

Info = dict[str, object]
#: Observation, reward, terminated, truncated, info.
Step = tuple[np.ndarray, float, bool, bool, Info]


def observation_space(observer: Observer[P]) -> spaces.Box:
    """The space of an observer's rows."""
    return spaces.Box(0, observer.highest, (len(observer.labels),), number_type(observer.highest))


def mask_of(legal: Iterable[int], actions: int) -> np.ndarray:
    """An array with a 1 for every legal action."""
    mask = np.zeros(actions, np.int8)
    mask[list(legal)] = 1
    return mask
