import FormBytes
package import FormRules
package import FormStore

/// An event of the log: a change with its time, operator and reason. Contains no submitted values.
public struct LoggedEvent: Sendable {
  /// The kind of change.
  public enum Kind: String, Sendable, CaseIterable {
    /// The database was created, or its schema was upgraded.
    case store
    /// A version of a form, rule set or source was stored.
    case definition
    /// A rule set was bound to a form for the first time.
    case plan
    /// An import, or an intake of single submissions, began.
    case `import`
    /// An import or replay ended. Its verdicts take effect with this event.
    case run
    /// A single record was submitted.
    case submission
    /// Failures were waived or reopened.
    case decision
    /// Cells were deleted.
    case purge
    /// An unfinished import was discarded.
    case discard
    /// An activity: a grant of access, a read of personal data, or a webhook.
    case activity
    /// A finished import was retracted.
    case retraction
    /// The retraction of an import was undone.
    case reinstatement
    /// A submission got a comment.
    case comment
    /// Open submissions were assigned to an operator, or to nobody.
    case assignment
  }

  /// The event's number, from 1.
  public var number: Int64
  /// The time according to the system clock, or to the recorder's clock for a submission (RFC 3339
  /// in UTC).
  public var at: String
  /// The operator, if given.
  public var by: String?
  /// The reason, if given.
  public var reason: String?
  /// The kind of change.
  public var kind: Kind
  /// A description of the change.
  public var action: String
  /// The form, or nil if there is none or several.
  public var form: String?
  /// The form's version.
  public var formVersion: Int?
  /// The rule set.
  public var rules: String?
  /// The rule set's version.
  public var rulesVersion: Int?
  /// The source, for a version of one.
  public var source: String?
  /// The source's version.
  public var sourceVersion: Int?
  /// The import or intake.
  public var importID: Int64?
  /// The run.
  public var runID: Int64?
  /// The submission, for an event about a single one.
  public var submissionID: Int64?
  /// The number of submissions affected, or nil if it is unknown.
  public var submissions: Int?
  /// The number of these submissions that were accepted.
  public var accepted: Int?
  /// The number of these submissions that were rejected.
  public var rejected: Int?
  /// The head of the hash chain after the event, which serves as a receipt.
  public var head: String

  package init(_ event: StoredEvent) {
    number = event.number
    at = event.at
    (by, reason) = (event.attribution.by, event.attribution.reason)
    (kind, action) = (Kind(event.kind), event.action)
    (form, formVersion) = (event.form, event.formVersion)
    (rules, rulesVersion) = (event.rules, event.rulesVersion)
    (source, sourceVersion) = (event.source, event.sourceVersion)
    (importID, runID, submissionID) = (event.importID, event.runID, event.submission)
    (submissions, accepted, rejected) = (event.submissions, event.accepted, event.rejected)
    head = event.head
  }

  /// The columns of the event in CSV, and the keys of its JSON.
  package static let columns = [
    "event", "at", "by", "reason", "kind", "action", "form", "formVersion", "rules", "rulesVersion",
    "source", "sourceVersion", "import", "run", "submission", "submissions", "accepted", "rejected",
    "head",
  ]

  /// The CSV header line.
  package static var csvHeader: [UInt8] { CSVRows.header(columns) }

  /// The event as a line of CSV.
  package var csv: [UInt8] { CSVRows.line(members, Self.columns) }

  /// The event as JSON members with stable keys.
  package var members: [JSON.Member] {
    let values: [JSON] = [
      .integer(number), .string(at), .optional(by), .optional(reason), .string(kind.rawValue),
      .string(action), .optional(form), .optional(formVersion), .optional(rules),
      .optional(rulesVersion), .optional(source), .optional(sourceVersion), .optional(importID),
      .optional(runID), .optional(submissionID), .optional(submissions), .optional(accepted),
      .optional(rejected), .string(head),
    ]
    return zip(Self.columns, values).map { .init($0, $1) }
  }
}

extension LoggedEvent.Kind {
  init(_ kind: EventKind) { self = Self(rawValue: kind.rawValue)! }
}

extension StoredEvent {
  /// A description of the event.
  fileprivate var action: String {
    switch kind {
    case .store:
      number == 1 ? "created the database" : "updated the schema to version \(subject)"
    case .definition:
      "applied \(definitionReference)"
        + (equalVersion.map { ", equal to version \($0)" } ?? "")
    case .plan: "bound rules \(rulesReference) to form \(formReference)"
    case .import: "started \(numbered) of \(inputName) under \(rulesReference)"
    case .run where importID == nil:
      "replayed \(count(submissions, "submission")) of \(form ?? "") under \(rulesReference): "
        + "\(newlyAccepted ?? 0) newly accepted, \(newlyRejected ?? 0) newly rejected"
    case .run:
      "imported \(inputName) as \(numbered) under \(rulesReference): "
        + "\(count(submissions, "record")), \(rejected ?? 0) rejected"
    case .submission:
      "submitted \(subject) under \(rulesReference): \(rejected == 0 ? "accepted" : "rejected")"
    case .decision:
      "\(waives == true ? "waived" : "reopened") \(count(failures, "failure")) of "
        + count(submissions, "submission")
    case .purge: "purged \(count(submissions, "submission"))"
    case .retraction:
      "retracted \(numbered) of \(inputName), with \(count(submissions, "record"))"
    case .reinstatement:
      "undid the retraction of \(numbered) of \(inputName), with "
        + count(submissions, "record")
    case .discard: "discarded \(numbered) of \(inputName), with \(count(submissions, "record"))"
    case .assignment:
      "assigned \(count(submissions, "submission")) to \(assignee?.displayText ?? "nobody")"
    case .comment: "commented on submission \(submission ?? 0)"
    case .activity: ActivityDetail(detail ?? "").action(activity)
    }
  }

  private var definitionReference: String {
    if let source { return "source \(source)@\(sourceVersion ?? 0)" }
    return rules == nil ? "form \(formReference)" : "rules \(rulesReference)"
  }

  private var formReference: String { "\(form ?? "?")@\(formVersion ?? 0)" }
  private var rulesReference: String { "\(rules ?? "?")@\(rulesVersion ?? 0)" }

  private func count(_ count: Int?, _ noun: String) -> String { (count ?? 0).counted(noun) }

  private var numbered: String {
    "\(importKind == .intake ? "intake" : "import") \(importID ?? 0)"
  }

  /// What the import contains.
  private var inputName: String {
    let file = fileName?.displayText ?? "a stream"
    return switch importKind {
    case .intake: "single submissions"
    case .correction: "corrections in \(file)"
    case .externalRun: "records of \(file) that an external run rejected"
    case .file, .stream, nil: file
    }
  }
}
