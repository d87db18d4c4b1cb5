package import FormRules

/// The counts of a run.
package struct RunCounts: Sendable, Equatable {
  /// The number of all records.
  package var records = 0
  /// The number of records without an error of severity error.
  package var accepted = 0
  /// The number of records with at least one error of severity error.
  package var rejected = 0
  /// The number of records with a warning, accepted or not.
  package var warned = 0
  /// The number of errors of severity error.
  package var errors = 0

  package init(
    records: Int = 0, accepted: Int = 0, rejected: Int = 0, warned: Int = 0, errors: Int = 0
  ) {
    self.records = records
    self.accepted = accepted
    self.rejected = rejected
    self.warned = warned
    self.errors = errors
  }

  /// Decodes the columns with these names.
  init(_ row: Row) throws {
    try self.init(
      records: row["records"], accepted: row["accepted"], rejected: row["rejected"],
      warned: row["warned"], errors: row["errors"])
  }

  /// The members of reports.
  package var members: [JSON.Member] {
    [
      .init("records", .integer(records)), .init("accepted", .integer(accepted)),
      .init("rejected", .integer(rejected)), .init("warned", .integer(warned)),
      .init("errors", .integer(errors)),
    ]
  }

  package static func += (left: inout RunCounts, right: RunCounts) {
    left.records += right.records
    left.accepted += right.accepted
    left.rejected += right.rejected
    left.warned += right.warned
    left.errors += right.errors
  }
}
