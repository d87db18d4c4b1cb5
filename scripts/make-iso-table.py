#!/usr/bin/env python3
"""Writes Sources/FormRules/Rules/Codes/ISOTables.swift.

Run by scripts/make-tables. Countries come from the PyPI package `iso3166` (MIT); the codes of currencies and languages are read
out of `pycountry`, which carries Debian's iso-codes. Only codes are taken, no names.
"""

import pathlib
from importlib.metadata import version

import iso3166
import pycountry

TARGET = pathlib.Path(__file__).parent.parent / "Sources/FormRules/Rules/Codes/ISOTables.swift"


def literal(name, summary, text, width):
    lines = "".join(f"    {text[i:i + width]}\n" for i in range(0, len(text), width))
    return f'\n  /// {summary}\n  static let {name} = """\n{lines}    """\n'


countries = sorted((c.alpha2, c.alpha3, c.numeric) for c in iso3166.countries if c.alpha2 != "XK")
currencies = sorted((c.alpha_3, c.numeric) for c in pycountry.currencies)
languages = list(pycountry.languages)
short = sorted(l.alpha_2 for l in languages if hasattr(l, "alpha_2"))
long = {l.alpha_3 for l in languages} | {l.bibliographic for l in languages if hasattr(l, "bibliographic")}
long |= {l.alpha_3 for l in pycountry.language_families}
TARGET.write_text(
    f"""\
/// Codes of ISO standards, written by scripts/make-iso-table.py: do not edit. From the PyPI packages
/// iso3166 {version("iso3166")} (MIT) and pycountry {version("pycountry")} (data of Debian's iso-codes).
///
/// Each table is one run of codes of equal width; the line breaks between mean nothing.
enum ISOTables {{"""
    + literal("countries", "ISO 3166-1: alpha-2, alpha-3 and numeric code of each country, 8 characters.",
              "".join("".join(c) for c in countries), 96)
    + literal("currencies", "ISO 4217: letters and number of each currency in use, 6 characters.",
              "".join(a + n for a, n in currencies), 96)
    + literal("languages2", "ISO 639-1: codes of two letters.", "".join(short), 96)
    + literal("languages3", "ISO 639-2, -3 and -5: codes of three letters, of books as well as of terms.",
              "".join(sorted(long)), 96)
    + "}\n")
print(len(countries), len(currencies), len(short), len(long))
