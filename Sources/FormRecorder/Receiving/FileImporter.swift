import FormStore

/// Imports several files into a store that stays open, so that opening it and applying definitions
/// happen only once.
///
/// ```swift
/// let importer = try recorder.openForImports(applying: definitions)
/// for file in files { print(try importer.importFile(ImportRequest(path: file)).rejected) }
/// ```
///
/// An importer must be used by only one thread.
public struct FileImporter {
  let recorder: Recorder
  /// Nil in a dry run without a store.
  let access: StoreAccess?
  /// In a dry run without a store, the definitions to judge under.
  let definitions: DefinitionSet?
  /// What is new among the definitions. They are stored with the first file that is stored, or when
  /// a file was already imported. Empty in a dry run.
  public let applied: [AppliedDefinition]

  /// Whether the definitions are stored.
  package var isApplied: Bool { access?.writable?.hasStagedDefinitions == false }

  /// Imports a file. See `Recorder.importFile`.
  ///
  /// - Throws: `RecorderError`, as `Recorder.importFile` does.
  public func importFile(
    _ request: ImportRequest, _ callbacks: ImportCallbacks = ImportCallbacks()
  ) throws(RecorderError) -> ImportReport {
    var dryRunContent: DryRunContent?
    return try importFile(request, after: &dryRunContent, callbacks)
  }

  /// Imports one of several files. In a dry run, it is judged as if the files before it were
  /// stored.
  ///
  /// - Parameter dryRunContent: What the files before it would store; a dry run of the file adds to
  ///   it. Nil if it is the only file.
  /// - Throws: `RecorderError`, as `importFile(_:_:)` does.
  public func importFile(
    _ request: ImportRequest, after dryRunContent: inout DryRunContent?,
    _ callbacks: ImportCallbacks
  ) throws(RecorderError) -> ImportReport {
    try request.requireStorable()
    guard let store = access?.writable, !request.isDryRun else {
      return try DryRun(
        recorder, request, under: definitions, in: access?.store, callbacks: callbacks
      )
      .run(after: &dryRunContent)
    }
    let report = try recorder.importFile(request, callbacks, into: store)
    // A file that was already imported is not stored again, but the definitions are.
    if !report.isRefused { try mappingErrors { try store.storeStagedDefinitions() } }
    return report
  }
}
