"""Damage to rows and columns."""

from damages import TEXT, a_column, damage

ROWS = ("csv", "xlsx")


def _set(rows, column, values):
    for row, value in zip(rows, values):
        row[column] = value


def _alone(table, draw, reverse=False, wanted=None):
    column = a_column(table, draw, 3) if wanted is None else wanted
    texts = sorted((row[column] for row in table.rows), key=str, reverse=reverse)
    _set(table.rows, column, texts)


damage("a column sorted alone")(_alone)
damage("a column sorted downwards alone")(lambda t, d: _alone(t, d, True))
damage("the proof sorted alone", ROWS)(
    lambda t, d: [_set(t.rows, t.column(name), texts) for name in ["_submission", "_line", "_check"]
                  if name in t.header for texts in [[row[t.column(name)] for row in t.rows][::-1]]])


@damage("columns sorted alone")
def _(table, draw):
    """The columns of a selection are sorted by the first of them."""
    columns = table.data_columns()
    first = draw.randrange(len(columns))
    selected = columns[first:first + draw.randrange(2, 12)]
    order = sorted(range(len(table.rows)), key=lambda row: str(table.rows[row][selected[0]]))
    for column in selected:
        _set(table.rows, column, [table.rows[row][column] for row in order])


@damage("a part of the rows sorted alone")
def _(table, draw):
    column = a_column(table, draw, 3)
    first = draw.randrange(max(1, len(table.rows) - 4))
    rows = table.rows[first:first + draw.randrange(2, 9)]
    _set(rows, column, sorted((row[column] for row in rows), key=str))


@damage("sorted without the last columns")
def _(table, draw):
    """All columns up to the first one that formrec added are sorted; the proof stays in place."""
    columns = table.data_columns()
    column = a_column(table, draw)
    order = sorted(range(len(table.rows)), key=lambda row: str(table.rows[row][column]))
    for each in columns:
        _set(table.rows, each, [table.rows[row][each] for row in order])


@damage("filled down")
def _(table, draw):
    column = a_column(table, draw)
    first = draw.randrange(len(table.rows))
    for row in table.rows[first:first + draw.randrange(2, 40)]:
        row[column] = table.rows[first][column]


@damage("filled with a series")
def _(table, draw):
    column = a_column(table, draw)
    first = draw.randrange(len(table.rows))
    for number, row in enumerate(table.rows[first:first + draw.randrange(2, 40)]):
        row[column] = f"{number + 1:03}"


@damage("cells moved down")
def _(table, draw):
    column, first = a_column(table, draw), draw.randrange(len(table.rows))
    texts = [row[column] for row in table.rows]
    _set(table.rows, column, texts[:first] + [""] + texts[first:-1])


@damage("cells moved up")
def _(table, draw):
    column, first = a_column(table, draw), draw.randrange(len(table.rows))
    texts = [row[column] for row in table.rows]
    _set(table.rows, column, texts[:first] + texts[first + 1:] + [""])


@damage("two cells exchanged")
def _(table, draw):
    column = a_column(table, draw)
    one, other = draw.sample(table.rows, 2)
    one[column], other[column] = other[column], one[column]


@damage("two columns exchanged")
def _(table, draw):
    one, other = draw.sample(table.data_columns(), 2)
    for row in table.rows:
        row[one], row[other] = row[other], row[one]


@damage("a column pasted over another")
def _(table, draw):
    one, other = draw.sample(table.data_columns(), 2)
    _set(table.rows, one, [row[other] for row in table.rows])


@damage("a row pasted over another")
def _(table, draw):
    """All cells but those that formrec added."""
    one, other = draw.sample(table.rows, 2)
    for column in table.data_columns():
        one[column] = other[column]


@damage("a row shifted", ROWS)
def _(table, draw):
    row = draw.choice(table.rows)
    row.insert(draw.choice(table.data_columns()), "")


@damage("cells of a row moved to the left", ROWS)
def _(table, draw):
    row = draw.choice(table.rows)
    del row[draw.choice(table.data_columns())]


def _delete(table, column):
    for row in [table.header, *table.rows]:
        if column < len(row):
            del row[column]


def _insert(table, column, header, texts):
    table.header.insert(column, header)
    for row, text in zip(table.rows, texts):
        row.insert(column, text)


@damage("a column deleted", ROWS)
def _(table, draw):
    _delete(table, a_column(table, draw))


@damage("a column renamed", ROWS)
def _(table, draw):
    table.header[a_column(table, draw)] = draw.choice(["Column1", "new é", "Unnamed: 0", "_rest", "date"])


@damage("a header in upper case", ROWS)
def _(table, draw):
    column = a_column(table, draw)
    table.header[column] = table.header[column].upper()


@damage("a header named like another", ROWS)
def _(table, draw):
    one, other = draw.sample(table.data_columns(), 2)
    table.header[one] = table.header[other]


@damage("headers exchanged", ROWS)
def _(table, draw):
    one, other = draw.sample(table.data_columns(), 2)
    table.header[one], table.header[other] = table.header[other], table.header[one]


@damage("headers sorted", ROWS)
def _(table, draw):
    columns = table.data_columns()
    for column, name in zip(columns, sorted(table.header[column] for column in columns)):
        table.header[column] = name


@damage("columns moved", ROWS)
def _(table, draw):
    order = draw.sample(range(len(table.header)), len(table.header))
    table.header[:] = [table.header[column] for column in order]
    table.rows[:] = [[row[column] for column in order] for row in table.rows]


@damage("a column copied", ROWS)
def _(table, draw):
    column = a_column(table, draw)
    _insert(table, draw.choice([column, column + 1, len(table.header)]), table.header[column],
            [row[column] for row in table.rows])


@damage("a column copied and changed", ROWS)
def _(table, draw):
    column = a_column(table, draw)
    _insert(table, draw.choice([column, column + 1]), table.header[column],
            [f"{row[column]}x" for row in table.rows])


@damage("an empty column inserted", ROWS)
def _(table, draw):
    _insert(table, draw.choice(table.data_columns()), "", [""] * len(table.rows))


@damage("a column with numbers in front", ROWS)
def _(table, draw):
    _insert(table, 0, draw.choice(["", "Unnamed: 0", "index"]), map(str, range(len(table.rows))))


@damage("the check deleted", ROWS)
def _(table, draw):
    if "_check" in table.header:
        _delete(table, table.column("_check"))


@damage("check, line and a cell lost", ROWS)
def _(table, draw):
    for name in ["_check", "_line"]:
        if name in table.header:
            _delete(table, table.column(name))
    draw.choice(table.rows)[a_column(table, draw)] = ""


@damage("the check cleared")
def _(table, draw):
    if "_check" in table.header:
        _set(table.rows, table.column("_check"), [""] * len(table.rows))


@damage("the check filled down")
def _(table, draw):
    if "_check" in table.header:
        column = table.column("_check")
        _set(table.rows, column, [table.rows[0][column]] * len(table.rows))


@damage("the numbers deleted")
def _(table, draw):
    _delete(table, table.column("_submission"))


def _renumbered(name, change, formats=TEXT):
    """Changes `_submission`, with or without the columns that show it."""
    def apply(table, draw):
        if draw.random() < 0.5:
            for own in ["_check", "_line"]:
                if own in table.header and draw.random() < 0.7:
                    _delete(table, table.column(own))
        change(table, table.column("_submission"), draw)
    damage(name, formats)(apply)


def _retype(table, column, draw):
    row = draw.choice(table.rows)
    row[column] = type(row[column])(int(row[column]) + draw.choice([-1, 1, 10]))


def _exchange(table, column, draw):
    one, other = draw.sample(table.rows, 2)
    one[column], other[column] = other[column], one[column]


def _series(table, column, draw):
    kind = type(table.rows[0][column])
    first = int(table.rows[0][column])
    _set(table.rows, column, [kind(first + index) for index in range(len(table.rows))])


def _constant(table, column, draw):
    _set(table.rows, column, [table.rows[0][column]] * len(table.rows))


_renumbered("a number retyped", _retype)
_renumbered("two numbers exchanged", _exchange)
_renumbered("numbers as a series", _series)
_renumbered("numbers filled down", _constant)
_renumbered("numbers with decimals", lambda t, c, d: _set(
    t.rows, c, [f"{row[c]}.0" for row in t.rows]), ROWS)
_renumbered("numbers sorted alone", lambda t, c, d: _set(
    t.rows, c, [row[c] for row in t.rows][::-1]))


@damage("rows shuffled")
def _(table, draw):
    draw.shuffle(table.rows)


@damage("rows deleted")
def _(table, draw):
    table.rows[:] = draw.sample(table.rows, len(table.rows) // 2 + 1)


@damage("rows copied")
def _(table, draw):
    for row in draw.sample(table.rows, 3):
        copy = list(row)
        if draw.random() < 0.7:
            copy[a_column(table, draw)] += "x"
        table.rows.insert(draw.randrange(len(table.rows)), copy)


@damage("rows of another file appended", ROWS)
def _(table, draw):
    """The rows of another export, of this store or another one, by name or by position of the columns."""
    other = draw.choice([each for each in table.others if each.format == table.format])
    by_name = draw.random() < 0.6
    for row in draw.sample(other.rows, min(5, len(other.rows))):
        cells = dict(zip(other.header, row))
        texts = [cells.get(name, "") for name in table.header] if by_name else list(row)
        table.rows.insert(draw.randrange(len(table.rows) + 1), texts)


@damage("a column of another file pasted", ROWS)
def _(table, draw):
    other = draw.choice([each for each in table.others if each.format == table.format])
    column = draw.choice(table.data_columns())
    if table.header[column] in other.header:
        texts = [row[other.column(table.header[column])] for row in other.rows]
        _set(table.rows, column, texts[:len(table.rows)])


@damage("another header in the middle", ROWS)
def _(table, draw):
    table.rows.insert(draw.randrange(len(table.rows)), list(table.header))


@damage("the header deleted", ROWS)
def _(table, draw):
    table.header[:] = table.rows.pop(0)


@damage("a title above", ROWS)
def _(table, draw):
    table.rows.insert(0, list(table.header))
    table.header[:] = ["Failures of March"] + [""] * (len(table.header) - 1)


@damage("empty rows", ROWS)
def _(table, draw):
    for _ in range(3):
        table.rows.insert(draw.randrange(len(table.rows)), [""] * len(table.header))


@damage("a row of totals", ROWS)
def _(table, draw):
    table.rows.append(["Total", str(len(table.rows))] + [""] * (len(table.header) - 2))


@damage("columns at the end cut", ROWS)
def _(table, draw):
    width = draw.randrange(2, len(table.header))
    for row in [table.header, *table.rows]:
        del row[width:]


@damage("a cell inserted in all rows but the header", ROWS)
def _(table, draw):
    at = draw.choice(table.data_columns())
    for row in table.rows:
        row.insert(at, "")
