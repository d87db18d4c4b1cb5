"""Verifies proofs of formrec without formrec, as docs/proofs.md describes them.

    python3 verify_proof.py PROOF [RECEIPT or FILE of receipts]

Prints what the proof shows, and exits with 0. Exits with 1 if the proof is not valid, or no receipt confirms it, and
with 2 if that cannot be found out, because a file cannot be read.
"""

import base64
import hashlib
import json
import re
import sys
from typing import Any

RECORD, PAIR, ITEM, CONTENT, EVENT, HEAD = range(6)

class NotValid(Exception):
    """A text is not a proof, or its digests do not lead to its head."""

def need(condition: object, reason: str) -> None:
    if not condition:
        raise NotValid(reason)

def sha256(domain: int, data: bytes) -> bytes:
    return hashlib.sha256(bytes([domain]) + data).digest()

def node(domain: int, data: bytes) -> bytes:
    return sha256(domain, data)[:27]

def number(text: bytes) -> int:
    need(re.fullmatch(rb"0|[1-9][0-9]{0,14}", text), "a number is malformed")
    return int(text)

def decoded(text: bytes) -> bytes:
    need(re.fullmatch(rb"[A-Za-z0-9+/]{36}", text), "a node is malformed")
    return base64.b64decode(text)

def hexadecimal(text: bytes, size: int) -> bytes:
    need(re.fullmatch(rb"[0-9a-f]*", text) and len(text) == 2 * size, "hexadecimal digits are malformed")
    return bytes.fromhex(text.decode())

def root(leaf: bytes, index: int, count: int, path: list[bytes]) -> bytes:
    """The root of a tree (RFC 9162) from a leaf and the nodes beside its way, the lowest one first."""
    need(0 <= index < count, "a position is out of range")
    if count == 1:
        need(not path, "a path is too long")
        return leaf
    need(path, "a path is too short")
    left = 1 << (count - 1).bit_length() - 1
    if index < left:
        return node(PAIR, root(leaf, index, left, path[:-1]) + path[-1])
    return node(PAIR, path[-1] + root(leaf, index - left, count - left, path[:-1]))

def interval(text: bytes) -> range:
    need(re.fullmatch(rb"[1-9][0-9]{0,14}(-[1-9][0-9]{0,14})?", text), "a range is malformed")
    bounds = [int(bound) for bound in text.split(b"-")]
    need(bounds[0] <= bounds[-1], "a range is empty")
    return range(bounds[0], bounds[-1] + 1)

class Lines:
    """The lines of a proof, each with a key and a value."""
    def __init__(self, proof: bytes) -> None:
        self.lines = proof.split(b"\n")
        need(self.lines.pop() == b"", "the last line is incomplete")

    def has(self, key: bytes) -> bool:
        return bool(self.lines) and (self.lines[0] + b" ").startswith(key + b" ")

    def take(self, key: bytes) -> bytes:
        need(self.has(key) and self.lines[0] != key + b" ", f"the line '{key.decode()}' is missing")
        return self.lines.pop(0)[len(key) + 1:]

    def path(self, key: bytes) -> list[bytes]:
        value = self.take(key)
        return [decoded(text) for text in value.split(b" ")] if value else []

def verify(proof: bytes) -> dict[str, Any]:
    """Returns what a proof shows, as a dictionary. Raises NotValid if it is not valid."""
    lines = Lines(proof)
    need(lines.take(b"formrec proof") == b"1", "the format is unknown")
    event, content = lines.take(b"event"), lines.take(b"content")
    header: dict[str, Any] = json.loads(event)
    shown: dict[str, Any] = json.loads(content)
    position, items, item = (lines.take(b"item").split(b" ", 2) + [b"", b""])[:3]
    rest = decoded(lines.take(b"rest"))
    need(lines.has(b"record") == (header["kind"] in ("run", "submission")), "the record is missing")
    if lines.has(b"record"):
        record, text = number(lines.take(b"record")), None
        if lines.has(b"leaf"):
            leaf = decoded(lines.take(b"leaf"))
        else:
            salt, text = hexadecimal(lines.take(b"salt"), 16), [lines.take(b"text")]
            while lines.has(b"text"):
                text.append(lines.take(b"text"))
            leaf = node(RECORD, salt + b"\n".join(text))
        span, *others = item.split(b" as ", 1)
        records, ids = interval(span), [interval(part) for other in others for part in other.split(b",")]
        need(not ids or sum(map(len, ids)) == len(records), "the submissions of a block are malformed")
        index = record - records[0]
        item += b" " + base64.b64encode(root(leaf, index, len(records), lines.path(b"record-path")))
        shown |= facts(text, bool(ids)) | {"record": record}
        for part in ids:
            if 0 <= index < len(part):
                shown["submission"] = part[index]
            index -= len(part)
    else:
        shown["item"] = item.decode()
    top = root(node(ITEM, item), number(position), number(items), lines.path(b"item-path"))
    digest = sha256(CONTENT, number(items).to_bytes(8, "little") + top + rest + content)
    path = lines.path(b"event-path")
    last, head = (lines.take(b"receipt").split(b" ", 1) + [b""])[:2]
    top = root(node(EVENT, digest + event), header["event"] - 1, number(last), path)
    need(not lines.lines, "there are too many lines")
    need(sha256(HEAD, number(last).to_bytes(8, "little") + top) == hexadecimal(head, 32), "the head differs")
    return header | shown | {"receipt": number(last), "head": head.decode()}

def facts(text: list[bytes] | None, has_cells: bool) -> dict[str, Any]:
    """What the text of a record shows: cells and line, or in a replay the submission; errors and verdict."""
    if text is None:
        return {}
    errors = [json.loads(line) for line in text[1:] if line.startswith(b"[")]
    rest = [line.decode() for line in text[1:] if not line.startswith(b"[")]
    verdict = "rejected" if any(error[1] == "error" for error in errors) else "accepted"
    shown = {"verdict": verdict, "errors": errors, "rest": rest}
    if not has_cells:
        return shown | {"submission": number(text[0])}
    line, cells = text[0].split(b" ", 1)
    return shown | {"line": number(line), "cells": cells.decode("utf-8", "replace")}

def confirms(receipts: str, shown: dict[str, Any]) -> bool:
    """Whether a head, or a line of a file of receipts, is the receipt of a proof."""
    if re.fullmatch(r"[0-9a-fA-F]{64}", receipts):
        return bool(receipts.lower() == shown["head"])
    with open(receipts, "rb") as file:
        return any(receipt(line) == (shown["receipt"], shown["head"]) for line in file)

def receipt(line: bytes) -> tuple[Any, Any] | None:
    """The event and the head of a receipt, or None for another line."""
    try:
        members = json.loads(line.decode("utf-8-sig"))
        need(all(isinstance(members[key], str) for key in ("at", "store", "database")), "it is another line")
        return members["event"], members["head"]
    except (NotValid, ValueError, KeyError, TypeError, RecursionError):
        return None

def main() -> None:
    if len(sys.argv) not in (2, 3):
        fail("usage: verify_proof.py PROOF [RECEIPT or FILE of receipts]")
    try:
        report(*sys.argv[1:])
    except OSError as error:
        fail(str(error))

def fail(reason: str) -> None:
    print(reason, file=sys.stderr)
    sys.exit(2)

def report(path: str, receipts: str | None = None) -> None:
    with open(path, "rb") as file:
        proof = file.read()
    try:
        shown = verify(proof)
    except (NotValid, ValueError, KeyError, TypeError, IndexError) as error:
        sys.exit(f"not valid: {error if isinstance(error, NotValid) else 'the proof is malformed'}")
    print(json.dumps(shown, ensure_ascii=False, indent=2))
    if receipts is not None and not confirms(receipts, shown):
        sys.exit("no receipt confirms the proof")

if __name__ == "__main__":
    main()
