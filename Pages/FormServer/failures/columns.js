// Repairs of columns.

// A repair is that of a source's definition: a word, or an object.
const repairName = (repair) => {
  if (typeof repair === "string") return texts[`repair ${repair}`];
  const { others } = repair;
  return others ? `${texts["repair others"]} ${columns.find(({ name }) => name === others)?.label ?? others}` : texts.replace;
};
const allEdits = () => JSON.stringify(Object.fromEntries([...edits].map(([id, fields]) => [id, Object.fromEntries(fields)])));
const askRepairs = (kind, name, repair) => {
  if (!mayEdit) return { cells: 0, values: [], repairs: [] };
  const parameters = filters(["import", "source", "batch", "since", "rules", "sensitive"]);
  if (kind) {
    parameters.set("rule", kind.rule);
    parameters.set("code", kind.code);
  }
  parameters.set("field", name);
  return post(`${path}/repairs`, parameters,
    `{"edits":${allEdits()}${repair ? `,"repair":${JSON.stringify(repair)}` : ""}}`);
};
const applyRepair = async (kind, name, repair, isForSource) => {
  const result = await attempt(() => askRepairs(kind, name, repair));
  const effect = result?.repairs[0];
  if (!effect) return;
  await change(effect.texts.map(([id, value]) => [id, name, value]),
    isForSource ? { source, repair: { [name]: repair } } : undefined);
  suggest(name);
};
// The choice to keep a repair for the source. Texts of sensitive fields are not kept.
const keepChoice = (name, repair) => {
  const box = make("input", { type: "checkbox" });
  if (!source || (repair.replace || repair.strip) && !isKept(name)) return [box, ""];
  return [box, make("label", { className: "keep" }, box, ` ${title(texts["next deliveries"])}: `, data(source))];
};
// Adds repairs to the definitions of their sources, and returns the new versions.
const keepRepairs = async (kept) => {
  const versions = [];
  for (const name of new Set(kept.map((one) => one.source))) {
    const own = kept.filter((one) => one.source === name).map(({ repair }) => repair);
    const applied = await post(`${path}/repairs/keep`, new URLSearchParams({ source: name }), JSON.stringify({ repairs: own }));
    versions.push(...applied.map(({ version }) => `${name}@${version}`));
  }
  return versions;
};
const effectText = ({ cells: amount, closed: fewer }) =>
  `${title(texts["changed cells"])}: ${number(amount)}, ${texts["closed failures"]}: ${number(fewer)}`;
const suggestion = (kind, name, effect) => {
  const examples = make("ul", { className: "examples" }, ...effect.examples.map(([before, after]) =>
    make("li", {}, data(before || "∅"), " → ", data(after || "∅"))));
  const [box, choice] = keepChoice(name, effect.repair);
  return make("div", { className: "suggestion" },
    make("div", {}, make("strong", { textContent: title(repairName(effect.repair)) }), " ", effectText(effect), examples, choice),
    button(texts.apply, (event) => {
      event.target.disabled = true;
      applyRepair(kind, name, effect.repair, box.checked);
    }, { "aria-label": `${title(texts.apply)}: ${repairName(effect.repair)}, ${kind ? kindName(kind) : name}` }));
};
const replacement = (kind, name, values) => {
  const from = make("select", {}, ...values.map(({ text: value, count: amount }) =>
    make("option", { value, textContent: `${value || "∅"} (${number(amount)})` })));
  const to = make("input", { autocomplete: "off" });
  const effect = make("output");
  let repair = null;
  const [box, choice] = keepChoice(name, { replace: {} });
  const applyButton = button(texts.replace, () => repair && applyRepair(kind, name, repair, box.checked), { disabled: true });
  let timer = null;
  const preview = () => {
    clearTimeout(timer);
    applyButton.disabled = true;
    timer = setTimeout(async () => {
      const [before, after] = [from.value, to.value];
      if (before === after) return;
      const asked = { replace: { [before]: after } };
      const result = await attempt(() => askRepairs(kind, name, asked));
      if (after !== to.value || before !== from.value || !result) return;
      const found = result.repairs[0];
      effect.textContent = found ? effectText(found) : "";
      repair = asked;
      applyButton.disabled = !found;
    }, 300);
  };
  from.onchange = preview;
  to.oninput = preview;
  to.onkeydown = (event) => {
    if (event.key === "Enter" && !applyButton.disabled) applyButton.click();
  };
  return make("div", { className: "tools replace" }, label(texts.value, from), label(texts["new value"], to), applyButton, choice, effect);
};
let asked = 0;
let sections = new Map();
// Shows the repairs of the chosen kind of failures, or the best of each kind. After a repair,
// only those of kinds that it may concern are determined again.
const suggest = async (changed = null) => {
  asked += 1;
  const mine = asked;
  if (!changed) sections = new Map();
  const { counts } = count();
  // Evaluating all repairs of very many rows takes the server minutes.
  const wanted = chosen !== null ? [chosen]
    : rows.length > 5000 ? [] : [...kinds.keys()].filter((kind) => kinds[kind].field).slice(0, 40);
  const show = () => repairList.replaceChildren(...wanted.flatMap((kind) => sections.get(kind) ?? []));
  repairList.setAttribute("aria-busy", "true");
  for (const kind of wanted) {
    const { field: own } = kinds[kind];
    if (changed && own && own !== changed && sections.has(kind)) continue;
    const names = own ? [own] : cells.get(rows[shown[0]]?.[0])?.fields ?? [];
    const parts = [];
    for (const name of counts[kind] ? names : []) {
      let result = null;
      try { result = await askRepairs(kinds[kind], name); } catch (error) { say(error.message); }
      if (mine !== asked) return;
      if (result) parts.push(section(kind, name, result));
    }
    sections.set(kind, parts);
    show();
  }
  show();
  repairList.removeAttribute("aria-busy");
};
const section = (kind, name, { repairs: effects, values }) => {
  const column = columns.find((one) => one.name === name);
  // Of all kinds, the best repairs: two if a date or number can be read in two ways.
  const best = effects.filter(({ closed: fewer }) => chosen !== null || fewer === effects[0].closed);
  const words = kinds[kind].field ? kindName(kinds[kind]) : `${column?.label}: ${kinds[kind].message}`;
  const part = make("section", {}, make("h2", { textContent: words }),
    ...best.map((effect) => suggestion(kinds[kind], name, effect)));
  const isFrequent = values.length && (values[0].count > 1 || values.length < 4);
  if (!column?.masked && isFrequent && (chosen !== null || !best.length)) part.append(replacement(kinds[kind], name, values));
  return part;
};
repairs.open = true;
