"""Returned files: the rows of an export, and writing them as CSV, NDJSON or a workbook."""

import codecs
import csv
import io
import json
from dataclasses import dataclass, field
from pathlib import Path

OWN = ["_submission", "_line", "_check", "_errors", "_warnings", "_rest", "_raw"]

csv.field_size_limit(10_000_000)


@dataclass
class Style:
    """How a text file is written."""

    delimiter: str = ","
    encoding: str = "utf-8"
    bom: bool = False
    # What is written for characters that the encoding lacks, as in `str.encode`.
    errors: str = "strict"
    quoting: int = csv.QUOTE_MINIMAL
    line_end: str = "\r\n"
    prefix: str = ""
    # Changes the bytes of the file, or None.
    change: object = None


@dataclass
class Table:
    header: list
    rows: list
    format: str = "csv"
    style: Style = field(default_factory=Style)
    # The export as a file, which a workbook keeps the styles of.
    path: Path | None = None
    # Other exports, with which a person may confuse this one.
    others: list = field(default_factory=list)

    def column(self, name: str) -> int:
        return self.header.index(name)

    def data_columns(self) -> list:
        return [index for index, name in enumerate(self.header) if name not in OWN]

    def copy(self) -> "Table":
        return Table(list(self.header), [list(row) for row in self.rows], self.format,
                     Style(**vars(self.style)), self.path)

    def by_submission(self) -> dict:
        """The rows by the number in `_submission`, as it stands now."""
        rows = {}
        if "_submission" not in self.header:
            return rows
        at = self.column("_submission")
        for row in self.rows:
            text = str(row[at]).strip() if at < len(row) else ""
            if text.isdigit():
                rows.setdefault(int(text), []).append(row)
        return rows


def read(path: Path) -> Table:
    """Reads an export of formrec."""
    if path.suffix == ".xlsx":
        return _read_workbook(path)
    data = path.read_bytes()
    if path.suffix == ".ndjson":
        return _read_ndjson(data, path)
    style = Style(line_end="\n")
    if data.startswith(codecs.BOM_UTF8):
        style.bom, data = True, data[3:]
    elif data.startswith(codecs.BOM_UTF16_LE):
        style.bom, style.encoding, data = True, "utf-16-le", data[2:]
    elif "1252" in path.name:
        style.encoding = "cp1252"
    text = data.decode(style.encoding)
    first = text.split("_submission")[0]
    style.delimiter = first[-1]
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=style.delimiter))
    return Table(rows[0], rows[1:], "csv", style, path)


def _read_ndjson(data: bytes, path: Path) -> Table:
    lines = [json.loads(line) for line in data.splitlines()]
    names = list(dict.fromkeys(name for line in lines for name in line["fields"]))
    header = names + ["_submission", "_line"]
    rows = [[line["fields"].get(name) for name in names] + [line["submission"], line["line"]]
            for line in lines]
    return Table(header, rows, "ndjson", Style(), path)


def _read_workbook(path: Path) -> Table:
    import openpyxl
    sheet = openpyxl.load_workbook(path).worksheets[0]
    rows = [["" if cell is None else cell for cell in row] for row in sheet.values]
    return Table(rows[0], rows[1:], "xlsx", Style(), path)


def write(table: Table, path: Path) -> None:
    {"csv": _write_csv, "ndjson": _write_ndjson, "xlsx": _write_workbook}[table.format](table, path)


def _write_csv(table: Table, path: Path) -> None:
    style = table.style
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=style.delimiter, quoting=style.quoting,
                        lineterminator=style.line_end)
    writer.writerow(table.header)
    writer.writerows(table.rows)
    data = (style.prefix + out.getvalue()).encode(style.encoding, style.errors)
    if style.bom:
        data = {"utf-8": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE,
                "utf-16-be": codecs.BOM_UTF16_BE}[style.encoding] + data
    path.write_bytes(style.change(data) if style.change else data)


def _write_ndjson(table: Table, path: Path) -> None:
    """Writes the objects of the export with the changed fields."""
    with path.open("w", encoding="utf-8") as file:
        for row in table.rows:
            cells = dict(zip(table.header, row))
            line = {}
            for key, name in [("submission", "_submission"), ("line", "_line")]:
                if name in cells:
                    line[key] = cells.pop(name)
            line["fields"] = {name: cell for name, cell in cells.items()
                              if cell is not None and name not in OWN}
            file.write(json.dumps(line, ensure_ascii=False, default=str) + "\n")


def _write_workbook(table: Table, path: Path) -> None:
    """Writes the cells that differ into the exported workbook, or a new one if rows moved."""
    import openpyxl
    book = openpyxl.load_workbook(table.path)
    sheet = book.worksheets[0]
    known = [["" if cell is None else cell for cell in row] for row in sheet.values]
    new = [table.header, *table.rows]
    height, width = len(known), len(known[0])
    for line in range(max(height, len(new))):
        row = new[line] if line < len(new) else []
        for column in range(max(width, len(row))):
            before = known[line][column] if line < height and column < width else ""
            after = row[column] if column < len(row) else ""
            if before != after or type(before) is not type(after):
                cell = sheet.cell(line + 1, column + 1)
                _set(cell, after)
    book.save(path)


def _set(cell, value) -> None:
    if isinstance(value, str):
        if value == "":
            cell.value = None
            return
        cell.value = value
        if not value.startswith("#") and cell.data_type != "s":
            cell.data_type = "s"  # An exported text that begins with `=` stays a text.
    else:
        formula = getattr(value, "formula", None)
        cell.value = formula or value
        if formula is None and cell.number_format == "@":
            cell.number_format = "General"
