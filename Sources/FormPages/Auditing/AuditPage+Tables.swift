import FormRecorder
import FormRules

/// A table cell.
enum PageCell {
  case text(HTML)
  /// The description of a rule.
  case description(String)
  /// The heading of its row.
  case heading(HTML)
  case count(Int)
  /// A ratio in ten-thousandths, with a bar whose length is given in ten-thousandths of the cell.
  case share(Int, bar: Int?)
  case countWithBar(Int, bar: Int)

  fileprivate var html: HTML {
    switch self {
    case .text(let text): "<td>\(text)</td>"
    case .description(let text):
      "<td class=\"description\"><bdi>\(text.escapedForTerminal)</bdi></td>"
    case .heading(let text): "<th scope=\"row\">\(text)</th>"
    case .count(let count): "<td class=\"n\" data-v=\"\(count)\">\(count.spaced)</td>"
    case .share(let share, let bar):
      "<td class=\"n\" data-v=\"\(share)\">\(share.percentage)\(bar.map(HTML.bar) ?? "")</td>"
    case .countWithBar(let count, let bar):
      "<td class=\"n\" data-v=\"\(count)\">\(count.spaced)\(.bar(bar))</td>"
    }
  }

  fileprivate var isNumber: Bool {
    switch self {
    case .text, .description, .heading: false
    default: true
    }
  }
}

extension AuditPage {
  var rules: HTML {
    let most = report.byRule.map(\.count).max() ?? 0
    return table(
      "by rule",
      [
        "rule", "description", "field", "form", "severity", "count", "share", "first seen",
        "last seen",
      ],
      rows: report.byRule.enumerated().map { index, line in
        let name = HTML.data(line.rule)
        let isSampled = index < samples.count && !samples[index].isEmpty
        return [
          .heading(isSampled ? "<a href=\"#rule-\(index)\">\(name)</a>" : name),
          .description(line.description), .text(field(line.field)), .text(.data(line.form)),
          .text("\(term(line.severity.rawValue))"),
          .countWithBar(line.count, bar: Self.length(line.count, of: most)),
          .share(line.basisPoints, bar: nil), .text(day(line.firstSeen)), .text(day(line.lastSeen)),
        ]
      })
  }

  var fields: HTML {
    let most = report.byField.map(\.count).max() ?? 0
    return table(
      "by field", ["field", "form", "count"],
      rows: report.byField.map { line in
        [
          .heading(field(line.field)), .text(.data(line.form)),
          .countWithBar(line.count, bar: Self.length(line.count, of: most)),
        ]
      })
  }

  var imports: HTML {
    table(
      "by import", ["import", "began", "form", "source", "file"] + countNames,
      rows: report.byImport.suffix(Self.maximumRows).map { line in
        [
          .heading("\(line.importID)"), .text(day(line.startedAt)), .text(.data(line.form)),
          .text(.data(line.source)), .text(.data(line.fileName)),
        ] + cells(line.counts)
      }, of: report.byImport.count)
  }

  var versions: HTML {
    table(
      "by version", ["version", "form"] + countNames,
      rows: report.byVersion.map { line in
        [.heading(.data("\(line.rules)@\(line.version)")), .text(.data(line.form))]
          + cells(line.counts)
      })
  }

  /// Empty if no import has the property.
  func groups(_ groups: [AuditReport.Group], _ name: String, title: String) -> HTML {
    guard groups.contains(where: { $0.name != nil }) else { return "" }
    return table(
      title, [name] + countNames,
      rows: groups.map {
        [.heading($0.name.map(HTML.data) ?? "\(term("none"))")] + cells($0.counts)
      })
  }

  var assignees: HTML {
    table(
      "by assignee", ["assignee", "open", "errors"],
      rows: report.byAssignee.map {
        [.heading(.data($0.assignee)), .count($0.open), .count($0.errors)]
      })
  }

  var pairs: HTML {
    let pairs = report.pairs ?? []
    let most = pairs.map(\.count).max() ?? 0
    return table(
      "fail together", ["rule", "other rule", "form", "count"],
      note: report.pairedRules.map {
        " (\(term("rule")): \($0.counted.spaced) / \($0.failing.spaced))"
      },
      rows: pairs.map { pair in
        [
          .heading(.data(pair.rule)), .text(.data(pair.other)), .text(.data(pair.form)),
          .countWithBar(pair.count, bar: Self.length(pair.count, of: most)),
        ]
      })
  }

  /// If only open failures are counted, all submissions are rejected.
  private var countNames: [String] {
    report.isOnlyOpen ? ["open", "errors"] : ["submissions", "rejected", "share", "open"]
  }

  private func cells(_ counts: AuditReport.Counts) -> [PageCell] {
    if report.isOnlyOpen { return [.count(counts.open), .count(counts.errors)] }
    return [
      .count(counts.submissions), .count(counts.rejected),
      .share(counts.basisPoints, bar: counts.basisPoints), .count(counts.open),
    ]
  }

  func field(_ name: String?) -> HTML { name.map(HTML.data) ?? "\(term("whole record"))" }

  /// The day of a timestamp, with the full timestamp as a tooltip.
  func day(_ moment: String) -> HTML {
    "<time datetime=\"\(moment)\" title=\"\(moment)\">\(String(moment.prefix(10)))</time>"
  }

  /// - Parameter all: The total number of rows, if `rows` are the last of them. Otherwise surplus
  ///   rows are cut off at the end.
  func table(
    _ caption: String, _ names: [String], note: String? = nil, rows: [[PageCell]],
    of all: Int? = nil
  ) -> HTML {
    guard !rows.isEmpty else { return "" }
    let shown = rows.prefix(Self.maximumRows)
    let count = all ?? rows.count
    let note =
      note ?? (shown.count < count ? " (\(shown.count.spaced) / \(count.spaced))" : "")
    // With a single form, its name is redundant.
    let used = names.indices.filter { names[$0] != "form" || hasSeveralForms }
    let headings: [HTML] = used.map { column in
      let isNumber = rows[0][column].isNumber
      return
        "<th scope=\"col\"\(.attribute("class", isNumber ? "n" : nil))>\(term(names[column]))</th>"
    }
    let lines: [HTML] = shown.map { row in "<tr>\(used.map { row[$0].html })</tr>" }
    return .scrollable(
      term(caption),
      """
      <table class="sort">
      <caption>\(term(caption))\(note)</caption>
      <thead><tr>\(headings)</tr></thead>
      <tbody>
      \(lines.joined(separator: "\n"))
      </tbody>
      </table>

      """)
  }

  /// A table below a plot that shows the same data.
  func collapsedTable(
    _ caption: String, _ names: [String], rows: [[PageCell]], of all: Int? = nil
  ) -> HTML {
    """
    <details><summary>\(term("as a table"))</summary>
    \(table(caption, names, rows: rows, of: all))
    </details>
    """
  }

  private var hasSeveralForms: Bool {
    report.byImport.contains { $0.form != report.byImport[0].form }
  }

  static func length(_ number: Int, of most: Int) -> Int {
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10_000)
    return most == 0 ? 0 : isTooLarge ? 10_000 : product / most
  }
}
