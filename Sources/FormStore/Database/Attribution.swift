/// The operator who changes the store, and the reason. Sealed with the event of each change.
package struct Attribution: Sendable, Equatable {
  /// The name of the operator.
  package var by: String?
  package var reason: String?

  package init(by: String?, reason: String?) {
    self.by = by
    self.reason = reason
  }

  /// Decodes the columns `by` and `reason`.
  init(_ row: StatementRow) throws { try self.init(by: row["by"], reason: row["reason"]) }

  /// No operator and no reason.
  package static let none = Attribution(by: nil, reason: nil)
}
