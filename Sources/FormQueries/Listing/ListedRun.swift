package import FormRules
import FormStore

/// An import or a run in a list.
public struct ListedRun: Sendable, Encodable {
  /// The import's number, or nil for a run.
  public var importID: Int64?
  /// The run's number.
  public var runID: Int64
  /// The kind of the import or run.
  public var kind: Kind
  /// The form.
  public var form: String
  /// The form's version.
  public var formVersion: Int
  /// The rule set.
  public var rules: String
  /// The rule set's version.
  public var rulesVersion: Int
  /// The time at which it began (RFC 3339 in UTC).
  public var startedAt: String
  /// The time at which it finished, or nil if it is unfinished (RFC 3339 in UTC).
  public var finishedAt: String?
  /// The number of records.
  public var records: Int { counts.records }
  /// The number of accepted records.
  public var accepted: Int { counts.accepted }
  /// The number of rejected records.
  public var rejected: Int { counts.rejected }
  /// Only an import can be discarded or retracted.
  public var state: State
  /// The name of an imported file.
  public var file: String?
  /// The sender of an import.
  public var source: String?
  /// The batch label of an import.
  public var batchLabel: String?
  /// The operator, if given.
  public var by: String?
  /// The reason, if given.
  public var reason: String?
  var counts: RunCounts

  /// The state of an import or run.
  public enum State: String, Sendable, CaseIterable {
    /// Not all records are stored yet.
    case unfinished
    /// All records are stored.
    case finished
    /// An unfinished import that was discarded.
    case discarded
    /// A finished import that was retracted.
    case retracted
  }

  /// The kind of an import or run.
  public enum Kind: String, Sendable, CaseIterable {
    /// An import of a file.
    case file
    /// An import of standard input or another pipe.
    case stream
    /// A run that judged a file or stream.
    case `import`
    /// Single submissions, or the run that judged them.
    case intake
    /// Corrections, or the run that judged them.
    case correction
    /// A run that judged stored submissions again.
    case replay
    /// The rejected records of an external run, or the run that judged them again.
    case externalRun = "external"
  }

  /// Additional members for reports.
  package var details: [JSON.Member]

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "import": importID, "run": runID, "kind": kind.rawValue, "form": form,
      "formVersion": formVersion, "rules": rules, "rulesVersion": rulesVersion,
      "startedAt": startedAt, "finishedAt": finishedAt,
    ])
    try counts.encode(to: encoder)
    try encoder.encodeMembers(["state": state.rawValue, "by": by, "reason": reason])
    try JSON.object(details).encode(to: encoder)
  }
}

extension ListedRun {
  init(_ summary: ImportSummary) {
    self.init(
      summary.runSummary, Kind(summary.kind), state: State(summary.state),
      details: [
        .init("file", .optional(summary.fileName)), .init("source", .optional(summary.source)),
        .init("batch", .optional(summary.batchLabel)),
        .init("limits", .array(summary.limits.map(JSON.string))),
        .init("sha256", .optional(summary.sha256)), .init("head", .optional(summary.head)),
      ] + (summary.externalRun.map { [.init("externalRun", $0.json)] } ?? []))
    (file, source, batchLabel) = (summary.fileName, summary.source, summary.batchLabel)
  }

  init(_ summary: RunSummary) {
    let isFinished = summary.finishedAt != nil || summary.kind == .intake
    self.init(
      summary, Kind(summary.kind), state: isFinished ? .finished : .unfinished,
      details: [
        .init("newlyAccepted", .optional(summary.newlyAccepted)),
        .init("newlyRejected", .optional(summary.newlyRejected)),
        .init("head", .optional(summary.head)),
      ])
  }

  private init(_ summary: RunSummary, _ kind: Kind, state: State, details: [JSON.Member]) {
    self.init(
      importID: summary.importID, runID: summary.runID, kind: kind, form: summary.form,
      formVersion: summary.formVersion, rules: summary.rules, rulesVersion: summary.rulesVersion,
      startedAt: summary.startedAt, finishedAt: summary.finishedAt, state: state,
      by: summary.attribution.by, reason: summary.attribution.reason, counts: summary.counts,
      details: details)
  }
}

extension ListedRun.Kind {
  /// The raw values of this type are the names of both others, which a test compares.
  init(_ kind: ImportKind) { self = Self(rawValue: kind.rawValue)! }
  init(_ kind: RunKind) { self = Self(rawValue: kind.rawValue)! }
}

extension ListedRun.State {
  /// The raw values of both types are the same, which a test compares.
  init(_ state: ImportState) { self = Self(rawValue: state.rawValue)! }
}
