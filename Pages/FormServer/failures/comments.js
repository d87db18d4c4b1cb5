// Comments on the active record and its failures.

const commentsOf = (known, errors) =>
  (known?.comments ?? []).filter(({ rule }) => errors.some((error) => error.rule === rule));
const listComments = (list) => make("ul", { className: "comments", "aria-label": title(texts.comments) },
  ...list.map(({ rule, text: words, by, at }) => make("li", {}, data(by),
    `, ${at.slice(0, 10)}${rule ? `, ${rule}` : ""}: `, data(words ?? "–"))));
const offerComment = (name) => {
  const id = current();
  const failures = new Map(cells.get(id).errors.map((error) => [error.rule, error]));
  const rule = make("select", {}, make("option", { value: "", textContent: title(texts.submission) }),
    ...[...failures].map(([value, error]) => make("option", { value, textContent: kindName(error) })));
  rule.value = [...failures.values()].find((error) => error.field === name)?.rule ?? "";
  const words = make("textarea", { required: true, maxLength: 2000, rows: 3, cols: 40 });
  offer(texts["add comment"], () => post(`${path}/submissions/${id}/comments`, "",
    JSON.stringify({ text: words.value, rule: rule.value || null })), async () => {
    cells.delete(id);
    await load([id]);
    draw();
  }, label(texts.rule, rule), label(texts.comment, words));
  words.focus();
};
