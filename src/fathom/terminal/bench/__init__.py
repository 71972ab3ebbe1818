"""`fathom bench`: questions for models, their answers, and what these are worth."""
