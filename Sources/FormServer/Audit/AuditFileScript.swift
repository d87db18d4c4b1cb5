#if Server
  extension PageAssets {
    /// Sends the chosen file, and shows the progress and the report.
    static let filesText = #"""
      "use strict";
      (() => {
        const form = document.getElementById("upload");
        const state = document.getElementById("state");
        const progress = document.getElementById("progress");
        const report = document.getElementById("report");
        const number = (value) => value.toLocaleString();
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

        const corrections = (result, name) => {
          table("Corrections", ["Records", "Number"], [
            ["changed", number(result.rows)], ["unchanged", number(result.unchanged)],
            ["closed failures", number(result.closed)], ["refused", number(result.refused.length)],
          ]);
          table("Refused records", ["Line", "Reason"],
            result.refused.slice(0, 100).map(({ line, reason }) => [line, reason]));
          const open = result.findings.filter(({ accepted }) => !accepted);
          if (!open.length) return;
          add("p", "Nothing was recorded, because these changes look unintended. Restore the columns, "
            + "or confirm the changes.");
          table("Columns", ["Column", "Changed cells", "Cause", "First lines"], open.map(
            ({ column, changed, cause, lines }) => [column, changed, cause, lines.slice(0, 5).join(", ")]));
          const button = add("button", "Confirm the changes", { type: "button" });
          button.onclick = () => send(open.map(({ column }) => column));
        };

        const finish = (result, name) => {
          show("");
          report.replaceChildren();
          add("h2", "Result");
          add("p", "").append(make("bdi", result.file));
          if (result.alreadyImported) {
            add("p", `This file is import ${result.import}. Nothing was recorded again.`);
          }
          for (const limit of result.limits) add("p", limit, { className: "bad" });
          if (result.refused) add("p", "Nothing was recorded, because a limit was exceeded.");
          table("Records", ["Verdict", "Number"], [
            ["accepted", number(result.accepted)], ["rejected", number(result.rejected)],
            ["with warnings", number(result.warned)], ["all", number(result.records)],
          ]);
          table("Failed rules", ["Rule", "Field", "Severity", "Failures"], result.byRule.map(
            ({ rule, field, severity, count }) => [rule, field, severity, number(count)]));
          if (result.unknownColumns.length) add("p", `Unknown columns: ${result.unknownColumns.join(", ")}`);
          if (result.missingFields.length) add("p", `Missing fields: ${result.missingFields.join(", ")}`);
          if (result.corrections) corrections(result.corrections, name);
          if (!result.import) return;
          const query = `import=${result.import}`;
          const path = `/forms/${encodeURIComponent(name)}/open?${query}`;
          link("Report of this import", `/audit?form=${encodeURIComponent(name)}&${query}`);
          if (!result.rejected) return;
          link("Download the rejected records as an Excel workbook", `${path}&format=xlsx`);
          link("Download the rejected records as CSV", `${path}&format=csv`);
          if (form.elements.kind.options.length > 1) {
            add("p", "Correct them in a spreadsheet, save it, and send it with the content "
              + "“Corrected records”.");
          }
        };

        const send = (accepted = []) => {
          const [file] = form.elements.file.files;
          const name = form.elements.form.value;
          const query = new URLSearchParams({ name: file.name });
          for (const field of ["source", "reason"]) {
            const { value } = form.elements[field];
            if (value) query.set(field, value);
          }
          if (accepted.length) query.set("accept", accepted.join(","));
          const request = new XMLHttpRequest();
          request.open("POST", `/forms/${encodeURIComponent(name)}/${form.elements.kind.value}?${query}`);
          request.setRequestHeader("Accept", "text/event-stream");
          request.setRequestHeader("Content-Type", "application/octet-stream");
          if (form.dataset.csrf) request.setRequestHeader("X-CSRF-Token", form.dataset.csrf);
          const button = form.querySelector("button");
          button.disabled = true;
          report.replaceChildren();
          show("The file is being sent.", 0);
          request.upload.onprogress = ({ loaded, total }) =>
            show("The file is being sent.", total ? loaded / total : null);
          request.upload.onload = () => show("The records are being evaluated.", null);

          let [position, isDone] = [0, false];
          const read = () => {
            const events = request.responseText.slice(position).split("\n\n");
            position = request.responseText.length - events.pop().length;
            for (const event of events) {
              const [, kind, data] = event.match(/^event: (\w+)\ndata: (.*)$/s) ?? [];
              if (!kind) continue;
              const value = JSON.parse(data);
              if (kind === "progress") {
                show(`${number(value.records)} records are evaluated.`, value.share);
              } else if (kind === "report") {
                isDone = true;
                finish(value, name);
              } else if (kind === "error") {
                isDone = true;
                fail(value.detail);
              }
            }
          };
          request.onprogress = () => { if (request.status === 200) read(); };
          request.onloadend = () => {
            button.disabled = false;
            if (request.status === 200) read();
            if (!isDone) {
              let text = "The connection was interrupted. Send the file again.";
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

      """#
  }
#endif
