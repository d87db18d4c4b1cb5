#if Server
import FormRecorder
import FormRules
import HTTPTypes

/// The parameters that select stored submissions.
extension QueryParameter {
  static let form = Self("form", "Only this form.")
  static let logReason = Self("reason", "The reason, for the log.", .name)

  /// The filters of an export.
  static let filters = [
    importFilter, sourceFilter, batchLabelFilter, sinceFilter, ruleFilter, assignedFilter,
    runFilter,
  ]
  static let ruleFilter = Self("rule", "Only submissions that fail this rule.", .name)
  static let assignedFilter = Self(
    "assigned", "Only submissions that are assigned to this operator.", .name)
  static let importFilter = Self("import", "Only submissions of this import.", .number)
  static let sourceFilter = Self("source", "Only submissions of this source.", .name)
  static let batchLabelFilter = Self("batch", "Only submissions of this batch.", .name)
  static let sinceFilter = Self(
    "since", "Only submissions of imports that began on or after this day (UTC) or time.",
    .text(
      .schema(
        "string",
        ["anyOf": .array(["date", "date-time"].map { .object(["format": .string($0)]) })])))
  static let runFilter = Self(
    "run", "Use the verdicts of this run instead of the current ones.", .number)

  /// The parameters of a page of submissions.
  static let page = [afterNumber, limit]
  static let afterNumber = Self(
    "after", "Only submissions after this number; the header `Link` contains it.",
    .integer(0...Recorder.largestNumber))
  static let limit = Self("limit", "The maximum number of submissions.", .number)

  static let scope = Self(
    "scope", "The submissions to select, by verdict and state.",
    .choice(SubmissionScope.allCases.map(\.rawValue)))
  static let showsSensitive = Self(
    "sensitive", "Show sensitive fields. Requires the role correct or admin.", .flag)
  static let raw = Self(
    "raw",
    "Show sensitive fields, and every byte as received. Requires the role correct or admin.",
    .flag)
}

extension QueryParameter.Values {
  /// The number of a submission, import or run.
  fileprivate static let number = integer(1...Recorder.largestNumber)
}

extension QueryParameters {
  /// A relative reference to the same page after a submission.
  func link(after submission: Int64) -> String {
    let text = removing(.afterNumber).text
    return "\(text)\(text.isEmpty ? "?" : "&")after=\(submission)"
  }

  /// The parameters `after` and `limit`, which select a page of submissions.
  func page() throws(Problem) -> (after: Int64, limit: Int?) {
    (try integer(.afterNumber) ?? 0, try integer(.limit))
  }

  /// The submissions of a form, or of all forms, that the filters select.
  func selection(ofForm form: String?) throws(Problem) -> SubmissionSelection {
    var selection = SubmissionSelection.all
    selection.form = form
    selection.importID = try integer(.importFilter)
    selection.runID = try integer(.runFilter)
    selection.source = self[.sourceFilter]
    selection.batchLabel = self[.batchLabelFilter]
    selection.rule = self[.ruleFilter]
    selection.assignee = self[.assignedFilter]
    if let since = self[.sinceFilter] {
      guard let instant = Instant(timeOrStartOfDay: since) else {
        throw Problem(
          .badRequest, "'since' must be a date such as 2026-08-31 or a time in RFC 3339")
      }
      selection.since = instant
    }
    return selection
  }
}
#endif
