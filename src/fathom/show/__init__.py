"""How games are shown: canvases, SVG, and the words for outcomes, verdicts and values."""
