// The rows and cells in view.

const fixedColumns = 2;
const rowHeight = () => parseFloat(getComputedStyle(head).height) || 40;
const columnCount = () => shownColumns.length + fixedColumns;
const field = (column) => shownColumns[column - fixedColumns]?.name;

const drawHead = () => {
  const names = [texts.line, texts.failures, ...shownColumns.map((column) => column.label)];
  head.replaceChildren(...names.map((name, index) => make("div", {
    role: "columnheader", className: "cell", "aria-colindex": index + 1, textContent: index < 2 ? title(name) : name,
    title: name,
  })));
  grid.setAttribute("aria-colcount", columnCount());
  const widths = shownColumns.map(({ name, label: text }) => {
    let longest = text.length;
    for (const row of [...cells.values()].slice(0, 60)) longest = Math.max(longest, (row.cells[name] ?? "").length);
    return `${Math.min(28, Math.max(8, longest + 3))}ch`;
  });
  grid.style.setProperty("--columns", `6ch minmax(26ch, 1fr) ${widths.join(" ")}`);
};

// Reads the cells of rows that are not known. Resolves to false if the server did not answer.
let reading = new Map();
const load = async (ids) => {
  const missing = ids.filter((id) => !cells.has(id) && !reading.has(id));
  for (let start = 0; start < missing.length; start += 200) {
    const part = missing.slice(start, start + 200);
    const reply = read(part);
    for (const id of part) reading.set(id, reply);
  }
  return !(await Promise.all(ids.map((id) => reading.get(id)))).includes(false);
};
const read = async (ids) => {
  // A reply from before a reload is not shown after it.
  const [known, pending] = [cells, reading];
  const parameters = filters(["sensitive"]);
  parameters.set("submissions", ids.join(","));
  const found = await attempt(() => request(`${path}/failures/rows?${parameters}`));
  for (const row of found ?? []) known.set(row.submission, row);
  for (const id of ids) pending.delete(id);
  return found !== null;
};

const elements = new Map();
const draw = () => {
  drawCounts();
  grid.setAttribute("aria-rowcount", shown.length + 1);
  grid.hidden = !shown.length;
  const height = rowHeight();
  body.style.height = `${shown.length * height}px`;
  const first = Math.max(0, Math.floor(grid.scrollTop / height) - 8);
  const last = Math.min(shown.length, Math.ceil((grid.scrollTop + grid.clientHeight) / height) + 8);
  const wanted = new Set();
  for (let row = first; row < last; row += 1) wanted.add(row);
  if (active.row < shown.length) wanted.add(active.row);
  for (const [row, element] of elements) {
    if (!wanted.has(row)) {
      element.remove();
      elements.delete(row);
    }
  }
  for (const row of [...wanted].sort((a, b) => a - b)) {
    let element = elements.get(row);
    if (!element) {
      element = make("div", { role: "row", className: "row", "aria-rowindex": row + 2 });
      elements.set(row, element);
      const next = [...elements.keys()].filter((other) => other > row).sort((a, b) => a - b)[0];
      body.insertBefore(element, next === undefined ? null : elements.get(next));
    }
    element.style.transform = `translateY(${row * height}px)`;
    drawRow(element, row);
  }
  drawDetail();
  const around = [];
  for (let row = Math.max(0, first - 40); row < Math.min(shown.length, last + 60); row += 1) {
    if (!cells.has(rows[shown[row]][0])) around.push(rows[shown[row]][0]);
  }
  if (around.length && around.some((id) => !reading.has(id))) {
    // After a failure, the next scroll reads again.
    load(around).then((isRead) => {
      if (!isRead) return;
      if (!widthsKnown) { widthsKnown = true; drawHead(); }
      draw();
    });
  }
};
let widthsKnown = false;

const selected = () => {
  const other = anchor ?? active;
  return {
    top: Math.min(active.row, other.row), bottom: Math.max(active.row, other.row),
    left: Math.min(active.column, other.column), right: Math.max(active.column, other.column),
  };
};
const drawRow = (element, row) => {
  const entry = rows[shown[row]];
  const id = entry[0];
  const known = cells.get(id);
  const errors = errorsOf(id);
  const area = selected();
  while (element.children.length > columnCount()) element.lastChild.remove();
  for (let column = 0; column < columnCount(); column += 1) {
    const cell = element.children[column] ?? element.appendChild(make("div", { className: "cell" }));
    if (editor && editor.row === row && editor.column === column) continue;
    cell.setAttribute("role", column ? "gridcell" : "rowheader");
    cell.setAttribute("aria-colindex", column + 1);
    const isActive = row === active.row && column === active.column;
    cell.tabIndex = isActive ? 0 : -1;
    const isSelected = row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;
    cell.setAttribute("aria-selected", isSelected);
    const name = field(column);
    let words;
    if (column === 0) words = known ? String(known.line) : "…";
    else if (column === 1) {
      const conflict = conflicts.get(id);
      words = conflict ? conflict.reason
        : known || now.has(id) ? errors.map(({ message }) => message).join(" ")
          : kindsOf(entry).map((kind) => kinds[kind].message).join(" ");
    } else words = known ? text(id, name) : "…";
    if (cell.textContent !== words) cell.replaceChildren(data(words));
    const own = errors.filter((error) => error.field === name);
    const open = column > 1 && isOpen(id, name);
    const isEdited = edited(id, name) !== undefined;
    const notes = column > 1 ? commentsOf(known, own) : known?.comments ?? [];
    const isNoted = column !== 1 && notes.length > 0;
    if (isNoted) cell.title = `${title(texts.comments)}: ${number(notes.length)}`;
    else cell.removeAttribute("title");
    cell.className = `cell${isNoted ? " noted" : ""}${open ? " open" : ""}${own.some(({ severity }) => severity === "error") ? " bad" : ""}`
      + `${isEdited ? " edited" : ""}${conflicts.has(id) && (isEdited || column === 1) ? " conflict" : ""}`
      + `${column === 1 && !conflicts.has(id) && !errors.some(({ severity }) => severity === "error") && known ? " good" : ""}`;
    if (column > 1) {
      cell.setAttribute("aria-readonly", !open);
      cell.setAttribute("aria-invalid", own.length > 0);
      if (isActive) cell.setAttribute("aria-describedby", "repair-detail");
      else cell.removeAttribute("aria-describedby");
    } else {
      for (const name of ["aria-readonly", "aria-invalid", "aria-describedby"]) cell.removeAttribute(name);
    }
  }
};
const cellAt = ({ row, column }) => elements.get(row)?.children[column];
const current = () => rows[shown[active.row]]?.[0];

const showErrors = (errors, name) => {
  const own = errors.filter((error) => error.field === name || error.field === null);
  const list = own.length ? own : name ? [] : errors;
  const words = list.map(({ message }) => message).join(" ");
  const line = detail.querySelector(".messages");
  if (line && line.textContent !== words) line.textContent = words;
};
// The active cell with its messages, the stored text, and what can be done about it.
const drawDetail = () => {
  const id = current();
  const name = field(active.column);
  const known = cells.get(id);
  // An offer to waive failures or to comment stays until another record becomes active.
  if (offered !== null && offered === id) return;
  offered = null;
  if (!known) return detail.replaceChildren();
  const column = columns.find((one) => one.name === name);
  const parts = [make("p", {}, make("strong", {
    textContent: `${title(texts.line)} ${known.line}${column ? `, ${column.label}` : ""}` }), " ",
  make("span", { className: "messages" }))];
  const conflict = conflicts.get(id);
  if (known.malformed) parts.push(make("p", { textContent: texts.malformedRecord }));
  else if (column && mayEdit && !isOpen(id, name)) parts.push(make("p", { textContent: texts.cellProtected }));
  if (name && edited(id, name) !== undefined) {
    parts.push(make("p", {}, `${title(texts["stored value"])}: `, data(stored(id, name)), ` – ${title(texts["your value"])}: `,
      data(edited(id, name))));
  }
  if (conflict) {
    parts.push(make("p", { className: "bad", textContent: conflict.reason }));
    parts.push(make("p", { className: "tools" },
      button(texts["keep mine"], () => { conflicts.delete(id); draw(); evaluate(new Set([id])); }),
      button(texts.discard, () => discard(id))));
  }
  const area = selected();
  const same = name && edited(id, name) !== undefined && area.top === area.bottom ? sameAs(id, name) : [];
  if (same.length) {
    parts.push(make("p", { className: "tools" }, button(
      `${texts.replace}: ${texts["same value"]} (${number(same.length)})`,
      () => change(same.map((other) => [other, name, edited(id, name)])))));
  }
  if (known.comments.length) parts.push(listComments(known.comments));
  const tools = make("p", { className: "tools" });
  if (known.open && rights === "all") {
    tools.append(button(texts["waive failures"], () => offerWaiver()), button(texts.assign, () => offerAssignment()));
  }
  if (mayEdit) tools.append(button(texts["add comment"], () => offerComment(name)));
  parts.push(tools);
  detail.replaceChildren(...parts);
  showErrors(errorsOf(id), name);
};
// The other rows with the same stored text in an open cell, among those whose cells are
// known.
const sameAs = (id, name) => {
  const value = stored(id, name);
  const found = [];
  for (const [other] of shown.map((index) => rows[index])) {
    if (other !== id && isOpen(other, name) && stored(other, name) === value && edited(other, name) === undefined) {
      found.push(other);
    }
  }
  return found;
};
const discard = (id) => {
  conflicts.delete(id);
  const fields = edits.get(id);
  if (fields) change([...fields.keys()].map((name) => [id, name, stored(id, name)]));
  else draw();
};

const go = (row, column, extends_ = false) => {
  if (!shown.length) return;
  if (extends_) anchor ??= { ...active };
  else anchor = null;
  active = {
    row: Math.min(Math.max(row, 0), shown.length - 1), column: Math.min(Math.max(column, 0), columnCount() - 1),
  };
  const height = rowHeight();
  const top = active.row * height;
  if (top < grid.scrollTop) grid.scrollTop = top;
  const visible = grid.clientHeight - 2 * height;
  if (top > grid.scrollTop + visible) grid.scrollTop = top - visible;
  draw();
  const cell = cellAt(active);
  cell?.focus({ preventScroll: true });
  if (cell && active.column > 0) {
    const [left, right] = [head.firstChild.offsetWidth, grid.clientWidth];
    const start = Math.abs(cell.offsetLeft);
    if (getComputedStyle(grid).direction === "ltr") {
      if (start - left < grid.scrollLeft) grid.scrollLeft = start - left;
      else if (start + cell.offsetWidth > grid.scrollLeft + right) grid.scrollLeft = start + cell.offsetWidth - right;
    } else cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
};
