import FormRules

/// A failed rule: its position in a plan and, for the reader (0), the code.
package struct FailedRule: Sendable, Hashable {
  package var position: Int
  /// Nil means any code.
  package var code: String?

  package init(position: Int, code: String? = nil) {
    self.position = position
    self.code = code
  }
}

extension FailedRule {
  /// Reads the position and the code, in the second and third column, of the row of an error. Only
  /// errors of the reader differ by code.
  init(_ row: StatementRow) throws(StoreError) {
    position = Int(try row.integer(1))
    code = try position == Plan.readerPosition ? row.optionalText(2) : nil
  }
}
