import FormBytes
import FormProfile
import FormRecorder
import FormRules

/// A profile as text: one line per column, then the findings, highest confidence first.
struct ProfileText {
  let profile: TableProfile
  /// The width of the text in columns.
  let width: Int

  init(_ profile: TableProfile, width: Int?) {
    self.profile = profile
    self.width = max(60, width ?? 80)
  }

  private var analysis: TableAnalysis { profile.analysis }

  var lines: [String] {
    head + [""] + columns + findings
  }

  private var head: [String] {
    var line =
      "\(analysis.records.counted("record")), \(analysis.columns.count.counted("column"))"
    for fault in profile.malformed {
      line += "; \(fault.count.grouped) malformed (\(fault.code), first at line "
      line += "\(RecordLocation(fault.line).line))"
    }
    let words = analysis.missingWords
    return
      ([line] + (words.isEmpty ? [] : ["missing values: " + words.joined(separator: ", ")])
      + (analysis.dependencyNote.map { [$0] } ?? []))
      .flatMap { $0.wrapped(at: width) }
  }

  private var columns: [String] {
    var rows = [["COLUMN", "TYPE", "FILL", "DISTINCT", "SHAPE", "TOP"]]
    for column in analysis.columns {
      rows.append([
        column.label.displayText.cut(to: 18), typeName(column).cut(to: 10),
        fill(column), distinct(column), shape(column).cut(to: 18), top(column),
      ])
    }
    let widths = (0..<5).map { column in rows.map { $0[column].columns }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (index, text) in row.dropLast().enumerated() {
        let blanks = String(repeating: " ", count: widths[index] - text.columns)
        line += (index == 2 || index == 3 ? blanks + text : text + blanks) + "  "
      }
      return (line + row[5].cut(to: max(10, width - line.columns))).withoutBlanksAtItsEnd
    }
  }

  private func typeName(_ column: ColumnAnalysis) -> String {
    column.isKey ? column.type.type.name + " key" : column.type.type.name
  }

  private func fill(_ column: ColumnAnalysis) -> String {
    let filled = column.records - column.blank
    guard filled > 0, filled < column.records else { return filled == 0 ? "0%" : "100%" }
    // A partly filled column is never rounded to 0 % or 100 %.
    return "\(min(99, max(1, (filled * 100 + column.records / 2) / column.records)))%"
  }

  private func distinct(_ column: ColumnAnalysis) -> String {
    let count = column.statistics.distinct.grouped
    return column.statistics.values.isExact ? count : "~\(count)"
  }

  private func shape(_ column: ColumnAnalysis) -> String {
    guard let first = column.statistics.shapes.sorted.first, column.type.considered > 0 else {
      return ""
    }
    let share = first.count * 100 / column.type.considered
    return share < 20 ? "" : "\(first.shape.description.displayText) \(share)%"
  }

  private func top(_ column: ColumnAnalysis) -> String {
    if column.type.type.isNumeric, !column.isMasked, column.statistics.distinct > 20,
      let low = column.numbers.smallest.first,
      let high = column.numbers.largest.first
    {
      let median = column.numbers.quantile(0.5) ?? low.value
      return "\(low.text) … \(median.shortDescription) … \(high.text)"
    }
    return column.topValues(3).map { "\($0.text.displayText.cut(to: 20)) \($0.count.grouped)" }
      .joined(separator: ", ")
  }

  private var findings: [String] {
    let findings = analysis.findings
    guard !findings.isEmpty else { return ["", "No findings."] }
    var lines = ["", "FINDINGS"]
    for finding in findings {
      let label = finding.confidence.rawValue.padded(to: 7)
      let text = (finding.column.map { "\($0.displayText): " } ?? "") + finding.message
      for (index, part) in text.wrapped(at: width - 9).enumerated() {
        lines.append(" " + (index == 0 ? label : String(repeating: " ", count: 7)) + " " + part)
      }
      for example in finding.examples {
        lines.append("           " + self.text(of: example).cut(to: width - 11))
      }
      if let yaml = finding.yaml {
        lines += ("- " + yaml).wrapped(at: width - 11).map { "           " + $0 }
      }
    }
    return lines
  }

  private func text(of example: Finding.Example) -> String {
    var text = analysis.text(of: example.location)
    if let value = example.text { text += "  \(value.displayText)" }
    if let expected = example.expected { text += " → \(expected.displayText)" }
    return text
  }
}

extension String {
  /// The text, truncated to a width in columns. A truncated text ends in an ellipsis.
  func cut(to width: Int) -> String {
    guard columns > width else { return self }
    var text = self
    while text.columns > width - 1 { text.removeLast() }
    return text + "…"
  }
}
