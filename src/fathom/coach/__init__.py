"""The coach: exact values turned into advice, and advice into words."""
