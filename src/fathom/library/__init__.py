"""What `import fathom` offers, in one module for each kind of thing. `fathom/__init__.py` lists the names."""
