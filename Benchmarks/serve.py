#!/usr/bin/env python3
"""Measures `formrec serve` with the load tool wrk, and verifies that every acknowledged submission is stored.

    serve.py [--formrec .build/release/formrec] [--before FORMREC] [--seconds 6] [--runs 3]
             [--connections 64] [--definitions FILE.yaml] [--json FILE]

The program must be built with `--traits Server`. Each run measures, on a new database:

submit     durable submissions over --connections connections, each answered after its commit
alone      the same over one connection, so that each submission has a commit of its own
bare       a `POST` of the same size that is authenticated and read, but stores nothing; wrk does the same work
rest       the memory of the server with 1,000 open connections, after this load: 100 MiB at most

wrk shares the processors with the server. The runs of --before, if specified, take turns with those of
--formrec. --definitions names a form `subs` with the fields of RECORD, in place of subs.yaml. A
server that loses an acknowledged submission, or a store that does not verify, ends the program with exit code 1.
"""
import argparse
import json
import os
import re
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

DEFINITIONS = Path(__file__).parent / "subs.yaml"

# Valid records with different numbers, so that a rule `unique` accepts them.
SUBMIT = """\
local threads = 0
function setup(thread) thread:set("thread", threads); threads = threads + 1 end
local n = 0
wrk.method = "POST"
wrk.headers["Authorization"] = "Bearer TOKEN"
wrk.headers["Content-Type"] = "application/json"
function request()
  n = n + 1
  local id = START + thread * 100000000 + n
  return wrk.format(nil, nil, nil, string.format(
    '{"id": %d, "name": "Ana Lima %d", "email": "ana.%d@example.com", "age": %d, ' ..
    '"signup_date": "2024-02-%02d", "country": "AT", "phone": "+43660%07d", "amount": %d.50}',
    id, id, id, 18 + n % 60, 1 + n % 28, id % 10000000, n % 5000))
end
"""

# An NDJSON body of empty lines is read to its end, and refused. wrk formats the same record as above, so that it
# takes the same time for each request.
BARE = SUBMIT.replace("application/json", "application/x-ndjson").replace(
    "return wrk.format(nil, nil, nil, string.format(", "return wrk.format(nil, nil, nil, blanks(string.format("
).replace("n % 5000))", "n % 5000)))") + """\
local empty = string.rep(" ", 300)
function blanks(text) return string.sub(empty, 1, #text - 1) .. "\\n" end
"""

options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
options.add_argument("--formrec", default=".build/release/formrec")
options.add_argument("--before")
options.add_argument("--seconds", type=int, default=6)
options.add_argument("--runs", type=int, default=3)
options.add_argument("--connections", type=int, default=64)
options.add_argument("--definitions", type=Path)
options.add_argument("--json")
options = options.parse_args()


MEMORY = 100  # MiB


class Failure(Exception):
    """A check that the server failed."""


@contextmanager
def server(program, folder):
    """Yields a server of a new database, its address, and a token."""
    (folder / "subs.yaml").write_text((options.definitions or DEFINITIONS).read_text())
    database = ["--db", str(folder / "store.sqlite")]
    subprocess.run([program, "apply", "subs.yaml", *database], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    token = subprocess.run(
        [program, "token", "add", "benchmark", "--role", "admin", *database],
        cwd=folder, check=True, capture_output=True, text=True).stdout.split()[-1]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{probe.getsockname()[1]}"
    process = subprocess.Popen([program, "serve", "-q", "--port", address.rsplit(":", 1)[1], *database], cwd=folder)
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(address + "/healthz").close()
                break
            except OSError:
                time.sleep(0.05)
        else:
            raise Failure("the server did not start")
        yield process, address, token
    finally:
        process.terminate()
        if process.wait(30) != 0:
            raise Failure(f"the server stopped with exit code {process.returncode}")


def load(script, address, folder, connections, seconds):
    """Runs wrk, and returns its requests, the answers other than 2xx, the rate and the 99th percentile in ms."""
    (folder / "load.lua").write_text(script)
    text = subprocess.run(
        ["wrk", "-t", str(min(2, connections)), "-c", str(connections), "-d", f"{seconds}s", "--latency",
         "-s", "load.lua", address + "/forms/subs/submissions"],
        cwd=folder, check=True, capture_output=True, text=True).stdout
    requests = int(re.search(r"(\d+) requests in", text)[1])
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()
    if "Socket errors" in text:
        raise Failure(text)
    latency = float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]
    return requests, int(refused[1]) if refused else 0, rate, latency


def memory(process):
    """The resident memory of a process in MiB."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())[1]) / 1024


def stored(folder):
    with sqlite3.connect(folder / "store.sqlite") as store:
        return store.execute("SELECT count(*), count(DISTINCT id) FROM form_subs").fetchone()


def memory_at_rest(process, address):
    """The memory with 1,000 connections, each of which sent one request."""
    port = int(address.rsplit(":", 1)[1])
    sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(1000)]
    for connection in sockets:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    for connection in sockets:
        if not connection.recv(4096).startswith(b"HTTP/1.1 200"):
            raise Failure("a connection was not served")
    result = memory(process)
    for connection in sockets:
        connection.close()
    return result


def run(program):
    folder = Path(tempfile.mkdtemp(prefix="formrec-serve-"))
    try:
        figures = {}
        with server(program, folder) as (process, address, token):
            scripts = {"submit": (SUBMIT, options.connections), "alone": (SUBMIT, 1),
                       "bare": (BARE, options.connections)}
            acknowledged, open_requests = 0, 0
            for position, (name, (script, connections)) in enumerate(scripts.items()):
                script = script.replace("TOKEN", token)
                for start, seconds in (1, 1), (2, options.seconds):  # The first one warms up.
                    first = f"{position * 2 + start}000000000"
                    requests, refused, rate, latency = load(
                        script.replace("START", first), address, folder, connections, seconds)
                    if refused != (requests if name == "bare" else 0):
                        raise Failure(f"{name}: {refused} of {requests} requests were refused")
                    if name != "bare":
                        acknowledged += requests
                        open_requests += connections
                figures[name] = {"per second": round(rate), "p99 ms": round(latency, 1)}
                if name == "submit":
                    figures[name]["MiB"] = round(memory(process))
            figures["rest"] = {"MiB": round(memory_at_rest(process, address))}
            if figures["rest"]["MiB"] > MEMORY:
                raise Failure(f"the server takes {figures['rest']['MiB']} MiB")
        # wrk does not wait for the answers to its last requests.
        rows, different = stored(folder)
        if rows != different or not acknowledged <= rows <= acknowledged + open_requests:
            raise Failure(f"{acknowledged} submissions were acknowledged, {rows} are stored")
        subprocess.run([program, "verify", "--db", str(folder / "store.sqlite")], check=True,
                       stdout=subprocess.DEVNULL)
        return figures
    finally:
        shutil.rmtree(folder)


def main():
    if not shutil.which("wrk"):
        sys.exit("wrk is not installed (apt-get install wrk)")
    programs = {"formrec": os.path.realpath(options.formrec)}
    if options.before:
        programs["before"] = os.path.realpath(options.before)
    results = {name: [] for name in programs}
    for _ in range(options.runs):
        for name, program in programs.items():
            results[name].append(run(program))
    print(f"{'':9} {'':7} {'figure':10} {'median':>8} {'minimum':>8} {'maximum':>8}")
    for name, runs in results.items():
        for task, figures in runs[0].items():
            for figure in figures:
                values = [run[task][figure] for run in runs]
                print(f"{name:9} {task:7} {figure:10} {statistics.median(values):8g} {min(values):8g} {max(values):8g}")
    if options.json:
        Path(options.json).write_text(json.dumps(results, indent=2) + "\n")


try:
    main()
except (Failure, subprocess.CalledProcessError) as error:
    sys.exit(f"failed: {error}")
