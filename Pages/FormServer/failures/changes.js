// Changes of cells with undo and redo, kept in the browser, and their verdicts.

const isKept = (field) => !columns.find(({ name }) => name === field)?.sensitive;
const storage = (work) => { try { return work(localStorage) ?? true; } catch { return false; } };
const key = (part) => `formrec:repair:${user}:${form}:${part}`;
let isStored = true;
// Stores one action, so that each costs as much as its cells.
const keep = (index) => {
  const fields = {};
  for (const [id, field, , after] of actions[index]) {
    if (isKept(field)) (fields[field] ??= []).push(after === null ? [id] : [id, after]);
  }
  isStored = storage((s) => s.setItem(key(index), JSON.stringify(fields))) && isStored;
  isStored = storage((s) => s.setItem(key("done"), done)) && isStored;
  const { kept } = actions[index];
  storage((s) => kept ? s.setItem(key(`kept${index}`), JSON.stringify(kept)) : s.removeItem(key(`kept${index}`)));
  if (!isStored) say(texts.notKept);
};
const forget = () => storage((s) => {
  for (const name of Object.keys(s)) if (name.startsWith(key(""))) s.removeItem(name);
  isStored = true;
});
const restore = () => storage((s) => {
  const count = Number(s.getItem(key("done")) ?? 0);
  for (let index = 0; s.getItem(key(index)) !== null; index += 1) {
    const changes = [];
    for (const [field, list] of Object.entries(JSON.parse(s.getItem(key(index))))) {
      for (const [id, after = null] of list) changes.push([id, field, null, after]);
    }
    const kept = s.getItem(key(`kept${index}`));
    if (kept) changes.kept = JSON.parse(kept);
    actions.push(changes);
    if (index < count) perform(changes);
  }
  done = Math.min(count, actions.length);
});

const edited = (id, field) => edits.get(id)?.get(field);
// The column of assignees has no field.
const stored = (id, field) => field === undefined ? assignees.get(id) ?? "" : cells.get(id)?.cells[field] ?? "";
const text = (id, field) => edited(id, field) ?? stored(id, field);
const isOpen = (id, field) => {
  const row = cells.get(id);
  return mayEdit && !!row && row.open && !row.malformed && (row.fields === null
    ? columns.some(({ name }) => name === field) : row.fields.includes(field));
};
const write = (id, field, value) => {
  const fields = edits.get(id) ?? new Map();
  if (value === null) fields.delete(field);
  else fields.set(field, value);
  if (fields.size) edits.set(id, fields);
  else edits.delete(id);
};
// Notes the texts before the changes each time, because those of undone actions are not kept
// in the browser.
const perform = (changes) => {
  for (const change of changes) {
    const [id, field, , after] = change;
    change[2] = edited(id, field) ?? null;
    write(id, field, after);
  }
};
const takeBack = (changes) => {
  for (const [id, field, before] of [...changes].reverse()) write(id, field, before);
};
// Each action waits for the one before it, which may wait for rows from the server.
let last = Promise.resolve();
const inOrder = (action) => {
  last = last.then(action, action);
  return last;
};
// Changes cells in one action, with the repair that is kept for a source. A text that equals
// the stored one is no change.
const record = (list, kept) => {
  const changes = Object.assign([], { kept });
  for (const [id, field, after] of list) {
    const value = cells.has(id) && stored(id, field) === after ? null : after;
    if ((edited(id, field) ?? null) !== value) changes.push([id, field, null, value]);
  }
  if (!changes.length) return changes;
  for (let index = done; index < actions.length; index += 1) storage((s) => s.removeItem(key(index)));
  actions.length = done;
  perform(changes);
  actions.push(changes);
  done += 1;
  keep(done - 1);
  return changes;
};
// Runs an action, which returns its changes, and evaluates them.
const act = async (action) => {
  const changes = await inOrder(action);
  if (!changes?.length) return;
  draw();
  await evaluate(new Set(changes.map(([id]) => id)));
};
const change = (list, kept) => act(() => record(list, kept));
const undo = () => act(() => {
  if (!done) return [];
  done -= 1;
  takeBack(actions[done]);
  storage((s) => s.setItem(key("done"), done));
  return actions[done];
});
const redo = () => act(() => {
  if (done === actions.length) return [];
  perform(actions[done]);
  done += 1;
  storage((s) => s.setItem(key("done"), done));
  return actions[done - 1];
});

// MARK: Verdicts

const kindOf = (error) => {
  let index = kinds.findIndex(({ rule, code }) => rule === error.rule && code === error.code);
  if (index < 0) index = kinds.push({ ...error, count: 0 }) - 1;
  return index;
};
const rejects = (kind) => kinds[kind].severity === "error";
// The kinds of failures that a row has with the changes.
const kindsOf = (row) => now.get(row[0])?.kinds ?? row.slice(1);
const errorsOf = (id) => (edits.has(id) && now.get(id)?.errors) || cells.get(id)?.errors || [];

// Asks the server for the failures of changed rows.
const evaluate = async (ids) => {
  const patches = [];
  for (const id of ids) {
    if (edits.has(id)) patches.push([id, Object.fromEntries(edits.get(id))]);
    else now.delete(id);
  }
  for (let start = 0; start < patches.length; start += 5000) {
    const part = patches.slice(start, start + 5000);
    const result = await attempt(() => sendEdits(part, { dryRun: true, verdicts: true }));
    if (!result) break;
    for (const { submission, errors } of result.corrections.verdicts ?? []) {
      now.set(submission, { errors, kinds: errors.map(kindOf) });
    }
    note409(result, part);
  }
  draw();
};
let typing = null;
const evaluateSoon = (id, field, value) => {
  clearTimeout(typing);
  typing = setTimeout(async () => {
    const fields = { ...Object.fromEntries(edits.get(id) ?? []), [field]: value };
    try {
      const result = await sendEdits([[id, fields]], { dryRun: true, verdicts: true });
      if (editor?.id !== id || editor.input.value !== value) return;
      showErrors(result.corrections.verdicts?.[0]?.errors ?? cells.get(id).errors, field);
    } catch { /* The verdict follows when the cell is left. */ }
  }, 250);
};
// Notes the records that the server refuses.
const note409 = (result, patches) => {
  for (const { line, code, latest, reason } of result.corrections.refused) {
    const patch = patches[line - 1];
    if (patch) conflicts.set(patch[0], { code, latest, reason });
  }
  for (const { column, lines } of result.corrections.protected) {
    for (const line of lines) {
      const patch = patches[line - 1];
      if (patch) conflicts.set(patch[0], { code: "protected", field: column, reason: texts.cellProtected });
    }
  }
};
