"""The HTTP API under `/api`: every operation, and the document that describes them."""
