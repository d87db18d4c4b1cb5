"""LibreOffice, driven by UNO in a process of a Python that has the module `uno`.

This file is also that process: it reads a command per line as JSON, and answers with a line.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

# Numbers of character sets in the filter options for CSV.
CHARACTER_SETS = {"utf-8": 76, "windows-1252": 1, "mac-roman": 2, "ibm850": 4, "utf-16": 65535,
                  "windows-1250": 33, "shift_jis": 64, "big5": 68, "gbk": 36, "iso-8859-15": 22,
                  "windows-1251": 34}


class Missing(Exception):
    """The reason why LibreOffice cannot be used."""


def python_with_uno(program: str) -> str:
    """The first Python with the module: this one, the system's, or the one beside LibreOffice."""
    beside = Path(program).resolve().parent / "python"
    for python in (sys.executable, shutil.which("python3", path=os.defpath), str(beside)):
        if python and shutil.which(python) and subprocess.run(
                [python, "-c", "import uno"], capture_output=True).returncode == 0:
            return python
    raise Missing("no Python has the module uno (python3-uno)")


class Office:
    """A headless LibreOffice."""

    def __init__(self, folder: Path):
        program = shutil.which("soffice")
        if not program:
            raise Missing("soffice is not installed")
        python = python_with_uno(program)
        pipe = f"formrec{folder.stat().st_ino}"
        self.program = subprocess.Popen(
            [program, "--headless", "--norestore", "--nologo", "--nodefault",
             f"--accept=pipe,name={pipe};urp;", f"-env:UserInstallation=file://{folder}/profile"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.driver = subprocess.Popen([python, __file__, pipe], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, text=True)
        if json.loads(self.driver.stdout.readline() or "{}").get("ready") is not True:
            self.close()
            raise Missing("LibreOffice does not answer")

    def __call__(self, command: str, **arguments):
        self.driver.stdin.write(json.dumps({"command": command, **arguments}) + "\n")
        self.driver.stdin.flush()
        answer = json.loads(self.driver.stdout.readline() or '{"error": "the driver ended"}')
        if "error" in answer:
            raise RuntimeError(f"{command}: {answer['error']}")
        return answer["value"]

    def close(self) -> None:
        self.driver.stdin.close()
        self.driver.wait()
        self.program.terminate()
        self.program.wait()


class Driver:
    """The commands, in the process that has UNO."""

    def __init__(self, pipe: str):
        import time

        import uno
        self.uno = uno
        resolver = uno.getComponentContext().ServiceManager.createInstance(
            "com.sun.star.bridge.UnoUrlResolver")
        for attempt in range(120):
            try:
                context = resolver.resolve(
                    f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                break
            except Exception:  # Not started yet.
                time.sleep(0.5)
        self.desktop = context.ServiceManager.createInstanceWithContext(
            "com.sun.star.frame.Desktop", context)
        self.document = None

    def properties(self, **values):
        found = []
        for name, value in values.items():
            if value is not None:
                each = self.uno.createUnoStruct("com.sun.star.beans.PropertyValue")
                each.Name, each.Value = name, value
                found.append(each)
        return tuple(found)

    def open(self, path, filter=None, options=None):
        self.document = self.desktop.loadComponentFromURL(
            f"file://{path}", "_blank", 0,
            self.properties(Hidden=True, FilterName=filter, FilterOptions=options))
        self.sheet = self.document.Sheets.getByIndex(0)
        cursor = self.sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        self.height, self.width = cursor.RangeAddress.EndRow + 1, cursor.RangeAddress.EndColumn + 1
        return [self.height, self.width]

    def header(self):
        return [self.sheet.getCellByPosition(column, 0).String for column in range(self.width)]

    def texts(self, column):
        return [self.sheet.getCellByPosition(column, row).String for row in range(1, self.height)]

    def unprotect(self):
        self.sheet.unprotect("")

    def is_protected(self):
        return bool(self.sheet.isProtected())

    def enter(self, column, row, text):
        """Enters a text as from the keyboard: what looks like a number or date becomes one, unless the cell
        has the format of texts. False if the cell is protected."""
        cell = self.sheet.getCellByPosition(column, row)
        if self.sheet.isProtected() and cell.CellProtection.IsLocked:
            return False
        formats = self.document.NumberFormats
        if formats.getByKey(cell.NumberFormat).FormatString == "@":
            cell.setString(text)
        else:
            cell.FormulaLocal = text
        return True

    def sort(self, first, last, by, ascending=True):
        """Sorts the columns from `first` to `last` by the column `by`, without the header."""
        area = self.sheet.getCellRangeByPosition(first, 1, last, self.height - 1)
        field = self.uno.createUnoStruct("com.sun.star.table.TableSortField")
        field.Field, field.IsAscending, field.IsCaseSensitive = by - first, ascending, False
        descriptor = self.properties(
            SortFields=self.uno.Any("[]com.sun.star.table.TableSortField", (field,)),
            ContainsHeader=False, BindFormatsToContent=True)
        self.uno.invoke(area, "sort", (descriptor,))

    def filter(self, column, text):
        """Shows the rows with a text only."""
        area = self.sheet.getCellRangeByPosition(0, 0, self.width - 1, self.height - 1)
        field = self.uno.createUnoStruct("com.sun.star.sheet.TableFilterField")
        field.Field, field.IsNumeric, field.StringValue = column, False, text
        field.Operator = self.uno.Enum("com.sun.star.sheet.FilterOperator", "EQUAL")
        descriptor = area.createFilterDescriptor(True)
        descriptor.ContainsHeader = True
        descriptor.setFilterFields((field,))
        area.filter(descriptor)

    def fill(self, column, first, last):
        """Fills down from the row `first`; numbers and dates become a series, as with the mouse."""
        area = self.sheet.getCellRangeByPosition(column, first, column, last)
        area.fillAuto(self.uno.Enum("com.sun.star.sheet.FillDirection", "TO_BOTTOM"), 1)

    def replace(self, column, search, text):
        area = self.sheet.getCellRangeByPosition(column, 1, column, self.height - 1)
        descriptor = area.createReplaceDescriptor()
        descriptor.SearchString, descriptor.ReplaceString = search, text
        return area.replaceAll(descriptor)

    def reformat(self, column, code):
        """Gives a column a number format and enters its texts again, like 'Text to columns'."""
        locale = self.uno.createUnoStruct("com.sun.star.lang.Locale")
        formats = self.document.NumberFormats
        key = formats.queryKey(code, locale, False)
        if key < 0:
            key = formats.addNew(code, locale)
        for row in range(1, self.height):
            cell = self.sheet.getCellByPosition(column, row)
            text = cell.String
            cell.NumberFormat = key
            if text:
                cell.FormulaLocal = text

    def remove_columns(self, column, count):
        self.sheet.Columns.removeByIndex(column, count)

    def remove_rows(self, row, count):
        self.sheet.Rows.removeByIndex(row, count)

    def insert_cells(self, column, row):
        area = self.sheet.getCellRangeByPosition(column, row, column, row).RangeAddress
        self.sheet.insertCells(area, self.uno.Enum("com.sun.star.sheet.CellInsertMode", "DOWN"))

    def epoch(self, year):
        date = self.uno.createUnoStruct("com.sun.star.util.Date")
        date.Day, date.Month, date.Year = 1, 1, year
        self.document.NullDate = date

    def save(self, path, filter, options=None):
        self.document.storeToURL(
            f"file://{path}", self.properties(FilterName=filter, FilterOptions=options))

    def close(self):
        self.document.close(True)


def main() -> None:
    driver = Driver(sys.argv[1])
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        arguments = json.loads(line)
        try:
            answer = {"value": getattr(driver, arguments.pop("command"))(**arguments)}
        except Exception as error:  # Every error is an answer.
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
