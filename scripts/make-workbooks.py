#!/usr/bin/env python3
"""Writes the workbooks in fixtures/formats that the available spreadsheet programs cannot save:

- orders-strict.xlsx: orders-openpyxl.xlsx in ISO 29500 Strict, with dates in ISO 8601 (`t="d"`)
- encrypted-agile.xlsx: orders-openpyxl.xlsx with a password, as Excel has saved it since 2010
- orders.xls: the same in the format used before 2007, saved by LibreOffice

Needs openpyxl 3.1, msoffcrypto-tool 6.0 and LibreOffice.
"""

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import msoffcrypto.format.ooxml
from openpyxl import load_workbook

FOLDER = Path(__file__).resolve().parent.parent / "fixtures/formats"
SOURCE = FOLDER / "orders-openpyxl.xlsx"
PASSWORD = "open sesame"

# ISO 29500-1, annex A: the namespaces of Transitional and their names in Strict.
NAMESPACES = [
    ("http://schemas.openxmlformats.org/spreadsheetml/2006/main",
     "http://purl.oclc.org/ooxml/spreadsheetml/main"),
    ("http://schemas.openxmlformats.org/officeDocument/2006/relationships",
     "http://purl.oclc.org/ooxml/officeDocument/relationships"),
    ("http://schemas.openxmlformats.org/drawingml/2006/main",
     "http://purl.oclc.org/ooxml/drawingml/main"),
]


def strict(target: Path) -> None:
    sheet = load_workbook(SOURCE).active
    dates = {cell.coordinate: cell.value for row in sheet.iter_rows() for cell in row
             if cell.is_date and cell.value is not None}
    with zipfile.ZipFile(SOURCE) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            text = old.read(entry).decode()
            for before, after in NAMESPACES:
                text = text.replace(before, after)
            if entry.filename == "xl/workbook.xml":
                text = text.replace("<workbook ", '<workbook conformance="strict" ', 1)
            if entry.filename.startswith("xl/worksheets/"):
                text = re.sub(r"<c ([^>]*)>(.*?)</c>", lambda cell: dated(cell, dates), text)
            information = zipfile.ZipInfo(entry.filename, (2026, 1, 1, 0, 0, 0))
            information.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(information, text)


def dated(cell: re.Match, dates: dict) -> str:
    """A cell with a date, as Excel writes it in Strict workbooks."""
    place = re.search(r'r="([A-Z]+[0-9]+)"', cell[1])[1]
    if place not in dates:
        return cell[0]
    attributes = re.sub(r' ?t="\w+"', "", cell[1])
    value = dates[place]
    text = value.isoformat(timespec="milliseconds") if hasattr(value, "hour") else value.isoformat()
    return f'<c {attributes} t="d"><v>{text}</v></c>'


def encrypted(target: Path) -> None:
    with open(SOURCE, "rb") as plain, open(target, "wb") as file:
        msoffcrypto.format.ooxml.OOXMLFile(plain).encrypt(PASSWORD, file)


def converted(target: Path, options: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile",
             "--convert-to", options, "--outdir", folder, SOURCE],
            check=True, capture_output=True)
        made = Path(folder) / f"{SOURCE.stem}{target.suffix}"
        target.write_bytes(made.read_bytes())


def main() -> int:
    strict(FOLDER / "orders-strict.xlsx")
    encrypted(FOLDER / "encrypted-agile.xlsx")
    converted(FOLDER / "orders.xls", "xls")
    return 0


if __name__ == "__main__":
    sys.exit(main())
