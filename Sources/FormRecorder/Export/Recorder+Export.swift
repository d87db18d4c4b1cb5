import FormStore

extension Recorder {
  /// Writes stored submissions with their verdicts and errors, in the order of their numbers, or a
  /// part after the other.
  ///
  /// Memory does not grow with their number. Which verdicts hold is settled at the beginning.
  ///
  /// - Parameter shouldStop: asked now and then; true ends the export, and no file is left.
  /// - Throws: `RecorderError`, and what a stream throws.
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
