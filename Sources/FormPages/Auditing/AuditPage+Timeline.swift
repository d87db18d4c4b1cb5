import FormBytes
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
    return """
      \(.scrollable(term("over time"), "\(columns(steps, word))\n"))
      \(collapsedTable(report.table(word, steps), of: all.count))
      """
  }

  /// A bar chart of the shares of rejected submissions. A line across a bar shows the share on
  /// delivery, and a dashed line before a bar new rules.
  private func columns(_ steps: [AuditReport.Group], _ word: String) -> HTML {
    let chart = ColumnChart(steps)
    let every = max(1, (steps.count + 5) / 6)
    let bars = steps.enumerated().map { index, step in
      bar(step, at: index, of: chart, isLabelled: index % every == 0)
    }
    let from = steps.first?.name ?? "", to = steps.last?.name ?? ""
    return """
      <svg class="columns" viewBox="0 0 \(chart.left + chart.width + 8) \(chart.bottom + 28)" \
      role="img" aria-labelledby="time-plot time-text">
      <title id="time-plot">\(term("over time"))</title>
      <desc id="time-text">\(term("by \(word)")), \(from) – \(to): \(term("rejected")), \
      \(term("share")), ≤ \((steps.map(\.counts.basisPoints).max() ?? 0).percentage)</desc>
      \((axis(of: chart) + bars.flatMap(\.self)).joined(separator: "\n"))
      </svg>
      """
  }

  /// The area of a bar chart.
  private struct ColumnChart {
    let left = 48, top = 12, width = 560, height = 170
    /// The share at the top, in ten-thousandths.
    let most: Int
    /// The distance between the middles of two bars.
    let step: Double
    /// The width of a bar.
    let bar: Double
    var bottom: Int { top + height }

    init(_ steps: [AuditReport.Group]) {
      most = AuditPage.roundedUp(
        steps.map { max($0.counts.basisPoints, $0.basisPointsOnDelivery ?? 0) }.max() ?? 0)
      step = Double(width) / Double(steps.count)
      bar = min(step * 0.8, 48)
    }

    /// The height of a share.
    func height(of share: Int) -> Double { Double(height) * Double(share) / Double(most) }
  }

  private func axis(of chart: ColumnChart) -> [HTML] {
    (0...4).map { line in
      let y = chart.bottom - chart.height * line / 4
      return """
        <line x1="\(chart.left)" x2="\(chart.left + chart.width)" y1="\(y)" y2="\(y)"/>\
        <text x="\(chart.left - 6)" y="\(y + 4)" text-anchor="end">\(Self.tick(chart.most * line / 4))</text>
        """
    }
  }

  private func bar(
    _ item: AuditReport.Group, at index: Int, of chart: ColumnChart, isLabelled: Bool
  ) -> [HTML] {
    let middle = Double(chart.left) + chart.step * (Double(index) + 0.5)
    let (start, bottom) = (middle - chart.bar / 2, Double(chart.bottom))
    let size = chart.height(of: item.counts.basisPoints)
    let label =
      "\(item.name ?? ""): \(item.counts.rejected.spaced) / \(item.counts.submissions.spaced), "
      + item.counts.basisPoints.percentage
    var parts: [HTML] = [
      """
      <rect x="\(Self.number(start))" width="\(Self.number(chart.bar))" \
      y="\(Self.number(bottom - size))" height="\(Self.number(size))">\
      <title>\(label)</title></rect>
      """
    ]
    if let share = item.basisPointsOnDelivery, share != item.counts.basisPoints {
      let y = Self.number(bottom - chart.height(of: share))
      parts.append(
        """
        <line class="delivery" x1="\(Self.number(start - 3))" \
        x2="\(Self.number(middle + chart.bar / 2 + 3))" y1="\(y)" y2="\(y)">\
        <title>\(term("on delivery")): \(share.percentage)</title></line>
        """)
    }
    if !item.newRules.isEmpty {
      let x = Self.number(middle - chart.step / 2)
      parts.append(
        """
        <line class="rules" x1="\(x)" x2="\(x)" y1="\(chart.top)" y2="\(chart.bottom)">\
        <title>\(term("new rules")): \(item.newRules.joined(separator: " "))</title></line>
        """)
    }
    if isLabelled {
      parts.append(
        """
        <text x="\(Self.number(middle))" y="\(chart.bottom + 18)" \
        text-anchor="middle">\(item.name ?? "")</text>
        """)
    }
    return parts
  }

  /// Rounds a share up to 4, 8 or 16 times a power of ten percent, such as 0.8 % or 40 %, at most
  /// 100 %.
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
  static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return hundredths % 100 == 0 ? "\(hundredths / 100)" : hundredths.twoDecimals
  }
}

extension AuditReport.Group {
  /// The share of submissions that were rejected on delivery, in ten-thousandths.
  fileprivate var basisPointsOnDelivery: Int? {
    rejectedOnDelivery.map { AuditReport.basisPoints($0, of: counts.submissions) }
  }
}
