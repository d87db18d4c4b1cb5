package import FormRules
import GRDB

/// A rule of a plan, as stored.
package struct StoredRule: Sendable, Equatable {
  package var id: String
  package var kind: String
  package var field: String?
  package var severity: Severity
  package var code: String
  package var description: String
}

extension StoredRule {
  /// The columns of `plan_rule p` that it consists of.
  static let columns = "p.rule, p.kind, p.field, p.severity, p.code, p.description"

  init(_ row: StatementRow) throws {
    try self.init(
      id: row["rule"], kind: row["kind"], field: row["field"],
      severity: Severity(stored: row["severity"]), code: row["code"],
      description: row["description"])
  }
}

extension Severity {
  /// Decodes a severity of `plan_rule`.
  ///
  /// An unknown severity counts as an error, which is the safe choice in a damaged store.
  init(stored text: String?) { self = text.flatMap(Severity.init(rawValue:)) ?? .error }
}
