// Requests, and the parts of the page.

const request = async (address, options = {}) => {
  const headers = { Accept: "application/json", "X-CSRF-Token": csrf ?? "", ...options.headers };
  let response;
  try {
    response = await fetch(address, { ...options, headers });
  } catch {
    throw new Error(texts.interrupted);
  }
  let body = null;
  try { body = await response.json(); } catch { /* Reported by its status. */ }
  if (response.ok || (response.status === 422 && body?.corrections)) return body;
  const error = new Error(body?.detail ?? texts.failed);
  error.problem = body;
  throw error;
};
const filters = (names = ["import", "source", "batch", "since", "rule", "assigned", "rules", "sensitive"]) =>
  new URLSearchParams([...query].filter(([name]) => names.includes(name)));
const post = (address, parameters, body, type = "application/json") =>
  request(`${address}?${parameters}`, { method: "POST", body, headers: { "Content-Type": type } });

const sendEdits = (patches, parameters) => {
  const all = filters(["rules"]);
  for (const [name, value] of Object.entries({ literal: true, keep: "all", ...parameters })) {
    all.set(name, value);
  }
  const lines = patches.map(([submission, fields]) => JSON.stringify({ submission, fields }) + "\n");
  return post(`${path}/corrections`, all, lines.join(""), "application/x-ndjson");
};

// MARK: Parts of the page

const status = make("p", { role: "status", className: "left" });
const note = make("p", { className: "note", role: "alert" });
const chips = make("div", { className: "chips", role: "group", "aria-label": title(texts.failures) });
const search = make("input", { type: "search" });
const sorting = make("select");
const mine = make("input", { type: "checkbox", onchange: () => filter() });
const undoButton = button(texts.undo, () => undo());
const redoButton = button(texts.redo, () => redo());
const saveButton = button(texts.save, () => save(), { className: "main" });
const unsaved = make("span", { className: "unsaved" });
const repairs = make("details", { className: "repairs" }, make("summary", { textContent: title(texts.repairs) }));
const repairList = make("div");
repairs.append(repairList);
const closed = make("section", { className: "closed", hidden: true, "aria-label": title(texts.conflicts) });
const grid = make("div", {
  role: "grid", className: "grid", "aria-label": title(texts.failures), "aria-multiselectable": "true",
  "aria-describedby": "repair-help",
});
const head = make("div", { role: "row", className: "head", "aria-rowindex": 1 });
const headGroup = make("div", { role: "rowgroup", className: "heads" }, head);
const body = make("div", { role: "rowgroup", className: "rows" });
grid.append(headGroup, body);
const detail = make("div", { className: "detail", id: "repair-detail" });
const help = make("p", { className: "help", id: "repair-help", textContent: texts.gridHelp });
const file = make("input", { type: "file" });
const dropped = make("section", { className: "dropped", "aria-label": title(texts.file) });
const label = (text, control) => make("label", {}, make("span", { textContent: title(text) }), control);
root.append(
  status, note, chips,
  make("div", { className: "tools" }, label(texts.search, search), label(texts.sort, sorting), ...(rights === "all" ? [label(texts["assigned to me"], mine)] : []),
    undoButton, redoButton, saveButton, unsaved),
  repairs, closed, grid, detail, help,
  make("div", { className: "drop", hidden: !mayEdit }, label(texts["drop file"], file)), dropped);
repairs.hidden = !mayEdit;
const sensitive = document.getElementById("sensitive");

const say = (text, isGood = false) => {
  note.textContent = text;
  note.classList.toggle("good", isGood);
};
let running = 0;
const attempt = async (work) => {
  running += 1;
  root.setAttribute("aria-busy", "true");
  try {
    say("");
    return await work();
  } catch (error) {
    say(error.message);
    return null;
  } finally {
    running -= 1;
    if (!running) root.removeAttribute("aria-busy");
  }
};
