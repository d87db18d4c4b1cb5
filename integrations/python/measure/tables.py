"""Compares the wall time of `formrec.check` for a Polars frame with `formrec check` of the same records as a file.

    python measure/tables.py FILE.csv DEFINITIONS.yaml [ROUNDS]

Prints medians, also of the single steps: writing the cells, the program, reading verdicts.
"""

import statistics
import subprocess
import sys
import time

import polars
import pyarrow as pa

import formrec
from formrec import program, verdicts, writing
from formrec.description import Description


def median(rounds, work):
    times = []
    for _ in range(rounds):
        began = time.monotonic()
        work()
        times.append(time.monotonic() - began)
    return statistics.median(times)


def main():
    path, definitions = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    text = polars.read_csv(path, infer_schema=False)
    typed = polars.read_csv(path, infer_schema_length=1000, ignore_errors=True)
    binary = program.path()

    def command(*more):
        subprocess.run(
            [binary, "check", path, "--definitions", definitions, "--fail-on", "never", *more],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True,
        )

    table = text.to_arrow()
    what = Description.read(definitions, columns=table.schema.names)
    writer = writing.Writer(table.schema, [what.field(name) for name in what.columns])

    def written():
        for batch in table.to_batches():
            for start in range(0, batch.num_rows, 50_000):
                writer.records(batch.slice(start, 50_000))

    printed = subprocess.run(
        [binary, "check", path, "--definitions", definitions, "--only", "flagged", "--progress",
         "--fail-on", "never"], capture_output=True, check=True,
    ).stdout

    def read():
        lines = verdicts.Lines(iter(printed.splitlines(keepends=True)))
        pa.concat_tables([found for found, _ in lines.tables()])

    file = median(rounds, command)
    ways = {
        "formrec check FILE, all verdicts": file,
        "formrec check FILE, flagged": median(rounds, lambda: command("--only", "flagged")),
        "formrec.check(FILE)": median(rounds, lambda: formrec.check(path, definitions)),
        "formrec.check(Polars, text)": median(rounds, lambda: formrec.check(text, definitions)),
        "formrec.check(Polars, typed)": median(rounds, lambda: formrec.check(typed, definitions)),
        "formrec.check(pandas, text)": median(
            rounds, lambda: formrec.check(text.to_pandas(), definitions)),
        "  cells as NDJSON alone": median(rounds, written),
        "  reading flagged verdicts alone": median(rounds, read),
    }
    for name, seconds in ways.items():
        print(f"{name:36} {seconds:6.2f} s  {seconds / file:5.2f}")


if __name__ == "__main__":
    main()
