import FormRules
import FormStore
import Foundation

extension Recorder {
  /// The submissions that came from a line of files of that name; of several imports of it the last
  /// ones first.
  ///
  /// Costs a look at each submission of these imports.
  ///
  /// - Parameters:
  ///   - file: its name, with or without folders.
  ///   - line: any line of a record, from 1.
  /// - Throws: when no file of that name was imported, or no record stands there.
  public func submissions(ofFile file: String, line: Int) throws(RecorderError) -> [Int64] {
    let name = URL(fileURLWithPath: file).lastPathComponent
    let store = try storeForReading()
    return try explaining {
      let imports = try store.importOrigins().values.filter { $0.fileName == name }
        .map(\.importID).sorted(by: >)
      guard !imports.isEmpty else {
        throw RecorderError(.failed, "no file '\(name.shown)' was imported")
      }
      let found = try imports.compactMap { try store.submission(ofImport: $0, line: line) }
      guard !found.isEmpty else {
        throw RecorderError(.failed, "no record of '\(name.shown)' stands in line \(line)")
      }
      return found
    }
  }

  /// All submissions of one record or person, in the order of their numbers: those that have the values,
  /// malformed records that may, other deliveries of the same record by the key of the form, and the chains
  /// of corrections of all of them.
  ///
  /// Submissions of unfinished and discarded imports are among them. Where the conditions are the fields of
  /// the form's key, it is looked up; else this costs a look at each submission of the form, about a million a
  /// second.
  ///
  /// - Throws: when there is no such form or field, or a value is empty.
  public func find(_ search: RecordSearch) throws(RecorderError) -> [FoundSubmission] {
    let store = try storeForReading()
    return try explaining {
      try store.snapshot {
        let reasons = try RecordFinder(self, store).find(search)
        return try describe(reasons, reasons.keys.sorted(), in: store)
      }
    }
  }

  /// Why each of these submissions is found, by number, without what else is known of them.
  package func reasons(
    _ search: RecordSearch
  ) throws(RecorderError) -> [Int64: FoundSubmission.Reason] {
    let store = try storeForReading()
    return try explaining { try store.snapshot { try RecordFinder(self, store).find(search) } }
  }

  /// What is known of submissions that were found.
  func describe(
    _ reasons: [Int64: FoundSubmission.Reason], _ ids: [Int64], in store: Store
  ) throws -> [FoundSubmission] {
    try ids.compactMap { id in
      guard let submission = try store.submission(id), let reason = reasons[id] else { return nil }
      let traces = try store.traces(of: id)
      return FoundSubmission(
        submission: id, form: submission.form, importID: submission.importID,
        fileName: submission.fileName, record: submission.record, line: submission.line,
        state: SubmissionState(rawValue: submission.state) ?? .current, reason: reason,
        replays: traces.replays, answers: traces.answers,
        hasIdempotencyKey: traces.hasIdempotencyKey)
    }
  }
}
