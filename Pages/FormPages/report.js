// Sorts tables by a column, and opens a record's details when a link points at them. Without it,
// tables keep their most informative order.
"use strict";
for (const table of document.querySelectorAll("table.sort")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const [body] = table.tBodies;
      const rows = [...body.rows];
      const number = (row) => row.cells[column].dataset.v;
      const text = (row) => row.cells[column].textContent;
      const isNumeric = rows.every((row) => number(row) !== undefined);
      const { lang } = document.documentElement;
      // Numbers begin with the largest one.
      const order = head.getAttribute("aria-sort") ?? (isNumeric ? "ascending" : "descending");
      const sign = order === "ascending" ? -1 : 1;
      rows.sort((a, b) => sign * (isNumeric ? number(a) - number(b)
        : text(a).localeCompare(text(b), lang, { numeric: true })));
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      body.append(...rows);
    };
  });
}

const openTarget = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target && target.tagName === "DETAILS") target.open = true;
};
addEventListener("hashchange", openTarget);
openTarget();
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
