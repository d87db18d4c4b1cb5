"""Stores restored to an earlier state, compared with a backup, and damaged on disk."""

import hashlib
import re
import shutil
import sqlite3
from collections import Counter

from kit.context import Context, Skipped
from kit.furnished import furnished
from kit.report import Scenario
from kit.row_alterations import of_columns
from kit.store import Store, copy_store, quoted
from kit.tables import tables

from .alterations import EXCUSED

# Derived tables that change over time: `verify` recomputes them, and a backup may differ. The last span of an
# import grows, and a purge also deletes salts.
DERIVED = ("current", "shown_import", "mapping", "mapping_field", "progress", "key_page", "key_run",
           "key_block", "superseded", "submission_status", "waiver", "resealed",
           "replayed", "replayed_rule")


def rollback(context: Context) -> None:
    """A store that was restored to an earlier state is detected with a receipt, and only with one."""
    store = furnished(context)
    earlier = context.store("earlier")
    copy_store(store.path, earlier.path)
    old = store.verdict_of_verify()["head"]
    context.decent(store.run("submit", "--form", "people", "id=777", "name=Zoe"), "submit", (0, 1))
    new = store.verdict_of_verify()["head"]
    for head, where, code in ((new, store, 0), (old, store, 0), (old, earlier, 0),
                              (new, earlier, 1)):
        ended = where.run("verify", "--against", head)
        place = f"--against of {'the new' if head == new else 'an old'} head in the" \
                f" {'rolled back' if where is earlier else 'current'} store"
        context.decent(ended, place, codes=(code,))
    for words, wrong in (("shortened", new[:20]), ("no digest", "x" * 64), ("empty", "")):
        ended = store.run("verify", "--against", wrong)
        context.check(ended.code in (1, 2, 64), f"--against {words}: {ended}")
        context.check("was removed" not in ended.messages + ended.output,
                      f"--against {words}: reported as a removed end of the log: {ended}")
    context.figure("receipts of both states, in both states of the store")


def compare(context: Context) -> None:
    """`verify --compare BACKUP` reports the differing row."""
    if not context.program.has("verify", "--compare"):
        raise Skipped("verify has no --compare yet")
    store = furnished(context)
    copy = context.folder / "copy.sqlite"
    context.decent(store.run("backup", copy), "backup", codes=(0,))
    context.decent(store.run("verify", "--compare", copy), "equal stores", codes=(0,))
    with store.copied() as connection:
        alterations = [each for each in of_columns(connection, 3)
                       if each.table not in DERIVED
                       and (each.table, each.column) != ("span", "last_submission")]
    chosen = context.random.sample(alterations, context.amount(80, 15))
    silent, unnamed = [], []
    tried = 0
    for number, alteration in enumerate(chosen):
        altered = context.store(f"altered-{number}")
        copy_store(store.path, altered.path)
        if alteration.apply(altered.path) is not None:
            continue
        tried += 1
        ended = altered.run("verify", "--compare", copy, "--format", "json")
        if ended.code == 0:
            silent.append(alteration)
        elif alteration.table not in ended.output + ended.messages:
            unnamed.append(alteration)
    context.check(not silent, f"{len(silent)} not found, as {silent[:3]}")
    context.check(not unnamed, f"{len(unnamed)} without their table, as {unnamed[:3]}")
    context.figure(f"{tried} alterations, {len(silent)} not found, {len(unnamed)} found without"
                   " the table")


def flips(context: Context) -> None:
    """Single bits flipped in the file are detected, and no command crashes."""
    store = furnished(context)
    size = store.path.stat().st_size
    rounds = context.amount(250, 60)
    whole = _content(store)
    outcome = Counter()

    def one(number: int) -> None:
        flipped = context.store(f"flipped-{number}")
        shutil.copyfile(store.path, flipped.path)
        place = chances[number]
        with flipped.path.open("r+b") as file:
            file.seek(place // 8)
            byte = file.read(1)[0]
            file.seek(place // 8)
            file.write(bytes([byte ^ 1 << place % 8]))
        answer = flipped.run("verify")
        # The report of verify contains SQLite's own messages, so only crashes count here.
        context.check(answer.code in (0, 1, 2), f"bit {place}: verify: {answer}")
        changed = _content(flipped) != whole
        outcome[changed, answer.code != 0] += 1
        context.check(not changed or answer.code != 0,
                      f"bit {place} of the file changes what is stored, and is not found")
        for command in (("list",), ("audit",), ("export", "--all", "--form", "people")):
            ended = flipped.run(*command)
            context.check(ended.code in (0, 1, 2), f"bit {place}: {command[0]}: {ended}")
        for left in context.folder.glob(f"flipped-{number}.*"):
            left.unlink()

    chances = [context.random.randrange(size * 8) for _ in range(rounds)]
    context.two_at_once(one, rounds)
    context.figure(
        f"{rounds} bits flipped, {outcome[True, True] + outcome[True, False]} of them in stored"
        f" content, {outcome[True, True]} of these detected; {outcome[False, True]} detected elsewhere,"
        f" {outcome[False, False]} in unused bytes")


def _content(store: Store) -> str:
    """All rows of all tables, and the schema; unreadable content differs from any other."""
    digest = hashlib.sha256()
    try:
        with store.copied() as connection:
            connection.text_factory = lambda text: text.decode("latin-1")
            for table in tables(connection):
                names = [name for name in table.names
                         if (table.name, name) not in EXCUSED]
                for row in connection.execute(
                        f"SELECT {', '.join(map(quoted, names))} FROM {quoted(table.name)}"):
                    digest.update(repr(row).encode())
            for row in connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema"):
                digest.update(repr(row).encode())
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return str(error)
    return digest.hexdigest()


def truncations(context: Context) -> None:
    """A file truncated at a page is refused or detected, and not changed."""
    store = furnished(context)
    size = store.path.stat().st_size
    rounds = context.amount(20, 6)
    for number in range(rounds):
        cut = context.store("cut")
        shutil.copyfile(store.path, cut.path)
        length = size * number // rounds // 4096 * 4096
        with cut.path.open("r+b") as file:
            file.truncate(length)
        before = cut.path.read_bytes()
        for command in ("verify", "list", "audit"):
            ended = cut.run(command)
            place = f"cut to {length} bytes: {command}"
            context.check(ended.code in (0, 1, 2), f"{place}: {ended}")
            context.check(command != "verify" or ended.code != 0, f"{place}: found nothing")
            context.check(re.search("Fatal", ended.messages) is None, f"{place}: {ended}")
        context.check(cut.path.read_bytes() == before, f"cut to {length} bytes: it was written to")
    context.figure(f"{rounds} lengths")


SCENARIOS = [
    Scenario("damage-rollback", "a receipt detects a store that was restored to an earlier state",
             rollback),
    Scenario("damage-compare", "`verify --compare` lists the differences from a backup", compare),
    Scenario("damage-flips", "flipped bits on the disk crash no command", flips),
    Scenario("damage-truncations", "a truncated file is refused, and not changed",
             truncations),
]
