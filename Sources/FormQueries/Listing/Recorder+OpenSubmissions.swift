import FormRules
import FormStore

extension Recorder {
  /// The rejected submissions of an import, or their last corrections, that are neither replaced
  /// nor waived, in ascending order.
  ///
  /// - Throws: `RecorderError` if there is no such import.
  package func openSubmissions(ofImport importID: Int64) throws(RecorderError) -> [Int64] {
    _ = try self.import(importID)
    return try withStore { try $0.openSubmissions(ofImport: importID) }
  }

  /// - Throws: `RecorderError` if a submission is neither one of an import nor a correction of one.
  package func requireSubmissions(
    _ submissions: [Int64], ofImport importID: Int64
  ) throws(RecorderError) {
    let other = try withStore { store in
      try submissions.first { try store.correctionChain($0)?.rootImport != importID }
    }
    if let other {
      throw RecorderError(
        .missing(.submission(other)), "import \(importID) has no submission \(other)")
    }
  }
}
