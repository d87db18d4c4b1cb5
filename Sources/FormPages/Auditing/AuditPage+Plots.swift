import FormRecorder
import FormRules

extension AuditPage {
  /// The share of rejected submissions by day, by week for periods of more than two months, and by
  /// import for a single day.
  var timeline: HTML {
    let (word, all): (String, [AuditReport.Group]) =
      if report.byDay.count > 62 {
        ("week", report.byWeek)
      } else if report.byDay.count > 1 {
        ("day", report.byDay)
      } else {
        (
          "import",
          report.byImport.map {
            .init(
              name: "\($0.importID)", counts: $0.counts, rejectedOnDelivery: $0.rejectedOnDelivery)
          }
        )
      }
    guard !all.isEmpty else { return "" }
    let steps = Array(all.suffix(120))
    let hasChanged = steps.contains { $0.basisPointsOnDelivery ?? 0 != $0.counts.basisPoints }
    let rows: [[PageCell]] = steps.map { step in
      [
        .heading("\(step.name ?? "")"), .count(step.counts.submissions),
        .count(step.counts.rejected),
        .share(step.counts.basisPoints, bar: step.counts.basisPoints), .count(step.counts.errors),
      ]
        + (hasChanged
          ? [
            step.rejectedOnDelivery.map { .count($0) } ?? .text(""),
            .text(.data(step.newRules.joined(separator: " "))),
          ] : [])
    }
    let names =
      [word, "submissions", "rejected", "share", "errors"]
      + (hasChanged ? ["on delivery", "new rules"] : [])
    return """
      \(.scrollable(term("over time"), "\(columns(steps, word))\n"))
      \(collapsedTable("by \(word)", names, rows: rows, of: all.count))
      """
  }

  /// A bar chart of the shares of rejected submissions. A line across a bar shows the share on
  /// delivery, and a dashed line before a bar new rules.
  private func columns(_ steps: [AuditReport.Group], _ word: String) -> HTML {
    let (left, top, width, height) = (48, 12, 560, 170)
    let most = Self.roundedUp(
      steps.map { max($0.counts.basisPoints, $0.basisPointsOnDelivery ?? 0) }.max() ?? 0)
    var parts: [HTML] = []
    for line in 0...4 {
      let y = top + height - height * line / 4
      parts.append(
        """
        <line x1="\(left)" x2="\(left + width)" y1="\(y)" y2="\(y)"/>\
        <text x="\(left - 6)" y="\(y + 4)" text-anchor="end">\(Self.tick(most * line / 4))</text>
        """)
    }
    let step = Double(width) / Double(steps.count)
    let bar = min(step * 0.8, 48)
    let every = max(1, (steps.count + 5) / 6)
    for (index, item) in steps.enumerated() {
      let middle = Double(left) + step * (Double(index) + 0.5)
      let size = Double(height) * Double(item.counts.basisPoints) / Double(most)
      let label =
        "\(item.name ?? ""): \(item.counts.rejected.spaced) / \(item.counts.submissions.spaced), "
        + item.counts.basisPoints.percentage
      parts.append(
        """
        <rect x="\(Self.number(middle - bar / 2))" width="\(Self.number(bar))" \
        y="\(Self.number(Double(top + height) - size))" height="\(Self.number(size))">\
        <title>\(label)</title></rect>
        """)
      if let share = item.basisPointsOnDelivery, share != item.counts.basisPoints {
        let y = Self.number(Double(top + height) - Double(height) * Double(share) / Double(most))
        parts.append(
          """
          <line class="delivery" x1="\(Self.number(middle - bar / 2 - 3))" \
          x2="\(Self.number(middle + bar / 2 + 3))" y1="\(y)" y2="\(y)">\
          <title>\(term("on delivery")): \(share.percentage)</title></line>
          """)
      }
      if !item.newRules.isEmpty {
        let x = Self.number(middle - step / 2)
        parts.append(
          """
          <line class="rules" x1="\(x)" x2="\(x)" y1="\(top)" y2="\(top + height)">\
          <title>\(term("new rules")): \(item.newRules.joined(separator: " "))</title></line>
          """)
      }
      if index % every == 0 {
        parts.append(
          """
          <text x="\(Self.number(middle))" y="\(top + height + 18)" \
          text-anchor="middle">\(item.name ?? "")</text>
          """)
      }
    }
    let from = steps.first?.name ?? "", to = steps.last?.name ?? ""
    return """
      <svg class="columns" viewBox="0 0 \(left + width + 8) \(top + height + 28)" role="img" \
      aria-labelledby="time-plot time-text">
      <title id="time-plot">\(term("over time"))</title>
      <desc id="time-text">\(term("by \(word)")), \(from) – \(to): \(term("rejected")), \
      \(term("share")), ≤ \((steps.map(\.counts.basisPoints).max() ?? 0).percentage)</desc>
      \(parts.joined(separator: "\n"))
      </svg>
      """
  }

  /// A heat map of rules by imports. Deeper colours mean larger shares of failures.
  var heatMap: HTML {
    let rules = (report.trend ?? []).prefix(30)
    let imports = report.byImport.suffix(40)
    guard rules.contains(where: { !$0.imports.isEmpty }), imports.count > 1 else { return "" }
    let steps = rules.map { rule in
      Dictionary(rule.imports.map { ($0.importID, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let most = max(steps.flatMap { $0.values.map(\.basisPoints) }.max() ?? 0, 1)
    let (left, top, size) = (190, 20, 20)
    var parts: [HTML] = []
    let every = imports.count > 20 ? 5 : 1
    for (column, item) in imports.enumerated() where column % every == 0 {
      parts.append(
        """
        <text x="\(left + column * size + size / 2)" y="\(top - 6)" \
        text-anchor="middle">\(item.importID)</text>
        """)
    }
    for (row, rule) in rules.enumerated() {
      let y = top + row * size
      let name = rule.rule.count > 26 ? rule.rule.prefix(25) + "…" : rule.rule[...]
      parts.append(
        """
        <text x="\(left - 8)" y="\(y + 14)" text-anchor="end">\(String(name).displayText)</text>
        """)
      for (column, item) in imports.enumerated() {
        guard let step = steps[row][item.importID] else { continue }
        // The square root makes small shares distinguishable from zero.
        let depth = (Double(step.basisPoints) / Double(most)).squareRoot()
        let label =
          "\(rule.rule.displayText), \(item.importID): \(step.count.spaced) / "
          + "\(step.submissions.spaced), \(step.basisPoints.percentage)"
        let fill = step.count == 0 ? "0" : Self.number(max(0.08, depth))
        parts.append(
          """
          <rect x="\(left + column * size + 1)" y="\(y + 1)" width="\(size - 2)" \
          height="\(size - 2)" fill-opacity="\(fill)"><title>\(label)</title></rect>
          """)
      }
    }
    let columns = ["rule"] + imports.map { "\($0.importID)" }
    let rows: [[PageCell]] = rules.enumerated().map { row, rule in
      [.heading(.data(rule.rule))]
        + imports.map { item in
          steps[row][item.importID].map { .share($0.basisPoints, bar: nil) } ?? .text("")
        }
    }
    let (width, height) = (left + imports.count * size + 4, top + rules.count * size + 4)
    let plot: HTML = """
      <svg class="heat" viewBox="0 0 \(width) \(height)" width="\(width)" role="img" \
      aria-labelledby="heat-plot heat-text">
      <title id="heat-plot">\(term("rules and imports"))</title>
      <desc id="heat-text">\(term("heat map words"))</desc>
      \(parts.joined(separator: "\n"))
      </svg>

      """
    return """
      \(.scrollable(term("rules and imports"), plot))
      <p class="note">\(term("heat map words")) (≤ \(most.percentage))</p>
      \(collapsedTable("rules and imports", columns, rows: rows))
      """
  }

  /// Rounds a share up to 1, 2 or 4 times a power of ten percent, at most 100 %.
  private static func roundedUp(_ share: Int) -> Int {
    var unit = 4
    while true {
      for factor in [1, 2, 4] where unit * factor >= share { return min(unit * factor, 10_000) }
      unit *= 10
    }
  }

  /// A share without unnecessary decimals.
  private static func tick(_ share: Int) -> String {
    share % 100 == 0 ? "\(share / 100)\u{202F}%" : share.percentage
  }

  /// A number with at most two decimals.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return rest == 0
      ? "\(hundredths / 100)" : "\(hundredths / 100).\(String(100 + rest).dropFirst())"
  }
}

extension AuditReport.Group {
  /// The share of submissions that were rejected on delivery, in ten-thousandths.
  fileprivate var basisPointsOnDelivery: Int? {
    rejectedOnDelivery.map { AuditReport.basisPoints($0, of: counts.submissions) }
  }
}
