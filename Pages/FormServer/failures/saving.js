// Saving, and the changes of other people.

const save = async () => {
  leave(true);
  await last;
  const patches = [];
  for (const [id, fields] of edits) if (!conflicts.has(id)) patches.push([id, Object.fromEntries(fields)]);
  if (!patches.length) return;
  saveButton.disabled = true;
  const result = await attempt(() => sendEdits(patches, {}));
  if (!result) return drawCounts();
  const kept = actions.slice(0, done).flatMap((changes) => changes.kept ?? []);
  conflicts.clear();
  note409(result, patches);
  const left = new Map([...edits].filter(([id]) => conflicts.has(id) || !patches.some(([saved]) => saved === id)));
  for (const [id] of left) {
    const conflict = conflicts.get(id);
    // The other changes of a record with a protected cell are stored.
    if (conflict?.code !== "protected") continue;
    for (const name of left.get(id).keys()) if (name !== conflict.field) left.get(id).delete(name);
  }
  begin(left);
  await reload();
  if (note.textContent) return;
  const versions = await attempt(() => keepRepairs(kept));
  if (!versions) return;
  const words = `${texts.saved} ${title(texts["changed cells"])}: ${number(result.corrections.cells)}`
    + (versions.length ? `. ${title(texts["next deliveries"])}: ${versions.join(", ")}` : "");
  if (conflicts.size) say(`${words}. ${title(texts.conflicts)}: ${number(conflicts.size)}`);
  else say(words, true);
};
// Begins a session with these changes.
const begin = (left) => {
  forget();
  [edits, actions, done] = [new Map(), [], 0];
  now.clear();
  const changes = [];
  for (const [id, fields] of left) for (const [name, after] of fields) changes.push([id, name, null, after]);
  if (!changes.length) return;
  perform(changes);
  actions = [changes];
  done = 1;
  keep(0);
};
// Moves the changes of records that somebody else corrected to the latest correction, and
// shows those of records that are closed.
const settleMoved = async () => {
  const moved = [...edits.keys()].filter((id) => !place.has(id));
  closed.replaceChildren();
  closed.hidden = true;
  if (!moved.length) return;
  await load(moved);
  const latest = new Map();
  for (const id of moved) if (cells.has(id)) latest.set(id, cells.get(id).latest);
  await load([...latest.values()]);
  const left = new Map();
  const stuck = [];
  for (const [id, fields] of edits) {
    const next = latest.get(id);
    if (next !== undefined && next !== id && place.has(next)) {
      const differing = [...fields].filter(([name]) => stored(id, name) !== stored(next, name));
      left.set(next, new Map(fields));
      if (differing.length) conflicts.set(next, { code: "conflict", reason: texts.cellConflict });
      conflicts.delete(id);
    } else {
      left.set(id, fields);
      if (moved.includes(id)) stuck.push(id);
    }
  }
  begin(left);
  for (const id of stuck) {
    conflicts.set(id, { code: "closed", reason: texts.recordClosed });
    const known = cells.get(latest.get(id)) ?? cells.get(id);
    closed.append(make("div", {}, make("p", { className: "bad", textContent: texts.recordClosed }),
      make("p", {}, `${title(texts.line)} ${known?.line ?? ""}, ${texts.submission} ${id}`),
      make("ul", {}, ...[...left.get(id)].map(([name, mine]) => make("li", {},
        `${columns.find((column) => column.name === name)?.label ?? name}: ${texts["stored value"]} `,
        data(known?.cells[name] ?? ""), `, ${texts["your value"]} `, data(mine)))),
      button(texts.discard, () => {
        conflicts.delete(id);
        edits.delete(id);
        begin(edits);
        reload();
      })));
  }
  closed.hidden = !stuck.length;
};
const reload = async () => {
  const parameters = filters();
  if (sorting.value && sorting.value !== "kind") parameters.set("sort", sorting.value);
  const before = chosen === null ? null : kinds[chosen];
  const list = await attempt(() => request(`${path}/failures?${parameters}`));
  if (!list) return;
  ({ columns, kinds, rows } = list);
  assignees = new Map(list.assignees);
  place = new Map(rows.map(([id], index) => [id, index]));
  [cells, reading] = [new Map(), new Map()];
  now.clear();
  chosen = before && kinds.findIndex(({ rule, code }) => rule === before.rule && code === before.code);
  if (chosen === -1) chosen = null;
  if (sensitive) sensitive.hidden = !columns.some(({ masked }) => masked);
  if (!sorting.options.length) {
    sorting.append(make("option", { value: "", textContent: title(texts["by number"]) }),
      make("option", { value: "kind", textContent: title(texts["by failure"]) }),
      ...columns.filter(({ masked }) => !masked).map(({ name, label: words }) => make("option", { value: name, textContent: words })));
  }
  if (!actions.length) restore();
  await load(rows.slice(0, 100).map(([id]) => id));
  await settleMoved();
  const own = [...edits.keys()].filter((id) => place.has(id));
  filter();
  if (own.length) {
    await load(own);
    await evaluate(new Set(own));
  }
  suggest();
};
sorting.onchange = () => reload();
addEventListener("beforeunload", (event) => {
  const isLost = [...edits.values()].some((fields) => [...fields.keys()].some((name) => !isKept(name)));
  if (edits.size && (isLost || !isStored)) event.preventDefault();
});
