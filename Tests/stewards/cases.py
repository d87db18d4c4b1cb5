"""Single files that need their own form: what damage looks like if nothing in the file is protected."""

import csv
import io
import json
import sqlite3
import subprocess
from pathlib import Path

DEFINITIONS = r"""
form: people
key: [id]
columns: keep
fields:
  - {name: id, type: text, required: true}
  - {name: name, type: text}
  - {name: code, type: text}
  - {name: zip, type: text}
---
rules: people
form: people
fields:
  name: [{pattern: '[A-Z]\D*'}]
  code: [{pattern: '[A-Z0-9]+'}]
  zip: [{length: {max: 5}, severity: info}]
"""

NAMES = "id,name,code,zip\n1,zoë,A,1\n2,ñu,B,2\n3,ña,C,3\n"
CASES: dict = {}


class Case:
    def __init__(self, binary: Path, folder: Path):
        self.binary, self.folder = binary, folder
        self.done = None

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.binary, *arguments, "--db", self.folder / "people.sqlite"],
                              cwd=self.folder, capture_output=True, text=True)

    def begin(self, text: str) -> tuple:
        """Imports a file. Returns the header and rows of its export."""
        for path in self.folder.iterdir():
            path.unlink()
        (self.folder / "people.yaml").write_text(DEFINITIONS)
        (self.folder / "a.csv").write_text(text, encoding="utf-8", newline="")
        self.run("import", "a.csv", "-q", "--definitions", "people.yaml")
        self.run("export", "-q", "-o", "open.csv")
        text = (self.folder / "open.csv").read_text(encoding="utf-8-sig")
        rows = list(csv.reader(io.StringIO(text, newline="")))
        return rows[0], rows[1:]

    def write(self, header, rows, encoding="utf-8-sig", errors="replace") -> None:
        out = io.StringIO(newline="")
        csv.writer(out).writerows([header, *rows])
        (self.folder / "back.csv").write_bytes(out.getvalue().encode(encoding, errors))

    def give_back(self, *arguments: str) -> dict:
        """Returns files. The corrections by the submission that they correct."""
        self.done = self.run("correct", *(arguments or ["back.csv"]))
        with sqlite3.connect(self.folder / "people.sqlite") as db:
            found = {corrects: json.loads(cells) for corrects, cells in db.execute(
                "SELECT corrects, cells FROM submission_view WHERE corrects IS NOT NULL")}
        db.close()
        return found


def case(name, formats=("csv",)):
    def register(function):
        CASES[name] = (formats, function)
        return function
    return register


@case("the proof of malformed records sorted alone")
def _(it):
    header, rows = it.begin("id,name,code,zip\n1,Ana,A,1\n2,Bo,B,2,x\n3,Cy,C,3,y\n4,Di,D,4,z\n")
    for name in ["_submission", "_line", "_check"]:
        column = header.index(name)
        for row, text in zip(rows, [row[column] for row in rows][::-1]):
            row[column] = text
    for row in rows:
        row[header.index("_rest")] = ""
    it.write(header, rows)
    moved = {number: cells for number, cells in it.give_back().items() if cells[0] != str(number)}
    return f"records exchanged their cells: {moved}" if moved else None


@case("an open column sorted alone")
def _(it):
    header, rows = it.begin("id,name,code,zip\n" + "".join(
        f"{number},Name,{letter}{number},1234{number}\n"
        for number, letter in enumerate("hgfedcba", 1)))
    rows[0][2] = "H1"
    for row, text in zip(rows, sorted(row[2] for row in rows)):
        row[2] = text
    it.write(header, rows)
    stored = it.give_back()
    return f"{len(stored)} records were corrected" if len(stored) > 1 else None


@case("an open column sorted alone after half of its cells were corrected")
def _(it):
    header, rows = it.begin("id,name,code,zip\n" + "".join(
        f"{number},Name,{letter}{number},1\n" for number, letter in enumerate("hgfedcba", 1)))
    for row in rows[1::2]:
        row[2] = row[2].upper()
    for row, text in zip(rows, sorted(row[2] for row in rows)):
        row[2] = text
    it.write(header, rows)
    stored = it.give_back()
    return f"{len(stored)} records were corrected" if stored else None


@case("a value of other records chosen for many")
def _(it):
    """The value is that of other records, whose cells are accepted."""
    header, rows = it.begin("id,name,code,zip\n1,Ana,x,1\n2,Bo,y,2\n3,Cy,z,3\n4,di,A,4\n5,ed,A,5\n")
    for row in rows[:3]:
        row[2] = "A"
    it.write(header, rows)
    stored = it.give_back()
    return None if len(stored) == 3 else f"{len(stored)} of 3 records were corrected"


@case("the same wrong value typed for many")
def _(it):
    """Other records already have it, and fail."""
    header, rows = it.begin("id,name,code,zip\n" + "".join(
        f"{number},Name,{code},1\n" for number, code in enumerate(
            ["Deutschland", "Allemagne", "Alemania", "Germania", "Tyskland", "Germany", "Germany"], 1)))
    for row in rows:
        row[2] = "Germany"
    it.write(header, rows)
    stored = it.give_back()
    return None if len(stored) == 5 else f"{len(stored)} of 5 records were corrected: {it.done.stderr}"


@case("an old copy after a correction that went back to the first value")
def _(it):
    header, rows = it.begin("id,name,code,zip\n1,zoe,A,1\n2,Bo,B,2\n")
    rows[0][1] = "zoa"
    it.write(header, rows)
    it.give_back()
    it.run("export", "-q", "-o", "second.csv")
    text = (it.folder / "second.csv").read_text(encoding="utf-8").replace("zoa", "zoe")
    (it.folder / "second.csv").write_text(text, encoding="utf-8")
    before = it.give_back("second.csv")
    after = it.give_back("back.csv")
    return None if after == before else f"the same file was stored again: {after}"


@case("a column sorted alone, and kept")
def _(it):
    """Two cells of the column are open, and their rows have no other change."""
    header, rows = it.begin("id,name,code,zip\n1,Name,h1,1\n2,Name,g2,2\n" + "".join(
        f"{number},name,{letter}{number},{number}\n" for number, letter in enumerate("FEDCBA", 3)))
    for row, text in zip(rows, sorted(row[2] for row in rows)):
        row[2] = text
    it.write(header, rows)
    stored = it.give_back("back.csv", "--keep", "code")
    return f"codes of other records were stored: {stored}" if stored else None


@case("an open column moved down by a cell")
def _(it):
    header, rows = it.begin("id,name,code,zip\n" + "".join(
        f"{number},Name,{letter}{number},1234{number}\n"
        for number, letter in enumerate("hgfedcba", 1)))
    for row, text in zip(rows, ["NEW"] + [row[2] for row in rows]):
        row[2] = text
    it.write(header, rows)
    stored = it.give_back()
    return f"{len(stored)} records were corrected" if len(stored) > 1 else None


@case("values of a list chosen for many records")
def _(it):
    header, rows = it.begin("id,name,code,zip\n" + "".join(
        f"{number},Name,{letter},1\n" for number, letter in enumerate("hgfedcba", 1)))
    for row in rows:
        row[2] = "A" if row[0] < "5" else "B"
    it.write(header, rows)
    stored = it.give_back()
    return None if len(stored) == 8 else f"{len(stored)} of 8 records were corrected"


def _misread(text):
    return text.encode().decode("cp1252", "replace")


def _without_check(encoding):
    def run(it):
        header, rows = it.begin(NAMES)
        header, *rows = [[_misread(text) for text in row if "\u0159" not in text and text != "_check"]
                         for row in [header, *rows]]
        rows[0][1] = "Zoë"
        it.write(header, rows, encoding=encoding)
        stored = it.give_back()
        return f"an untouched cell became {stored[2][1]!r}" if 2 in stored else None
    return run


case("read in a wrong encoding, without a check")(_without_check("utf-8"))
case("read in a wrong encoding, without a check, with a mark")(_without_check("utf-8-sig"))


@case("characters lost, without a check")
def _(it):
    header, rows = it.begin(NAMES)
    column = header.index("_check")
    rows[0][1] = "Zoe"
    header, *rows = [row[:column] for row in [header, *rows]]
    it.write(header, rows, encoding="ascii")
    stored = it.give_back()
    return f"an untouched cell became {stored[2][1]!r}" if 2 in stored else None


def _escaped(errors):
    def run(it):
        header, rows = it.begin(NAMES)
        rows[0][1] = "Zoe"
        it.write(header, rows, encoding="ascii", errors=errors)
        stored = it.give_back()
        return f"an untouched cell became {stored[2][1]!r}" if 2 in stored else None
    return run


case("characters as entities")(_escaped("xmlcharrefreplace"))
case("characters escaped")(_escaped("backslashreplace"))
case("characters dropped")(_escaped("ignore"))
case("characters replaced")(_escaped("replace"))


@case("an encoding that the check contradicts")
def _(it):
    header, rows = it.begin(NAMES)
    rows[0][1] = "Zoë"
    it.write(header, rows, encoding="cp1252")
    stored = it.give_back("back.csv", "--encoding", "ibm850")
    return f"stored {[cells[1] for cells in stored.values()]}" if stored else None


@case("no encoding has the characters of the check")
def _(it):
    header, rows = it.begin(NAMES)
    rows[0][1] = "Zoë"
    # Code page 858 is 850 with the euro sign, as LibreOffice saves it.
    it.write(header, rows, encoding="cp858")
    stored = it.give_back()
    right = stored.get(1, ["", "Zoë"])[1] == "Zoë" and not set(stored) - {1}
    return None if right and (stored or "--encoding" in it.done.stderr) else (
        f"stored {stored}, exit code {it.done.returncode}: {it.done.stderr}")


@case("a cell with information only")
def _(it):
    header, rows = it.begin("id,name,code,zip\n1,Ana,a,1234567\n")
    rows[0][3] = "999"
    it.write(header, rows)
    stored = it.give_back()
    return f"stored {stored}" if stored else None


@case("surplus cells dropped")
def _(it):
    header, rows = it.begin("id,name,code,zip\n1,Ana,A,1\n2,Bo,B,2,x\n")
    rows[0][header.index("_rest")] = ""
    it.write(header, rows)
    stored = it.give_back()
    return None if stored.get(2) == ["2", "Bo", "B", "2"] else (
        f"the correction is lost: {it.done.stdout}{it.done.stderr}")


@case("surplus cells in NDJSON")
def _(it):
    it.begin("id,name,code,zip\n1,Ana,A,1\n2,Bo,b,2,x\n")
    text = it.run("export", "--open", "--format", "ndjson", "-q").stdout
    (it.folder / "back.ndjson").write_text(text.replace('"b"', '"B"'), encoding="utf-8")
    stored = it.give_back("back.ndjson")
    return f"a cell beyond the columns is lost: {stored}" if stored else None


@case("carriage returns removed")
def _(it):
    header, rows = it.begin('id,name,code,zip\n1,Ana,"A\r",1\n2,Bo,"B\rC",2\n')
    rows[0][2], rows[1][2] = "A", "BC"
    it.write(header, rows)
    stored = it.give_back()
    return None if len(stored) == 2 else f"{len(stored)} of 2 records were corrected"


@case("a renamed column with a correction")
def _(it):
    header, rows = it.begin(NAMES)
    header[1], rows[0][1] = "who", "Zoë"
    it.write(header, rows)
    stored = it.give_back()
    if stored or it.done.returncode:
        return None
    return f"the correction is lost: {it.done.stderr}{it.done.stdout}"


@case("a second file that is missing")
def _(it):
    header, rows = it.begin(NAMES)
    rows[0][1] = "Zoë"
    it.write(header, rows)
    stored = it.give_back("back.csv", "missing.csv")
    return "a file was stored, and not reported" if stored and "back.csv" not in (
        it.done.stdout + it.done.stderr) else None


@case("after a replay by other rules")
def _(it):
    header, rows = it.begin("id,name,code,zip\n1,Ana,a,1\n2,Bo,b,2\n3,Cy,c,3\n")
    (it.folder / "new.yaml").write_text(
        DEFINITIONS.replace("'[A-Z0-9]+'", "'[A-Zab]+'").replace(r"'[A-Z]\D*'", r"'[B-Z]\D*'"))
    it.run("apply", "new.yaml")
    it.run("replay")
    for row in rows:
        row[2] = row[2].upper()
    it.write(header, rows)
    stored = it.give_back()
    return None if 3 in stored else f"nothing was stored: {it.done.stderr}"


def _book(change):
    def run(it):
        import openpyxl
        it.begin(NAMES)
        it.run("export", "-q", "-o", "open.xlsx")
        book = openpyxl.load_workbook(it.folder / "open.xlsx")
        change(book, book.worksheets[0])
        book.save(it.folder / "back.xlsx")
        return it.give_back("back.xlsx")
    return run


@case("a copied sheet with a correction", ("xlsx",))
def _(it):
    def change(book, sheet):
        copy = book.copy_worksheet(sheet)
        copy["B2"] = "Zoë"
        book.active = 1
    stored = _book(change)(it)
    return None if stored or it.done.returncode else f"the correction is lost: {it.done.stderr}"


@case("merged cells", ("xlsx",))
def _(it):
    def change(book, sheet):
        sheet["B2"] = "Zoë"
        sheet.merge_cells("B2:B4")
    stored = _book(change)(it)
    return f"cells of other records were cleared: {stored}" if set(stored) - {1} else None
