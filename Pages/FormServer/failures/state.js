// The state of the page.

const root = document.getElementById("repair");
const { csrf, root: prefix, form, user, rights, source } = root.dataset;
const mayEdit = rights !== "read";
const texts = Object.fromEntries(root.dataset.texts.split("\n").map((line) => line.split("\t")));
const query = new URLSearchParams(root.dataset.query);
const language = document.documentElement.lang;
const path = `${prefix}/forms/${encodeURIComponent(form)}`;
const number = (value) => value.toLocaleString(language);
const title = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
const make = (tag, properties = {}, ...children) => {
  const { role, ...others } = properties;
  const element = Object.assign(document.createElement(tag), others);
  for (const name in others) if (name.startsWith("aria-")) element.setAttribute(name, others[name]);
  if (role) element.setAttribute("role", role);
  element.append(...children);
  return element;
};
const button = (text, onclick, properties = {}) =>
  make("button", { type: "button", onclick, textContent: title(text), ...properties });
const data = (text) => make("bdi", { textContent: text });

// The columns, the kinds of failures and the rows, as the server lists them.
let [columns, kinds, rows] = [[], [], []];
// By submission: its position in `rows`, its cells, the kinds of failures with the changes.
let [place, cells, now] = [new Map(), new Map(), new Map()];
// By submission: the changes that are not saved (texts by field), and conflicts.
let [edits, conflicts] = [new Map(), new Map()];
// The actions, of which those from `done` on are undone. An action is a list of changes
// [submission, field, text before, text after], in which null is the stored text.
let [actions, done] = [[], 0];
// The positions of the shown rows, the chosen kind, the columns in their order.
let [shown, chosen, wording, shownColumns] = [[], null, "", []];
// The active cell and the other corner of the selection: positions in `shown`,
// `shownColumns`.
let [active, anchor] = [{ row: 0, column: 0 }, null];
let editor = null;
// The assignees by submission.
let assignees = new Map();
// The submission of the active row when its waiver, its assignment or a comment was offered.
let offered = null;
