#!/usr/bin/env python3
"""Writes Tables/alphabets.txt: the letters of languages, and their own digits.

Run by scripts/make-tables. Letters are the main and auxiliary exemplar characters of Unicode CLDR, from
ICU (PyPI package pyicu-wheels), in both cases. SCRIPTS and EXTRA are maintained by hand.
"""

import pathlib
import unicodedata

import icu

TARGET = pathlib.Path(__file__).parent.parent / "Tables/alphabets.txt"
# The release of CLDR in each release of ICU (https://icu.unicode.org/download).
CLDR = {77: 47, 78: 48}
LANGUAGES = """
ar az be bg bn bs ca ckb cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy is it ja ka kk kn
ko ku ku-arab ku-iq lt lv mk ml mn mt nb nl nn no or pa pl pt ro ru si sk sl sq sr sr-latn sv ta te th tr uk ur vi zh
""".split()
# Languages that are the only or almost the only ones with their script: all its letters, marks and digits. Han has
# rare characters that occur in names.
SCRIPTS = {
    "bn": "Beng", "gu": "Gujr", "he": "Hebr", "hi": "Deva", "hy": "Armn", "ja": "Hira Kana Hani",
    "ka": "Geor", "kn": "Knda", "ko": "Hang", "ml": "Mlym", "or": "Orya", "pa": "Guru", "si": "Sinh",
    "ta": "Taml", "te": "Telu", "th": "Thai", "zh": "Hani",
}
# Characters inside words that are not letters, and letters that CLDR does not list: the Arabic letters of loan words
# from Arabic, and those that Arabic keyboards produce for a language's own.
EXTRA = {
    "ar": "ٱ", "ca": "·", "fa": "ٱۀ", "he": "׳״", "ja": "・", "ur": "ٱإكىۓ",
}
JOINERS = "\u200c\u200d"
# Kurdish in Arabic letters, as in Iraq, is a separate language in CLDR.
SAME = {"ku-arab": "ckb", "ku-iq": "ckb"}


def numbering(language):
    """The language's own digits besides those of ASCII, if its numbering system is decimal."""
    system = icu.NumberingSystem.createInstance(icu.Locale(f"{language}@numbers=native"))
    digits = set() if system.isAlgorithmic() else set(system.getDescription())
    for script in SCRIPTS.get(language, "").split():
        digits |= set(icu.UnicodeSet(f"[[:scx={script}:]&[:Nd:]]"))
    if language == "ja":
        digits |= set("０１２３４５６７８９")
    return {digit for digit in digits if unicodedata.category(digit) == "Nd" and not digit.isascii()}


def letters(language):
    data = icu.LocaleData(icu.Locale.forLanguageTag(language).getName())
    found = set(EXTRA.get(language, ""))
    for kind in (icu.ULocaleDataExemplarSetType.ES_STANDARD, icu.ULocaleDataExemplarSetType.ES_AUXILIARY):
        for text in data.getExemplarSet(0, kind):
            found |= {c for c in text if unicodedata.category(c)[0] in "LM" or c in JOINERS}
    for script in SCRIPTS.get(language, "").split():
        found |= set(icu.UnicodeSet(f"[[:scx={script}:]&[[:L:][:M:]]]"))
    return found | {c for c in CASED if c.lower() in found} | {c.upper() for c in found if len(c.upper()) == 1}


def ranges(characters):
    runs = []
    for point in sorted(map(ord, characters)):
        if runs and point == runs[-1][1] + 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return " ".join(f"{a:X}" if a == b else f"{a:X}-{b:X}" for a, b in runs)


# Characters with a lower case, except those that normal form C maps to another character, such as the Kelvin sign.
CASED = [c for c in map(chr, range(0x30000))
         if len(c.lower()) == 1 and c.lower() != c and unicodedata.normalize("NFC", c) == c]
lines = []
for tag in LANGUAGES:
    language = SAME.get(tag, tag)
    digits = numbering(language)
    lines.append(f"{tag} {ranges(letters(language))}" + (f" | {ranges(digits)}" if digits else "") + "\n")
release = int(icu.ICU_VERSION.split(".")[0])
TARGET.write_text(
    f"""\
# The letters that languages are written with, as code points, then behind | the language's own digits
# beside those of ASCII. Written by scripts/make-alphabet-table.py: do not edit.
#
# The main and auxiliary exemplar characters of Unicode CLDR, release {CLDR[release]} (as ICU {icu.ICU_VERSION} has
# it), in upper and lower case: letters, marks and joiners. A language with a script to itself has all its
# letters and marks.
"""
    + "".join(lines))
print(len(LANGUAGES), "languages of CLDR", CLDR[release])
