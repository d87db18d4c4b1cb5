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
    _ request: ExportRequest, to destination: ExportDestination,
    recording copy: CopyAttribution? = nil,
    shouldStop: @escaping () -> Bool = { false }
  ) throws -> ExportReport {
    var isRecorded: Bool?
    var report = try writeExport(request, to: destination, shouldStop: shouldStop) {
      guard isRecorded == nil, let copy else { return }
      isRecorded = try record(copy, of: request.subject(destination))
    }
    report.isRecorded = isRecorded
    if isRecorded == true { try emptyWAL() }
    return report
  }
}
