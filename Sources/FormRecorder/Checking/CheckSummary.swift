import FormRules
import FormStore

/// The result of checking a file.
public struct CheckSummary: Sendable {
  private(set) var counts = RunCounts()
  /// The number of errors by rule, of any severity. The reader's fault codes count as rules.
  public private(set) var byRule: [String: Int] = [:]
  /// Descriptions of the exceeded limits.
  public internal(set) var exceededLimits: [String] = []
  /// The columns of the input.
  package internal(set) var columns: [String] = []
  /// The size in bytes and the SHA-256 digest in hexadecimal of a whole input, if requested.
  package internal(set) var digest: (size: Int, sha256: String)?
  /// The number of records.
  public var records: Int { counts.records }
  /// The number of accepted records.
  public var accepted: Int { counts.accepted }
  /// The number of rejected records.
  public var rejected: Int { counts.rejected }
  /// The number of records with at least one warning, accepted or not.
  public var warned: Int { counts.warned }
  /// The number of errors with severity `error`.
  public var errors: Int { counts.errors }

  /// Adds a record with its errors.
  mutating func count(_ record: CheckedRecord) {
    counts.add(record.errors.lazy.map(\.severity))
    for error in record.errors { byRule[error.rule, default: 0] += 1 }
  }
}
