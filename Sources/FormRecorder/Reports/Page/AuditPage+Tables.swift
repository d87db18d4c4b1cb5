import FormRules

/// A table cell.
enum PageCell {
  /// HTML.
  case text(String)
  /// The description of a rule.
  case description(String)
  /// Text that is the heading of its row.
  case heading(String)
  case count(Int)
  /// A ratio in ten-thousandths, with a bar whose length is given in ten-thousandths of the cell.
  case share(Int, bar: Int?)
  case countWithBar(Int, bar: Int)

  fileprivate var html: String {
    switch self {
    case .text(let text): "<td>\(text)</td>"
    case .description(let text):
      "<td class=\"words\"><bdi>\(text.escapedForTerminal.html)</bdi></td>"
    case .heading(let text): "<th scope=\"row\">\(text)</th>"
    case .count(let count): "<td class=\"n\" data-v=\"\(count)\">\(count.spaced)</td>"
    case .share(let share, let bar):
      "<td class=\"n\" data-v=\"\(share)\">\(AuditPage.percent(share))\(Self.bar(bar))</td>"
    case .countWithBar(let count, let bar):
      "<td class=\"n\" data-v=\"\(count)\">\(count.spaced)\(Self.bar(bar))</td>"
    }
  }

  fileprivate var isNumber: Bool {
    switch self {
    case .text, .description, .heading: false
    default: true
    }
  }

  /// The bar repeats the adjacent number, so it is hidden from screen readers.
  private static func bar(_ length: Int?) -> String {
    guard let length else { return "" }
    return """
      <svg class="bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">\
      <rect width="\(length / 10)" height="8"/></svg>
      """
  }
}

extension AuditPage {
  var rules: String {
    let most = report.byRule.map(\.count).max() ?? 0
    return table(
      "by rule",
      ["rule", "words", "field", "form", "severity", "count", "share", "first seen", "last seen"],
      report.byRule.enumerated().map { index, line in
        let name = text(line.rule)
        let isSampled = index < samples.count && !samples[index].isEmpty
        return [
          .heading(isSampled ? "<a href=\"#rule-\(index)\">\(name)</a>" : name),
          .description(line.description), .text(field(line.field)), .text(text(line.form)),
          .text(term(line.severity.rawValue)),
          .countWithBar(line.count, bar: Self.length(line.count, of: most)),
          .share(line.basisPoints, bar: nil), .text(day(line.firstSeen)), .text(day(line.lastSeen)),
        ]
      })
  }

  var fields: String {
    let most = report.byField.map(\.count).max() ?? 0
    return table(
      "by field", ["field", "form", "count"],
      report.byField.map { line in
        [
          .heading(field(line.field)), .text(text(line.form)),
          .countWithBar(line.count, bar: Self.length(line.count, of: most)),
        ]
      })
  }

  var imports: String {
    table(
      "by import", ["import", "began", "form", "source", "file"] + countNames,
      report.byImport.suffix(Self.maximumRows).map { line in
        [
          .heading("\(line.importID)"), .text(day(line.startedAt)), .text(text(line.form)),
          .text(line.source.map(text) ?? ""), .text(line.fileName.map(text) ?? ""),
        ] + cells(line.counts)
      }, of: report.byImport.count)
  }

  var versions: String {
    table(
      "by version", ["version", "form"] + countNames,
      report.byVersion.map { line in
        [.heading(text("\(line.rules)@\(line.version)")), .text(text(line.form))]
          + cells(line.counts)
      })
  }

  /// Empty if no import has the property.
  func groups(_ groups: [AuditReport.Group], _ name: String, _ title: String) -> String {
    guard groups.contains(where: { $0.name != nil }) else { return "" }
    return table(
      title, [name] + countNames,
      groups.map { [.heading($0.name.map(text) ?? term("none"))] + cells($0.counts) })
  }

  var pairs: String {
    let pairs = report.pairs ?? []
    let most = pairs.map(\.count).max() ?? 0
    return table(
      "fail together", ["rule", "other rule", "form", "count"],
      note: report.pairedRules.map {
        " (\(term("rule")): \($0.counted.spaced) / \($0.failing.spaced))"
      },
      pairs.map { pair in
        [
          .heading(text(pair.rule)), .text(text(pair.other)), .text(text(pair.form)),
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

  func field(_ name: String?) -> String { name.map(text) ?? term("whole record") }

  /// The day of a timestamp, with the full timestamp as a tooltip.
  func day(_ moment: String) -> String {
    "<time datetime=\"\(moment.html)\" title=\"\(moment.html)\">\(moment.prefix(10).description.html)</time>"
  }

  /// - Parameter all: The total number of rows, if `rows` are the last of them. Otherwise surplus
  ///   rows are cut off at the end.
  func table(
    _ caption: String, _ names: [String], note: String? = nil, _ rows: [[PageCell]],
    of all: Int? = nil
  ) -> String {
    guard !rows.isEmpty else { return "" }
    let shown = rows.prefix(Self.maximumRows)
    let count = all ?? rows.count
    let note =
      note ?? (shown.count < count ? " (\(shown.count.spaced) / \(count.spaced))" : "")
    // With a single form, its name is redundant.
    let used = names.indices.filter { names[$0] != "form" || hasSeveralForms }
    let heads = used.map { column in
      let isNumber = rows[0][column].isNumber
      return "<th scope=\"col\"\(isNumber ? " class=\"n\"" : "")>\(term(names[column]))</th>"
    }.joined()
    let lines = shown.map { row in
      "<tr>\(used.map { row[$0].html }.joined())</tr>"
    }.joined(separator: "\n")
    return """
      <div class="scroll" role="group" tabindex="0" aria-label="\(term(caption))">
      <table class="sort">
      <caption>\(term(caption))\(note)</caption>
      <thead><tr>\(heads)</tr></thead>
      <tbody>
      \(lines)
      </tbody>
      </table>
      </div>
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
