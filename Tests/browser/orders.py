"""Orders with 1,000 failures of 12 kinds, for the page on which people repair failures."""

import csv
import random

DEFINITIONS = """
form: orders
title: Orders
fields:
  - {name: order, label: Order, type: text, required: true}
  - {name: customer, label: Customer, type: text, required: true}
  - {name: region, label: Region, type: text}
  - {name: email, label: E-mail, type: text}
  - {name: country, label: Country, type: text}
  - {name: city, label: City, type: text}
  - {name: ordered, label: Ordered on, type: date}
  - {name: shipped, label: Shipped on, type: date}
  - {name: amount, label: Amount, type: decimal, scale: 2}
  - {name: quantity, label: Quantity, type: integer}
  - {name: status, label: Status, type: text, required: true}
  - {name: currency, label: Currency, type: text}
---
rules: orders
form: orders
fields:
  order:
    - pattern: "^O-[0-9]{6}$"
  region:
    - required
  email:
    - email
  country:
    - in: [Portugal, Spain, France, Germany, Italy, Norway, Denmark, Sweden, Poland, Romania]
  city:
    - resembles
  amount:
    - range: {min: 0}
  quantity:
    - range: {min: 1, max: 500}
  status:
    - in: [open, paid, shipped, cancelled]
  currency:
    - in: [EUR, NOK, DKK, SEK, PLN, RON]
record:
  - must: shipped >= ordered
    id: shipped.order
"""

COUNTRIES = "Portugal Spain France Germany Italy Norway Denmark Sweden Poland Romania".split()
CITIES = "Lisbon Madrid Bordeaux Hamburg Bologna Trondheim Copenhagen Gothenburg Krakow Bucharest".split()


def turned(mark):
    """A change of an ISO date to day, month and year with a mark."""
    return lambda date: mark.join(reversed(date.split("-")))


# The field, the number of records and the change of each kind of failure.
FAILURES = [
    ("email", 120, lambda text: text.replace("@", " @")),
    ("country", 100, lambda text: text[:2] + text[3:]),
    ("ordered", 90, turned("/")),
    ("amount", 90, lambda text: "€ " + text.replace(".", ",")),
    ("region", 80, lambda text: ""),
    ("status", 80, lambda text: "payed"),
    ("currency", 80, lambda text: "euros"),
    ("order", 80, lambda text: text.replace("-", "")),
    ("city", 80, lambda text: text[:3] + "x" + text[4:]),
    ("quantity", 70, lambda text: text + " pcs"),
    ("shipped", 70, turned(".")),
    ("status", 60, lambda text: ""),
]


def records(count=5_000, share=1):
    """Records, in which `share` times 1,000 have a failure; and the valid records."""
    chance = random.Random(1)
    valid = []
    for index in range(count):
        place, customer = chance.randrange(10), chance.randrange(400)
        day, month = chance.randint(1, 27), chance.randint(1, 11)
        valid.append({
            "order": f"O-{index:06}", "customer": f"C{customer:04}", "region": f"R{customer % 17:02}",
            "email": f"user{customer}@example.com", "country": COUNTRIES[place], "city": CITIES[place],
            "ordered": f"2026-{month:02}-{day:02}", "shipped": f"2026-{month:02}-{day + 1:02}",
            "amount": f"{chance.randint(100, 99_999) / 100:.2f}", "quantity": str(chance.randint(1, 400)),
            "status": chance.choice(["open", "paid", "shipped", "cancelled"]), "currency": "EUR"})
    failing = [dict(record) for record in valid]
    chosen = iter(chance.sample(range(count), int(1_000 * share)))
    for field, number, change in FAILURES:
        for _ in range(int(number * share)):
            record = failing[next(chosen)]
            record[field] = change(record[field])
    return failing, valid


def write(folder, count=5_000, share=1):
    """Writes the definitions and the file of records."""
    failing, valid = records(count, share)
    with open(f"{folder}/orders.yaml", "w") as file:
        file.write(DEFINITIONS)
    with open(f"{folder}/orders.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, failing[0].keys())
        writer.writeheader()
        writer.writerows(failing)
    return failing, valid
