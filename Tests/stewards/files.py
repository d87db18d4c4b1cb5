"""Damage to the bytes of text files: encodings, delimiters, quotes, cut files."""

import csv
import gzip

from damages import damage

CSV = ("csv",)

# Encodings in which programs save, by Python's names.
ENCODINGS = ["cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257", "latin-1", "iso8859-2",
             "iso8859-15", "mac-roman", "mac-latin2", "cp850", "cp437", "cp852", "cp866", "big5",
             "gbk", "gb18030", "shift_jis", "cp932", "euc_jp", "euc_kr", "koi8-r", "utf-16-le",
             "utf-16-be", "utf-32", "utf-7", "utf-8", "hz", "iso2022_jp", "cp037"]


def _encoded(name, encoding, errors="replace", bom=False):
    def apply(table, draw):
        table.style.encoding, table.style.errors, table.style.bom = encoding, errors, bom
    damage(name, CSV, may_be_wanted=False)(apply)


for _name in ENCODINGS:
    _encoded(f"saved as {_name}", _name)
_encoded("saved as utf-16 with a mark", "utf-16-le", bom=True)
_encoded("saved as utf-16-be with a mark", "utf-16-be", bom=True)
_encoded("saved as utf-8 with a mark", "utf-8", bom=True)
_encoded("characters dropped for cp1252", "cp1252", "ignore")
_encoded("characters dropped for ASCII", "ascii", "ignore")
_encoded("characters as entities for ASCII", "ascii", "xmlcharrefreplace")
_encoded("characters escaped for ASCII", "ascii", "backslashreplace")
_encoded("names of characters for latin-1", "latin-1", "namereplace")


def _misread(name, encoding):
    """The file was read in a wrong encoding and saved as UTF-8."""
    def apply(table, draw):
        own = table.style.encoding
        def change(text):
            return text.encode(own).decode(encoding, "replace") if isinstance(text, str) else text
        if draw.random() < 0.3 and "_check" in table.header:
            column = table.column("_check")
            for row in [table.header, *table.rows]:
                del row[column]
        table.header[:] = [change(text) for text in table.header]
        table.rows[:] = [[change(text) for text in row] for row in table.rows]
        table.style.encoding, table.style.bom = "utf-8", draw.random() < 0.5
    damage(name, CSV, may_be_wanted=False)(apply)


for _name in ["cp1252", "mac-roman", "cp850", "cp1250", "cp437", "latin-1"]:
    _misread(f"read as {_name}, saved as utf-8", _name)


def _without_check(name, encoding):
    def apply(table, draw):
        for own in ["_check", "_errors"]:
            if own in table.header:
                column = table.column(own)
                for row in [table.header, *table.rows]:
                    del row[column]
        table.style.encoding, table.style.errors, table.style.bom = encoding, "replace", False
    damage(name, CSV, may_be_wanted=False)(apply)


for _name in ["cp1252", "cp1250", "cp1254", "iso8859-2", "iso8859-15", "mac-roman", "cp850", "cp437",
              "big5", "shift_jis", "gbk", "euc_kr", "cp1251"]:
    _without_check(f"without a check, saved as {_name}", _name)


def _bytes(name, change, wanted=False):
    def apply(table, draw):
        table.style.change = lambda data: change(data, draw)
    damage(name, CSV, may_be_wanted=wanted)(apply)


_bytes("the file cut", lambda data, draw: data[:draw.randrange(len(data) // 3, len(data))])
_bytes("the file cut at a line", lambda data, draw: data[:data.rindex(b"\n", 0, len(data) * 2 // 3)])
_bytes("a byte changed", lambda data, draw: _at(data, draw, lambda byte: bytes([byte ^ 1])))
_bytes("a byte lost", lambda data, draw: _at(data, draw, lambda byte: b""))
_bytes("a NUL inserted", lambda data, draw: _at(data, draw, lambda byte: bytes([byte, 0])))
_bytes("a quote inserted", lambda data, draw: _at(data, draw, lambda byte: bytes([byte]) + b'"'))
_bytes("quotes removed", lambda data, draw: data.replace(b'"', b""))
_bytes("doubled quotes halved", lambda data, draw: data.replace(b'""', b'"'))
_bytes("a block of bytes as zeros", lambda data, draw: data[:len(data) // 2] + bytes(64)
       + data[len(data) // 2 + 64:])
_bytes("lines exchanged", lambda data, draw: _lines(data, draw))
_bytes("the file twice", lambda data, draw: data + data)
_bytes("gzip", lambda data, draw: gzip.compress(data))
_bytes("Mac line ends everywhere", lambda data, draw: data.replace(b"\r\n", b"\r").replace(b"\n", b"\r"))
_bytes("spaces for tabs", lambda data, draw: data.replace(b"\t", b" "))
_bytes("another delimiter by replacement", lambda data, draw: data.replace(b",", b";"))
_bytes("two encodings", lambda data, draw: data[:len(data) // 2]
       + data[len(data) // 2:].decode("utf-8", "ignore").encode("cp1252", "replace"))


def _at(data, draw, change):
    # The header decides what the columns are; damage to it is a kind of its own.
    first = data.index(b"\n")
    position = draw.randrange(min(first + 1, len(data) - 1), len(data))
    return data[:position] + change(data[position]) + data[position + 1:]


def _lines(data, draw):
    lines = data.split(b"\n")
    one, other = draw.randrange(1, len(lines)), draw.randrange(1, len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _styled(name, **changes):
    def apply(table, draw):
        for key, value in changes.items():
            setattr(table.style, key, value)
    damage(name, CSV, may_be_wanted=False)(apply)


_styled("semicolons", delimiter=";")
_styled("tabs", delimiter="\t")
_styled("bars", delimiter="|")
_styled("everything quoted", quoting=csv.QUOTE_ALL)
_styled("Unix line ends", line_end="\n")
_styled("a line for the delimiter", prefix="sep=,\r\n")
_styled("lines in front", prefix="\r\n\r\n")
