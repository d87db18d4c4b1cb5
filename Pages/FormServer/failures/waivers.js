// Waivers.

// Shows a form below the grid, which sends a request and then does something else.
const offer = (name, send, finish, ...parts) => {
  const form = make("form", { className: "tools" }, ...parts,
    button(name, null, { type: "submit", className: "main" }),
    button(texts.cancel, () => { offered = null; drawDetail(); cellAt(active)?.focus(); }));
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (!await attempt(send)) return;
    offered = null;
    await finish();
    cellAt(active)?.focus();
  };
  offered = current();
  detail.replaceChildren(form);
};
// A choice between the selected records and all shown ones, and the choice's submissions.
const chooseScope = (isWanted = () => true) => {
  const area = selected();
  const selection = [];
  for (let row = area.top; row <= area.bottom; row += 1) selection.push(rows[shown[row]][0]);
  const control = make("select", {},
    make("option", { value: "selected", textContent: `${title(texts.records)}: ${number(selection.length)}` }),
    make("option", { value: "shown", textContent: `${title(texts.all)}: ${number(shown.length)}` }));
  const ids = () => control.value === "selected" ? selection
    : shown.map((index) => rows[index]).filter(isWanted).map(([id]) => id);
  return { control, selection, ids };
};
const offerWaiver = () => {
  const scope = chooseScope((row) => row.slice(1).some((kind) => kinds[kind].rule === rule.value));
  const rules = new Map();
  for (const id of scope.selection) {
    for (const error of cells.get(id)?.errors ?? []) if (error.severity === "error") rules.set(error.rule, error);
  }
  const rule = make("select", {}, ...[...rules].map(([value, error]) => make("option", { value, textContent: kindName(error) })));
  const reason = make("input", { required: true, maxLength: 1000 });
  offer(texts.waive, () => post(`${path}/failures/waive`, "",
    JSON.stringify({ submissions: scope.ids(), rule: rule.value, reason: reason.value })), reload,
  label(texts.records, scope.control), label(texts.rule, rule), label(texts.reason, reason));
  reason.focus();
};
