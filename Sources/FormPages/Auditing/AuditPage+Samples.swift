import FormRecorder
import FormRules

extension AuditPage {
  /// Sample submissions that fail each of the first rules, in collapsible sections.
  var sampleList: HTML {
    let lines = zip(report.byRule, samples).enumerated().compactMap { index, element -> HTML? in
      let (rule, samples) = element
      if samples.isEmpty { return nil }
      return """
        <details id="rule-\(index)">
        <summary><b>\(.data(rule.rule))</b> <span class="n">\(rule.count.spaced)</span> \
        <bdi>\(rule.description.escapedForTerminal)</bdi></summary>
        \(samples.map(sample).joined(separator: "\n"))
        </details>
        """
    }
    return lines.joined(separator: "\n")
  }

  private static let maximumCells = 40

  private func sample(_ sample: AuditSample) -> HTML {
    let origin: [HTML?] = [
      "\(term("submission")) \(sample.id)", "\(term("import")) \(sample.importID)",
      sample.fileName.map(HTML.data), sample.source.map { "\(term("source")) \(.data($0))" },
      "\(term("line")) \(sample.line)",
    ]
    let errors: [HTML] = sample.errors.prefix(Self.maximumCells).map { error in
      """
      <li><code>\(.data(error.rule))</code> \(severity(error))\
      <bdi>\(error.message.escapedForTerminal)</bdi></li>
      """
    }
    let failed = Set(sample.errors.compactMap(\.field))
    var rows: [HTML] = sample.cells.prefix(Self.maximumCells).map { cell in
      let isFailed = failed.contains(cell.name)
      let mark: HTML = isFailed ? " <span aria-hidden=\"true\">✗</span>" : ""
      let value = cell.value.plainText.map(HTML.data) ?? "\(term("missing"))"
      return """
        <tr\(.attribute("class", isFailed ? "bad" : nil))><th scope="row">\(.data(cell.name))\
        \(mark)</th><td>\(value)\(cell.isMasked ? " (\(term("masked")))" : "")</td></tr>
        """
    }
    if sample.cells.count > Self.maximumCells {
      rows.append("<tr><td colspan=\"2\">… \(sample.cells.count - Self.maximumCells)</td></tr>")
    }
    if let raw = sample.raw {
      rows.append("<tr><td colspan=\"2\"><code>\(.data(raw))</code></td></tr>")
    }
    return """
      <article>
      <h3>\(origin.compactMap { $0 }.joined(separator: ", "))</h3>
      <ul>\(errors)</ul>
      <table><caption>\(term("submission")) \(sample.id)</caption>
      <thead><tr><th scope="col">\(term("field"))</th><th scope="col">\(term("value"))</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      </article>
      """
  }

  private func severity(_ error: ReportedError) -> String {
    error.severity.rejects ? "" : "(\(term(error.severity.rawValue))) "
  }
}
