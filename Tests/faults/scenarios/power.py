"""Power failures during an import and during single submissions, and a disk that ignores syncs."""

import re
import threading
import time

from kit.context import Context
from kit.inputs import write_members, write_members_csv, write_people, write_people_csv
from kit.mounts import LoopDisk
from kit.report import Scenario
from kit.store import Store


def run_import(context: Context) -> None:
    cuts, midway, lost = _cut_imports(context, context.amount(20, 4), {})
    context.check(lost == 0, f"{lost} acknowledged records lost")
    context.figure(f"{cuts} cuts, {midway} between commits, {lost} acknowledged records lost")


def run_control(context: Context) -> None:
    """The test must detect a loss if syncs do nothing; otherwise the tests above prove nothing."""
    lie = context.needed_shim().fault("sync", 1, "LIE", "cut.sqlite", sticky=True)
    cuts, _, lost = _cut_imports(context, context.amount(6, 3), lie)
    context.check(lost > 0, "no loss was seen although no sync reached the disk")
    context.figure(f"{cuts} cuts with syncs that do nothing: {lost} acknowledged records lost,"
                   " as expected")


def _cut_imports(context: Context, wanted: int, environment: dict[str, str]) -> tuple:
    file = write_people_csv(context.folder / "people.csv", 20_000, context.seed)
    command = ("import", file, "--definitions", write_people(context.folder), "--chunk", 200,
               "--ack")
    undisturbed = context.store("undisturbed")
    begun = time.monotonic()
    context.decent(undisturbed.run(*command), "undisturbed", codes=(1,))
    duration = time.monotonic() - begun
    _, expected = undisturbed.stored()
    content = undisturbed.canonical()
    disk = LoopDisk(context.folder)
    disk.mount()
    midway = lost = 0
    try:
        for number in range(wanted):
            store = Store(context.program, disk.folder / "cut.sqlite")
            running = store.program.start(*command, "--db", store.path, environment=environment)
            time.sleep(context.random.uniform(0, duration))
            # Only records that were acknowledged before the power failure count.
            acknowledged = running.acknowledged()
            disk.cut_power()
            running.kill()
            running.wait()
            disk.unmount()
            disk.mount()
            damage, stored = store.stored()
            place = f"cut {number + 1}"
            midway += 0 < len(stored) < len(expected)
            lost += max(0, acknowledged - len(stored))
            if not environment:
                context.check(damage is None, f"{place}: {damage}")
                context.check(stored == expected[: len(stored)],
                              f"{place}: what is stored is no beginning of the file")
                context.decent(store.run(*command), f"{place}, again", codes=(1,))
                context.equal(store.canonical(), content, f"{place}, again: content")
                context.sound(store, f"{place}, again")
            for left in disk.folder.glob("cut.sqlite*"):
                left.unlink()
    finally:
        disk.unmount()
    return wanted, midway, lost


def run_submit(context: Context) -> None:
    """Submissions one by one; each acknowledged one must be stored."""
    definitions = write_members(context.folder)
    file = write_members_csv(context.folder / "members.csv", range(1, 10))
    disk = LoopDisk(context.folder)
    disk.mount()
    answered_in_all = lost = 0
    cuts = context.amount(6, 2)
    try:
        for number in range(cuts):
            store = Store(context.program, disk.folder / "cut.sqlite")
            context.decent(store.run("import", file, "--definitions", definitions), "base", (0,))
            answered, over = [], threading.Event()

            def submit() -> None:
                key = 1000
                while not over.is_set():
                    key += 1
                    ended = store.run("submit", "--form", "members", f"id={key}", "name=x")
                    if ended.code == 0 and re.search(r"submission \d+", ended.output) \
                            and not over.is_set():
                        answered.append(str(key))

            thread = threading.Thread(target=submit)
            thread.start()
            time.sleep(context.random.uniform(0.2, 0.8))
            over.set()
            disk.cut_power()
            thread.join()
            disk.unmount()
            disk.mount()
            context.sound(store, f"cut {number + 1}")
            there = {str(key) for (key,) in store.query("SELECT id FROM form_members")}
            gone = [key for key in answered if key not in there]
            answered_in_all += len(answered)
            lost += len(gone)
            context.check(not gone, f"cut {number + 1}: answered and lost: {gone}")
            for left in disk.folder.glob("cut.sqlite*"):
                left.unlink()
    finally:
        disk.unmount()
    context.figure(f"{cuts} cuts, {answered_in_all} acknowledged submissions, {lost} lost")


SCENARIOS = [
    Scenario("power-import", "power failure during an import: no acknowledged record is lost,"
             " and the same command completes it", run_import),
    Scenario("power-control", "negative control: with syncs that do nothing, the same scenario"
             " detects a loss", run_control),
    Scenario("power-submit", "power failure during single submissions: every acknowledged one"
             " is stored", run_submit),
]
