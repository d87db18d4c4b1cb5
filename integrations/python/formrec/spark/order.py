"""The order of a table's records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyspark import SparkContext
from pyspark.sql import Column
from pyspark.sql import functions as F


@dataclass(frozen=True)
class Order:
    """A column that records are ordered by, and the method of Spark's columns that gives its direction."""

    column: Column
    direction: str

    @staticmethod
    def of(column: Column) -> Order:
        """Separates a column from its direction, such as `F.col("n").desc()`: only a sort can evaluate the whole."""
        own: Any = column
        if ".connect." not in type(column).__module__:
            # The column wraps one of Java.
            node = own._jc.node()
            if node.getClass().getSimpleName() != "SortOrder":
                return Order(column, "asc")
            from pyspark.sql.classic.column import Column as ClassicColumn

            context: Any = SparkContext._active_spark_context
            child: Any = ClassicColumn(context._jvm.org.apache.spark.sql.Column(node.child()))
            descends = "Descending" in node.sortDirection().toString()
            nulls_first = "NullsFirst" in node.nullOrdering().toString()
        else:
            expression = own._expr
            if type(expression).__name__ != "SortOrder":
                return Order(column, "asc")
            child = type(column)(expression._child)
            descends, nulls_first = not expression._ascending, expression._nullsFirst
        return Order(child, f"{'desc' if descends else 'asc'}_nulls_{'first' if nulls_first else 'last'}")

    def sorting(self, name: str) -> Column:
        """A column with these values for a sort in this direction."""
        return getattr(F.col(name), self.direction)()
