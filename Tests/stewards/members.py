"""The form that the trials use, its records, and failures with their honest corrections.

`READS` states independently of formrec which fields a rule reads.
"""

import random
from dataclasses import dataclass
from datetime import date, timedelta

DEFINITIONS = r"""
form: members
key: [number]
columns: keep
lists:
  countries: [DE, FR, PL, TR, CN, NA, other]
fields:
  - {name: number, type: text, required: true}
  - {name: name, header: Größe Name, aliases: [name], type: text, required: true, trim: true}
  - {name: postcode, type: text}
  - {name: device, type: text}
  - {name: gene, type: text}
  - {name: account, type: text}
  - {name: born, type: date, format: dd.MM.yyyy}
  - {name: joined, type: date}
  - {name: left, type: date}
  - {name: opens, type: time, format: "H:mm"}
  - {name: seen, type: datetime}
  - {name: amount, type: decimal, scale: 2, point: ",", group: "."}
  - {name: price, type: decimal, scale: 2}
  - {name: latitude, type: number}
  - {name: dose, type: number}
  - {name: quantity, type: integer}
  - {name: active, type: boolean, true: [yes], false: [no]}
  - {name: country, type: text}
  - {name: email, type: text}
  - {name: channel, type: text}
  - {name: phone, type: text, sensitive: true}
  - {name: insurance, type: text, sensitive: true}
  - {name: tags, type: list, separator: ";"}
  - {name: notes, type: text}
  - {name: formula, type: text}
  - {name: story, type: text}
---
rules: members
form: members
fields:
  number:
    - pattern: '\d{6}'
    - unique
  name:
    - length: {max: 40}
  postcode:
    - pattern: '\d{5}'
  device:
    - pattern: '[0-9a-f]{8}'
  gene:
    - pattern: '[A-Z]+\d+'
  account:
    - pattern: '\d{20}'
  latitude:
    - range: {min: -90, max: 90}
  quantity:
    - range: {min: 0, max: 1000}
  country:
    - in: {list: countries}
  email:
    - email
  channel:
    - in: [post, phone]
  phone:
    - pattern: '\+\d{8,15}'
    - {required: , when: "channel = 'phone'"}
  insurance:
    - pattern: '[A-Z]\d{9}'
  tags:
    - length: {max: 3}
  notes:
    - {length: {max: 60}, severity: warning}
record:
  - must: left is blank or left >= joined
    id: left.order
    at: left
"""

FIELDS = ["number", "name", "postcode", "device", "gene", "account", "born", "joined", "left",
          "opens", "seen", "amount", "price", "latitude", "dose", "quantity", "active", "country",
          "email", "channel", "phone", "insurance", "tags", "notes", "formula", "story"]
HEADERS = {"name": "Größe Name"}
# A column that is not a field.
EXTRA = "Bemerkung ü"
MASKED = {"phone", "insurance"}
DATES = {"born": "%d.%m.%Y", "joined": "%Y-%m-%d", "left": "%Y-%m-%d"}

# The fields that a rule reads, if they are not only the field at which it is shown.
READS = {"left.order": {"left", "joined"}, "phone.required": {"phone", "channel"}}


def header(field: str) -> str:
    return HEADERS.get(field, field)


def open_fields(rules) -> set | None:
    """The fields that the failures of these rules open, or None for all of them."""
    fields = set()
    for rule in rules:
        if rule.startswith("csv."):
            return None
        fields |= READS.get(rule, {rule.split(".")[0]})
    return fields


WESTERN = ["Zoë Müller", "Ana Núñez", "Jürgen Weiß", "Søren Ågård", "Renée Çelik", "Bo Smith",
           "Ana Smit", "Łukasz Żak", "O'Neill, Pat", "Cy \"Ace\" Day"]
ALL = WESTERN + ["李小龍", "Şule Yıldız", "Řehoř Dvořák", "Νίκος", "Иван Петров", "佐藤 健"]
WESTERN = [name for name in WESTERN if "Ł" not in name]
GENES = ["SEPT1", "MARCH2", "DEC1", "BRCA1", "TP53", "OCT4", "NOV3"]
FORMULAS = ["=1+1", "-5 dB", "@home", "+x", "plain", "=SUM(A1:A3)", "", "1/2", "TRUE", "007",
            "'quoted", "a  b", "1e5", "<b>&amp;"]
DEVICES = ["73928e03", "00012345", "1234e567", "0a1b2c3d", "99999999", "deadbeef"]


def record(draw: random.Random, number: int, names=ALL) -> dict:
    """A valid record. Codes have leading zeros, numbers many digits."""
    born = date(1940, 1, 1) + timedelta(draw.randrange(25_000))
    joined = date(2010, 1, 1) + timedelta(draw.randrange(4_000))
    cents = draw.randrange(1, 99_999_999 if draw.random() < 0.3 else 999_999)
    return {
        "number": f"{number:06}",
        "name": draw.choice(names) + f" {draw.randrange(1000)}",
        "postcode": f"{draw.randrange(100, 99_999):05}",
        "device": draw.choice(DEVICES) if draw.random() < 0.5 else f"{draw.getrandbits(32):08x}",
        "gene": draw.choice(GENES),
        "account": str(draw.randrange(10**19, 10**20)),
        "born": born.strftime("%d.%m.%Y"),
        "joined": joined.isoformat(),
        "left": draw.choice(["", (joined + timedelta(draw.randrange(900))).isoformat()]),
        "opens": f"{draw.randrange(6, 20)}:{draw.choice(['00', '30', '05'])}",
        "seen": f"2026-0{draw.randrange(1, 9)}-1{draw.randrange(9)}T1{draw.randrange(9)}:30:15+01:00",
        "amount": f"{cents // 100},{cents % 100:02}",
        "price": f"{draw.randrange(1, 500)}.{draw.choice(['50', '00', '25', '5'])}",
        "latitude": f"{draw.uniform(-89, 89):.13f}",
        "dose": draw.choice(["0.000012345", "1e-7", "0.00000098765", "2.50"]),
        "quantity": str(draw.randrange(1000)),
        "active": draw.choice(["yes", "no"]),
        "country": draw.choice(["DE", "FR", "PL", "NA", "other"]),
        "email": f"p{number}@example.org",
        "channel": draw.choice(["post", "phone"]),
        "phone": f"+49{draw.randrange(10**8, 10**9)}",
        "insurance": f"{draw.choice('ABCX')}{draw.randrange(10**9):09}",
        "tags": draw.choice(["a;b", "x", "", "été;b"]),
        "notes": draw.choice(["Über «alles»", "two\nlines", "plain", "", "naïve – dash", "a\n\nb"]),
        "formula": draw.choice(FORMULAS),
        "story": draw.choice(["", "Lorem ipsum " * 8, "Straße " * 30, "x" * 400]),
        EXTRA: draw.choice(["", "für 5 €", "01234", "3/4", "é"]),
    }


@dataclass
class Failure:
    """A failure that a record can have: the wrong texts of cells, made from the right ones."""

    name: str
    spoil: object

    def apply(self, cells: dict, draw: random.Random) -> dict:
        """The wrong texts by field."""
        return self.spoil(cells, draw)


def _one(field, change):
    return lambda cells, draw: {field: change(cells[field])}


def _iso(text):
    day, month, year = text.split(".")
    return f"{year}-{month}-{day}"


def _left_before_joined(cells, draw):
    joined = date.fromisoformat(cells["joined"])
    return {"left": (joined - timedelta(draw.randrange(1, 400))).isoformat()}


FAILURES = [
    Failure("lost zeros of the key", _one("number", lambda t: t.lstrip("0"))),
    Failure("lost zero", lambda c, d: {"postcode": str(int(c["postcode"]) % 10_000)}),
    Failure("no plus sign", _one("phone", lambda t: t[1:])),
    Failure("ISO date", _one("born", _iso)),
    Failure("American date", lambda c, d: {
        "joined": "{1}/{2}/{0}".format(*c["joined"].split("-")), "left": ""}),
    Failure("blanks", _one("gene", lambda t: f" {t}  ")),
    Failure("curly quotes", _one("device", lambda t: f"“{t}”")),
    Failure("not in the list", _one("country", lambda t: "Deutschland")),
    Failure("no address", _one("email", lambda t: t.replace("@", " at "))),
    Failure("wrong order", _left_before_joined),
    Failure("point", lambda c, d: {"amount": c["amount"].replace(",", ".")}),
    Failure("word", _one("active", lambda t: "maybe")),
    Failure("too many items", _one("tags", lambda t: "a;b;c;d;e")),
    Failure("out of range", _one("quantity", lambda t: f"{int(t) + 5000}")),
    Failure("no name", _one("name", lambda t: "")),
    Failure("scientific notation", _one("account", lambda t: f"{float(t):.5E}")),
    Failure("lower case", _one("gene", str.lower)),
    Failure("masked value", _one("insurance", lambda t: t[:-2])),
    Failure("required if", lambda c, d: {"channel": "phone", "phone": ""}),
    Failure("too long", _one("notes", lambda t: "Länge " * 15)),
    Failure("long name", _one("name", lambda t: t + " von und zu Oberunterhausen am See 1234")),
    Failure("time with point", _one("opens", lambda t: t.replace(":", "."))),
    Failure("hour of 25", _one("seen", lambda t: t[:11] + "25" + t[13:])),
    Failure("currency", _one("price", lambda t: t + " €")),
    Failure("wrong latitude", _one("latitude", lambda t: "1" + t.replace("-", "").zfill(15))),
    Failure("decimal comma", _one("dose", lambda t: "0,5")),
]
