import FormRules
import FormStore

/// Creates the rows of the table `errors`.
struct ErrorTable {
  static let shape = TableShape(
    "errors",
    [
      .init("submission", "INTEGER"), .init("form", "TEXT"), .init("import", "INTEGER"),
      .init("run", "INTEGER"), .init("rule", "TEXT"), .init("field", "TEXT"),
      .init("severity", "TEXT"), .init("code", "TEXT"), .init("message", "TEXT"),
      .init("description", "TEXT"),
    ], indexed: ["submission"])

  var rows = TableRows(width: Self.shape.columns.count)
  private let descriptions: [Int64: PlanDescription]
  private let localization: Localization
  /// The errors created so far, with their messages, because most errors repeat.
  private var known: [Key: (error: ReportedError, rule: String)] = [:]

  private struct Key: Hashable {
    var planID: Int64
    var rule: Int
    var code: String?
    var arguments: String?
  }

  init(_ descriptions: [Int64: PlanDescription], _ localization: Localization) {
    self.descriptions = descriptions
    self.localization = localization
  }

  mutating func removeAll() { rows.removeAll(width: Self.shape.columns.count) }

  /// Appends the row of a current error.
  mutating func append(_ error: StoredError, _ segment: VerdictSegment, form: String) {
    guard let (reported, rule) = reported(error, planID: segment.planID) else { return }
    rows.appendRow()
    let cells: [TableCell] = [
      .integer(error.submission), rows.text(form), .integer(segment.importID),
      .integer(segment.runID), rows.text(reported.rule), rows.text(reported.field),
      rows.text(reported.severity.rawValue), rows.text(reported.code), rows.text(reported.message),
      rows.text(rule),
    ]
    for (column, cell) in cells.enumerated() { rows[rows.count - 1, column] = cell }
  }

  private mutating func reported(
    _ error: StoredError, planID: Int64
  ) -> (error: ReportedError, rule: String)? {
    let key = Key(planID: planID, rule: error.rule, code: error.code, arguments: error.arguments)
    if let found = known[key] { return found }
    guard let description = descriptions[planID] else { return nil }
    let reported = description.reported(error)
    let made = (
      reported,
      error.rule == Plan.readerPosition
        ? localization.readerFaultText(of: reported.code, [], orElse: "…")
        : description.rules[error.rule]?.description ?? ""
    )
    if known.count >= 10_000 { known.removeAll() }
    known[key] = made
    return made
  }
}
