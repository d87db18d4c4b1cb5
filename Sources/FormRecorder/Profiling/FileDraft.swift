import FormBytes
import FormDefinitions
package import FormProfile
package import FormRules

/// A form and a rule set drafted from files and tested on the same files.
package struct FileDraft: Sendable {
  package internal(set) var draft: Draft
  /// The number of records that the draft accepts, and the number of all records.
  package private(set) var accepted = 0
  package private(set) var records = 0

  /// Drafts definitions from a profile.
  ///
  /// The draft is checked against its files. A rule that fails more often than the statistics
  /// predict is commented out, and the check is repeated.
  ///
  /// - Parameters:
  ///   - paths: The files of the profile. They must be readable more than once.
  package init(
    _ profile: TableProfile, _ paths: [String], input: InputOptions, options: Draft.Options,
    now: Instant
  ) throws(RecorderError) {
    var options = options
    options.file = profile.format
    draft = Draft(profile.analysis, options)
    var tested = draft
    tested.options.activatesSuggestions = false
    // A rule that is commented out cannot fail again, so the loop terminates.
    for _ in 0...draft.rules.count {
      let failures = try check(tested, paths, input: input, now: now)
      let excessive = tested.excessive(failures)
      if excessive.isEmpty {
        let activates = draft.options.activatesSuggestions
        describe(activates ? try check(draft, paths, input: input, now: now) : failures)
        return
      }
      for (id, count) in excessive {
        tested.suspend(id, failures: count)
        draft.suspend(id, failures: count)
      }
    }
  }

  /// Counts the failures of each rule.
  private mutating func check(
    _ draft: Draft, _ paths: [String], input: InputOptions, now: Instant
  ) throws(RecorderError) -> [String: Int] {
    let definitions = try DefinitionSet(yaml: draft.yaml, file: "the draft")
    var check = try FileCheck(definitions, form: nil, rules: nil, now: now)
    check.input = input
    check.input.map = []
    var failures: [String: Int] = [:]
    (accepted, records) = (0, 0)
    for path in paths {
      let summary = try mappingErrors { try check.check(path, note: { _ in }) { _ in } }
      for (rule, count) in summary.byRule { failures[rule, default: 0] += count }
      records += summary.records
      accepted += summary.accepted
    }
    return failures
  }

  private mutating func describe(_ failures: [String: Int]) {
    let rejected = records - accepted
    draft.outcome = [
      "The draft accepts \(accepted.grouped) of \(records.grouped) records of its files"
        + (rejected == 0 ? "." : " and rejects \(rejected.grouped):")
    ]
    let sorted = failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    draft.outcome += sorted.map { "  \($0.value.grouped)  \($0.key)" }
  }
}

extension Draft {
  /// The rules that fail more often than the statistics predict.
  fileprivate func excessive(_ failures: [String: Int]) -> [(id: String, count: Int)] {
    var expected: [String: Int] = [:]
    for rule in rules where !rule.isSuggestion {
      if let count = rule.expectedFailures { expected[rule.id, default: 0] += count }
    }
    for field in fields { expected[field.requiredID] = 0 }
    return failures.compactMap { id, count in
      guard let bound = expected[id], count > bound else { return nil }
      return (id, count)
    }
    .sorted { $0.id < $1.id }
  }
}
