import FormBytes
package import FormRules
public import FormStore

/// An event of the log: a change with its time, operator and reason. Contains no submitted values.
public struct LoggedEvent: Sendable {
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
  public var kind: EventKind
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
    (kind, action) = (event.kind, event.action)
    (form, formVersion) = (event.form?.name, event.form?.number)
    (rules, rulesVersion) = (event.rules?.name, event.rules?.number)
    (source, sourceVersion) = (event.source?.name, event.source?.number)
    (importID, runID, submissionID) = (event.import?.id, event.runID, event.submission)
    submissions = event.counts.submissions
    (accepted, rejected) = (event.counts.accepted, event.counts.rejected)
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

extension StoredEvent {
  /// A description of the event.
  fileprivate var action: String {
    switch content {
    case .store:
      number == 1 ? "created the database" : "updated the schema to version \(subject)"
    case .definition(let equalVersion):
      "applied \(definitionReference)"
        + (equalVersion.map { ", equal to version \($0)" } ?? "")
    case .plan: "bound rules \(reference(rules)) to form \(reference(form))"
    case .import: "started \(numbered) of \(inputName) under \(reference(rules))"
    case .replay(let newlyAccepted, let newlyRejected):
      "replayed \(submissions("submission")) of \(form?.name ?? "") under \(reference(rules)): "
        + "\(newlyAccepted) newly accepted, \(newlyRejected) newly rejected"
    case .importRun:
      "imported \(inputName) as \(numbered) under \(reference(rules)): "
        + "\(submissions("record")), \(counts.rejected ?? 0) rejected"
    case .submission:
      "submitted \(subject) under \(reference(rules)): "
        + (counts.rejected == 0 ? "accepted" : "rejected")
    case .decision(let waives, let failures):
      "\(waives ? "waived" : "reopened") \(failures.counted("failure")) of "
        + submissions("submission")
    case .purge: "purged \(submissions("submission"))"
    case .retraction: "retracted \(numbered) of \(inputName), with \(submissions("record"))"
    case .reinstatement:
      "undid the retraction of \(numbered) of \(inputName), with \(submissions("record"))"
    case .discard: "discarded \(numbered) of \(inputName), with \(submissions("record"))"
    case .assignment(let assignee):
      "assigned \(submissions("submission")) to \(assignee?.displayText ?? "nobody")"
    case .comment(let submission): "commented on submission \(submission ?? 0)"
    case .activity(let kind, let detail):
      kind.flatMap { ActivityDetail($0, detail) }?.action ?? "an unknown activity"
    }
  }

  private var definitionReference: String {
    if source != nil { return "source \(reference(source))" }
    return rules == nil ? "form \(reference(form))" : "rules \(reference(rules))"
  }

  /// The name and the version, such as `contacts@3`.
  private func reference(_ version: Version?) -> String {
    "\(version?.name ?? "?")@\(version?.number ?? 0)"
  }

  /// The number of submissions concerned, with a noun.
  private func submissions(_ noun: String) -> String { (counts.submissions ?? 0).counted(noun) }

  private var numbered: String {
    "\(self.import?.kind == .intake ? "intake" : "import") \(self.import?.id ?? 0)"
  }

  /// What the import contains.
  private var inputName: String {
    let file = self.import?.fileName?.displayText ?? "a stream"
    return switch self.import?.kind {
    case .intake: "single submissions"
    case .correction: "corrections in \(file)"
    case .externalRun: "records of \(file) that an external run rejected"
    case .file, .stream, nil: file
    }
  }
}
