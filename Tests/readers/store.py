"""A store with content of every kind for readers: an import, submissions, a renamed field, replays, and a
discarded import."""

import json
import subprocess
from pathlib import Path

FORM = """
form: people
key: [id]
file: {{missing: [NA]}}
fields:
  - {{name: id, type: integer, required: true}}
  - {{name: {name}, type: text, trim: true}}
  - {{name: email, type: text}}
  - {{name: born, type: date, format: dd.MM.yyyy}}
  - {{name: seen, type: datetime}}
  - {{name: amount, type: decimal, scale: 2, group: ","}}
  - {{name: member, type: boolean}}
  - {{name: paid, type: boolean, trim: true, true: [ДА, Sí], false: [НЕТ]}}
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
        """Runs a command; exit code 1 means that a record was rejected or a difference was found."""
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

    def write_texts(self) -> None:
        """JSON values, and bytes that are not text."""
        (self.folder / "d.ndjson").write_text(
            '{"id":8001,"full_name":1.50,"amount":1.50,"seen":"2026-01-01T10:00:00Z"}\n'
            '{"id":8002,"full_name":12345678901234567890123,"amount":-0}\n'
            '{"id":8003,"full_name":true,"amount":1e400,"seen":[1.50, {"a":1.0}]}\n'
            '{"id":-3,"full_name":"\\u00a0Bo\\t","paid":"\\tДА\\u00a0"}\n'
            '{"id":-2,"full_name":"\\ufeffCy\\u3000","paid":"sí"}\n'
            '{"id":-1,"full_name":"Di","paid":"НЕТ\\t"}\n')
        self.formrec("import", "d.ndjson")
        (self.folder / "e.csv").write_bytes(b"id,full_name\n8000,Nu\xf1\x81ez\n8004,Bo\n")
        self.formrec("import", "e.csv")

    def correct(self) -> None:
        """Imports corrections for twenty failures."""
        open_rows = self.formrec(
            "export", "--open", "--import", "1", "--rule", "email.email", "--no-mask", "--no-bom")
        lines = open_rows.splitlines()[:21]
        (self.folder / "back.csv").write_text("\n".join(lines).replace("nope", "ok@example.org") + "\n")
        self.formrec("correct", "back.csv", "--by", "ana")

    def look(self) -> None:
        """Reads the expected values from the store's tables."""
        rows = self.json("list", "submissions", "--limit", "100000")
        current = [row for row in rows if row["state"] == "current"]
        self.last_valid = max(row["submission"] for row in current if row["verdict"] == "accepted")
        counts = {}
        for row in rows:
            if row["state"] != "purged":
                counts[row["state"]] = counts.get(row["state"], 0) + 1
        self.states = sorted(counts.items())

    def break_off_import(self) -> None:
        """Kills an import and discards it."""
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
    store.write_texts()
    store.correct()
    store.formrec("waive", "--rule", "email.email", "--import", "2", "--by", "ana", "--reason", "known")
    store.formrec("purge", "40", "41", "--by", "ana", "--reason", "erasure")
    store.break_off_import()
    store.look()
    store.formrec("export", "--to", str(store.path("tables")))
    return store
