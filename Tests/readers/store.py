"""A store with all that a reader may meet: an import, submits, a renamed field, replays, and an import
that was given up."""

import json
import subprocess
from pathlib import Path

FORM = """
form: people
file: {{missing: [NA]}}
fields:
  - {{name: id, type: integer, required: true}}
  - {{name: {name}, type: text, trim: true}}
  - {{name: email, type: text}}
  - {{name: born, type: date, format: dd.MM.yyyy}}
  - {{name: seen, type: datetime}}
  - {{name: amount, type: decimal, scale: 2, group: ","}}
  - {{name: member, type: boolean}}
---
rules: people
form: people
fields:
  id:
    - range: {{max: {maximum}}}
  {field}:
    - length: {{max: 5}}
      severity: warning
  email:
    - email
"""


class Store:
    def __init__(self, binary: Path, folder: Path):
        self.binary, self.folder = binary, folder

    def path(self, file: str) -> Path:
        return self.folder / {"views": "store.sqlite", "tables": "tables.sqlite"}[file]

    def formrec(self, *arguments: str) -> str:
        """Runs a command; 1 means that something was rejected or differs."""
        done = subprocess.run(
            [self.binary, *arguments, "--db", self.path("views")], cwd=self.folder,
            capture_output=True, text=True)
        if done.returncode > 1:
            raise RuntimeError(f"formrec {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def json(self, *arguments: str):
        return json.loads(self.formrec(*arguments, "--format", "json"))

    def define(self, maximum: int, name: str, field: str) -> None:
        text = FORM.format(maximum=maximum, name=name, field=field)
        (self.folder / "people.yaml").write_text(text)
        self.formrec("apply", "people.yaml")

    def write(self, name: str, header: str, numbers: range) -> None:
        lines = [header]
        for number in numbers:
            if number % 97 == 0:
                lines.append(f"{number},short")
                continue
            email = "nope" if number % 13 == 0 else f"p{number}@example.org"
            born = "NA" if number % 7 == 0 else f"{number % 28 + 1:02}.02.1999"
            amount = "" if number % 11 == 0 else f'"{number % 9},{number % 1000:03}.5"'
            member = ["yes", "no", "NA"][number % 3]
            lines.append(f"{number},N{number % 3000},{email},{born},2026-01-01 10:00,{amount},{member}")
        (self.folder / name).write_text("\n".join(lines) + "\n")

    def break_off_import(self) -> None:
        """An import that is killed in its midst, and given up."""
        self.write("c.csv", "id,full_name,email,born,seen,amount,member", range(1, 200_000))
        with subprocess.Popen(
            [self.binary, "import", "c.csv", "--chunk", "500", "--ack", "--db", self.path("views")],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        ) as importing:
            importing.stdout.readline()
            importing.kill()
        # The last rows of the list are imports; the killed one has the highest number.
        number = max(line["import"] for line in self.json("audit", "--top", "100")["byImport"]) + 1
        self.formrec("discard", str(number), "--reason", "wrong file")


def fill(binary: Path, folder: Path) -> Store:
    store = Store(binary, folder)
    store.define(2_500, "name", "name")
    store.write("a.csv", "id,name,email,born,seen,amount,member", range(1, 3_001))
    store.formrec("import", "a.csv", "--source", "north", "--batch", "b1")
    store.formrec("submit", "id=7", "name=Zacharias", "email=z@example.org")
    store.formrec("submit", "id=9000", "name=Bo", "--source", "web")
    store.define(2_800, "full_name, aliases: [name]", "full_name")
    store.formrec("replay", "--only", "rejected")
    store.define(2_700, "full_name, aliases: [name]", "full_name")
    store.formrec("replay", "--import", "1")
    store.write("b.csv", "id,full_name,email,born,seen,amount,member", range(2_600, 2_800))
    store.formrec("import", "b.csv", "--source", "south")
    store.break_off_import()
    store.formrec("export", "--to", str(store.path("tables")))
    return store
