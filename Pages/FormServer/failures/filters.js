// Counts and filters.

const count = () => {
  const counts = kinds.map(() => 0);
  let [failures, records] = [0, 0];
  for (const row of rows) {
    let fails = false;
    for (const kind of kindsOf(row)) {
      counts[kind] += 1;
      if (rejects(kind)) { failures += 1; fails = true; }
    }
    if (fails) records += 1;
  }
  return { counts, failures, records };
};
const kindName = ({ field, message }) => {
  const column = columns.find(({ name }) => name === field);
  return column ? `${column.label}: ${message}` : message;
};
const drawCounts = () => {
  const { counts, failures, records } = count();
  const left = failures
    ? `${title(texts["failures left"])}: ${number(failures)} (${texts.records}: ${number(records)})`
    : texts.noFailuresLeft;
  if (status.textContent !== left) status.textContent = left;
  const wanted = [[null, title(texts.all), failures],
    ...kinds.map((kind, index) => [index, kindName(kind), counts[index]])];
  while (chips.children.length > wanted.length) chips.lastChild.remove();
  wanted.forEach(([kind, name, amount], index) => {
    const chip = chips.children[index] ?? chips.appendChild(make("button", { type: "button" }));
    const words = `${name} (${number(amount)})`;
    if (chip.textContent !== words) chip.textContent = words;
    chip.setAttribute("aria-pressed", kind === chosen);
    chip.classList.toggle("done", amount === 0);
    chip.onclick = () => choose(kind);
  });
  let amount = 0;
  for (const fields of edits.values()) amount += fields.size;
  unsaved.textContent = amount ? `${title(texts["unsaved cells"])}: ${number(amount)}` : "";
  undoButton.disabled = !done;
  redoButton.disabled = done === actions.length;
  saveButton.disabled = !amount;
};
const filter = () => {
  const words = wording.toLocaleLowerCase(language);
  const matching = new Set(kinds.keys().filter((index) => {
    const { rule, code } = kinds[index];
    return `${rule} ${code} ${kindName(kinds[index])}`.toLocaleLowerCase(language).includes(words);
  }));
  shown = [];
  rows.forEach((row, index) => {
    if (mine.checked && assignees.get(row[0]) !== user) return;
    const own = kindsOf(row);
    if (conflicts.has(row[0]) || (chosen === null || own.includes(chosen)) && (!words || own.some((kind) => matching.has(kind)))) {
      shown.push(index);
    }
  });
  if (sorting.value === "kind") {
    shown.sort((a, b) => (kindsOf(rows[a])[0] ?? -1) - (kindsOf(rows[b])[0] ?? -1) || a - b);
  }
  if (conflicts.size) shown.sort((a, b) => conflicts.has(rows[b][0]) - conflicts.has(rows[a][0]));
  const failing = new Set(chosen === null ? kinds.map(({ field }) => field) : [kinds[chosen].field]);
  shownColumns = [...columns.filter(({ name }) => failing.has(name)),
    ...(assignees.size ? [{ label: title(texts.assignee) }] : []), ...columns.filter(({ name }) => !failing.has(name))];
  [active, anchor] = [{ row: 0, column: 2 }, null];
  grid.scrollTop = 0;
  drawHead();
  draw();
};
const choose = (kind) => {
  chosen = kind;
  filter();
  suggest();
};
let searching = null;
search.oninput = () => {
  clearTimeout(searching);
  searching = setTimeout(() => { wording = search.value; filter(); }, 200);
};
