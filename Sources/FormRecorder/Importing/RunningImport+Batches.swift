import FormStore

/// Writes the batches of an import until the end of its input, in chunks that are committed
/// separately, unless the import commits at its end.
extension RunningImport {
  /// Writes all batches. With remote services, each batch is committed immediately, so that no
  /// transaction is open while they are requested.
  ///
  /// - Throws: `RecorderError` if the input cannot be read, if the import is stopped, or if the
  ///   input differs from the input with which a resumed import began.
  func writeBatches() throws {
    let (requestsServices, commitsAtEnd) = (opened.requestsServices, opened.commitsAtEnd)
    var uncommitted = 0
    var isResumed = unfinished == nil
    let end = try pipeline.forEachBatch(
      callbacks, after: boundaries.storedCount,
      fraction: { file?.fraction(read: opened.digest) }
    ) { batch, read in
      if !isResumed, let unfinished {
        callbacks.note(
          "resumed import \(unfinished.importID) after record \(boundaries.storedCount)")
        isResumed = true
      }
      try writer.append(batch)
      uncommitted += batch.text.count
      let isLong = uncommitted >= request.chunkBytes
      if boundaries.endsChunk(at: read) || isLong || requestsServices, !commitsAtEnd {
        try writer.commit(releasing: requestsServices)
        uncommitted = 0
        callbacks.committed(writer.committed)
      }
    }
    switch end {
    case .complete: break
    case .stopped: throw try stopped()
    case .unreadable(let error): throw try unreadable(error)
    }
    guard let unfinished else { return }
    let state = pipeline.state
    if state.verdictsDiffer { throw otherProgram(unfinished) }
    if state.differs || state.preparer.tally.counts.records < boundaries.storedCount {
      throw differs(unfinished)
    }
  }

  /// Ends the import on request, after the batches so far.
  private func stopped() throws -> RecorderError {
    guard writer.hasRecords, !opened.commitsAtEnd else {
      writer.rollback()
      return .stoppedBeforeStoring.inFile(request.path)
    }
    try requireUnchangedFile(afterReading: nil)
    try writer.commit()
    guard writer.committed > 0 else {
      return .stoppedBeforeStoring.inFile(request.path)
    }
    callbacks.committed(writer.committed)
    return RecorderError(
      .stopped, "\(request.path): stopped", .resumeImport, .discard(importID: writer.importID)
    ).storing(
      "\(writer.committed) records are stored in the unfinished import \(writer.importID)")
  }

  /// Handles an unreadable input. The records before the error are kept only if some of them were
  /// already committed and the file did not change.
  private func unreadable(_ error: RecorderError) throws -> RecorderError {
    guard writer.committed > 0 else { return error }
    try requireUnchangedFile(afterReading: nil)
    try writer.commit()
    callbacks.committed(writer.committed)
    return RecorderError(
      error.reason,
      "\(error); the \(writer.committed) records before it are stored in the "
        + "unfinished import \(writer.importID)", error.remedies)
  }

  private func differs(_ unfinished: UnfinishedImport) -> RecorderError {
    let name = request.path == "-" ? "standard input" : request.path
    return RecorderError(
      .fileChanged(importID: unfinished.importID),
      "\(name): differs from the file with which import \(unfinished.importID) began, whose first "
        + "\(unfinished.records) records are stored; no other record was stored",
      .discard(importID: unfinished.importID), .allowReimport)
  }

  private func otherProgram(_ unfinished: UnfinishedImport) -> RecorderError {
    RecorderError(
      .unfinishedImport(unfinished.importID),
      "\(request.path): import \(unfinished.importID) was started by version "
        + "\(unfinished.run.program) of formrec, which gave other results for its first "
        + "\(unfinished.records) records than this version; finish it with that version",
      .discard(importID: unfinished.importID))
  }
}
