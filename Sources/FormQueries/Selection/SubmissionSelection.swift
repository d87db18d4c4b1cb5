import FormBytes
import FormInput
public import FormRules
package import FormStore

/// Selects the submissions of a report, an export or a change.
///
/// There is no default selection, so that an accidental omission does not select everything: start
/// with `all`, or with submissions by number, and narrow it.
///
/// ```swift
/// var selection = SubmissionSelection.all
/// selection.source = "north"
/// ```
public struct SubmissionSelection: Sendable {
  /// The numbers of the submissions. An empty array selects none. Nil does not restrict the
  /// numbers.
  public var submissions: [Int64]?
  /// Selects submissions of this form.
  public var form: String?
  /// Selects submissions of this import.
  public var importID: Int64?
  /// Selects submissions of this source.
  public var source: String?
  /// Selects submissions with this batch label.
  public var batchLabel: String?
  /// Selects submissions of imports that began at this time or later.
  public var since: Instant?
  /// Selects submissions that fail the rule with this identifier or reader's fault code, such as
  /// `csv.tooFewFields`.
  public var rule: String?
  /// Selects submissions that are assigned to this operator.
  public var assignee: String?
  /// Uses the verdicts of this run, or if nil the verdicts of each submission's last finished run.
  public var runID: Int64?

  private init() {}

  /// All submissions of the store.
  public static let all = SubmissionSelection()

  /// Selects the submissions with these numbers. An empty sequence selects none.
  public static func submissions(_ numbers: some Sequence<Int64>) -> SubmissionSelection {
    var selection = SubmissionSelection()
    selection.submissions = Array(numbers)
    return selection
  }
}

extension SubmissionSelection {
  /// The selected submissions by current verdict.
  ///
  /// - Throws: `RecorderError`, as `filter(in:)` does. Also if the selection names a submission
  ///   that does not exist, has no verdict, or does not meet the other conditions.
  package func verdictSegments(in store: Store) throws -> [VerdictSegment] {
    let segments = try store.verdictSegments(try filter(in: store))
    let found = segments.map(\.ids)
    for id in submissions ?? [] where !found.overlap(id...id) {
      throw RecorderError(
        .missing(.submission(id)),
        "submission \(id) is not selected, does not exist or has no verdict")
    }
    return segments
  }

  /// The store's filter.
  ///
  /// - Throws: `RecorderError` if the selection names something that does not exist, or an
  ///   unfinished run. All but the run must belong to the form, and a batch label and an assignee
  ///   also to the import. An empty result would hide a misspelled name, and the names of other
  ///   forms are not for everyone who may read this one.
  package func filter(in store: Store) throws -> SubmissionFilter {
    if let form {
      try check("form", form, among: store.latestVersions(of: .form).map(\.name))
    }
    let place = SubmissionFilter(form: form, importID: importID)
    let origins =
      importID != nil || source != nil || batchLabel != nil ? try store.importOrigins(place) : [:]
    if let importID, origins[importID] == nil {
      throw RecorderError(StoreError.unknownImport(importID))
    }
    if let source {
      try check(
        "source", source,
        among: origins.values.compactMap(\.source) + store.intakeSources(form: form)
          + definedSources(in: store))
    }
    if let batchLabel {
      try check("batch", batchLabel, among: origins.values.compactMap(\.batchLabel))
    }
    if let runID {
      let state = try store.runState(runID)
      guard state.exists else {
        throw RecorderError(.missing(.run(runID)), "there is no run \(runID)", .listRuns)
      }
      guard state.isFinished else {
        throw RecorderError(.refused, "run \(runID) is unfinished; it has no verdicts yet")
      }
    }
    if let rule {
      let known = try store.ruleIDs(form: form) + FaultCode.allCases.map(\.rawValue)
      try check("rule", rule, among: known)
    }
    var ids = submissions?.joinedRanges
    if let assignee {
      let placed =
        form == nil && importID == nil ? nil : try store.verdictSegments(place).map(\.ids)
      let assignees = try store.assignees().filter { submission, _ in
        placed.map { $0.overlap(submission...submission) } ?? true
      }
      try check("assignee", assignee, among: Array(assignees.values))
      let assigned = assignees.filter { $0.value.utf8Bytes == assignee.utf8Bytes }.keys.joinedRanges
      ids = ids.map { $0.intersection(assigned) } ?? assigned
    }
    var filter = SubmissionFilter(ids: ids, form: form, importID: importID, runID: runID)
    (filter.source, filter.batchLabel) = (source, batchLabel)
    filter.since = since?.roundedUp.description
    return filter
  }

  /// The sources that are defined, for the form if there is one. They may have delivered nothing
  /// yet.
  private func definedSources(in store: Store) throws -> [String] {
    try store.latestVersions(of: .source).filter { version in
      guard let form else { return true }
      return try version.source().forms.contains { $0.form == form }
    }.map(\.name)
  }

  /// Returns the rule whose failures are selected, by plan; nil if the selection names no rule.
  package func failedRules(
    _ segments: [VerdictSegment], in store: Store
  ) throws -> [Int64: FailedRule]? {
    guard let rule else { return nil }
    var rules: [Int64: FailedRule] = [:]
    for plan in Set(segments.map(\.planID)) { rules[plan] = try store.planRules(plan).failed(rule) }
    return rules
  }

  private func check(_ kind: String, _ name: String, among known: [String]) throws(RecorderError) {
    guard !known.containsBytes(of: name) else { return }
    let distinct = Set(known).sorted()
    let reason: RecorderError.Reason = .missing(kind == "form" ? .form(name) : .other)
    guard !distinct.isEmpty else {
      throw RecorderError(reason, "the database has no \(kind) '\(name.displayText)' and no other")
    }
    throw RecorderError(
      reason,
      String.unknown(kind, name, known: distinct).escapedForTerminal)
  }
}

extension SubmissionSelection {
  /// - Throws: `RecorderError` if the selection names something that does not exist, as
  ///   `filter(in:)` does.
  package func requireSelectable(of recorder: Recorder) throws(RecorderError) {
    _ = try recorder.withStore { try filter(in: $0) }
  }
}

extension [Int: StoredRule] {
  /// The rule with this identifier or reader's fault code.
  package func failed(_ id: String) -> FailedRule? {
    if let rule = first(where: { $0.value.id.utf8.elementsEqual(id.utf8) }) {
      return FailedRule(position: rule.key)
    }
    return FaultCode(rawValue: id) == nil
      ? nil : FailedRule(position: Plan.readerPosition, code: id)
  }
}
