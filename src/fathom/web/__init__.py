"""The server and the web app: live matches, an API, and pages that need no build step."""
