"""The app as static files: how much a first visit fetches, and how long visitors wait (`make bench-site`).

host.py       a plain host, as fast or as slow as a network
slow_cpu.py   a slower processor for the browser
visits.py     visits of the site and of a server, timed
figures.py    what was measured, as tables
"""
