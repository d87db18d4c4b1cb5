package import FormBytes

/// Records to be judged together, and what is wrong with them. Reused from batch to batch.
package struct JudgedBatch: ~Copyable {
  /// The cells of all records, record by record, one a field of the form, in the form's order.
  package var cells: [Cell] = []
  /// How many records there are; set by the judge.
  package internal(set) var count = 0
  /// The errors of all records, in order of record and rule.
  package internal(set) var errors: [JudgedError] = []

  package init() {}

  /// Gives the errors away for other memory to be filled next.
  package mutating func exchangeErrors(_ other: inout [JudgedError]) { swap(&errors, &other) }
}

/// One failed rule at one record.
package struct JudgedError: Sendable {
  /// The record's place in its batch, from 0.
  package let record: Int32
  /// The rule's position in the plan.
  package let rule: Int32
  /// What went wrong.
  package let code: String
  /// What the message needs beyond the rule's own arguments.
  package let arguments: [MessageArgument]
  /// What the failure means.
  package let severity: Severity
}
