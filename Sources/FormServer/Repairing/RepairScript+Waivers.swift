#if Server
extension RepairScript {
  /// Waivers.
  static let waivers = #"""
      // MARK: Waivers

      const offerWaiver = () => {
        offered = current();
        const area = selected();
        const ids = [];
        for (let row = area.top; row <= area.bottom; row += 1) ids.push(rows[shown[row]][0]);
        const rules = new Map();
        for (const id of ids) {
          for (const error of cells.get(id)?.errors ?? []) if (error.severity === "error") rules.set(error.rule, error);
        }
        const rule = make("select", {}, ...[...rules].map(([value, error]) => make("option", { value, textContent: kindName(error) })));
        const reason = make("input", { required: true, maxLength: 1000 });
        const scope = make("select", {},
          make("option", { value: "selected", textContent: `${title(texts.records)}: ${number(ids.length)}` }),
          make("option", { value: "shown", textContent: `${title(texts.all)}: ${number(shown.length)}` }));
        const offer = make("form", { className: "tools" }, label(texts.records, scope), label(texts.rule, rule),
          label(texts.reason, reason), button(texts.waive, null, { type: "submit", className: "main" }),
          button(texts.cancel, () => { offered = null; drawDetail(); }));
        offer.onsubmit = async (event) => {
          event.preventDefault();
          const chosenRows = scope.value === "shown"
            ? shown.map((index) => rows[index]).filter((row) => row.slice(1).some((kind) => kinds[kind].rule === rule.value)).map(([id]) => id)
            : ids;
          const result = await attempt(() => post(`${path}/failures/waive`, "",
            JSON.stringify({ submissions: chosenRows, rule: rule.value, reason: reason.value })));
          if (!result) return;
          offered = null;
          await reload();
        };
        detail.replaceChildren(offer);
        reason.focus();
      };


    """#
}
#endif
