"""Files to import, generated from a seed: valid, invalid, duplicate, quoted and malformed records."""

import json
import random
from pathlib import Path

PEOPLE = """\
form: people
key: [id]
fields:
  - {name: id, type: integer, required: true}
  - {name: name, type: text, required: true, trim: true}
  - {name: email, type: text}
  - {name: age, type: integer}
  - {name: joined, type: date}
  - {name: note, type: text}
---
rules: people
form: people
fields:
  id: [unique]
  name:
    - length: {max: 30}
  email:
    - email
    - pattern: '@example\\.(com|org)$'
      mode: search
      severity: warning
  age:
    - range: {min: 0, max: AGE}
record:
  - must: joined is blank or joined >= 2020-01-01
    at: joined
"""

# Accepted once in the life of the store: a later one with the same id is rejected.
MEMBERS = """\
form: members
fields:
  - {name: id, type: integer, required: true}
  - {name: name, type: text, required: true}
---
rules: members
form: members
fields:
  id:
    - unique: ever
"""

# For options of a run: a scenario, a parameter, whether files are read.
VISITS = """\
form: visits
fields:
  - {name: id, type: integer, required: true}
  - {name: at, type: date}
  - {name: age, type: integer}
  - {name: photo, type: file}
---
rules: visits
form: visits
fields:
  id: [unique]
  age:
    - range: {min: 18}
      scenarios: [adults]
    - range: {max: MAXIMUM}
      id: age.high
  photo:
    - byteSize: {max: 1000}
record:
  - must: at >= param.since
parameters:
  since: date
"""


def write_people(folder: Path, name: str = "people.yaml", age: int = 120) -> Path:
    return _write(folder / name, PEOPLE.replace("AGE", str(age)))


def write_form(folder: Path, key: str, rules: str) -> Path:
    """A form with a line of its own, whose names have these rules."""
    return _write(folder / "form.yaml", f"""\
form: people
{key}
fields:
  - {{name: id, type: integer, required: true}}
  - {{name: name, type: text}}
---
rules: people
form: people
fields:
  name: {rules}
""")


def write_members(folder: Path) -> Path:
    return _write(folder / "members.yaml", MEMBERS)


def write_visits(folder: Path, name: str = "visits.yaml", maximum: int = 90) -> Path:
    return _write(folder / name, VISITS.replace("MAXIMUM", str(maximum)))


def people_lines(records: int, seed: int) -> list[str]:
    """A header and records; about one in eight has an error, one in 100 is malformed."""
    chance = random.Random(seed)
    return ["id,name,email,age,joined,note"] + [
        _person(number, chance) for number in range(1, records + 1)]


def _person(number: int, chance: random.Random) -> str:
    given = chance.choice(("Ada", "Ben", "Chloé", "Zoë", "Łukasz", "José", "Søren", "Mei"))
    cells = [str(number), f"{given} {number}", f"a{number}@example.com",
             str(chance.randrange(0, 100)), f"202{chance.randrange(0, 7)}-0{number % 9 + 1}-15",
             chance.choice(("", "plain", '"a, b"', '"says ""no"""', '"two\nlines"', "naïve"))]
    match chance.randrange(200):
        case 0 | 1 | 2: cells[0] = str(chance.randrange(1, number + 1))
        case 3 | 4: cells[0] = "x"
        case 5 | 6: cells[1] = ""
        case 7: cells[1] = "N" * 31
        case 8 | 9: cells[2] = "nobody"
        case 10 | 11 | 12: cells[2] = f"a{number}@example.net"
        case 13 | 14: cells[3] = "130"
        case 15: cells[3] = "many"
        case 16 | 17: cells[4] = "1999-12-31"
        case 18: cells[4] = "2023-02-30"
        case 19: cells.append("one too many")
        case 20: cells[5] = 'stray "quote'
        case 21: cells[1] = f'"{given}, {number}"'
        case 22: return cells[0]  # too few
        case _: pass
    return ",".join(cells)


def write_people_csv(path: Path, records: int, seed: int) -> Path:
    return _write(path, "\n".join(people_lines(records, seed)) + "\n")


def write_members_csv(path: Path, ids: range) -> Path:
    return _write(path, "id,name\n" + "".join(f"{number},Member {number}\n" for number in ids))


def write_members_ndjson(path: Path, ids: list[int]) -> Path:
    return _write(path, "".join(
        json.dumps({"id": number, "name": f"Member {number}"}) + "\n" for number in ids))


def write_visits_csv(path: Path, records: int) -> Path:
    return _write(path, "id,at,age,photo\n" + "".join(
        f"{number},202{number % 7}-01-01,{number % 100},photo-{number % 3}.bin\n"
        for number in range(1, records + 1)))


def _write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path
