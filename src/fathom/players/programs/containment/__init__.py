"""The containment of outside programs, in layers; each holds or says why it does not.

plan.py          what the launcher is told: paths, limits, the filter of system calls
paths.py         what a program may read
filter.py        which system calls are refused
launcher.py      starts the program inside all of this, watches it, and ends everything it has started
layers.py        the layers in words
"""
