"""What is built on exact values: verdicts, analyses, reviews and the levels of the machines."""
