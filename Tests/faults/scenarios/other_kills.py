"""kill -9 and interrupts at random instants of commands other than a plain import."""

import signal
import time

from kit.context import Context
from kit.inputs import write_members, write_people, write_people_csv
from kit.report import Scenario
from kit.store import Store, copy_store


def _base(context: Context) -> Store:
    base = context.store("base")
    file = write_people_csv(context.folder / "people.csv", context.amount(20_000, 5_000),
                            context.seed)
    context.decent(base.run("import", file, "--definitions", write_people(context.folder)), "base",
                   codes=(1,))
    context.decent(base.run("apply", write_people(context.folder, "looser.yaml", age=140)), "base",
                   codes=(0,))
    return base


def _shown(store: Store) -> list[tuple]:
    return store.query("SELECT _submission, _verdict FROM form_people ORDER BY 1")


def replay(context: Context) -> None:
    """The remains of a killed replay are never shown, and are deleted by the next write."""
    base = _base(context)
    command = ("replay", "--form", "people")
    whole = context.store("whole")
    copy_store(base.path, whole.path)
    begun = time.monotonic()
    context.decent(whole.run(*command), "undisturbed", codes=(1,))
    duration = time.monotonic() - begun
    before, after = _shown(base), _shown(whole)
    kills = context.amount(40, 8)
    midway = 0
    for _ in range(kills):
        store = context.store("killed")
        copy_store(base.path, store.path)
        instant = context.random.uniform(0, duration)
        ended = context.program.killed(*command, "--db", store.path, after=instant)
        place = f"replay killed after {instant:.3f} s"
        context.decent(ended, place, codes=(-9, 1))
        midway += ended.code == -9
        context.sound(store, place)
        context.check(_shown(store) in (before, after), f"{place}: half a replay is shown")
        context.decent(store.run(*command), f"{place}, again", codes=(0, 1))
        context.equal(_shown(store) == after, True, f"{place}, again: the verdicts are the same")
        leftover = store.query("SELECT count(*) FROM error WHERE run NOT IN"
                               " (SELECT run FROM run_view)")[0][0]
        context.equal(leftover, 0, f"{place}, again: errors of no run")
        context.sound(store, f"{place}, again")
    context.figure(f"{kills} kills, {midway} before the end")


def backup(context: Context) -> None:
    """A killed backup leaves no file under the final name, or a complete one."""
    base = _base(context)
    copy = context.folder / "copies" / "copy.sqlite"
    copy.parent.mkdir()
    begun = time.monotonic()
    context.decent(base.run("backup", copy), "undisturbed", codes=(0,))
    duration = time.monotonic() - begun
    copy.unlink()
    kills = context.amount(30, 8)
    absent = 0
    for _ in range(kills):
        instant = context.random.uniform(0, duration)
        context.program.killed("backup", copy, "--db", base.path, after=instant)
        place = f"backup killed after {instant:.3f} s"
        if copy.exists():
            context.sound(Store(context.program, copy), place)
            copy.unlink()
        else:
            absent += 1
        context.decent(base.run("backup", copy), f"{place}, again", codes=(0,))
        left = sorted(file.name for file in copy.parent.iterdir()
                      if not file.name.startswith("copy.sqlite"))
        context.equal(left, [], f"{place}, again: temporary files")
        for file in copy.parent.iterdir():
            file.unlink()
    context.sound(base, "the source afterwards")
    context.figure(f"{kills} kills, {absent} before the copy existed")


def submissions(context: Context) -> None:
    """A single submission is stored once or not at all; each acknowledged one is stored."""
    store = context.store("submits")
    context.decent(store.run("apply", write_members(context.folder)), "base", codes=(0,))
    begun = time.monotonic()
    context.decent(store.run("submit", "--form", "members", "id=1", "name=x"), "first", (0,))
    duration = time.monotonic() - begun
    answered = {1}
    kills = context.amount(150, 30)
    for number in range(2, kills + 2):
        instant = context.random.uniform(0, 1.2 * duration)
        ended = context.program.killed("submit", "--form", "members", f"id={number}", "name=x",
                                       "--db", store.path, after=instant)
        context.decent(ended, f"submission killed after {instant:.3f} s", codes=(-9, 0))
        if ended.code == 0 or "submission" in ended.output:
            answered.add(number)
    found = [int(key) for (key,) in store.query("SELECT id FROM form_members")]
    context.equal(len(found), len(set(found)), "submissions and distinct ones")
    context.equal(sorted(answered - set(found)), [], "answered and lost")
    context.sound(store, "afterwards")
    context.figure(f"{kills} submissions killed, {len(answered)} answered, {len(found)} stored")


def interrupts(context: Context) -> None:
    """Ctrl-C ends an import after its chunk; the message explains how to resume it."""
    file = write_people_csv(context.folder / "people.csv", 20_000, context.seed)
    command = ("import", file, "--definitions", write_people(context.folder), "--chunk", 300,
               "--ack")
    alone = context.store("alone")
    begun = time.monotonic()
    context.decent(alone.run(*command), "undisturbed", codes=(1,))
    duration = time.monotonic() - begun
    midway = 0
    rounds = context.amount(24, 6)
    for number in range(rounds):
        store = context.store("interrupted")
        sent = (signal.SIGINT, signal.SIGTERM)[number % 2]
        running = context.program.start(*command, "--db", store.path)
        while not running.acknowledged() and running.process.poll() is None:
            context.pause(0.001)
        context.pause(context.random.uniform(0, duration / 3))
        asked = time.monotonic()
        running.process.send_signal(sent)
        ended = running.wait()
        waited = time.monotonic() - asked
        place = f"{sent.name} after {ended.acknowledged} records"
        if ended.code == 1:
            continue
        midway += 1
        context.check(waited < 2, f"{place}: it took {waited:.1f} s")
        # 130 is the exit code of an interrupt in shells; that of SIGTERM may differ.
        context.check(ended.code in (130, 128 + sent), f"{place}: exit code {ended.code}")
        damage, stored = store.stored()
        context.check(damage is None, f"{place}: {damage}")
        context.equal(len(stored), ended.acknowledged, f"{place}: stored and acknowledged")
        if sent == signal.SIGINT:
            context.check("again" in ended.messages or "same command" in ended.messages
                          or "resume" in ended.messages,
                          f"{place}: the words do not say how to go on: {ended.last_words}")
        context.decent(store.run(*command), f"{place}, again", codes=(1,))
        context.equal(store.canonical(), alone.canonical(), f"{place}, again: content")
        context.sound(store, f"{place}, again")
    context.check(midway > 0, "no interrupt came before the end")
    context.figure(f"{rounds} interrupts, {midway} before the end")


SCENARIOS = [
    Scenario("kills-replay", "a killed replay has no effect, and the next one is complete", replay),
    Scenario("kills-backup", "a killed backup leaves a complete copy or none", backup),
    Scenario("kills-submit", "a killed submission is stored once or not at all", submissions),
    Scenario("interrupts", "Ctrl-C ends an import after its chunk, with a message on how to resume",
             interrupts),
]
