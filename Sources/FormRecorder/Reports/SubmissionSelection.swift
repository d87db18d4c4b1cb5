import FormInput
public import FormRules
import FormStore

/// Which submissions a report, an export or a change is about.
///
/// There is no empty selection, since what selects nothing by accident must not mean everything: start
/// with `all`, or with submissions by their numbers, and narrow it.
///
/// ```swift
/// var selection = SubmissionSelection.all
/// selection.source = "north"
/// ```
public struct SubmissionSelection: Sendable {
  /// Only these, by number; an empty list selects none. Nil means whatever their numbers are.
  public var submissions: [Int64]?
  /// Of that form.
  public var form: String?
  /// Of that import.
  public var importID: Int64?
  /// Of that source.
  public var source: String?
  /// Of that batch.
  public var batch: String?
  /// Of imports that began at that time or later.
  public var since: Instant?
  /// That fail the rule of that id, or the reader's code, such as `csv.tooFewFields`.
  public var rule: String?
  /// By the verdicts of that run; nil means of the last finished run of each submission.
  public var run: Int64?

  private init() {}

  /// All submissions of the store.
  public static let all = SubmissionSelection()

  /// The submissions with these numbers; none, if there are none.
  public static func submissions(_ numbers: some Sequence<Int64>) -> SubmissionSelection {
    var selection = SubmissionSelection()
    selection.submissions = Array(numbers)
    return selection
  }
}

extension SubmissionSelection {
  /// The store's filter.
  ///
  /// - Throws: when something is named that the store does not have: an empty answer would hide a
  ///   slip of the finger.
  func filter(in store: Store) throws -> SubmissionFilter {
    if let form {
      try check("form", form, among: store.latestVersions(of: .form).map(\.name))
    }
    let origins =
      importID != nil || source != nil || batch != nil ? try store.importOrigins() : [:]
    if let importID, origins[importID] == nil {
      throw RecorderError(.failed, reason: .missing, "there is no import \(importID)")
    }
    if let source {
      try check(
        "source", source,
        among: origins.values.compactMap(\.source) + store.intakeSources())
    }
    if let batch { try check("batch", batch, among: origins.values.compactMap(\.batch)) }
    if let run {
      let state = try store.runState(run)
      guard state.exists else {
        throw RecorderError(.failed, reason: .missing, "there is no run \(run)")
      }
      guard state.isFinished else {
        throw RecorderError(.failed, "run \(run) is unfinished; it has no verdicts yet")
      }
    }
    if let rule {
      let known = try store.ruleIDs(form: form) + FaultCode.allCases.map(\.rawValue)
      try check("rule", rule, among: known)
    }
    return SubmissionFilter(
      ids: submissions.map { numbers in Set(numbers).sorted().map { $0...$0 }.joined() },
      form: form, importID: importID, source: source, batch: batch, since: since?.description,
      run: run)
  }

  /// By plan the rule whose failures alone are wanted; nil if any are.
  func failedRules(
    _ segments: [VerdictSegment], in store: Store
  ) throws -> [Int64: FailedRule]? {
    guard let rule else { return nil }
    var rules: [Int64: FailedRule] = [:]
    for plan in Set(segments.map(\.plan)) { rules[plan] = try store.planRules(plan).failed(rule) }
    return rules
  }

  private func check(_ kind: String, _ name: String, among known: [String]) throws(RecorderError) {
    guard !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else { return }
    let distinct = Set(known).sorted()
    guard !distinct.isEmpty else {
      throw RecorderError(.failed, "the store has no \(kind) '\(name.shown)', nor any other")
    }
    throw RecorderError(
      .failed, reason: .missing,
      DefinitionError.unknown(kind, name, known: distinct, at: .none).message.escapedForTerminal)
  }
}

extension [Int: StoredRule] {
  /// The rule of that id, or the reader's code.
  func failed(_ id: String) -> FailedRule? {
    if let rule = first(where: { $0.value.id == id }) { return FailedRule(position: rule.key) }
    return FaultCode(rawValue: id) == nil ? nil : FailedRule(position: 0, code: id)
  }
}
