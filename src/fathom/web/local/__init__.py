"""The application inside its visitor's browser: requests and sockets are calls, and rows of text are what lasts.

    site = await start(rows, keep, "https://games.example.org/fathom/", set_alarm)
    status, headers, body = await site.answer("GET", "/fathom/rules", "", [], b"")

`warm_up` can be called before: the memory of Python is then the same for every visitor, and may be copied.

Nothing here knows the browser: whoever embeds it hands over what is asked for and keeps what it is given. Python then
needs neither threads, processes, sockets nor files.
"""

from fathom.web.local.site import LocalSite, start
from fathom.web.local.warming import warm_up

__all__ = ["LocalSite", "start", "warm_up"]
