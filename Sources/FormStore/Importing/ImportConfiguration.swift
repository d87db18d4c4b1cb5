import GRDB

/// The configuration that affects verdicts, the reading of records, or the data recorded with an
/// import.
///
/// An import can only be resumed with the same configuration.
package struct ImportConfiguration: Sendable, Equatable {
  /// The form as `name@number`.
  package var form: String
  package var rules: String
  package var parameters: String
  package var scenario: String?
  package var source: String?
  package var batchLabel: String?
  package var by: String?
  /// The clock of the run, or nil for any.
  package var now: String?
  package var options: String
  package var allowsReimport: Bool

  package init(
    form: String, rules: String, parameters: String, options: String, allowsReimport: Bool
  ) {
    self.form = form
    self.rules = rules
    self.parameters = parameters
    self.options = options
    self.allowsReimport = allowsReimport
  }

  init(row: StatementRow) throws {
    try self.init(
      form: row["form"], rules: row["rules"], parameters: row["parameters"] ?? "{}",
      options: row["options"], allowsReimport: row["again"])
    (scenario, source, batchLabel) = try (row["scenario"], row["source"], row["batch"])
    (by, now) = try (row["by"], row["now"])
  }
}
