"""Builds the whole app as static files, for any web host: `make site`.

parts.py      fetches what is shipped, through npm and pip, pinned by hashes: Pyodide and a few packages
tree.py       chooses what is shipped of it, and of Fathom itself
inside.py     compiles all of it; runs in the very Python that is shipped, under Node
pages.py      draws the pages that the host itself serves
writing.py    writes the directory: parts named by version and digest, the service worker, the pages, the licences
scripts/      what runs in the browser around Python
"""
