"""The games in the shape that other tools expect: Gymnasium, PettingZoo, OpenSpiel, gg-bench, plain classes.

Adapters wrap the rules and never contain them. Each module needs the library it adapts to, and nothing here is
imported unless it is asked for.
"""
