#!/usr/bin/env python3
"""Writes Sources/FormInput/Generated/LetterTables.swift: how frequent letters and pairs of letters are in languages whose
texts have encodings other than UTF-8.

Run by scripts/make-tables, with the package pyicu-wheels (names of regions, languages, currencies, cities, months and
numbers of CLDR), and with stopwordsiso (frequent words).
"""

import collections
import math
import pathlib
import unicodedata

import icu
import stopwordsiso

LANGUAGES = """
az be bg ca cs cy da de el eo es et eu fa fi fo fr ga gl he hr hu is it lt lv mk mt nb nl pl pt ro ru sk sl sq sr
sv th tr uk ur vi ar
""".split()

# Frequent endings of Italian words, which the names of CLDR lack.
MORE = {
    "it": """città università società attività qualità possibilità realtà verità libertà età papà metà comunità umanità
        novità località però ciò può farà sarà avrà è perché né sé poiché finché benché giù più virtù gioventù tribù gesù
        lunedì martedì mercoledì giovedì venerdì così sì lì mezzodì caffè tè cioè sarò avrò farò andò lasciò trovò Forlì
        Cefalù Cantù""",
}

# The weight of independence in the probability of a pair, in pairs.
SMOOTHING = 300
TONES = "\u0300\u0301\u0303\u0309\u0323"


def phrases(language):
    locale = icu.Locale(language)
    found = set(MORE.get(language, "").split())
    for code in icu.Locale.getISOCountries():
        found.add(icu.Locale("und_" + code).getDisplayCountry(locale))
    for code in icu.Locale.getISOLanguages():
        found.add(icu.Locale(code).getDisplayLanguage(locale))
    symbols = icu.DateFormatSymbols(locale)
    found.update(symbols.getMonths())
    found.update(symbols.getWeekdays())
    zones = icu.TimeZoneNames.createInstance(locale)
    for zone in icu.TimeZone.createEnumeration():
        found.add(zones.getExemplarLocationName(zone) or "")
    for kind in icu.MeasureUnit.getAvailableTypes():
        for unit in icu.MeasureUnit.getAvailable(kind):
            width = icu.UNumberUnitWidth.FULL_NAME
            form = icu.NumberFormatter.withLocale(locale).unit(unit).unitWidth(width)
            try:
                found.update([form.formatInt(number) for number in (1, 2, 5)])
            except icu.ICUError:
                # ICU has no patterns for the unit.
                continue
    numbers = icu.RuleBasedNumberFormat(icu.URBNFRuleSetTag.SPELLOUT, locale)
    found.update(numbers.format(number) for number in [*range(101), 200, 300, 1000, 2000, 1000000])
    if stopwordsiso.has_lang({"nb": "no"}.get(language, language)):
        found.update(stopwordsiso.stopwords({"nb": "no"}.get(language, language)))
    return {unicodedata.normalize("NFC", phrase) for phrase in found}


def in_encoding(language, text):
    """The text with the characters that the encodings of the language have."""
    if language == "vi":
        return "".join(decomposed(character) for character in text)
    pairs = {"fa": "یيۀه", "ur": "یيۀه", "ro": "șşțţȘŞȚŢ"}.get(language, "")
    return text.translate({ord(a): b for a, b in zip(pairs[::2], pairs[1::2])})


def decomposed(character):
    """A letter and its tone mark."""
    parts = unicodedata.normalize("NFD", character)
    base = parts[0] + "".join(part for part in parts[1:] if part not in TONES)
    return unicodedata.normalize("NFC", base) + "".join(part for part in parts[1:] if part in TONES)


def words(language):
    found = set()
    for phrase in phrases(language):
        word = ""
        for character in in_encoding(language, phrase) + " ":
            if character.isalpha() or unicodedata.category(character) == "Mn":
                lower = character.lower()
                word += lower if len(lower) == 1 else character
            else:
                found.add(word)
                word = ""
    return found - {""}


def weight(probability):
    """A character for the natural logarithm: `0` for -2, and the next one for each step of -0.5."""
    return chr(ord("0") + min(62, max(0, round((-math.log(probability) - 2) * 2))))


def table(language):
    letters, pairs = collections.Counter(), collections.Counter()
    for word in words(language):
        text = " " + word + " "
        letters.update(text[1:])
        pairs.update(zip(text, text[1:]))
    total = sum(letters.values())
    known = {letter for letter, count in letters.items() if count > 1}
    lines = ["".join(x + weight(letters[x] / total) for x in sorted(known))]
    for first in sorted(known):
        found = ""
        for second in sorted(known):
            count = pairs[first, second]
            if count > 1 and not (first + second).isascii():
                expected = SMOOTHING * letters[first] * letters[second] / total / total
                found += second + weight((count + expected) / (total + SMOOTHING))
        if found:
            lines.append(first + found)
    return lines


def written(text):
    return "".join(
        f"\\u{{{ord(c):X}}}" if unicodedata.category(c)[0] in "CM" or c == "\\" else c for c in text)


out = [
    "// Generated by `scripts/make-letter-table.py`: do not edit.\n\n// swift-format-ignore-file\n\n"
    "/// The frequencies of letters and of pairs with a letter beyond ASCII, from words of CLDR.\n///\n"
    "/// The first line of a language has its letters, each other line the pairs that begin with its\n"
    "/// first character. The blank is the edge of a word. The character after a letter is its weight:\n"
    "/// `0` stands for a natural logarithm of -2, and each next character for 0.5 less.\n"
    "enum LetterTables {\n  static let languages: [(code: String, name: String, lines: String)] = [\n"
]
for language in sorted(LANGUAGES):
    name = icu.Locale(language).getDisplayLanguage(icu.Locale("en"))
    body = "\n".join("      " + written(line) for line in table(language))
    out.append(f"    (\n      \"{language}\", \"{name}\",\n      \"\"\"\n{body}\n      \"\"\"\n    ),\n")
out.append("  ]\n}\n")
root = pathlib.Path(__file__).resolve().parent.parent
(root / "Sources/FormInput/Generated/LetterTables.swift").write_text("".join(out))
