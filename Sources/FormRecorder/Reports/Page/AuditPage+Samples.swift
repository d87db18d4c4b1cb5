import FormRules

extension AuditPage {
  /// Sample submissions that fail each of the first rules, in collapsible sections.
  var sampleList: String {
    let rules = zip(report.byRule, samples).enumerated().filter { !$0.element.1.isEmpty }
    return rules.map { index, rule in
      """
      <details id="rule-\(index)">
      <summary><b>\(text(rule.0.rule))</b> <span class="n">\(rule.0.count.spaced)</span> \
      <bdi>\(rule.0.description.escapedForTerminal.html)</bdi></summary>
      \(rule.1.map(sample).joined(separator: "\n"))
      </details>
      """
    }.joined(separator: "\n")
  }

  private static let maximumCells = 40

  private func sample(_ sample: AuditSample) -> String {
    let places = [
      "\(term("submission")) \(sample.id)", "\(term("import")) \(sample.importID)",
      sample.fileName.map(text), sample.source.map { "\(term("source")) \(text($0))" },
      "\(term("line")) \(sample.line)",
    ]
    let errors = sample.errors.prefix(Self.maximumCells).map { error in
      "<li><code>\(text(error.rule))</code> \(severity(error))"
        + "<bdi>\(error.message.escapedForTerminal.html)</bdi></li>"
    }
    let failed = Set(sample.errors.compactMap(\.field))
    var cells = sample.cells.prefix(Self.maximumCells).map { cell in
      let value = cell.value.plainText.map(text) ?? term("missing")
      let isFailed = failed.contains(cell.name)
      return "<tr\(isFailed ? " class=\"bad\"" : "")><th scope=\"row\">\(text(cell.name))"
        + (isFailed ? " <span aria-hidden=\"true\">✗</span>" : "")
        + "</th><td>\(value)\(cell.isMasked ? " (\(term("masked")))" : "")</td></tr>"
    }
    if sample.cells.count > Self.maximumCells {
      cells.append("<tr><td colspan=\"2\">… \(sample.cells.count - Self.maximumCells)</td></tr>")
    }
    if let raw = sample.raw {
      cells.append("<tr><td colspan=\"2\"><code>\(text(raw))</code></td></tr>")
    }
    return """
      <article>
      <h3>\(places.compactMap { $0 }.joined(separator: ", "))</h3>
      <ul>\(errors.joined())</ul>
      <table><caption>\(term("submission")) \(sample.id)</caption>
      <thead><tr><th scope="col">\(term("field"))</th><th scope="col">\(term("value"))</th></tr></thead>
      <tbody>\(cells.joined())</tbody></table>
      </article>
      """
  }

  private func severity(_ error: ReportedError) -> String {
    error.severity.rejects ? "" : "(\(term(error.severity.rawValue))) "
  }
}
