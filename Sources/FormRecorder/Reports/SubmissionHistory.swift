package import FormRules

/// All that is known of one submission; its JSON is what `history --format json` prints.
public struct SubmissionHistory: Sendable {
  /// Its number.
  public var submission: Int64
  /// The form that it is of.
  public var form: String
  /// The import that it came with.
  public var importID: Int64
  /// Where it stands among the submissions of its record.
  public var state: SubmissionState
  /// Which data record of the import it is, from 1.
  public var record: Int
  /// The physical line on which it starts, from 1.
  public var line: Int
  /// The name of the file that it came in.
  public var fileName: String?
  /// Who sent it.
  public var source: String?
  /// The delivery that it belongs to.
  public var batch: String?
  /// Who ran the import, or submitted it.
  public var by: String?
  /// Why, if that was said.
  public var reason: String?
  /// When it came in; of a file, when its import began.
  public var receivedAt: String
  /// The cells as received, in the order of columns.
  public var cells: [Cell]
  /// Its bytes, when the reader could not take it apart; masked if the form has sensitive fields.
  public var raw: String?
  /// What every finished run said, the first one first.
  public var verdicts: [Verdict]
  /// The earlier submission that this one replaces.
  public var corrects: Int64?
  /// The later submission that replaces this one.
  public var correctedBy: Int64?
  /// The earlier delivery of the same record whose place this one takes, by the key of the form.
  public var supersedes: Int64?
  /// The later delivery of the same record that takes this one's place.
  public var supersededBy: Int64?

  /// Whether the correction is accepted; nil when there is none, or it has no verdict.
  public var correctionIsAccepted: Bool?
  /// What was decided about its failures, the first first.
  public var decisions: [Decision] = []
  /// The rules whose failures are waived now.
  public var waivedRules: [String] = []
  /// What services answered about it.
  public var answers: [Answer] = []
  /// Why a search has found it; nil when it was named otherwise.
  public var whyFound: FoundSubmission.Reason?
  /// When, why and by whom its cells were taken away; nil when they are there.
  public var purge: Purge?

  /// How a submission lost its cells.
  public struct Purge: Sendable {
    /// When.
    public var at: String
    /// Who decided it.
    public var by: String
    /// Why.
    public var reason: String
  }

  /// What a service answered. What it was asked is not stored.
  public struct Answer: Sendable {
    /// The run that asked.
    public var run: Int64
    /// The rule.
    public var rule: String
    /// `accepted` or `refused`; `silent` when nobody answered and that rejects, `skipped` when it does not.
    public var outcome: String

    var json: JSON {
      .object([
        "run": .integer(run), "rule": .string(rule), "outcome": .string(outcome),
      ])
    }
  }

  /// A decision about failures.
  public struct Decision: Sendable {
    /// `waive` or `reopen`.
    public var kind: String
    /// The rules whose failures are meant.
    public var rules: [String]
    /// Why.
    public var reason: String
    /// Who decided.
    public var by: String
    /// When.
    public var at: String

    var json: JSON {
      .object([
        "kind": .string(kind), "rules": .array(rules.map(JSON.string)), "reason": .string(reason),
        "by": .string(by), "at": .string(at),
      ])
    }
  }

  /// One cell.
  public struct Cell: Sendable {
    /// The field that it fills, else its column's header.
    public var name: String
    /// As JSON: texts, and for records that came as JSON their own values.
    package var value: JSON
    /// The value as text, `•••` when it is hidden; nil when it is missing.
    public var text: String? {
      switch value {
      case .null: nil
      case .string(let text): text
      case .bool, .number, .array, .object: value.text
      }
    }
    /// Whether the value is hidden.
    public var isMasked: Bool
  }

  /// What one run said.
  public struct Verdict: Sendable {
    /// The run's number.
    public var run: Int64
    /// `import`, `submit` or `replay`.
    public var kind: String
    /// When the run ended.
    public var at: String
    /// Who ran it, if that was said.
    public var by: String?
    /// Why, if that was said.
    public var reason: String?
    /// The rule set.
    public var rules: String
    /// The rule set's version.
    public var rulesVersion: Int
    /// Whether it is accepted; else rejected.
    public var isAccepted: Bool
    /// What is wrong, warnings too.
    public var errors: [ReportedError]
  }

  /// The history as JSON, with stable keys.
  package var json: JSON {
    var members: [JSON.Member] = [
      .init("submission", .integer(submission)), .init("form", .string(form)),
      .init("import", .integer(importID)), .init("state", .string(state.rawValue)),
      .init("record", .integer(record)), .init("line", .integer(line)),
      .init("file", .optional(fileName)), .init("source", .optional(source)),
      .init("batch", .optional(batch)), .init("by", .optional(by)),
      .init("reason", .optional(reason)), .init("receivedAt", .string(receivedAt)),
      .init("fields", .object(cells.map { .init($0.name, $0.value) })),
    ]
    if let raw { members.append(.init("raw", .string(raw))) }
    members += [
      .init("verdicts", .array(verdicts.map(\.json))), .init("corrects", .optional(corrects)),
      .init("correctedBy", .optional(correctedBy)),
      .init("supersedes", .optional(supersedes)), .init("supersededBy", .optional(supersededBy)),
      .init("decisions", .array(decisions.map(\.json))),
      .init("waived", .array(waivedRules.map(JSON.string))),
      .init("answers", .array(answers.map(\.json))),
      .init(
        "purged",
        purge.map {
          .object(["at": .string($0.at), "by": .string($0.by), "reason": .string($0.reason)])
        } ?? .null),
    ]
    if let whyFound { members.append(.init("why", whyFound.json)) }
    return .object(members)
  }
}

extension SubmissionHistory.Verdict {
  var json: JSON {
    .object([
      "run": .integer(run), "kind": .string(kind), "at": .string(at),
      "by": .optional(by), "reason": .optional(reason), "rules": .string(rules),
      "rulesVersion": .integer(rulesVersion),
      "verdict": .string(isAccepted ? "accepted" : "rejected"),
      "errors": .array(errors.map { $0.json(withColumn: false) }),
    ])
  }
}
