// Blocks of cells from and to spreadsheets.

const quote = (value) => /[\t\n\r"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
grid.addEventListener("copy", (event) => {
  if (editor || !shown.length) return;
  event.preventDefault();
  const area = selected();
  const ids = shown.slice(area.top, area.bottom + 1).map((index) => rows[index][0]);
  if (ids.every((id) => cells.has(id))) event.clipboardData.setData("text/plain", copied(area));
  else load(ids).then(() => navigator.clipboard?.writeText(copied(area)));
});
const copied = (area) => {
  const lines = [];
  for (let row = area.top; row <= area.bottom; row += 1) {
    const id = rows[shown[row]][0];
    const line = [];
    for (let column = area.left; column <= area.right; column += 1) {
      line.push(quote(column === 0 ? String(cells.get(id)?.line ?? "")
        : column === 1 ? errorsOf(id).map(({ message }) => message).join(" ") : text(id, field(column))));
    }
    lines.push(line.join("\t"));
  }
  // As in spreadsheets, so that an empty last row is one.
  return lines.length > 1 ? lines.map((line) => `${line}\n`).join("") : lines[0];
};
const parse = (pasted) => {
  const block = [[]];
  const source = pasted.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  let position = 0;
  while (position <= source.length) {
    let value = "";
    if (source[position] === '"') {
      let end = position + 1;
      while (end < source.length && (source[end] !== '"' || source[end + 1] === '"')) end += source[end] === '"' ? 2 : 1;
      value = source.slice(position + 1, end).replaceAll('""', '"');
      position = end + 1;
    }
    const end = source.slice(position).search(/[\t\n]/);
    const stop = end < 0 ? source.length : position + end;
    value += source.slice(position, stop);
    block.at(-1).push(value);
    if (source[stop] === "\n") block.push([]);
    position = stop + 1;
  }
  return block;
};
// Writes a block to the selection; one value, or a column or row of them, fills all of it.
const fill = async (block) => {
  const area = selected();
  const height = Math.max(block.length, area.bottom - area.top + 1);
  const width = Math.max(block[0].length, area.right - area.left + 1);
  const places = [];
  for (let row = area.top; row < Math.min(area.top + height, shown.length); row += 1) {
    const line = block[(row - area.top) % block.length];
    for (let column = area.left; column < Math.min(area.left + width, columnCount()); column += 1) {
      places.push([rows[shown[row]][0], column, line[(column - area.left) % line.length] ?? ""]);
    }
  }
  const [list, left] = [[], []];
  await act(async () => {
    await load([...new Set(places.map(([id]) => id))]);
    for (const [id, column, value] of places) {
      const name = field(column);
      if (isOpen(id, name)) list.push([id, name, value]);
      else if (column < 2 || text(id, name) !== value) left.push(id);
    }
    return record(list);
  });
  if (left.length) say(`${texts.pasteSkipped} (${number(left.length)})`);
};
grid.addEventListener("paste", (event) => {
  if (editor) return;
  event.preventDefault();
  fill(parse(event.clipboardData.getData("text/plain")));
});
