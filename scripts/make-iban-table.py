#!/usr/bin/env python3
"""Writes Tables/iban.txt: the structure of an IBAN after the check digits, by country.

Run by scripts/make-tables. The countries of SWIFT's registry come from the PyPI package python-stdnum
(its iban.dat states the release). OTHERS is maintained by hand; `differences` prints the differences from the
package schwifty.
"""

import json
import pathlib
import re

import schwifty
import stdnum

TARGET = pathlib.Path(__file__).parent.parent / "Tables/iban.txt"
OTHERS = """
AO 21n, AX 14n, BF 2c22n, BF 23n, BJ 2c22n, BL 10n11c2n, CF 23n, CG 23n, CI 2c22n, CM 23n, CV 21n,
DZ 22n, DZ 20n, GA 23n, GF 10n11c2n, GP 10n11c2n, GQ 23n, GW 2c19n, IR 22n, KM 23n, MA 24n, MF 10n11c2n,
MG 23n, ML 2c22n, MQ 10n11c2n, MZ 21n, NC 10n11c2n, NE 2a22n, PF 10n11c2n, PM 10n11c2n, RE 10n11c2n,
SN 2c22n, TD 23n, TF 10n11c2n, TG 2c22n, WF 10n11c2n, YT 10n11c2n
"""


def runs(structure):
    """Converts `4!n4!n12!c` to `8n12c`: adjacent parts of one kind are joined."""
    found = []
    for count, kind in re.findall(r"(\d+)!?([nac])", structure):
        if found and found[-1][1] == kind:
            found[-1][0] += int(count)
        else:
            found.append([int(count), kind])
    return "".join(f"{count}{kind}" for count, kind in found)


def differences(others):
    folder = pathlib.Path(schwifty.__file__).parent / "iban_registry"
    theirs = json.loads((folder / "generated.json").read_text())
    theirs |= json.loads((folder / "overwrite.json").read_text())
    for country in sorted({country for country, _ in others}):
        ours = [structure for code, structure in others if code == country]
        spec = theirs.get(country, {}).get("bban_spec")
        # It lacks territories, whose IBANs begin with their countries' codes there.
        if spec is not None and runs(spec) not in ours:
            yield f"{country}: {' or '.join(ours)}, schwifty has {spec}"


path = pathlib.Path(stdnum.__file__).parent / "iban.dat"
source = path.read_text()
release = re.search(r"iban-registry-v(\d+)", source)[1]
registered = re.findall(r'^([A-Z]{2}) .*bban="([^"]*)"', source, re.MULTILINE)
others = [tuple(entry.split()) for entry in OTHERS.split(",")]
TARGET.write_text(
    f"""\
# What stands behind the check digits of an IBAN, by country: digits (n), capital letters (a), or either
# (c), each with how many. Written by scripts/make-iban-table.py: do not edit.
#
# First SWIFT's IBAN Registry (ISO 13616-1), release {release}, as python-stdnum {stdnum.__version__} has it.
"""
    + "".join(f"{country} {runs(structure)}\n" for country, structure in sorted(registered))
    + """
# Countries that use IBANs without being in the registry: dependencies of France and Finland with the
# structures of these, and countries whose banks print them on their own account, as the banks' own
# examples show (November 2026).
"""
    + "".join(f"{country} {structure}\n" for country, structure in others))
print(len(registered), "registered,", len(others), "others")
for line in differences(others):
    print(line)
