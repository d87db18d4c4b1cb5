#!/usr/bin/env python3
"""Measures the requests of the page `/fix/FORM` with 100,000 open failures, and checks each result.

    Benchmarks/failures.py .build/release/formrec

Prints the median of five requests in milliseconds, the bytes of the last response, and the peak memory of
the server.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tests/browser"))
import orders  # noqa: E402

SHARE = 100
PORT = 4391


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        database = ["--db", f"{folder}/orders.sqlite"]
        failing, _ = orders.write(folder, 3_000 * SHARE, SHARE)
        open_rows = sum(int(count * SHARE) for _, count, _ in orders.FAILURES)
        run = lambda *arguments: subprocess.run([program, *arguments, *database], capture_output=True, text=True)
        run("apply", f"{folder}/orders.yaml")
        start = time.perf_counter()
        run("import", f"{folder}/orders.csv", "--form", "orders")
        print(f"import of {len(failing):,} records: {time.perf_counter() - start:.2f} s")
        token = run("token", "add", "benchmark", "--role", "admin").stdout.strip()
        with open(f"{folder}/serve.log", "w") as log:
            server = subprocess.Popen([program, "serve", "--port", str(PORT), *database], stderr=log, stdout=log)
        try:
            measure(token, open_rows)
            status = Path(f"/proc/{server.pid}/status").read_text()
            peak = int(status.split("VmHWM:")[1].split()[0]) // 1024
            print(f"peak memory of the server: {peak} MB")
        finally:
            server.terminate()
            server.wait()


def measure(token, open_rows):
    def request(path, body=None, content_type="application/json"):
        request = urllib.request.Request(f"http://127.0.0.1:{PORT}/{path}", data=body, headers={
            "Authorization": f"Bearer {token}", "Content-Type": content_type, "Accept": "application/json"})
        with urllib.request.urlopen(request) as response:
            return response.read()

    def timed(name, times, *arguments, **options):
        durations = []
        for _ in range(times):
            start = time.perf_counter()
            body = request(*arguments, **options)
            durations.append(time.perf_counter() - start)
        print(f"{name}: {statistics.median(durations) * 1000:,.0f} ms, {len(body):,} bytes")
        return json.loads(body)

    for _ in range(100):
        try:
            request("healthz")
            break
        except OSError:
            time.sleep(0.05)
    listed = timed("list of failures", 5, "forms/orders/failures")
    numbers = [row[0] for row in listed["rows"]]
    assert len(numbers) == open_rows, (len(numbers), open_rows)
    timed("list, sorted by a field", 5, "forms/orders/failures?sort=amount")
    for name, first in ("first", 0), ("middle", open_rows // 2), ("last", open_rows - 100):
        window = numbers[first:first + 100]
        rows = timed(f"{name} 100 rows", 5, "forms/orders/failures/rows?submissions=" + ",".join(map(str, window)))
        assert [row["submission"] for row in rows] == window
    repairs = timed("repairs of a column", 5, "forms/orders/repairs?field=country", b'{"edits": {}}')
    assert repairs, repairs
    patch = json.dumps({"submission": rows[0]["submission"], "fields": {rows[0]["errors"][0]["field"]: "x"}})
    query = "forms/orders/corrections?literal=true&keep=all&dryRun=true"
    timed("verdict of one edit", 5, query, f"{patch}\n".encode(), content_type="application/x-ndjson")


if __name__ == "__main__":
    main(*sys.argv[1:])
