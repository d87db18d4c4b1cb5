#!/usr/bin/env python3
"""Writes Sources/FormRules/Rules/Net/IDNATables.swift: what Swift's Unicode tables do not have for
internationalised domain names.

Run by scripts/make-tables, with the packages unicodedata2 and idna of one version of Unicode
(DerivedBidiClass.txt and ArabicShaping.txt as these carry them).
"""

import pathlib
import textwrap

import idna.idnadata
import unicodedata2

CLASSES = {
    "right": {"R"}, "arabic": {"AL"}, "arabicNumbers": {"AN"}, "europeanNumbers": {"EN"},
    "europeanSigns": {"ES", "CS", "ET", "ON", "BN"},
}


def ranges(values):
    found = []
    for value in sorted(values):
        if found and found[-1][1] == value - 1:
            found[-1][1] = value
        else:
            found.append([value, value])
    return " ".join(f"{a:X}" if a == b else f"{a:X}-{b:X}" for a, b in found)


def literal(name, note, text):
    lines = textwrap.wrap(text, 92, break_on_hyphens=False)
    body = " \\\n".join("    " + line for line in lines)
    return f"  /// {note}\n  static let {name} = \"\"\"\n{body}\n    \"\"\"\n"


bidi = {}
for value in range(0x110000):
    character = chr(value)
    # Marks are found by their category.
    if unicodedata2.category(character) not in ("Cn", "Mn", "Me"):
        bidi.setdefault(unicodedata2.bidirectional(character), set()).add(value)
parts = [
    literal(name, f"Characters of the bidirectional classes {', '.join(sorted(classes))}.",
            ranges(set().union(*(bidi[c] for c in classes))))
    for name, classes in CLASSES.items()
]
for name, types in (("joiningBehind", "LD"), ("joiningBefore", "RD")):
    values = set()
    for kind in types:
        for packed in idna.idnadata.joining_types[kind]:
            values |= set(range(packed >> 32, packed & 0xFFFFFFFF))
    side = "left" if name == "joiningBehind" else "right"
    parts.append(literal(
        name, f"Characters that join with what stands {'behind' if side == 'left' else 'before'}"
        f" them (joining types {types[0]} and {types[1]}).", ranges(values)))
for name, scripts in (
    ("greek", ["Greek"]), ("hebrew", ["Hebrew"]), ("japanese", ["Hiragana", "Katakana", "Han"])
):
    values = set()
    for packed in [packed for script in scripts for packed in idna.idnadata.scripts[script]]:
        values |= set(range(packed >> 32, packed & 0xFFFFFFFF))
    parts.append(literal(name, f"Characters of the script {' or '.join(scripts)}.", ranges(values)))
path = pathlib.Path(__file__).parents[1] / "Sources/FormRules/Rules/Net/IDNATables.swift"
path.write_text(
    "/// Bidirectional classes, joining types and scripts of Unicode "
    f"{unicodedata2.unidata_version}, written by\n/// `scripts/make-idna-table.py`: do not edit.\n"
    "/// Ranges of code points in hexadecimal, ascending.\nenum IDNATables {\n"
    + "\n".join(parts) + "}\n")
