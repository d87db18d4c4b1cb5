"""DuckDB: the rules of generate.py's orders as one SQL statement over columns of text. Stores all
records and a table of records and rules in a DuckDB file."""
import json
import os
import sys
from pathlib import Path

import duckdb

from generate import COUNTRIES

csv, folder = sys.argv[1], Path(sys.argv[2])
database = folder / "orders.duckdb"
database.unlink(missing_ok=True)
connection = duckdb.connect(str(database))
connection.execute("SET threads = 2")
connection.execute(
    "CREATE TABLE record AS SELECT row_number() OVER () AS record, *"
    f" FROM read_csv('{csv}', header = true, all_varchar = true, nullstr = '<none>')")
connection.execute(f"""
CREATE TABLE error AS
WITH typed AS (
  SELECT *,
    TRY_CAST(CASE WHEN regexp_full_match(age, '[+-]?[0-9]+') THEN age END AS BIGINT) AS years,
    TRY_CAST(CASE WHEN regexp_full_match(ordered, '[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}')
      THEN ordered END AS DATE) AS day,
    TRY_CAST(CASE WHEN regexp_full_match(total, '[+-]?[0-9]+(\\.[0-9]{{1,2}})?')
      THEN total END AS DECIMAL(18, 2)) AS amount,
    regexp_full_match(number, '[+-]?[0-9]+') AS is_number,
    row_number() OVER (PARTITION BY number ORDER BY record) AS occurrence
  FROM record)
SELECT record, unnest(list_filter([
  CASE WHEN number = '' THEN 'number.required' WHEN NOT is_number THEN 'number.integer'
    WHEN occurrence > 1 THEN 'number.unique' END,
  CASE WHEN customer = '' THEN 'customer.required'
    WHEN length(customer) > 40 THEN 'customer.length' END,
  CASE WHEN NOT regexp_full_match(email, '[^@\\s]+@[^@\\s]+\\.[A-Za-z]{{2,}}')
    THEN 'email.pattern' END,
  CASE WHEN years IS NULL THEN 'age.integer'
    WHEN years NOT BETWEEN 0 AND 120 THEN 'age.range' END,
  CASE WHEN day IS NULL THEN 'ordered.date'
    WHEN year(day) NOT BETWEEN 2000 AND 2030 THEN 'ordered.range' END,
  CASE WHEN country NOT IN ({', '.join(f"'{country}'" for country in COUNTRIES)})
    THEN 'country.in' END,
  CASE WHEN amount IS NULL THEN 'total.decimal'
    WHEN amount NOT BETWEEN 0 AND 100000 THEN 'total.range' END,
  CASE WHEN years BETWEEN 0 AND 17 AND amount > 500 THEN 'minor.limit' END
], lambda rule: rule IS NOT NULL)) AS rule
FROM typed""")


def number(sql):
    return connection.execute(sql).fetchone()[0]


result = {
    "records": number("SELECT count(*) FROM record"),
    "rejected": number("SELECT count(DISTINCT record) FROM error"),
    "byRule": dict(connection.execute("SELECT rule, count(*) FROM error GROUP BY rule").fetchall()),
}
connection.close()
print(json.dumps(result))
