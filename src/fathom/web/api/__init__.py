"""The HTTP API under `/api/v1`: every operation, and the document that describes them."""
