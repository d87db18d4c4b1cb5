import FormStore

/// The replacements among submissions, in both directions.
struct Replacements {
  var corrects: [Int64: Int64] = [:]
  /// By submission, the last of its corrections, as in a history.
  var correctedBy: [Int64: Int64] = [:]
  var supersededBy: [Int64: Int64] = [:]

  init(_ ids: ClosedRange<Int64>, in store: Store) throws {
    for (submission, corrected) in try store.corrections(ids) {
      corrects[submission] = corrected
      correctedBy[corrected] = submission
    }
    // A correction also has the key of the submission that it corrects. That one is shown as
    // corrected, not as superseded.
    supersededBy = try store.superseded(ids).filter { correctedBy[$0.key] == nil }
  }
}
