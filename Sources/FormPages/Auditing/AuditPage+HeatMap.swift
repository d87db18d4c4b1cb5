import FormRecorder
import FormRules

extension AuditPage {
  /// A heat map of rules by imports. Deeper colours mean larger shares of failures.
  var heatMap: HTML {
    let map = HeatMap(report)
    guard map.rules.contains(where: { !$0.imports.isEmpty }), map.imports.count > 1 else {
      return ""
    }
    let parts =
      heatLabels(of: map) + map.rules.indices.flatMap { heatCells(of: map, row: $0) }
    let plot: HTML = """
      <svg class="heat" viewBox="0 0 \(map.width) \(map.height)" width="\(map.width)" role="img" \
      aria-labelledby="heat-plot heat-text">
      <title id="heat-plot">\(term("rules and imports"))</title>
      <desc id="heat-text">\(term("heat map words"))</desc>
      \(parts.joined(separator: "\n"))
      </svg>

      """
    return """
      \(.scrollable(term("rules and imports"), plot))
      <p class="note">\(term("heat map words")) (≤ \(map.most.percentage))</p>
      \(heatTable(of: map))
      """
  }

  /// The content and the area of a heat map.
  private struct HeatMap {
    let rules: [AuditReport.Trend]
    let imports: [AuditReport.ImportCounts]
    /// The failures of each rule by import.
    let steps: [[Int64: AuditReport.Trend.Step]]
    /// The largest share, in ten-thousandths.
    let most: Int
    let left = 190, top = 20, size = 20
    var width: Int { left + imports.count * size + 4 }
    var height: Int { top + rules.count * size + 4 }

    init(_ report: AuditReport) {
      rules = Array((report.trend ?? []).prefix(30))
      imports = Array(report.byImport.suffix(40))
      steps = rules.map { rule in
        Dictionary(rule.imports.map { ($0.importID, $0) }, uniquingKeysWith: { first, _ in first })
      }
      most = max(steps.flatMap { $0.values.map(\.basisPoints) }.max() ?? 0, 1)
    }
  }

  private func heatLabels(of map: HeatMap) -> [HTML] {
    let every = map.imports.count > 20 ? 5 : 1
    return map.imports.enumerated().filter { $0.offset % every == 0 }.map { column, item in
      """
      <text x="\(map.left + column * map.size + map.size / 2)" y="\(map.top - 6)" \
      text-anchor="middle">\(item.importID)</text>
      """
    }
  }

  private func heatCells(of map: HeatMap, row: Int) -> [HTML] {
    let (rule, size) = (map.rules[row].rule, map.size)
    let y = map.top + row * size
    let name = rule.count > 26 ? rule.prefix(25) + "…" : rule[...]
    let label: HTML = """
      <text x="\(map.left - 8)" y="\(y + 14)" text-anchor="end">\(String(name).displayText)</text>
      """
    return [label]
      + map.imports.enumerated().compactMap { column, item -> HTML? in
        guard let step = map.steps[row][item.importID] else { return nil }
        // The square root makes small shares distinguishable from zero.
        let depth = (Double(step.basisPoints) / Double(map.most)).squareRoot()
        let label =
          "\(rule.displayText), \(item.importID): \(step.count.spaced) / "
          + "\(step.submissions.spaced), \(step.basisPoints.percentage)"
        let fill = step.count == 0 ? "0" : Self.number(max(0.08, depth))
        return """
          <rect x="\(map.left + column * size + 1)" y="\(y + 1)" width="\(size - 2)" \
          height="\(size - 2)" fill-opacity="\(fill)"><title>\(label)</title></rect>
          """
      }
  }

  private func heatTable(of map: HeatMap) -> HTML {
    let rows: [[AuditReport.Table.Cell]] = zip(map.rules, map.steps).map { rule, steps in
      [.text(rule.rule.displayText)]
        + map.imports.map { item in
          steps[item.importID].map { .share($0.basisPoints) } ?? .text(nil)
        }
    }
    return collapsedTable(
      AuditReport.Table(
        "rules and imports", ["rule"] + map.imports.map { "\($0.importID)" }, rows: rows))
  }
}
