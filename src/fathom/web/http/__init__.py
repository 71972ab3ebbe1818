"""HTTP: middleware, limits, metrics, logs and settings."""
