"""Trials with LibreOffice and pandas: open an export, work on it, save it in a format, return it."""

import random
import shutil
from pathlib import Path

from office import CHARACTER_SETS, Office
from trial import Honest, Snapshot, field_of, judge

CSV, XLSX = "Text - txt - csv (StarCalc)", "Calc MS Excel 2007 XML"
DETECT, AS_TEXT = "false,true", "true,false"  # quoted cells as text; special numbers detected


# Character sets that have every character.
COMPLETE = {"utf-8", "utf-16"}


def options(delimiter: str, character_set: str, rest: str, columns: str = "") -> str:
    return f"{ord(delimiter)},34,{CHARACTER_SETS[character_set]},1,{columns},0,{rest}"


def all_texts(count: int) -> str:
    """The option with which every column is read as text."""
    return "/".join(f"{column}/2" for column in range(1, count + 1))


def _nothing(office, draw, height, width):
    pass


def _sort_all(office, draw, height, width):
    office("sort", first=0, last=width - 1, by=draw.randrange(width), ascending=draw.random() < 0.5)


def _sort_alone(office, draw, height, width):
    column = draw.randrange(width - 7)
    office("sort", first=column, last=column, by=column)


def _sort_some(office, draw, height, width):
    first = draw.randrange(width - 8)
    last = draw.randrange(first, width - 1)
    office("sort", first=first, last=last, by=draw.randrange(first, last + 1))


def _filter(office, draw, height, width):
    column = draw.randrange(width - 7)
    office("filter", column=column, text=draw.choice(office("texts", column=column)))


def _fill(office, draw, height, width):
    first = draw.randrange(1, height - 2)
    office("fill", column=draw.randrange(width - 7), first=first,
           last=min(height - 1, first + draw.randrange(1, 20)))


def _filter_and_fill(office, draw, height, width):
    _filter(office, draw, height, width)
    _fill(office, draw, height, width)


def _replace(office, draw, height, width):
    office("replace", column=draw.randrange(width - 7), search=draw.choice("0-1e., "),
           text=draw.choice(["", "0", "x", " "]))


def _reformat(office, draw, height, width):
    office("reformat", column=draw.randrange(width - 7),
           code=draw.choice(["0", "0.00", "YYYY-MM-DD", "General", "#,##0", "HH:MM", "0.00E+00"]))


def _reformat_all(office, draw, height, width):
    code = draw.choice(["General", "0", "YYYY-MM-DD"])
    for column in range(width - 7):
        office("reformat", column=column, code=code)


def _delete_column(office, draw, height, width):
    office("remove_columns", column=draw.randrange(width), count=1)


def _delete_rows(office, draw, height, width):
    office("remove_rows", row=draw.randrange(1, height - 3), count=2)


def _insert_cell(office, draw, height, width):
    office("insert_cells", column=draw.randrange(width - 7), row=draw.randrange(1, height))


def _epoch(office, draw, height, width):
    _reformat_all(office, draw, height, width)
    office("epoch", year=1904)


WORK = {"nothing": _nothing, "sort all": _sort_all, "sort one column": _sort_alone,
        "sort some columns": _sort_some, "filter": _filter, "fill": _fill,
        "filter and fill": _filter_and_fill, "replace": _replace, "reformat": _reformat,
        "reformat all": _reformat_all, "delete a column": _delete_column,
        "delete rows": _delete_rows, "insert a cell": _insert_cell, "epoch of 1904": _epoch}
HARMLESS = {"nothing", "sort all", "filter"}


class SheetTrials:
    """Files that LibreOffice saved. A harmless trial must store every honest correction."""

    def __init__(self, snapshot: Snapshot, office: Office, seed: int, keep: Path | None):
        self.snapshot, self.office, self.seed, self.keep = snapshot, office, seed, keep
        self.exports = [name for name in snapshot.tables
                        if snapshot.tables[name].format in ("csv", "xlsx")]
        self.stored = 0
        self.codes = [0, 0, 0]

    def run(self, index: int) -> list:
        draw = random.Random(f"office {self.seed} {index}")
        # Every second export is a workbook, whose cells keep their texts.
        name = draw.choice([each for each in self.exports if each.endswith(".xlsx")]
                           if index % 2 else self.exports)
        work = list(WORK)[index % len(WORK)]
        table = self.snapshot.tables[name].copy()
        path, honest, detail, problems, keeps_texts = self.saved(name, table, work, draw)
        if path is None:
            return problems
        result = self.snapshot.return_file(path)
        self.stored += len(result.stored)
        self.codes[min(result.code, 2)] += 1
        judge(self.snapshot, result, None, table, [])
        result.problems += problems
        if work in HARMLESS and keeps_texts and not name.startswith("old"):
            result.problems += self.missing(result, honest)
        if path.suffix in (".ods", ".xls") and result.code != 2:
            result.problems.append(f"{path.suffix} was read")
        if result.problems and self.keep:
            folder = self.keep / f"office {index}"
            folder.mkdir(parents=True, exist_ok=True)
            for each in [path, self.snapshot.store.path, self.snapshot.store.folder / name]:
                shutil.copy(each, folder)
            (folder / "problems.txt").write_text("\n".join(
                [detail, *result.problems, result.errors, str(result.report)]), encoding="utf-8")
        return [f"LibreOffice {index}, {detail}: {problem}" for problem in result.problems]

    def saved(self, name, table, work, draw):
        """Edits an export, and returns the saved file with the honest corrections in it."""
        style, office = table.style, self.office
        source = self.snapshot.store.folder / name
        opened, keeps_texts = None, True
        if name.endswith(".csv"):
            known = {"utf-8": "utf-8", "cp1252": "windows-1252", "utf-16-le": "utf-16"}
            keeps_texts = draw.random() < 0.6
            opened = options(style.delimiter, known[style.encoding], draw.choice([DETECT, AS_TEXT]),
                             all_texts(len(table.header)) if keeps_texts else "")
        height, width = office("open", path=str(source), filter=CSV if opened else XLSX,
                               options=opened)
        problems = []
        try:
            honest, problems = self.enter(table, draw, width, source.suffix == ".xlsx")
            if office("is_protected"):
                # Work on a protected sheet needs this, and people do it.
                office("unprotect")
            WORK[work](office, draw, height, width)
            encoding = draw.choice([*CHARACTER_SETS, *COMPLETE, *COMPLETE])
            target, filter, how = draw.choice(
                [(".xlsx", XLSX, None)] * 5 + [(".ods", "calc8", None), (".xls", "MS Excel 97", None)]
                + [(".csv", CSV, options(draw.choice(",;\t"), encoding, "true,true,false"))] * 5)
            keeps_texts &= target == ".xlsx" or target == ".csv" and encoding in COMPLETE
            path = self.snapshot.folder / f"office{target}"
            office("save", path=str(path), filter=filter, options=how)
        except RuntimeError as error:
            if "ErrorCodeIOException" in str(error):
                return None, [], "", [], False  # The encoding lacks characters.
            raise
        finally:
            office("close")
        detail = f"{name} opened {(opened or '')[:20]}, {work}, saved {target} {how}"
        return path, honest, detail, problems, keeps_texts

    def enter(self, table, draw, width, is_protected):
        """Types honest corrections."""
        honest, problems = [], []
        for line, row in enumerate(table.rows, 1):
            number = int(row[table.column("_submission")])
            found = self.snapshot.known[number]
            right = self.snapshot.store.truth.get(found.cells.get("number"))
            if found.open is None or right is None or draw.random() > 0.3:
                continue
            for field in sorted(found.open):
                column = next(index for index, name in enumerate(table.header)
                              if field_of(name) == field)
                if found.cells.get(field) == right[field]:
                    continue
                if self.office("enter", column=column, row=line, text=right[field]):
                    honest.append(Honest(number, field, right[field]))
                elif is_protected:
                    problems.append(f"submission {number}: the open cell {field} is locked")
        return honest, problems

    def missing(self, result, honest) -> list:
        """Honest corrections of a harmless trial that were not stored as they were typed."""
        if result.code == 2:
            return [f"nothing was stored: {result.errors[:300]}"]
        found = [f"refused: {each}" for each in result.refused]
        for each in honest:
            now = self.snapshot.head(each.submission, result.stored).get(each.field, "")
            if now != each.text:
                found.append(f"submission {each.submission}, {each.field}: {each.text!r} is {now!r}")
        return found
