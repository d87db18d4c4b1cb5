import FormStore

extension Recorder {
  /// Writes stored submissions with their verdicts and errors, ordered by number, or by part and
  /// number.
  ///
  /// Memory use does not depend on the number of submissions. The export shows the verdicts that
  /// are current when it begins.
  ///
  /// - Parameters:
  ///   - copy: Who exports, if the export is to be recorded in the log. It is recorded before the
  ///     first bytes are passed to a stream, or before the files get their names.
  ///   - shouldStop: Called repeatedly; if it returns true, the export ends and leaves no file.
  /// - Throws: `RecorderError`, and any error that the closure of a stream throws.
  @discardableResult
  public func export(
    _ request: ExportRequest, to destination: ExportDestination, recording copy: CopyRecord? = nil,
    shouldStop: @escaping () -> Bool = { false }
  ) throws -> ExportReport {
    let report = try read(request, to: destination, recording: copy, shouldStop)
    try settle(report.isRecorded)
    return report
  }

  private func read(
    _ request: ExportRequest, to destination: ExportDestination, recording copy: CopyRecord?,
    _ shouldStop: @escaping () -> Bool
  ) throws -> ExportReport {
    let store = try storeForReading()
    var isRecorded: Bool?
    func willRelease() throws {
      guard isRecorded == nil, let copy else { return }
      isRecorded = try record(copy, of: request.subject(destination))
    }
    func export() throws -> ExportReport {
      var export = try ExportPass(
        store, request, shouldStop: shouldStop, willRelease: willRelease)
      try export.write(to: destination)
      try export.countPurged()
      return export.report
    }
    do {
      var report =
        try request.format.properties.isSnapshot ? store.snapshot(export) : export()
      report.isRecorded = isRecorded
      return report
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
        source.segments,
        to: .stream { [willRelease] bytes in
          try willRelease()
          try write(bytes)
        })
    case .file(let path, let replacing):
      try write([(path, source.segments)], replacing: replacing)
    case .folder(let folder, let part, let replacing):
      try OutputFile.makeFolder(folder)
      try write(
        source.parts(by: part).map { ("\(folder)/\($0.name)", $0.segments) }, replacing: replacing)
    }
  }
}
