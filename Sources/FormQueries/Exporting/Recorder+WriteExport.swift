import FormStore

extension Recorder {
  /// Writes stored submissions, as `export` does. Records nothing.
  ///
  /// - Parameter willRelease: Called before the first bytes are passed to a stream, or before the
  ///   files get their names.
  package func writeExport(
    _ request: ExportRequest, to destination: ExportDestination,
    shouldStop: @escaping () -> Bool, willRelease: @escaping () throws -> Void
  ) throws -> ExportReport {
    let store = try storeForReading()
    func export() throws -> ExportReport {
      var export = try ExportPass(
        store, request, shouldStop: shouldStop, willRelease: willRelease)
      try export.write(to: destination)
      try export.countPurged()
      return export.report
    }
    do {
      return try request.format.properties.isSnapshot ? store.snapshot(export) : export()
    } catch let error as StoreError {
      throw RecorderError(error)
    }
  }
}

extension ExportPass {
  fileprivate mutating func write(to destination: ExportDestination) throws {
    switch destination {
    case .stream(let write):
      try self.write(
        input.segments,
        to: .stream { [willRelease] bytes in
          try willRelease()
          try write(bytes)
        })
    case .file(let path, let replacing):
      try write([(path, input.segments)], replacing: replacing)
    case .folder(let folder, let part, let replacing):
      try OutputFile.makeFolder(folder)
      try write(
        input.parts(by: part).map { ("\(folder)/\($0.name)", $0.segments) }, replacing: replacing)
    }
  }
}
