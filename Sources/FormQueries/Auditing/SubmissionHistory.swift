package import FormRules
public import FormStore

/// The history of a submission.
public struct SubmissionHistory: Sendable, Encodable {
  /// The submission's number.
  public var submissionID: Int64
  /// The submission's form.
  public var form: String
  /// The import that contains the submission.
  public var importID: Int64
  /// The submission's state among the submissions of its record.
  public var state: SubmissionState
  /// The number of the data record in the import, from 1.
  public var record: Int
  /// The physical line on which the record starts, from 1.
  public var line: Int
  /// The name of the imported file; `standard input` for corrections that were read from there.
  public var fileName: String?
  /// The sender of the submission.
  public var source: String?
  /// The batch label of its import.
  public var batchLabel: String?
  /// The operator of the import or submission, if given.
  public var by: String?
  /// The reason for the import, if given.
  public var reason: String?
  /// When the submission was received or, for a file, when its import began (RFC 3339 in UTC).
  public var receivedAt: String
  /// The cells as received, in the order of the columns.
  public var cells: [NamedCell]
  /// The bytes of a record that the reader could not parse, masked if the form has sensitive
  /// fields.
  public var raw: String?
  /// The verdict of every finished run, in chronological order.
  public var verdicts: [Verdict]
  /// The earlier submission that this one corrects.
  public var corrects: Int64?
  /// The later submission that corrects this one.
  public var correctedBy: Int64?
  /// The earlier delivery of the same record that this one replaces, by the key of the form.
  public var supersedes: Int64?
  /// The later delivery of the same record that replaces this one.
  public var supersededBy: Int64?

  /// Whether the correction is accepted, or nil if there is none or it has no verdict.
  public var correctionIsAccepted: Bool?
  /// The decisions about its failures, in chronological order.
  public var decisions: [StoredDecision] = []
  /// The assignments of it and of the submissions that it corrects, in chronological order.
  public var assignments: [StoredAssignment] = []
  /// The comments on it and on the submissions that it corrects, in chronological order.
  public var comments: [StoredComment] = []
  /// The rules whose failures are currently waived.
  public var waivedRules: [String] = []
  /// The answers of remote services about the submission.
  public var answers: [StoredAnswer] = []
  /// The reason why a search found it, or nil if it was not found by search.
  public var searchReason: FoundSubmission.Reason?
  /// The purge that deleted its cells, or nil if they are present.
  public var purge: StoredRemoval?
  /// The purge of an earlier submission of the same record, if the form notices it (`erased`).
  public var earlierPurge: StoredRemoval?
  /// The retraction of its import, or nil if it was not retracted.
  public var retraction: StoredRemoval?
  /// The changes of a correction, in the order of its columns. Empty for other submissions.
  public var patch: [CorrectionPatch.Change] = []

  /// Creates the history of a submission without its verdicts and what happened to it.
  init(id: Int64, of submission: StoredSubmission, _ cells: [NamedCell], raw: String?) {
    let (origin, relations) = (submission.origin, submission.relations)
    submissionID = id
    form = submission.form
    importID = submission.importID
    state = SubmissionState(rawValue: submission.state) ?? .current
    (record, line) = (submission.record, submission.line)
    (fileName, source, batchLabel) = (origin.fileName, origin.source, origin.batchLabel)
    (by, reason) = (origin.attribution.by, origin.attribution.reason)
    receivedAt = origin.receivedAt
    (self.cells, self.raw) = (cells, raw)
    verdicts = []
    (corrects, correctedBy) = (relations.corrects, relations.correctedBy)
    (supersedes, supersededBy) = (relations.supersedes, relations.supersededBy)
  }

  /// A cell of the submission.
  public struct NamedCell: Sendable {
    /// The name of the field, or else the column's header.
    public var name: String
    /// The value as JSON: text, or the original value if the record was JSON.
    package var value: JSON
    /// The value as text, `•••` if it is masked, or nil if it is missing.
    public var text: String? {
      switch value {
      case .null: nil
      case .string(let text): text
      case .bool, .number, .array, .object: value.text
      }
    }
    /// Whether the value is masked.
    public var isMasked: Bool
  }

  /// The verdict of one run.
  public struct Verdict: Sendable {
    /// The run's number.
    public var runID: Int64
    /// The kind of the run.
    public var kind: RunKind
    /// The time at which the run ended (RFC 3339 in UTC).
    public var at: String
    /// The operator of the run, if given.
    public var by: String?
    /// The reason for the run, if given.
    public var reason: String?
    /// The rule set.
    public var rules: String
    /// The rule set's version.
    public var rulesVersion: Int
    /// Whether the submission is accepted.
    public var isAccepted: Bool
    /// The errors and warnings.
    public var errors: [ReportedError]
  }

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "submission": submissionID, "form": form, "import": importID, "state": state.rawValue,
      "record": record, "line": line, "file": fileName, "source": source, "batch": batchLabel,
      "by": by, "reason": reason, "receivedAt": receivedAt,
      "fields": JSON.object(cells.map { .init($0.name, $0.value) }),
    ])
    if let raw { try encoder.encodeMembers(["raw": raw]) }
    try encoder.encodeMembers([
      "verdicts": verdicts, "corrects": corrects, "correctedBy": correctedBy,
      "supersedes": supersedes, "supersededBy": supersededBy, "decisions": decisions,
      "assignments": assignments, "comments": comments, "waived": waivedRules, "answers": answers,
      "purged": purge, "purgedBefore": earlierPurge, "retracted": retraction,
    ])
    if corrects != nil { try encoder.encodeMembers(["patch": patch]) }
    if let searchReason { try encoder.encodeMembers(["why": searchReason]) }
  }
}

extension SubmissionHistory.Verdict: Encodable {
  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "run": runID, "kind": kind.rawValue, "at": at, "by": by, "reason": reason, "rules": rules,
      "rulesVersion": rulesVersion, "verdict": isAccepted ? "accepted" : "rejected",
      "errors": errors.map { $0.json(withColumn: false) },
    ])
  }
}
