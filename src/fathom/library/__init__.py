"""The public API behind `import fathom`, one module for each subject. `fathom/__init__.py` lists the names."""
