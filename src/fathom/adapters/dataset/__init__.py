"""Data for training, in the forms that other tools read: Parquet, and a folder that Hugging Face `datasets` loads.

columns.py      the columns of each kind of row, described once
parquet.py      rows as a Parquet file; needs the extra `parquet`
folder.py       rows as JSON lines in a folder with a card, which says what they are and how to load them
"""
