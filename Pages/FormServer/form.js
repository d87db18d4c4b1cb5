// Validates fields while they are filled in, keeps a draft, and divides a form into pages.
// Forms also work without it.
//
// Controls hide properties of their form, such as `reset`, so the script uses none of them.
"use strict";
(() => {
  const storage = (action) => { try { return action(localStorage); } catch { return null; } };
  const sent = document.querySelector("[data-sent]");
  if (sent) storage((s) => s.removeItem("formrec:" + sent.dataset.sent));
  const root = document.querySelector("[data-form]");
  if (!root) return;

  const form = root.querySelector("form");
  const { dataset: texts } = root;
  const draftKey = "formrec:" + texts.form;
  const summary = document.getElementById("errors");
  const fields = [...root.querySelectorAll("[data-field]")];
  const byName = new Map(fields.map((field) => [field.dataset.field, field]));
  const controls = (field) =>
    [...field.querySelectorAll("input:not([type=hidden]), select, textarea")];
  const make = (tag, className, text) => {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = text;
    return element;
  };

  // A field is validated when it is left, and from then on when a field changes.
  const visited = new Set("entered" in texts ? byName.keys() : []);
  const revisions = new Map();
  const accepted = new Map();
  const revise = (name) => revisions.set(name, (revisions.get(name) ?? 0) + 1);

  const values = () => [...new FormData(form)].filter(
    ([name, value]) => typeof value === "string" && !/^_formrec\.(?!field\.)/.test(name));

  let [asked, shown] = [0, 0];
  const ask = async (event, typed = {}) => {
    if (!texts.validation) return null;
    const number = ++asked;
    const headers = { "Content-Type": "application/json" };
    if (texts.csrf) headers["X-CSRF-Token"] = texts.csrf;
    const body = JSON.stringify({ event, visited: [...visited], values: values(), ...typed });
    const before = new Map(revisions);
    try {
      const response = await fetch(texts.validation, { method: "POST", headers, body });
      if (!response.ok) return null;
      const isCurrent = (name) => revisions.get(name) === before.get(name);
      return { ...await response.json(), number, isCurrent };
    } catch {
      return null;
    }
  };

  // What appears while a button is pressed would move it away from the pointer.
  let released = Promise.resolve();
  addEventListener("pointerdown", () => {
    released = new Promise((resolve) => {
      for (const end of ["pointerup", "pointercancel"]) {
        addEventListener(end, () => setTimeout(resolve, 60), { once: true });
      }
    });
  });

  const hasError = (field) => field.querySelector(".error") !== null;

  const show = (field, { errors, warnings, pending }, note) => {
    const messages = field.querySelector(".messages");
    const items = [
      ...errors.map((text) => make("p", "error", text)),
      ...warnings.map((text) => make("p", "warning", text)),
    ];
    if (pending) items.push(make("p", "note", texts.checking));
    if (note) items.push(make("p", "note", note));
    const before = [...messages.children].map((item) => item.className + item.textContent);
    const after = items.map((item) => item.className + item.textContent);
    // Screen readers announce only what is new.
    if (before.join("\n") !== after.join("\n")) messages.replaceChildren(...items);
    const target = field.getAttribute("role") === "radiogroup" ? [field] : controls(field);
    if (field.tagName === "FIELDSET" && target[0] !== field) return;
    for (const control of target) {
      if (errors.length) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
    }
  };

  // Fields that depend on others: shown under a condition, or computed.
  const isDerived = "derived" in texts;
  const derive = ({ hidden, computed }) => {
    for (const field of fields) {
      const marker = field.querySelector("[name='_formrec.hidden']");
      if (!marker) continue;
      field.hidden = hidden.includes(field.dataset.field);
      marker.disabled = !field.hidden;
    }
    for (const [name, text] of Object.entries(computed)) {
      const output = byName.get(name)?.querySelector("output");
      if (output && output.textContent !== text) output.textContent = text;
    }
    if (pages.length > 1) turn(current);
  };

  const showAll = async (result, typing) => {
    await released;
    // A later request contains everything that this one does.
    if (!result || result.number < shown) return;
    shown = result.number;
    if (isDerived) derive(result);
    for (const [name, status] of Object.entries(result.fields)) {
      const field = byName.get(name);
      if (!field || !result.isCurrent(name)) continue;
      // An error disappears while somebody types, but none appears.
      if (field === typing && status.errors.length && !hasError(field)) continue;
      show(field, status, field === typing ? result.card : null);
    }
  };

  const judge = async () => {
    const result = await ask("blur");
    await showAll(result);
    if (result && Object.values(result.fields).some((status) => status.pending)) {
      await showAll(await ask("settle"));
    }
    return result;
  };

  const type = async (field, name) => {
    const [control] = controls(field);
    const text = control.value;
    const previous = accepted.get(name) ?? control.defaultValue;
    const result = await ask("input", { typed: name, previous });
    if (!result?.isCurrent(name)) return;
    if (result.refused) {
      const end = control.selectionEnd - (text.length - previous.length);
      control.value = previous;
      if (control.selectionEnd !== null) control.setSelectionRange(end, end);
      show(field, { errors: [], warnings: result.reasons });
      return;
    }
    accepted.set(name, text);
    await showAll(result, field);
    if (!visited.has(name)) show(field, { errors: [], warnings: [] }, result.card);
  };

  const refresh = async () => { if (isDerived) await showAll(await ask("input")); };

  let typing;
  root.addEventListener("input", (event) => {
    const field = event.target.closest("[data-field]");
    if (!field) return;
    const name = field.dataset.field;
    revise(name);
    keep();
    if (event.isComposing) return;
    clearTimeout(typing);
    if ("typed" in field.dataset) type(field, name);
    else if (visited.size || isDerived) {
      typing = setTimeout(async () => showAll(await ask("input"), field), 250);
    }
  });
  root.addEventListener("change", (event) => {
    const field = event.target.closest("[data-field]");
    if (!field || !event.target.matches("[type=radio], [type=checkbox], select")) return;
    visited.add(field.dataset.field);
    judge();
  });
  root.addEventListener("focusout", (event) => {
    const field = event.target.closest("[data-field]");
    if (!field || field.contains(event.relatedTarget)) return;
    // Leaving the window is not leaving the field.
    if (!document.hasFocus() || event.target.type === "file") return;
    visited.add(field.dataset.field);
    judge();
  });

  const isKept = (name) => "kept" in (byName.get(name)?.dataset ?? {});
  let keeping;
  const keep = () => {
    if (![...byName.keys()].some(isKept)) return;
    clearTimeout(keeping);
    keeping = setTimeout(() => {
      const draft = values().filter(([name, value]) => value && isKept(name));
      storage((s) => s.setItem(draftKey, JSON.stringify(draft)));
    }, 300);
  };
  const restore = () => {
    const draft = storage((s) => JSON.parse(s.getItem(draftKey) ?? "[]"));
    if (!Array.isArray(draft) || "entered" in texts) return;
    let restored = false;
    for (const [name, field] of byName) {
      const kept = draft.filter((pair) => pair[0] === name).map((pair) => pair[1]);
      if (!kept.length || !isKept(name) || "prefilled" in field.dataset) continue;
      for (const control of controls(field)) {
        const isBox = control.matches("[type=radio], [type=checkbox]");
        const before = isBox ? control.checked : control.value;
        if (isBox) control.checked = kept.includes(control.value);
        else control.value = kept.at(-1);
        restored ||= before !== (isBox ? control.checked : control.value);
      }
    }
    if (!restored) return;
    const notice = make("div", "restored", "");
    const remove = make("button", "plain", texts.delete);
    remove.type = "button";
    remove.addEventListener("click", () => {
      clearTimeout(keeping);
      storage((s) => s.removeItem(draftKey));
      HTMLFormElement.prototype.reset.call(form);
      refresh();
      notice.remove();
      root.querySelector("[data-field] :is(input:not([type=hidden]), select, textarea)")?.focus();
    });
    notice.setAttribute("role", "status");
    notice.append(make("p", "", texts.restored), remove);
    root.prepend(notice);
  };

  // Pages.
  const pages = [...root.querySelectorAll(".page")];
  const actions = root.querySelector(".actions");
  const [back, next] = [make("button", "plain", texts.back), make("button", "send", texts.next)];
  const progress = make("p", "progress", "");
  let current = 0;
  // A page whose fields are all hidden is skipped.
  const shownPages = () => pages.filter((page) => page.querySelector("[data-field]:not([hidden])"));
  const before = () => shownPages().filter((page) => pages.indexOf(page) < current).at(-1);
  const after = () => shownPages().find((page) => pages.indexOf(page) > current);
  const turn = (index) => {
    current = index;
    pages.forEach((page, position) => { page.hidden = position !== index; });
    back.hidden = !before();
    next.hidden = !after();
    actions.querySelector("[data-send]").hidden = !next.hidden;
    progress.textContent = `${shownPages().indexOf(pages[index]) + 1} / ${shownPages().length}`;
  };
  const open = (page) => {
    if (!page) return;
    turn(pages.indexOf(page));
    page.querySelector("h2").focus();
  };
  const advance = async () => {
    const inside = fields.filter((field) => pages[current].contains(field));
    for (const field of inside) visited.add(field.dataset.field);
    await judge();
    const wrong = inside.filter((field) => !field.hidden && hasError(field));
    // A computed field has an output instead of a control.
    const [control = wrong[0]?.querySelector("output")] = wrong.flatMap(controls);
    if (wrong.length) return control.focus();
    open(after());
  };
  if (pages.length > 1) {
    root.className = "paged";
    actions.querySelector("button").dataset.send = "";
    back.type = next.type = "button";
    back.addEventListener("click", () => open(before()));
    next.addEventListener("click", advance);
    actions.prepend(back, next);
    actions.append(progress);
    turn(Math.max(0, pages.findIndex((page) => page.querySelector(".error"))));
  }
  summary?.addEventListener("click", (event) => {
    const target = document.getElementById(event.target.closest("a")?.hash.slice(1));
    if (!target) return;
    event.preventDefault();
    const index = pages.findIndex((page) => page.contains(target));
    if (pages.length > 1 && index >= 0) turn(index);
    target.focus();
  });

  let isSending = false;
  root.addEventListener("submit", (event) => {
    if (pages.length > 1 && after()) {
      event.preventDefault();
      advance();
    } else if (isSending) {
      event.preventDefault();
    }
    isSending = !event.defaultPrevented || isSending;
  });
  addEventListener("pageshow", () => { isSending = false; });

  restore();
  refresh();
  summary?.focus();
})();
