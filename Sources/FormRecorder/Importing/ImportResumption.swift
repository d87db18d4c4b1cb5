import FormBytes
import FormRules
import FormStore
import Foundation

/// Decides whether an import starts from the beginning or resumes an unfinished import of the same
/// file. If another process is importing the file, it waits.
struct ImportResumption {
  let operation: ImportOperation
  let file: InputFile

  private var store: WritableStore { operation.store }
  private var request: ImportRequest { operation.request }
  private var form: String { operation.versions.form.name }

  enum StartingPoint {
    case start(FileFingerprint)
    case resume(UnfinishedImport, FileFingerprint)
    /// The file with this digest is already imported.
    case known(sha256: String)
  }

  /// Returns where the import begins, and reserves the import's fingerprint.
  ///
  /// - Throws: `RecorderError` if another process imports the file for longer than the timeout, if
  ///   an unfinished import of the file cannot be resumed under this configuration, or if the file
  ///   was judged by an external run that is imported.
  func startingPoint() throws(RecorderError) -> StartingPoint {
    let deadline = ContinuousClock.now + .seconds(store.lockTimeout)
    let first = try fingerprint()
    var sha256: String?
    while true {
      switch try mappingErrors({ try attempt(first, &sha256) }) {
      case .decided(let decision): return decision
      case .changed:
        // In an altered store, an import may lack its rows in other tables.
        guard ContinuousClock.now < deadline else {
          throw RecorderError(StoreError.altered("an unfinished import of \(request.path)"))
        }
      case .busy(let process):
        guard ContinuousClock.now < deadline else {
          throw RecorderError(
            .busy(process: process),
            "\(request.path): is being imported by "
              + (process.map { "process \($0)" } ?? "another process"), .waitLonger, stored: 0)
        }
        usleep(20_000)
      }
    }
  }

  private func fingerprint() throws(RecorderError) -> FileFingerprint {
    do throws(RecorderError) {
      return try file.fingerprint(form: form)
    } catch {
      throw error.inFile(request.path)
    }
  }

  private enum Attempt {
    case decided(StartingPoint)
    /// The store changed between two reads.
    case changed
    case busy(process: Int?)
  }

  private func attempt(
    _ first: FileFingerprint, _ sha256: inout String?
  ) throws -> Attempt {
    let alike = try store.imports(like: first)
    if !request.allowsReimport, let known = try file.digestOfImport(in: store, form: form, &sha256)
    {
      try discard(alike, sha256: known)
      return .decided(.known(sha256: known))
    }
    for earlier in alike where earlier.state == .unfinished {
      var fingerprint = first
      fingerprint.number = earlier.number
      guard try store.reserve(fingerprint) else { return .busy(process: earlier.process) }
      guard let unfinished = try store.unfinishedImport(earlier.importID) else {
        store.release(fingerprint)
        return .changed
      }
      if operation.bound.resumes(earlier, of: file) {
        try operation.bound.requireSame(unfinished)
        return .decided(.resume(unfinished, fingerprint))
      }
      store.release(fingerprint)
    }
    var fingerprint = first
    fingerprint.number = (alike.map(\.number).max() ?? -1) + 1
    guard try store.reserve(fingerprint) else { return .busy(process: nil) }
    guard try store.imports(like: first).count == alike.count else {
      store.release(fingerprint)
      return .changed
    }
    return .decided(.start(fingerprint))
  }

  /// Discards an earlier unfinished attempt to import this file if the same bytes were imported
  /// from another path in the meantime.
  private func discard(_ alike: [FingerprintedImport], sha256: String) throws(StoreError) {
    guard let known = try store.finishedImports(sha256: sha256, form: form).first else { return }
    for earlier in alike
    where earlier.state == .unfinished && earlier.path == file.canonicalPath
      && !earlier.allowsReimport
    {
      do {
        let given = try store.discard(
          earlier.importID, at: operation.startedAt,
          Attribution(
            by: request.attribution.by,
            reason: "the same file was imported completely as import \(known.importID)"))
        let name = request.describesEarlierImports ? known.fileName : nil
        operation.bound.callbacks.note(
          RecorderNote(
            "\(request.path): import \(earlier.importID), unfinished after "
              + "\(given.records.counted("record")), was discarded, because the same file was "
              + "imported "
              + (name.map { "as \($0.displayText) " } ?? "") + "meanwhile"))
      } catch .busy, .notUnfinished {
        // Another process is importing it and notices this when it finishes, or has just
        // finished.
      }
    }
  }
}

extension RecorderError {
  /// The file was judged by an external run that is already imported.
  static func countedTwice(_ path: String, _ importID: Int64) -> RecorderError {
    RecorderError(
      .refused,
      "\(path): was validated by an external run, which was imported as import \(importID); its rejected records "
        + "would be counted twice", .allowReimport, stored: 0)
  }

  static func otherConfiguration(
    _ path: String, _ importID: Int64, records: Int, differences: [String]
  ) -> RecorderError {
    RecorderError(
      .unfinishedImport(importID),
      "\(path): import \(importID) of it is unfinished, with \(records) records, and was started under "
        + "other conditions: \(differences.joined(separator: ", ")); to finish it, import under "
        + "those", .discard(importID: importID), .allowReimport)
  }
}
