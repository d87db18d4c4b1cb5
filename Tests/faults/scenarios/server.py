"""The server under load, killed, stopped, and with hostile clients."""

import http.client
import json
import re
import signal
import socket
import threading
import time

from kit.context import Context, Skipped
from kit.inputs import write_people
from kit.program import Running
from kit.report import Scenario
from kit.store import Store

CLIENTS = 16


def started(context: Context, store: Store, *options) -> tuple[Running, int]:
    """A running server and its port. It accepts submissions from everybody."""
    if not context.program.has("serve"):
        raise Skipped("the program has no server")
    running = context.program.start(
        "serve", "--open", "people", "--port", 0, "--definitions", write_people(context.folder),
        "--limit", "anonymousRequestsPerMinute=1000000", "--db", store.path, *options)
    end = time.monotonic() + 20
    while time.monotonic() < end and running.process.poll() is None:
        text = running.read_messages()
        if found := re.search(r"listening on http://[^:]+:(\d+)/", text):
            return running, int(found.group(1))
        time.sleep(0.01)
    ended = running.wait()
    if "without the server" in ended.messages:
        raise Skipped("the program was built without the server")
    raise AssertionError(f"the server did not start: {ended}")


class Client(threading.Thread):
    """Submits records, each with a key, until the server goes away. Repeats what was not answered."""

    def __init__(self, port: int, name: str, pending: str | None):
        super().__init__()
        self.port, self.prefix = port, name
        self.pending = pending
        self.acknowledged: dict[str, int] = {}
        self.strange: list[str] = []

    def run(self) -> None:
        count = 0
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            while True:
                count += 1
                key = self.pending or f"{self.prefix}-{count}"
                self.pending = key
                number = abs(hash(key)) % 1_000_000_000
                connection.request(
                    "POST", "/forms/people/submissions",
                    json.dumps({"id": number, "name": "Ana", "age": 30}),
                    {"Content-Type": "application/json", "Idempotency-Key": key})
                answer = connection.getresponse()
                body = answer.read()
                if answer.status in (201, 422):
                    self.acknowledged[key] = json.loads(body)["submission"]
                    self.pending = None
                elif answer.status != 503:
                    self.strange.append(f"{answer.status}: {body[:200]}")
                    return
        except (OSError, http.client.HTTPException):
            return


def load(context: Context, store: Store, stop, rounds: int) -> tuple[dict[str, int], int]:
    """Acknowledged submissions by key, of several rounds of load; `stop` ends each of them."""
    acknowledged: dict[str, int] = {}
    pending: list[str | None] = [None] * CLIENTS
    for number in range(rounds):
        running, port = started(context, store)
        clients = [Client(port, f"{number}-{index}", pending[index]) for index in range(CLIENTS)]
        for client in clients:
            client.start()
        context.pause(context.random.uniform(0.05, context.amount(1_000, 400) / 1_000))
        stop(running)
        ended = running.wait()
        context.decent(ended, f"round {number}", codes=(0, -9))
        for index, client in enumerate(clients):
            client.join()
            pending[index] = client.pending
            for words in client.strange:
                context.check(False, f"round {number}: {words}")
            for key, submission in client.acknowledged.items():
                known = acknowledged.setdefault(key, submission)
                context.equal(submission, known, f"round {number}: answer to the key {key}")
    return acknowledged, rounds


def compare(context: Context, store: Store, acknowledged: dict[str, int]) -> None:
    rows = store.query("SELECT idempotency_key, submission FROM intake_submission")
    stored: dict[str, int] = {}
    for key, submission in rows:
        context.check(key not in stored, f"{key} is stored twice")
        stored[key] = submission
    lost = [key for key, submission in acknowledged.items() if stored.get(key) != submission]
    context.check(not lost, f"{len(lost)} of {len(acknowledged)} acknowledged were lost: {lost[:3]}")
    context.sound(store, "after the load")
    context.figure(f"{len(acknowledged)} acknowledged, {len(stored)} stored, {len(lost)} lost")


def kills(context: Context) -> None:
    store = context.store("server")
    acknowledged, rounds = load(context, store, lambda running: running.kill(),
                                context.amount(20, 4))
    context.figure(f"{rounds} kills under load of {CLIENTS} clients")
    compare(context, store, acknowledged)


def shutdown(context: Context) -> None:
    store = context.store("server")
    acknowledged, rounds = load(
        context, store, lambda running: running.process.send_signal(signal.SIGTERM),
        context.amount(10, 3))
    context.figure(f"{rounds} shutdowns under load of {CLIENTS} clients")
    compare(context, store, acknowledged)


def answered(port: int, data: bytes, timeout: float = 40) -> bytes:
    """What the server answers to bytes, until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as connection:
        try:
            connection.sendall(data)
            answer = b""
            while part := connection.recv(1 << 16):
                answer += part
            return answer
        except (ConnectionError, TimeoutError):
            return b""


# Requests, and the statuses that may answer them; 0 if the connection is closed without one.
HOSTILE = [
    (b"GET / HTTP/9.9\r\n\r\n", (400, 505, 0)),
    (b"\x00\x01\x02\r\n\r\n", (400, 0)),
    (b"POST /forms/people/submissions HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n"
     b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", (400, 415, 0)),
    (b"POST /forms/people/submissions HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", (400, 0)),
    (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * (1 << 20) + b"\r\n\r\n", (400, 431, 0)),
    (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: a\r\n" * 10_000 + b"\r\n", (400, 431, 0)),
    (b"GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", (404, 400)),
    (b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", (404, 400)),
    (b"GET /" + b"a" * 8192 + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", (404, 414)),
    (b"POST /forms/people/submissions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
     b"Content-Length: 10000000000\r\n\r\n" + b"a" * (4 << 20), (413,)),
]


def hostile(context: Context) -> None:
    store = context.store("server")
    running, port = started(context, store)
    for data, statuses in HOSTILE:
        found = re.match(rb"HTTP/1\.1 (\d+)", answered(port, data))
        status = int(found.group(1)) if found else 0
        context.check(status in statuses, f"{data[:60]!r}: status {status}, expected {statuses}")
    # Clients that send a byte per second are disconnected, and disturb nobody.
    slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(context.amount(1000, 200))]
    begun = time.monotonic()
    slowest = 0.0
    open_ones = list(slow)
    header = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: " + b"a" * 45
    sent = 0
    while open_ones and time.monotonic() - begun < 45:
        sent += 1
        for connection in list(open_ones):
            try:
                connection.send(header[sent - 1:sent])
            except OSError:
                open_ones.remove(connection)
        one = time.monotonic()
        answer = answered(port, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        slowest = max(slowest, time.monotonic() - one)
        context.check(answer.startswith(b"HTTP/1.1 200"), "a good client is not answered")
        time.sleep(1)
    context.check(not open_ones, f"{len(open_ones)} slow clients are connected after 45 s")
    memory = running.memory()
    context.check(memory < 128 << 20, f"the server used {memory >> 20} MiB")
    context.figure(f"{len(slow)} slow clients disconnected in {time.monotonic() - begun:.0f} s,"
                   f" others answered in {slowest * 1000:.0f} ms, {memory >> 20} MiB")
    running.process.send_signal(signal.SIGTERM)
    context.decent(running.wait(), "hostile clients", codes=(0,))
    context.equal(store.query("SELECT count(*) FROM submission"), [(0,)], "stored submissions")
    context.sound(store, "after hostile clients")


SCENARIOS = [
    Scenario("server-kills", "kill -9 of a server under load: every acknowledged submission is stored"
             " once, and a repeated one has the same response", kills),
    Scenario("server-shutdown", "SIGTERM of a server under load loses no acknowledged submission", shutdown),
    Scenario("server-hostile", "malformed, huge and slow requests do not affect others", hostile),
]
