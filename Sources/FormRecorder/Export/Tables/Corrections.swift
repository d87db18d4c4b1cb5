/// The corrections of a page.
struct Corrections {
  var corrects: [Int64: Int64] = [:]
  /// The last one counts, as in a history.
  var correctedBy: [Int64: Int64] = [:]

  init(_ corrections: [(submission: Int64, corrects: Int64)]) {
    for (submission, corrected) in corrections {
      corrects[submission] = corrected
      correctedBy[corrected] = submission
    }
  }
}
