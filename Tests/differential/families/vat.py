"""Compares VAT numbers with python-stdnum, country by country."""

import importlib

from stdnum.cz import rc as birth_numbers

from differential import Family, mutated

MODULES = {
    "AT": "at.uid", "AU": "au.abn", "BE": "be.vat", "BG": "bg.vat", "CH": "ch.vat", "CY": "cy.vat",
    "CZ": "cz.dic", "DE": "de.vat", "DK": "dk.cvr", "EE": "ee.kmkr", "ES": "es.nif",
    "FI": "fi.alv", "FR": "fr.tva", "GB": "gb.vat", "GR": "gr.vat", "HR": "hr.oib",
    "HU": "hu.anum", "IE": "ie.vat", "IT": "it.iva", "LT": "lt.pvm", "LU": "lu.tva",
    "LV": "lv.pvn", "MT": "mt.vat", "NL": "nl.btw", "NO": "no.mva", "PL": "pl.nip",
    "PT": "pt.nif", "RO": "ro.cf", "SE": "se.vat", "SI": "si.ddv", "SK": "sk.dph",
}

SHAPES = {
    "AT": ["U########"], "AU": ["###########"], "BE": ["0#########", "1#########"],
    "BG": ["#########", "########## "], "CH": ["#########", "#########MWST", "#########IVA"],
    "CY": ["########@"], "CZ": ["########", "6########", "#########", "DDDDDD###", "DDDDDD####"],
    "DE": ["#########"], "DK": ["########"], "EE": ["#########"],
    "ES": ["@#######@", "@########", "########@"], "FI": ["########"],
    "FR": ["###########", "@##########", "#@#########"], "GB": ["#########", "GD###", "HA###"],
    "GR": ["#########"], "HR": ["###########"], "HU": ["########"],
    "IE": ["#######@", "#######@@", "#@#####@", "#+#####@", "#*#####@"], "IT": ["########100"],
    "LT": ["#######1#", "##########1#"], "LU": ["########"],
    "LV": ["###########", "DDDDDD#####", "32#########"], "MT": ["########"],
    "NL": ["#########B##"], "NO": ["#########MVA"], "PL": ["##########"], "PT": ["#########"],
    "RO": ["######", "#######", "########", "#########"], "SE": ["##########01"],
    "SI": ["########"], "SK": ["##########", "DDDDDD####"],
}


def families(random, count):
    count += count // 4  # Some are skipped or repeated.
    for country, module in MODULES.items():
        check = importlib.import_module("stdnum." + module)
        values = []
        while len(values) < count // len(MODULES):
            text = shaped(random, random.choice(SHAPES[country]).strip())
            values.append(text)
            # Few random numbers have valid check digits, so every last character is tried.
            if random.random() < 0.3:
                at = random.randrange(len(text))
                pool = "0123456789" if text[at].isdigit() else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                values += [text[:at] + c + text[at + 1:] for c in pool]
            if random.random() < 0.1:
                values.append(mutated(random, text, "0123456789ABCXYZ+*"))
        yield Family(
            f"vat {country}", f"vat: {{countries: {country}, prefix: none, separators: false}}",
            values,
            lambda value, check=check, country=country: reference(check, country, value),
            lambda value, ours, country=country: explain(country, value, ours))


def shaped(random, shape):
    text = ""
    index = 0
    while index < len(shape):
        c = shape[index]
        if c == "D":
            # Often a valid birthday.
            text += "%02d%02d%02d" % (
                random.randrange(100), random.choice((0, 0, 20, 40, 50, 70)) + random.randrange(14),
                random.randrange(33))
            index += 6
            continue
        text += (random.choice("0123456789") if c == "#"
                 else random.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") if c == "@" else c)
        index += 1
    return text


def reference(check, country, value):
    # The library accepts lower case, separators and prefixes, which are separate parameters in formrec.
    if not value.isascii() or not all(c.isdigit() or c.isupper() or c in "+*" for c in value):
        return None
    if country not in ("CH", "GB", "ES", "AT") and value[:2].isalpha():
        return None
    return check.is_valid("CHE" + value if country == "CH" else value)


def explain(country, value, ours):
    if country in ("BE", "GR", "NL") and not ours:
        return "the library puts zeros before numbers that are too short"
    if country == "CZ" and not ours and value.endswith("0"):
        return "Czech birth numbers after 1984 divide by 11"
    if country == "CH" and ours and value.isdigit():
        return "MWST, TVA or IVA may be left out behind a Swiss number"
    if country == "GB" and not ours and value[7:9] in ("98", "99"):
        return "97 less a remainder is never 98 or 99, though these leave the same remainder as 1 and 2"
    if country == "SE" and ours and value[-2:] != "01":
        return "Swedish groups number their units from 01 to 94"
    if country == "SK" and not ours and birth_numbers.is_valid(value):
        return "the library takes birth numbers, which are no tax numbers of Slovakia"
    return None
