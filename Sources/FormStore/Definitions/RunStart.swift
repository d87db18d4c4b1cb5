import FormRules
import GRDB

/// The definitions and configuration of a run.
package struct RunStart: Sendable {
  package var kind: RunKind
  package var bound: BoundVersions
  /// The clock, read once. Nil means the clock of each submission.
  package var now: String?
  /// A JSON object of the run parameters with sorted keys. Nil means the parameters of each import.
  package var parameters: String?
  package var scenario: String?
  package var attribution: Attribution
  /// The version of formrec that judges.
  package var program: String
  /// The start time, according to the machine's clock.
  package var startedAt: String
  /// For an import, the last event when it began. See `EffectiveRange.known`.
  package var knownEvent: Int64?

  package init(
    kind: RunKind, bound: BoundVersions, attribution: Attribution, program: String,
    startedAt: String
  ) {
    self.kind = kind
    self.bound = bound
    self.attribution = attribution
    self.program = program
    self.startedAt = startedAt
  }

  var form: StoredVersion { bound.form }
  var rules: StoredVersion { bound.rules }
  var plan: Plan { bound.plan }

  /// Inserts the run's row.
  ///
  /// - Returns: The run's id.
  func insert(_ db: Database, planID: Int64, importID: Int64?) throws -> Int64 {
    try db.insertRow(
      into: "run",
      [
        "kind": kind.rawValue, "plan": planID, "import": importID, "now": now,
        "parameters": parameters, "scenario": scenario, "program": program,
        "started_at": startedAt, "known_event": knownEvent,
      ])
  }
}
