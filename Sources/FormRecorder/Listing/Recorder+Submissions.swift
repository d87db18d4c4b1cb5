package import FormRules
import FormStore

/// A submission in a list: where it came from, its verdict and state.
public struct ListedSubmission: Sendable {
  /// Its number.
  public var submission: Int64
  /// The form that it is of.
  public var form: String
  /// The import that it came with.
  public var importID: Int64
  /// Which data record of the import it is, from 1.
  public var record: Int
  /// The physical line on which it starts, from 1.
  public var line: Int
  /// Whether it stands rejected.
  public var isRejected: Bool
  /// Where it stands among the submissions of its record.
  public var state: SubmissionState
  /// The rules that it fails, warnings too.
  public var rules: [String]

  /// The submission as JSON, with stable keys.
  package var json: JSON {
    .object([
      "submission": .integer(submission), "form": .string(form), "import": .integer(importID),
      "record": .integer(record), "line": .integer(line),
      "verdict": .string(isRejected ? "rejected" : "accepted"), "state": .string(state.rawValue),
      "rules": .array(rules.map(JSON.string)),
    ])
  }
}

extension Recorder {
  /// Submissions with a verdict, in the order of their numbers; purged ones too, which are not open.
  ///
  /// - Parameters:
  ///   - after: only numbers beyond this one.
  ///   - limit: at most so many.
  public func submissions(
    _ choice: ExportRequest.Choice, _ selection: SubmissionSelection, after: Int64 = 0, limit: Int
  ) throws(RecorderError) -> [ListedSubmission] {
    let store = try storeForReading()
    return try submissions(choice, selection, after: after, limit: limit, in: store)
  }

  /// How many submissions `submissions` would list without a limit.
  public func submissionCount(
    _ choice: ExportRequest.Choice, _ selection: SubmissionSelection, after: Int64 = 0
  ) throws(RecorderError) -> Int {
    let store = try storeForReading()
    return try explaining {
      let filter = try selection.filter(in: store)
      var count = 0
      for segment in try store.verdictSegments(filter, withPurged: choice != .open) {
        let rule = try selection.rule.flatMap { try store.planRules(segment.plan).failed($0) }
        if selection.rule != nil, rule == nil { continue }
        count += try store.countJudged(segment, VerdictChoice(choice), rule: rule, after: after)
      }
      return count
    }
  }

  /// The submissions of a store that is open.
  func submissions(
    _ choice: ExportRequest.Choice, _ selection: SubmissionSelection, after: Int64, limit: Int,
    in store: Store
  ) throws(RecorderError) -> [ListedSubmission] {
    try explaining {
      let filter = try selection.filter(in: store)
      let origins = try store.importOrigins(filter)
      var words: [Int64: PlanWords] = [:]
      var found: [ListedSubmission] = []
      var rows = StoredRows()
      for segment in try store.verdictSegments(filter, withPurged: choice != .open) {
        var last = max(after, segment.ids.lowerBound - 1)
        let plan = try words[segment.plan] ?? PlanWords(plan: segment.plan, of: store)
        words[segment.plan] = plan
        let rule = selection.rule.flatMap { plan.rules.failed($0) }
        if selection.rule != nil, rule == nil { continue }
        while found.count < limit, last < segment.ids.upperBound {
          let errors = try store.readJudged(
            segment, VerdictChoice(choice), rule: rule, after: last,
            limit: min(1_000, limit - found.count), maximumBytes: 1 << 20, into: &rows)
          guard let end = rows.ids.last else { break }
          last = end
          let page = SubmissionPage(
            segment: segment, form: origins[segment.importID]?.form ?? "", plan: plan,
            errors: errors)
          found += try page.submissions(rows, store)
        }
        if found.count >= limit { break }
      }
      return found
    }
  }
}

/// Some submissions of a segment.
private struct SubmissionPage {
  let segment: VerdictSegment
  let form: String
  let plan: PlanWords
  let errors: [StoredError]

  func submissions(_ rows: StoredRows, _ store: Store) throws -> [ListedSubmission] {
    let ids = rows.ids[0]...rows.ids[rows.count - 1]
    let states = try store.states(ids)
    let errors = Dictionary(grouping: errors, by: \.submission)
    return rows.ids.enumerated().map { row, id in
      let found = errors[id] ?? []
      let names = found.map { $0.rule == 0 ? $0.code ?? "" : plan.rules[$0.rule]?.id ?? "" }
      return ListedSubmission(
        submission: id, form: form, importID: segment.importID,
        record: segment.firstRecord + Int(id - segment.ids.lowerBound), line: Int(rows.lines[row]),
        isRejected: plan.reject(found[...]),
        state: states[id].flatMap { SubmissionState(rawValue: $0) } ?? .current, rules: names)
    }
  }
}
