import FormBytes
import FormInput
import FormRules
import FormStore

/// Finishes an import whose batches are written.
extension RunningImport {
  private var state: ImportPipeline.State { pipeline.state }
  private var judged: JudgedImport { JudgedImport(opened: opened, state: state) }

  /// Throws an error if the file changed while it was read. Records that were committed before stay
  /// in the unfinished import. Others may be those of the changed file.
  ///
  /// - Parameter read: The number of bytes read from it, or nil if it was not read to its end.
  func requireUnchangedFile(afterReading read: Int?) throws {
    guard let change = file?.change(afterReading: read) else { return }
    writer.rollback()
    let what = "\(request.path): changed while it was being read: \(change)"
    guard writer.committed > 0 else {
      throw RecorderError(.fileChanged(importID: nil), what, stored: 0)
    }
    throw RecorderError(
      .fileChanged(importID: writer.importID),
      "\(what); import \(writer.importID) is unfinished, with \(writer.committed) records",
      .discard(importID: writer.importID))
  }

  /// Makes the records supersede earlier deliveries, evaluates rules again that other deliveries
  /// concern, and seals the import, unless a limit refuses it or its records are already stored.
  func finish() throws -> ImportReport {
    let finishedAt = try operation.recorder.settings.now().description
    if let outcome = try writer.takeEffect(sha256: opened.digest.hexadecimal, at: finishedAt) {
      return try report(of: outcome)
    }
    try reevaluate()
    var report = judged.report()
    if report.isRefused {
      writer.rollback()
    } else if let outcome = try seal(&report, at: finishedAt) {
      return try self.report(of: outcome)
    }
    judged.noteResult(report)
    return report
  }

  /// Seals the import and completes its report.
  ///
  /// - Returns: The outcome if the records of the import are already stored.
  private func seal(
    _ report: inout ImportReport, at time: String
  ) throws -> ImportWriter.Outcome? {
    report.exceededLimits += [try judged.missingColumns()].compactMap { $0 }
    let tally = state.preparer.tally
    let outcome = try writer.finish(
      RunEnd(
        counts: tally.counts, rules: tally.ruleCounts(state.judge.skips),
        limits: report.exceededLimits, finishedAt: time),
      ImportEnd(
        sha256: report.sha256, size: opened.digest.size, malformed: tally.malformed,
        blankLines: state.judge.input.detected.blankLines))
    guard case .finished(let head) = outcome else { return outcome }
    (report.importID, report.runID, report.head) = (writer.importID, writer.runID, head)
    callbacks.committed(tally.counts.records)
    judged.notePurged(writer.linesOfPurged)
    if !opened.plan.form.key.isEmpty {
      report.deliveries = try mappingErrors {
        try operation.store.deliveryCounts(ofImport: writer.importID, distinct: writer.recordKeys)
      }
    }
    return nil
  }

  /// The report of an import whose records are already stored.
  private func report(of outcome: ImportWriter.Outcome) throws -> ImportReport {
    if case .counted(let importID) = outcome {
      throw RecorderError.countedTwice(request.path, importID)
    }
    guard let known = try operation.bound.knownReport(sha256: opened.digest.hexadecimal) else {
      throw RecorderError(
        .refused, "\(request.path): the database was changed by another process")
    }
    return known
  }

  /// Evaluates the rules `unique: ever` again if other deliveries took effect, or released keys,
  /// after the import began.
  private func reevaluate() throws {
    let rules = opened.plan.storeComparingPositions
    guard !rules.isEmpty, try writer.mustReevaluate(rules) else { return }
    let reevaluation = try ClaimReevaluation(
      opened, writer, in: operation.store, formID: operation.versions.form.definitionID)
    var (rejected, accepted) = (0, 0)
    try reevaluation.run { records in
      try writer.replaceVerdicts(records)
      for record in records {
        state.preparer.tally.replace(record)
        switch (reevaluation.isRejected(record.before), reevaluation.isRejected(record.after)) {
        case (false, true): rejected += 1
        case (true, false): accepted += 1
        default: break
        }
      }
    }
    state.judge.replaceSkips(reevaluation.skips)
    func which(_ count: Int) -> String { count == 1 ? "records is" : "records are" }
    if rejected > 0 {
      callbacks.note(
        """
        \(request.path): other imports or submissions claimed keys while import \(writer.importID) was \
        unfinished: \(rejected) of its accepted \(which(rejected)) now rejected
        """)
    }
    if accepted > 0 {
      callbacks.note(
        """
        \(request.path): keys were released while import \(writer.importID) was unfinished: \
        \(accepted) of its rejected \(which(accepted)) now accepted
        """)
    }
  }
}
