package import FormRules

/// The report as rows, one for each of its lines, for programs that process it incrementally.
extension AuditReport {
  /// The keys of the report's lists and the section name of their rows.
  private static let sections = [
    "byRule": "rule", "byField": "field", "byImport": "import", "bySource": "source",
    "byBatch": "batch", "byDay": "day", "byWeek": "week", "byVersion": "version",
    "byAssignee": "assignee", "pairs": "pair",
  ]

  /// The columns of `csv`, in order. A row has only the columns of its section.
  private static let columns = [
    "section", "form", "rule", "other", "field", "severity", "import", "file", "source", "batch",
    "startedAt", "day", "week", "rules", "version", "delivered", "valid", "submissions", "accepted",
    "rejected", "open", "waived", "purged", "corrected", "superseded", "discarded", "retracted",
    "unfinished",
    "warned", "errors", "count", "share", "rejectedOnDelivery", "newRules", "firstSeen", "lastSeen",
    "description", "samples", "assignee",
  ]

  /// The lines of the report, each with a leading `section` member: `records`, `total`, `rule`,
  /// `field`, `import`, `source`, `batch`, `day`, `week`, `version`, `assignee`, `pair`, or `trend`
  /// for a rule in an import.
  package var rows: [[JSON.Member]] {
    guard case .object(let members) = json else { return [] }
    var rows = [Self.row("total", .object(self.members(of: total)))]
    if let records { rows.insert(Self.row("records", records.json), at: 0) }
    for member in members {
      guard let section = Self.sections[member.key], case .array(let items) = member.value else {
        continue
      }
      rows += items.map { Self.row(section, $0) }
    }
    for rule in trend ?? [] {
      let names: [JSON.Member] = [
        .init("form", .string(rule.form)), .init("rule", .string(rule.rule)),
        .init("severity", .string(rule.severity.rawValue)),
      ]
      rows += rule.imports.map { Self.row("trend", $0.json, named: names) }
    }
    return rows
  }

  /// The section, the names and the members of a line.
  private static func row(
    _ section: String, _ line: JSON, named names: [JSON.Member] = []
  ) -> [JSON.Member] {
    guard case .object(let members) = line else { return [] }
    return [.init("section", .string(section))] + names + members
  }

  /// The rows as CSV with a header. Cells that a spreadsheet would evaluate are prefixed with an
  /// apostrophe.
  public var csv: [UInt8] {
    CSVRows.header(Self.columns) + rows.flatMap { CSVRows.line($0, Self.columns) }
  }
}
