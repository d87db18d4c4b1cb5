public import FormRules

/// What is wrong with a record, as reports show it.
public struct ReportedError: Sendable, Hashable {
  /// The rule's id, such as `age.range`; the reader's code for a record that could not be taken
  /// apart.
  public var rule: String
  /// The field that it is shown at, if there is one.
  public var field: String?
  /// What went wrong, such as `range.tooLarge`.
  public var code: String
  /// What it means.
  public var severity: Severity
  /// The same in words.
  public var message: String
  /// The number of the column that fills the field, from 1; nil when there is none.
  public var column: Int?
  /// The text of the field, only when it was asked for.
  public var value: String?

  /// As JSON; what was not asked for is left out.
  package func json(withColumn: Bool) -> JSON {
    var members: [JSON.Member] = [
      .init("rule", .string(rule)), .init("field", .optional(field)), .init("code", .string(code)),
      .init("severity", .string(severity.rawValue)), .init("message", .string(message)),
    ]
    if withColumn { members.append(.init("column", .optional(column))) }
    if let value { members.append(.init("value", .string(value))) }
    return .object(members)
  }
}
