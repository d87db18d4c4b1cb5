import FormStore

extension Recorder {
  /// Writes stored submissions, as `export` does. Records nothing.
  ///
  /// - Parameter willRelease: Called before bytes are passed to a stream, each time, or before the
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

/// The result of an export.
public struct ExportReport: Sendable {
  /// The number of submissions written.
  public var submissions = 0
  /// The files, each with its number of submissions.
  public var files: [ExportedFile] = []
  /// The fields that were masked.
  public var maskedFields: [String] = []
  /// The number of malformed records that were masked completely.
  public var maskedRecords = 0
  /// The number of submissions that were omitted because their cells had been purged by the end of
  /// the export.
  public var purged = 0
  /// Whether the log contains the export: false if the store could not be written, and nil if it
  /// was not to be recorded, or nothing was written.
  public var isRecorded: Bool?
}

/// A file that an export wrote.
public struct ExportedFile: Sendable, Equatable {
  /// The path.
  public var path: String
  /// The number of submissions in it.
  public var submissions: Int
}
