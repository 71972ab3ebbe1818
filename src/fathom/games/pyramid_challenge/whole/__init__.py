"""The whole of Pyramid Challenge: how many positions there are of each shape."""
