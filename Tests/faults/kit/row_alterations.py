"""Alterations of rows, generated from the schema and the content of the tables."""

import re
import sqlite3
from collections.abc import Iterator

from .alteration import Alteration
from .store import quoted
from .tables import Table, chosen_rows, tables


LARGEST = 2**63 - 1


def _others(value, kind: str, nullable: bool) -> Iterator[tuple[str, object]]:
    """Other values for a value, with descriptions."""
    match value:
        case None:
            yield "said", {"TEXT": "x", "BLOB": b"\0" * 32, "REAL": 1.0}.get(kind, 1)
        case int():
            yield "plus 1", value + 1
            if value != 0:
                yield "zero", 0
            yield "plus a million", value + 1_000_000
            yield "the largest", LARGEST
            yield "the smallest", -LARGEST - 1
            yield "far beyond", LARGEST // 2 + 1
        case float():
            yield "plus a half", value + 0.5
        case str():
            last = "x" if not value.endswith("x") else "y"
            yield "last letter", value[:-1] + last
            if value:
                yield "first letter", chr(ord(value[0]) ^ 1) + value[1:]
                yield "emptied", ""
            yield "NUL and more behind", value + "\0x"
            if re.search(r"\d", value):
                yield "a digit", re.sub(
                    r"\d", lambda found: str((int(found.group()) + 1) % 10), value, count=1)
        case bytes():
            yield "a bit", bytes([value[0] ^ 1]) + value[1:] if value else b"x"
            yield "last bit", value[:-1] + bytes([value[-1] ^ 128]) if value else b"y"
            if value:
                yield "a byte shorter", value[:-1]
    if nullable and value is not None:
        yield "NULL", None


def _shown(key: tuple) -> str:
    return ", ".join(each.hex()[:8] if isinstance(each, bytes) else str(each)[:24] for each in key)


def of_columns(connection: sqlite3.Connection, most: int) -> Iterator[Alteration]:
    """Each column of each table, in rows of each kind, changed to several other values."""
    for table in tables(connection):
        for key, cells in chosen_rows(connection, table, most):
            for name, kind, nullable, _ in table.columns:
                for words, other in _others(cells[name], kind, nullable):
                    yield _update(table, key, name, words, "?", other)
                if isinstance(cells[name], str):
                    yield _update(table, key, name, "undecodable", "CAST(? AS TEXT)",
                                  b"\xff" + cells[name].encode())


def _update(table: Table, key: tuple, name: str, words: str, mark: str, other) -> Alteration:
    return Alteration(
        table.name, name, f"row {_shown(key)}: {words}",
        ((f"UPDATE {quoted(table.name)} SET {quoted(name)} = {mark} WHERE {table.where}",
          (other, *key)),))


def of_rows(connection: sqlite3.Connection, most: int) -> Iterator[Alteration]:
    """Rows deleted, duplicated under another key, swapped and forged; tables emptied."""
    for table in tables(connection):
        rows = chosen_rows(connection, table, most)
        for key, cells in rows:
            yield Alteration(table.name, None, f"row {_shown(key)} deleted",
                             ((f"DELETE FROM {quoted(table.name)} WHERE {table.where}", key),))
            yield _doubled(connection, table, key, cells)
        for (one, cells), (other, others) in zip(rows, rows[1:]):
            if swapped := _swapped(table, one, cells, other, others):
                yield swapped
        if len(rows) > 1:
            yield Alteration(table.name, None, "emptied",
                             ((f"DELETE FROM {quoted(table.name)}", ()),))
        yield _forged(table)


def _insert(table: Table, cells: dict, words: str) -> Alteration:
    names = ", ".join(map(quoted, cells))
    marks = ", ".join("?" * len(cells))
    return Alteration(table.name, None, words, ((
        f"INSERT INTO {quoted(table.name)} ({names}) VALUES ({marks})", tuple(cells.values())),))


def _doubled(connection: sqlite3.Connection, table: Table, key: tuple, cells: dict) -> Alteration:
    """A copy of a row under another key: the last column of the key is changed."""
    keys = [name for name, _, _, place in table.columns if place] or table.names[:1]
    copy = dict(cells)
    match copy[keys[-1]]:
        case int():
            top = connection.execute(
                f"SELECT max({quoted(keys[-1])}) FROM {quoted(table.name)}").fetchone()[0]
            copy[keys[-1]] = top + 1
        case str() as text:
            copy[keys[-1]] = text + "x"
        case bytes() as value:
            copy[keys[-1]] = bytes([value[0] ^ 255]) + value[1:] if value else b"x"
    return _insert(table, copy, f"row {_shown(key)} doubled as {_shown((copy[keys[-1]],))}")


def _swapped(table: Table, one: tuple, cells: dict, other: tuple,
             others: dict) -> Alteration | None:
    """Two rows exchange all columns except their keys, which equals an exchange of the keys."""
    names = [name for name, _, _, place in table.columns if not place]
    keys = [name for name, _, _, place in table.columns if place]
    if not names or all(cells[name] == others[name] for name in names):
        return None
    sets = ", ".join(f"{quoted(name)} = ?" for name in names)
    update = f"UPDATE {quoted(table.name)} SET {sets} WHERE {table.where}"
    column = keys[0] if len(keys) == 1 else None
    return Alteration(table.name, column, f"rows {_shown(one)} and {_shown(other)} swapped", (
        (update, (*(others[name] for name in names), *one)),
        (update, (*(cells[name] for name in names), *other))))


def _forged(table: Table) -> Alteration:
    """An invented row, with references to the first rows of other tables."""
    values = {"INTEGER": 1, "INT": 1, "TEXT": "forged", "BLOB": b"\x07" * 32, "REAL": 1.0}
    cells = {name: None if nullable else values.get(kind, 1)
             for name, kind, nullable, _ in table.columns}
    for name, kind, _, place in table.columns:
        if place and kind in ("INTEGER", "INT") and place == max(p for *_, p in table.columns):
            cells[name] = 424_242
    return _insert(table, cells, "a row forged")
