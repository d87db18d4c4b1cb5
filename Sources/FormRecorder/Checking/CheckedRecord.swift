package import FormInput
package import FormRules

/// A record with its verdict.
public struct CheckedRecord: Sendable {
  /// The number of the data record in its file, from 1.
  public var record: Int
  /// The physical line on which the record starts, from 1.
  public var line: Int
  /// Whether an error rejects the record.
  public var isRejected = false
  /// The errors and warnings, in the order of the rules.
  public var errors: [ReportedError] = []
  /// The record's keys under `unique` rules, if keys are compared elsewhere: the position and the
  /// key for each rule that evaluated the record.
  package var keys: [(rule: Int, key: Hash128)] = []
  /// The content of the record, if it has errors and the check includes content.
  package var content: Content?

  /// The content of a record.
  package enum Content: Sendable {
    /// The cells as a JSON array, in the order of the columns.
    case cells([UInt8])
    /// The raw bytes and the fault of a record that could not be parsed.
    case malformed([UInt8], RecordFault)
  }
}
