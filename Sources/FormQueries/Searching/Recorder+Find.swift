import FormRules
package import FormStore
import Foundation

extension Recorder {
  /// The submissions at a line of imported files with a name. If the file was imported several
  /// times, the latest import comes first.
  ///
  /// Reads each submission of these imports.
  ///
  /// - Parameters:
  ///   - file: The name of the file, with or without directories.
  ///   - line: Any line of a record, from 1.
  /// - Throws: `RecorderError` if no file with that name was imported, or no record is at that
  ///   line.
  public func submissions(ofFile file: String, line: Int) throws(RecorderError) -> [Int64] {
    let name = URL(fileURLWithPath: file).lastPathComponent
    return try withStore { store in
      let imports = try store.importOrigins().values.filter { $0.fileName == name }
        .map(\.importID).sorted(by: >)
      guard !imports.isEmpty else {
        throw RecorderError(.refused, "file '\(name.displayText)' was not imported")
      }
      let found = try imports.compactMap { try store.submission(ofImport: $0, line: line) }
      guard !found.isEmpty else {
        throw RecorderError(.refused, "no record of '\(name.displayText)' begins on line \(line)")
      }
      return found
    }
  }

  /// Returns all submissions of one record or person, in the order of their numbers:
  ///
  /// - submissions that have the values
  /// - malformed records that may have the values
  /// - other deliveries of the same record, by the key of the form
  /// - the chains of corrections of all these submissions
  ///
  /// Submissions of unfinished, discarded and retracted imports are included. If the conditions are
  /// the fields of the form's key, they are looked up in an index. Otherwise each submission of the
  /// form is read, about a million per second.
  ///
  /// - Throws: `RecorderError` if the form or a field does not exist, or if a value is empty.
  public func find(_ search: RecordSearch) throws(RecorderError) -> [FoundSubmission] {
    try withStore { store in
      try store.snapshot {
        let reasons = try RecordFinder(self, store).find(search)
        return try describe(reasons, reasons.keys.sorted(), in: store)
      }
    }
  }

  /// The reason why each submission is found, by number, without further details.
  ///
  /// - Parameter shouldStop: Called repeatedly; if it returns true, the search ends with an error
  ///   of reason `stopped`.
  package func reasons(
    _ search: RecordSearch, shouldStop: @escaping () -> Bool = { false }
  ) throws(RecorderError) -> [Int64: FoundSubmission.Reason] {
    try withStore { store in
      try store.snapshot { try RecordFinder(self, store, shouldStop: shouldStop).find(search) }
    }
  }

  /// Describes the submissions that were found.
  package func describe(
    _ reasons: [Int64: FoundSubmission.Reason], _ ids: [Int64], in store: Store
  ) throws -> [FoundSubmission] {
    try ids.compactMap { id in
      guard let submission = try store.submission(id), let reason = reasons[id] else { return nil }
      let metadata = try store.metadata(of: id)
      return FoundSubmission(
        submissionID: id, form: submission.form, importID: submission.importID,
        fileName: submission.origin.fileName, record: submission.record, line: submission.line,
        state: SubmissionState(rawValue: submission.state) ?? .current, reason: reason,
        replays: metadata.replays, answers: metadata.answers,
        hasIdempotencyKey: metadata.hasIdempotencyKey, comments: metadata.comments)
    }
  }
}
