"""The games for assistants that speak the Model Context Protocol; needs the extra `mcp`.

    from fathom.adapters.mcp.server import make_server

    make_server(coach=True).run("stdio")

Its parts: `matches` (the matches that are kept, and who plays in them), `thinking` (the budget of whatever thinks),
`play_tools` and `coach_tools` (what an assistant may call), `replies` (what it gets back), `server` (the tools as a
server) and `http` (the server as an ASGI application, for the hosts and origins that may use it).
"""
