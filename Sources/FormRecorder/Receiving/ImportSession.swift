import FormStore

/// A store that is open for several imports, so that opening it and applying definitions happen
/// only once.
///
/// ```swift
/// let session = try recorder.openForImports(applying: definitions)
/// for file in files { print(try session.importFile(ImportRequest(path: file)).rejected) }
/// ```
///
/// A session must be used by only one thread.
public struct ImportSession {
  let recorder: Recorder
  let store: WritableStore
  /// What is new among the definitions. They are stored with the first file that is stored, or when
  /// a file was already imported.
  public let applied: [AppliedDefinition]

  /// Whether the definitions are stored.
  package var isApplied: Bool { !store.hasStagedDefinitions }

  /// Imports a file. See `Recorder.importFile`.
  public func importFile(
    _ request: ImportRequest, _ events: ImportEvents = ImportEvents()
  ) throws(RecorderError) -> ImportReport {
    let report = try recorder.importFile(request, events, into: store)
    // A file that was already imported is not stored again, but the definitions are.
    if !report.isRefused { try mappingErrors { try store.storeStagedDefinitions() } }
    return report
  }
}
