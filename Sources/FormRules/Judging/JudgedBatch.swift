package import FormBytes

/// Records to be judged together, and their errors. It is reused from batch to batch.
package struct JudgedBatch: ~Copyable {
  /// The cells of all records, record by record, one per field in the form's order.
  package var cells: [Cell] = []
  /// The number of records, set by the judge.
  package internal(set) var count = 0
  /// The errors of all records, in the order of record and rule.
  package internal(set) var errors: [JudgedError] = []

  package init() {}

  /// Exchanges the errors with another array, whose memory is filled next.
  package mutating func exchangeErrors(_ other: inout [JudgedError]) { swap(&errors, &other) }
}

/// The failure of a rule for a record.
package struct JudgedError: Sendable {
  /// The record's position in its batch, from 0.
  package let record: Int32
  /// The rule's position in the plan.
  package let rule: Int32
  /// The error code.
  package let code: String
  /// The message arguments besides the rule's own.
  package let arguments: [MessageArgument]
  /// The severity of the failure.
  package let severity: Severity
}
