"""Compares codes with check digits with python-stdnum."""

from stdnum import bic, ean, iban, imei, isbn, isin, issn, luhn

from differential import Family, mutated

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def families(random, count):
    digits = "0123456789"
    share = count // 8

    def numbers(*lengths, alphabet=digits, extra=""):
        for _ in range(share // 10):
            text = "".join(random.choice(alphabet) for _ in range(random.choice(lengths)))
            # Tries every last digit, so that one is valid.
            yield from (text + last for last in digits + extra)

    yield Family("ean", "ean: {lengths: [8, 12, 13, 14]}", numbers(7, 11, 12, 13),
                 ean.is_valid)
    yield Family("isbn", "isbn", [("978" if random.random() < 0.5 and len(t) == 10 else "") + t
                                  for t in numbers(9, alphabet=digits, extra="X")]
                 + ["97" + t for t in numbers(10)], isbn.is_valid)
    yield Family("issn", "issn",
                 [t[:4] + "-" + t[4:] for t in numbers(7, extra="X")], issn.is_valid)
    yield Family("imei", "imei", numbers(14), imei.is_valid)
    yield Family("luhn", "luhn", numbers(*range(1, 20)), luhn.is_valid)
    countries = ["US", "DE", "GB", "FR", "XS", "ZZ", "JP", "CH", "A1"]
    yield Family("isin", "isin", [random.choice(countries) + t for t in
                                  numbers(9, alphabet=digits + LETTERS)], isin.is_valid, prefixes)
    yield Family("iban", "iban", list(ibans(random, share)), iban.is_valid, countries_of)
    yield Family("bic", "bic", list(bics(random, share)), bic.is_valid, countries_of_bic)


def ibans(random, count):
    samples = [
        "GB29NWBK60161331926819", "DE89370400440532013000", "FR1420041010050500013M02606",
        "NL91ABNA0417164300", "ES9121000418450200051332", "CH9300762011623852957",
        "AT611904300234573201", "BE68539007547034", "NO9386011117947", "PL61109010140000071219812874",
        "IT60X0542811101000000123456", "SE4550000000058398257466", "LT121000011101001000",
    ]
    for _ in range(count):
        text = random.choice(samples)
        at = random.randrange(4, len(text))
        text = text[:at] + random.choice("0123456789" + LETTERS[:6]) + text[at + 1:]
        if random.random() < 0.6:
            # The correct check digits.
            number = int("".join(str(int(c, 36)) for c in text[4:] + text[:2] + "00"))
            text = text[:2] + "%02d" % (98 - number % 97) + text[4:]
        yield text


def bics(random, count):
    for _ in range(count):
        text = "".join(random.choice(LETTERS) for _ in range(4)) + random.choice(
            ("DE", "FR", "GB", "US", "JP", "ZZ", "D1")) + "".join(
            random.choice(LETTERS + "0123456789") for _ in range(random.choice((2, 5))))
        yield mutated(random, text, LETTERS + "0123456789") if random.random() < 0.2 else text


def prefixes(value, ours):
    # Agencies have codes other than those of countries, such as XS and EU; the library lists some.
    return "any two letters may name the agency" if ours else None


def countries_of(value, ours):
    # The library also checks the account numbers of some countries.
    if ours and value[:2] in ("BE", "ES", "CH", "NO", "PL", "FI"):
        return "the library knows the check digits of account numbers too"
    return None


def countries_of_bic(value, ours):
    if not ours and value[4:6] in ("ZZ",) or not ours and value[4:6].isalpha():
        return "the library does not look at the country"
    return None
