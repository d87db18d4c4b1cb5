extension Recorder {
  /// Writes stored submissions with their verdicts and errors, ordered by number, or by part and
  /// number.
  ///
  /// Memory use does not depend on the number of submissions. The export shows the verdicts,
  /// replacements, decisions and assignments that are in effect when it begins, and omits what is
  /// purged until it reads it. One of current or open submissions fails with the reason `busy` if
  /// an import of the same form is retracted or reinstated meanwhile.
  ///
  /// - Parameter shouldStop: Called repeatedly; if it returns true, the export ends and leaves no
  ///   file.
  /// - Throws: `RecorderError`, and any error that the closure of a stream throws.
  @discardableResult
  public func export(
    _ request: ExportRequest, to destination: ExportDestination,
    shouldStop: @escaping () -> Bool = { false }
  ) throws -> ExportReport {
    var isRecorded: Bool?
    var report = try writeExport(request, to: destination, shouldStop: shouldStop) {
      guard request.isRecorded, isRecorded == nil else { return }
      isRecorded = try recordCopy(of: request.subject(destination), request.attribution)
    }
    report.isRecorded = isRecorded
    if isRecorded == true { try emptyWAL() }
    return report
  }
}
