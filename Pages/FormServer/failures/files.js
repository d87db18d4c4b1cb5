// Returned files.

const sendFile = (sent, kind, parameters) => {
  const all = filters(["rules"]);
  for (const [name, value] of Object.entries({ name: sent.name, ...parameters })) if (value) all.set(name, value);
  return post(`${path}/${kind}`, all, sent, "application/octet-stream");
};
const showFile = async (sent) => {
  dropped.replaceChildren(make("p", { textContent: texts.evaluating }));
  let result = null;
  try {
    result = await sendFile(sent, "corrections", { dryRun: true, patches: true, ...decisions() });
  } catch (error) {
    dropped.replaceChildren(make("p", { className: "bad", textContent: error.message }));
    if (rights === "all") {
      dropped.append(button(texts["send as records"], async () => {
        const done = await attempt(() => sendFile(sent, "imports", {}));
        if (done) {
          dropped.replaceChildren(make("p", { textContent: `${texts.records}: ${number(done.records)}` }));
          await reload();
        }
      }));
    }
    return;
  }
  drawFile(sent, result);
};
let choices = new Map();
const decisions = () => {
  const named = (wanted) => JSON.stringify([...choices].filter(([, decision]) => decision === wanted).map(([name]) => name));
  return { keep: named("keep"), accept: named("accept") };
};
const table = (caption, heads, lines) => make("div", { className: "scroll", role: "group", tabIndex: 0, "aria-label": caption },
  make("table", {}, make("caption", { textContent: caption }),
    make("thead", {}, make("tr", {}, ...heads.map((words) => make("th", { scope: "col", textContent: title(words) })))),
    make("tbody", {}, ...lines.map((line) => make("tr", {}, ...line.map((cell, index) =>
      make(index ? "td" : "th", index ? {} : { scope: "row" }, typeof cell === "string" ? data(cell) : cell)))))));
const drawFile = (sent, result) => {
  const found = result.corrections;
  const parts = [make("h2", {}, `${title(texts.preview)}: `, data(sent.name)),
    make("p", { textContent: `${title(texts["changed cells"])}: ${number(found.cells)}, ${texts["closed failures"]}: `
      + `${number(found.closed)}, ${texts.unchanged}: ${number(found.unchanged)}, ${texts.refused}: ${number(found.refused.length)}` })];
  if (found.protected.length) {
    parts.push(make("p", { textContent: texts.unintended }), table(title(texts["changed cells"]),
      [texts.column, texts["changed cells"], texts.cause, texts["first lines"], texts.decision ?? texts.value],
      found.protected.map(({ column, cells: amount, cause, lines, canBeKept, decision }) => {
        const choice = make("select", { "aria-label": column }, make("option", { value: "", textContent: "–" }),
          ...(canBeKept ? [make("option", { value: "keep", textContent: texts["keep values"] })] : []),
          ...(cause === "header" ? [] : [make("option", { value: "accept", textContent: texts["confirm changes"] })]));
        choice.value = { kept: "keep", accepted: "accept" }[decision] ?? "";
        choice.onchange = () => {
          if (choice.value) choices.set(column, choice.value);
          else choices.delete(column);
          showFile(sent);
        };
        return [column, number(amount), cause ?? "", lines.slice(0, 5).join(", "), choice];
      })));
  }
  if (found.patches?.length) {
    parts.push(table(`${title(texts["changed cells"])} (${number(Math.min(100, found.patches.length))})`,
      [texts.line, texts.column, texts.before, texts.after],
      found.patches.slice(0, 100).flatMap(({ line, patch }) =>
        patch.map(({ field: name, from, to }) => [String(line), name, from, to]))));
  }
  if (found.refused.length) {
    parts.push(table(title(texts.refused), [texts.line, texts.reason],
      found.refused.slice(0, 100).map(({ line, reason }) => [String(line), reason])));
  }
  const isDecided = found.protected.every(({ decision }) => decision);
  parts.push(make("p", { className: "tools" },
    button(texts.save, async () => {
      const stored = await attempt(() => sendFile(sent, "corrections", decisions()));
      if (!stored) return;
      dropped.replaceChildren();
      file.value = "";
      await reload();
      say(`${texts.saved} ${title(texts["changed cells"])}: ${number(stored.corrections.cells)}`, true);
    }, { className: "main", disabled: !isDecided || !found.rows }),
    button(texts.cancel, () => {
      dropped.replaceChildren();
      file.value = "";
    })));
  dropped.replaceChildren(...parts);
};
const take = (sent) => {
  choices = new Map();
  if (sent && mayEdit) showFile(sent).then(() => dropped.scrollIntoView({ block: "nearest" }));
};
file.onchange = () => take(file.files[0]);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  take(event.dataTransfer.files[0]);
});

reload();
