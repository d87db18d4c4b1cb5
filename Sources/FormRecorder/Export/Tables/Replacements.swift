import FormStore

/// What some submissions took the place of, and what took theirs.
struct Replacements {
  var corrects: [Int64: Int64] = [:]
  /// The last one counts, as in a history.
  var correctedBy: [Int64: Int64] = [:]
  var supersededBy: [Int64: Int64] = [:]

  init(_ ids: ClosedRange<Int64>, in store: Store) throws {
    for (submission, corrected) in try store.corrections(ids) {
      corrects[submission] = corrected
      correctedBy[corrected] = submission
    }
    supersededBy = try store.superseded(ids)
  }

  /// Whether something took the place of a submission.
  func replace(_ id: Int64) -> Bool { correctedBy[id] != nil || supersededBy[id] != nil }
}
