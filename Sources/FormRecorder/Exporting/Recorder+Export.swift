import FormStore

extension Recorder {
  /// Writes stored submissions with their verdicts and errors, ordered by number, or by part and
  /// number.
  ///
  /// Memory use does not depend on the number of submissions. The export shows the verdicts that
  /// are current when it begins.
  ///
  /// - Parameter shouldStop: Called repeatedly; if it returns true, the export ends and leaves no
  ///   file.
  /// - Throws: `RecorderError`, and any error that the closure of a stream throws.
  @discardableResult
  public func export(
    _ request: ExportRequest, to destination: ExportDestination,
    shouldStop: @escaping () -> Bool = { false }
  ) throws -> ExportReport {
    let store = try storeForReading()
    do {
      guard request.format.properties.isSnapshot else {
        return try store.export(request, to: destination, shouldStop)
      }
      return try store.snapshot { try store.export(request, to: destination, shouldStop) }
    } catch let error as StoreError {
      throw RecorderError(error)
    }
  }
}

extension Store {
  fileprivate func export(
    _ request: ExportRequest, to destination: ExportDestination, _ shouldStop: @escaping () -> Bool
  ) throws -> ExportReport {
    var export = try ExportPass(self, request, shouldStop: shouldStop)
    let source = export.source
    switch destination {
    case .stream(let write): try export.write(source.segments, to: .stream(write))
    case .file(let path, let replacing):
      try export.write([(path, source.segments)], replacing: replacing)
    case .folder(let folder, let part, let replacing):
      try OutputFile.makeFolder(folder)
      try export.write(
        source.parts(by: part).map { ("\(folder)/\($0.name)", $0.segments) }, replacing: replacing)
    }
    return export.report
  }
}
