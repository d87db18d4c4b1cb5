// Keyboard, mouse and touch.

const edit = (value) => {
  const id = current();
  const name = field(active.column);
  if (!isOpen(id, name)) {
    if (name && mayEdit) say(cells.get(id)?.malformed ? texts.malformedRecord : texts.cellProtected);
    return;
  }
  say("");
  const column = columns.find((one) => one.name === name);
  const before = text(id, name);
  const isLong = before.includes("\n");
  const input = make(isLong ? "textarea" : "input", { value: value ?? (column.masked && edited(id, name) === undefined ? "" : before) });
  input.setAttribute("aria-label", column.label);
  input.setAttribute("aria-describedby", "repair-detail");
  input.spellcheck = false;
  input.autocomplete = "off";
  const cell = cellAt(active);
  const children = [input];
  if (column.choices.length) {
    const list = make("datalist", { id: "repair-choices" }, ...column.choices.map((choice) => make("option", { value: choice })));
    input.setAttribute("list", list.id);
    children.push(list);
  }
  editor = { id, name, input, ...active };
  cell.replaceChildren(...children);
  input.focus();
  if (value === undefined) input.select();
  input.oninput = () => evaluateSoon(id, name, input.value);
  input.onblur = () => leave(true);
};
const leave = (accepts) => {
  if (!editor) return;
  const { id, name, input } = editor;
  editor = null;
  clearTimeout(typing);
  input.onblur = null;
  const isMaskKept = input.value === "" && columns.find((one) => one.name === name).masked && edited(id, name) === undefined;
  if (accepts && !isMaskKept && input.value !== text(id, name)) change([[id, name, input.value]]);
  draw();
};
const nextOpen = (from, step) => {
  const id = current();
  for (let column = from + step; column > 1 && column < columnCount(); column += step) {
    if (isOpen(id, field(column))) return column;
  }
  return null;
};

grid.addEventListener("keydown", (event) => {
  const { key: pressed } = event;
  const command = event.ctrlKey || event.metaKey;
  if (editor) {
    if (pressed === "Enter" && !event.altKey) {
      event.preventDefault();
      leave(true);
      go(active.row + (event.shiftKey ? -1 : 1), active.column);
    } else if (pressed === "Escape") {
      event.preventDefault();
      leave(false);
      go(active.row, active.column);
    } else if (pressed === "Tab") {
      leave(true);
      const next = nextOpen(active.column, event.shiftKey ? -1 : 1);
      go(active.row, next ?? active.column);
      if (next !== null) event.preventDefault();
    }
    return;
  }
  if (!event.target.closest(".cell")) return;
  const page = Math.max(1, Math.floor(grid.clientHeight / rowHeight()) - 2);
  const end = command ? shown.length : 1;
  const isLeft = getComputedStyle(grid).direction === "rtl" ? 1 : -1;
  const moves = {
    ArrowUp: [-end, 0], ArrowDown: [end, 0], PageUp: [-page, 0], PageDown: [page, 0],
    ArrowLeft: [0, isLeft * (command ? columnCount() : 1)], ArrowRight: [0, -isLeft * (command ? columnCount() : 1)],
  };
  const handled = () => { event.preventDefault(); };
  if (moves[pressed]) {
    handled();
    go(active.row + moves[pressed][0], active.column + moves[pressed][1], event.shiftKey);
  } else if (pressed === "Home") {
    handled();
    go(command ? 0 : active.row, 0, event.shiftKey);
  } else if (pressed === "End") {
    handled();
    go(command ? shown.length : active.row, columnCount(), event.shiftKey);
  } else if (pressed === "Tab") {
    const next = nextOpen(active.column, event.shiftKey ? -1 : 1);
    if (next !== null) {
      handled();
      go(active.row, next);
    }
  } else if (pressed === "Enter" || pressed === "F2") {
    handled();
    edit();
  } else if (pressed === "Delete" || pressed === "Backspace") {
    handled();
    fill([[""]]);
  } else if (command && pressed.toLowerCase() === "z") {
    handled();
    (event.shiftKey ? redo : undo)();
  } else if (command && pressed.toLowerCase() === "y") {
    handled();
    redo();
  } else if (command && pressed.toLowerCase() === "s") {
    handled();
    save();
  } else if (command && pressed.toLowerCase() === "a") {
    handled();
    anchor = { row: 0, column: fixedColumns };
    active = { row: shown.length - 1, column: columnCount() - 1 };
    draw();
    cellAt(active)?.focus();
  } else if (event.isComposing || pressed === "Process" || pressed === "Dead") {
    // The editor receives the composed text.
    edit("");
  } else if (pressed.length === 1 && !command && !event.altKey) {
    handled();
    edit(pressed);
  }
});
const placeOf = (target) => {
  const cell = target.closest?.(".rows .cell");
  if (!cell) return null;
  const row = [...elements].find(([, element]) => element === cell.parentElement)?.[0];
  return row === undefined ? null : { row, column: [...cell.parentElement.children].indexOf(cell) };
};
let isDragging = false;
grid.addEventListener("pointerdown", (event) => {
  const target = placeOf(event.target);
  if (!target || event.target.closest("input, textarea")) return;
  leave(true);
  const isAgain = target.row === active.row && target.column === active.column;
  if (event.pointerType !== "mouse") {
    // The second tap edits; a drag scrolls.
    if (!isAgain || document.activeElement !== cellAt(active)) return;
    event.preventDefault();
    return edit();
  }
  event.preventDefault();
  go(target.row, target.column, event.shiftKey);
  isDragging = true;
});
grid.addEventListener("click", (event) => {
  const target = placeOf(event.target);
  if (target && event.pointerType !== "mouse" && !editor && event.detail) go(target.row, target.column);
});
grid.addEventListener("pointermove", (event) => {
  if (!isDragging || event.pointerType !== "mouse") return;
  const target = placeOf(event.target);
  if (target && (target.row !== active.row || target.column !== active.column)) go(target.row, target.column, true);
});
document.addEventListener("pointerup", () => { isDragging = false; });
grid.addEventListener("dblclick", () => { if (!editor) edit(); });
grid.addEventListener("focusin", (event) => {
  const target = placeOf(event.target);
  if (target && !editor && (target.row !== active.row || target.column !== active.column)) {
    active = target;
    draw();
  }
});
let frame = 0;
grid.addEventListener("scroll", () => {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(draw);
});
addEventListener("resize", () => draw());
