import FormStore

extension Recorder {
  /// Writes stored submissions with their verdicts and errors, in the order of their numbers, or a
  /// part after the other.
  ///
  /// Memory does not grow with their number. Which verdicts hold is settled at the beginning.
  ///
  /// - Parameter shouldStop: asked now and then; true ends the export, and no file is left.
  /// - Throws: `RecorderError`, and what a stream throws.
  @discardableResult
  public func export(
    _ request: ExportRequest, to destination: ExportDestination,
    shouldStop: @escaping () -> Bool = { false }
  ) throws -> ExportReport {
    let store = try storeForReading()
    do {
      var export = try SubmissionExport(store, request, shouldStop: shouldStop)
      switch destination {
      case .stream(let write):
        try export.write(export.segments, write)
      case .file(let path, let replacing):
        try export.write([(path, export.segments)], replacing: replacing)
      case .folder(let folder, let part, let replacing):
        try OutputFile.makeFolder(folder)
        try export.write(
          export.parts(part).map { ("\(folder)/\($0.name)", $0.segments) }, replacing: replacing)
      }
      return export.report
    } catch let error as StoreError {
      throw RecorderError(error)
    }
  }
}

extension Recorder {
  /// Writes stored submissions, with their verdicts and errors, as plain tables of a SQLite file: one a
  /// form, and `errors`, `imports` and `runs`. `docs/store.md` describes them.
  ///
  /// Values are typed by the judge's readers. Memory does not grow with the number of submissions.
  /// The tables show the store as it was when the export began.
  ///
  /// - Parameters:
  ///   - request: its format does not matter.
  ///   - path: the file, which gets this name when it is whole and on the disk.
  ///   - replacing: whether a file of that name may be replaced.
  ///   - shouldStop: asked now and then; true ends the export, and no file is left.
  @discardableResult
  public func exportTables(
    _ request: ExportRequest, to path: String, replacing: Bool = false,
    shouldStop: @escaping () -> Bool = { false }
  ) throws(RecorderError) -> ExportReport {
    let store = try storeForReading()
    return try explaining {
      try store.snapshot {
        var export = try TablesExport(store, request, shouldStop: shouldStop)
        return try export.write(to: path, replacing: replacing)
      }
    }
  }
}
