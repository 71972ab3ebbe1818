"""Load on the web server beside a boardgame.io server: ``python -m benchmarks.web``."""
