"""Reading the plans of databases."""

from __future__ import annotations


def is_costly(step: str) -> bool:
    """Does this step of a plan, of SQLite or of PostgreSQL, read a whole table, or sort?

    SQLite also calls it a scan when it takes the rows that a statement itself contains; ours call them `given`.
    """
    is_given = "CONSTANT ROW" in step or "VALUES CLAUSE" in step or step.endswith(" given")  # depending on the version
    reads_all = step.startswith("Seq Scan") or (step.startswith("SCAN") and not is_given)
    return reads_all or "Sort" in step or "B-TREE" in step
