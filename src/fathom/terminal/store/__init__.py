"""`fathom store ...`: looking after the store of a server."""
