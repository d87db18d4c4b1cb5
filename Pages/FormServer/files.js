// Uploads the chosen file, and shows the progress and the report.
"use strict";
(() => {
  const form = document.getElementById("upload");
  const state = document.getElementById("state");
  const progress = document.getElementById("progress");
  const report = document.getElementById("report");
  const { root } = form.dataset;
  const texts = JSON.parse(form.dataset.texts);
  const number = (value) => value.toLocaleString(document.documentElement.lang);
  const make = (tag, text, attributes = {}) =>
    Object.assign(document.createElement(tag), { textContent: text, ...attributes });
  const add = (tag, text, attributes) => report.appendChild(make(tag, text, attributes));

  const table = (caption, heads, rows) => {
    if (!rows.length) return;
    const element = add("table", "");
    element.append(make("caption", caption));
    const head = element.createTHead().insertRow();
    head.append(...heads.map((text) => make("th", text, { scope: "col" })));
    const body = element.createTBody();
    for (const row of rows) {
      body.insertRow().append(...row.map((cell, index) =>
        make(index ? "td" : "th", cell ?? "", index ? {} : { scope: "row" })));
    }
  };

  const link = (text, address) => {
    const paragraph = add("p", "");
    paragraph.append(make("a", text, { href: address }));
  };

  const show = (text, share) => {
    if (state.textContent !== text) state.textContent = text;
    progress.hidden = share === undefined;
    if (share === null) progress.removeAttribute("value");
    else if (share !== undefined) progress.value = share;
  };

  const fail = (text) => {
    show("");
    report.replaceChildren();
    const paragraph = add("p", text, { className: "bad" });
    paragraph.setAttribute("role", "alert");
  };

  const offerCorrections = () => {
    const option = [...form.elements.kind.options].find(({ value }) => value === "corrections");
    if (!option) return;
    const button = add("button", option.text, { type: "button" });
    button.onclick = () => {
      option.selected = true;
      send();
    };
  };

  const corrections = (result, name) => {
    table(texts.corrections, [texts.records, texts.count], [
      [texts.changed, number(result.rows)], [texts.unchanged, number(result.unchanged)],
      [texts["closed failures"], number(result.closed)],
      [texts.refused, number(result.refused.length)],
    ]);
    table(texts.refused, [texts.line, texts.reason],
      result.refused.slice(0, 100).map(({ line, reason }) => [line, reason]));
    const open = result.protected.filter(({ decision }) => !decision);
    if (!open.length) return;
    add("p", texts.unintended);
    table(texts["changed cells"],
      [texts.column, texts["changed cells"], texts.cause, texts["first lines"]], open.map(
      ({ column, cells, cause, lines }) =>
        [column, cells, cause ?? "", lines.slice(0, 5).join(", ")]));
    const answer = (text, parameter, columns) => {
      if (columns.length < open.length) return;
      const button = add("button", text, { type: "button" });
      button.onclick = () => send(parameter, columns.map(({ column }) => column));
    };
    answer(texts["keep values"], "keep", open.filter(({ canBeKept }) => canBeKept));
    answer(texts["confirm changes"], "accept", open.filter(({ cause }) => cause !== "header"));
  };

  const finish = (result, name) => {
    show("");
    report.replaceChildren();
    add("h2", texts.result);
    add("p", "").append(make("bdi", result.file));
    if (result.alreadyImported) add("p", texts.importedBefore);
    for (const limit of result.limits) add("p", limit, { className: "bad" });
    if (result.refused) add("p", texts.limitExceeded);
    table(texts.records, [texts.verdict, texts.count], [
      [texts["verdict accepted"], number(result.accepted)],
      [texts["verdict rejected"], number(result.rejected)],
      [texts["with warnings"], number(result.warned)], [texts.all, number(result.records)],
    ]);
    table(texts["by rule"], [texts.rule, texts.field, texts.severity, texts.failures],
      result.byRule.map(({ rule, field, severity, count }) =>
        [rule, field, texts[severity], number(count)]));
    for (const [word, names] of [
      ["unknown columns", result.unknownColumns], ["missing fields", result.missingFields],
    ]) if (names.length) add("p", `${texts[word]}: ${names.join(", ")}`, { className: "term" });
    if (result.corrections) corrections(result.corrections, name);
    if (!result.import) return;
    const query = `import=${result.import}`;
    const path = `${root}/forms/${encodeURIComponent(name)}/open?${query}`
      + `&sensitive=${form.dataset.sensitive}`;
    link(texts["import report"], `${root}/audit?form=${encodeURIComponent(name)}&${query}`);
    if (!result.rejected) return;
    link(texts["download workbook"], `${path}&format=xlsx`);
    link(texts["download CSV"], `${path}&format=csv`);
    if (form.elements.kind.options.length > 1) {
      add("p", texts.sendCorrected);
    }
  };

  const send = (parameter, columns = []) => {
    const [file] = form.elements.file.files;
    const name = form.elements.form.value;
    const query = new URLSearchParams({ name: file.name });
    for (const field of ["source", "reason"]) {
      const { value } = form.elements[field];
      if (value) query.set(field, value);
    }
    if (columns.length) query.set(parameter, JSON.stringify(columns));
    const request = new XMLHttpRequest();
    request.open("POST", `${root}/forms/${encodeURIComponent(name)}/${form.elements.kind.value}?${query}`);
    request.setRequestHeader("Accept", "text/event-stream");
    request.setRequestHeader("Content-Type", "application/octet-stream");
    if (form.dataset.csrf) request.setRequestHeader("X-CSRF-Token", form.dataset.csrf);
    const button = form.querySelector("button");
    button.disabled = true;
    report.replaceChildren();
    show(texts.sending, 0);
    request.upload.onprogress = ({ loaded, total }) =>
      show(texts.sending, total ? loaded / total : null);
    request.upload.onload = () => show(texts.evaluating, null);

    let [position, isDone] = [0, false];
    const read = () => {
      const events = request.responseText.slice(position).split("\n\n");
      position = request.responseText.length - events.pop().length;
      for (const event of events) {
        const [, kind, data] = event.match(/^event: (\w+)\ndata: (.*)$/s) ?? [];
        if (!kind) continue;
        const value = JSON.parse(data);
        if (kind === "progress") {
          show(`${texts.records}: ${number(value.records)}`, value.share);
        } else if (kind === "report") {
          isDone = true;
          finish(value, name);
        } else if (kind === "error") {
          isDone = true;
          fail(value.detail);
          if (value.returnedFile) offerCorrections();
        }
      }
    };
    request.onprogress = () => { if (request.status === 200) read(); };
    request.onloadend = () => {
      button.disabled = false;
      if (request.status === 200) read();
      if (!isDone) {
        let text = texts.interrupted;
        if (request.status && request.status !== 200) {
          try { text = JSON.parse(request.responseText).detail; } catch { text = request.statusText; }
        }
        fail(text);
      }
      report.focus();
    };
    request.send(file);
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) form.elements.file.files = event.dataTransfer.files;
  });
})();
