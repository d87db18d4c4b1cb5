public import FormRules

/// An error or warning of a record as shown in reports.
public struct ReportedError: Sendable, Hashable, Encodable {
  /// The rule's identifier, such as `age.range`, or the reader's fault code for a record that could
  /// not be parsed.
  public var rule: String
  /// The field at which the error is shown, if any.
  public var field: String?
  /// The error code, such as `range.tooLarge`.
  public var code: String
  /// The severity of the error.
  public var severity: Severity
  /// The message.
  public var message: String
  /// The physical line of the error, if it is not the first one of its record.
  public var line: Int?
  /// The number of the field's column, from 1, or nil if there is none.
  public var column: Int?
  /// The text of the field, if values are included.
  public var value: String?
  /// The frequent value that the text of the field resembles, if the rule found one.
  package var resembled: String?

  package init(
    rule: String, field: String?, code: String, severity: Severity, message: String
  ) {
    (self.rule, self.field, self.code) = (rule, field, code)
    (self.severity, self.message) = (severity, message)
  }

  /// The error as JSON. Members that were not requested are omitted.
  package func json(withColumn: Bool) -> JSON {
    var members: [JSON.Member] = [
      .init("rule", .string(rule)), .init("field", .optional(field)), .init("code", .string(code)),
      .init("severity", .string(severity.rawValue)), .init("message", .string(message)),
    ]
    if withColumn { members.append(.init("column", .optional(column))) }
    if let line { members.append(.init("line", .integer(line))) }
    if let value { members.append(.init("value", .string(value))) }
    return .object(members)
  }

  /// Encodes the error as in reports.
  public func encode(to encoder: any Encoder) throws {
    try json(withColumn: true).encode(to: encoder)
  }
}
