import FormRules
import FormStore

extension Recorder {
  /// Permanently deletes the cells of submissions, along with their keys, the texts of their
  /// idempotency keys, the answers of services, the bytes of malformed records, their values that
  /// errors quote, and uploaded files to which no other submission refers.
  ///
  /// Numbers, lines, verdicts, errors and counts are kept. The store stays verifiable: the content
  /// to delete is verified first, and the remaining content is sealed again. The pages that
  /// contained the submissions are overwritten and the WAL is emptied, so that no traces remain in
  /// the file or next to it, where temporary copies of ended processes are deleted, too, and files
  /// that they received and did not import. Other copies, backups and exports are not affected;
  /// `PurgeReport.copies` names those that formrec made by itself.
  ///
  /// Reads the blocks that contain the submissions twice and writes their pages;
  /// `PurgeRequest.compacts` rewrites the whole file.
  ///
  /// - Throws: `RecorderError`:
  ///   - if something named in the request does not exist, the reason or the operator is empty, or
  ///     a seal is invalid. Nothing is deleted.
  ///   - with the reason `refused` if a submission selected by number belongs to a chain of
  ///     corrections that is not selected as a whole, or if a submission of the request belongs to
  ///     an unfinished import; a dry run of a search lists these instead. Nothing is deleted.
  ///   - if the pages cannot be overwritten, the file cannot be rewritten, or uploaded files cannot
  ///     be deleted. The cells are deleted, and the same call removes the traces and the files.
  public func purge(_ request: PurgeRequest) throws(RecorderError) -> PurgeReport {
    let attribution = try Attribution(
      requiredBy: request.by, reason: request.reason, for: "a purge")
    try request.check()
    let access = try storeAccess(attribution, isDryRun: request.isDryRun)
    let store = access.store
    return try mappingErrors {
      // Exactly the submissions that are found are deleted.
      try store.keepingLock {
        let chosen = try PurgedSubmissions(request, self, in: store)
        let quotes = try store.quotes(of: chosen.ids)
        let erased = request.keepsQuotes ? [] : quotes.filter(\.isErasable)
        var report = PurgeReport(
          submissions: chosen.ids.reduce(0) { $0 + $1.count }, purgedBefore: chosen.purgedBefore,
          found: try chosen.reasons.map { reasons in
            let ids = reasons.keys.sorted().prefix(PurgeReport.maximumFound)
            return try describe(reasons, Array(ids), in: store)
          },
          correctionsLeft: chosen.correctionsLeft,
          quotesErased: erased.count, quotingErrors: quotes.count - erased.count)
        report.copies = store.upgradeBackups
        guard let store = access.writable else { return report }
        try chosen.requireWhole()
        try erase(chosen, quotes: erased, for: request, in: store, &report)
        return report
      }
    }
  }

  private func erase(
    _ chosen: PurgedSubmissions, quotes: [StoredQuote], for request: PurgeRequest,
    in store: WritableStore, _ report: inout PurgeReport
  ) throws {
    let uploads = SubmittedFiles(database: database)
    let files = try uploads.names(in: store, chosen.ids)
    if report.submissions > 0 {
      let done = try store.purge(
        chosen.ids, erasing: quotes, at: try settings.now().description,
        Attribution(by: request.by, reason: request.reason))
      report.purgeID = done.purge
      report.head = done.head
      report.cellBytes = done.bytes
    }
    // Before the traces, which a reader may keep: a repeated command no longer knows the names.
    report.files = try uploads.removeUnused(in: store, purged: files)
    if report.submissions > 0 {
      try store.eraseTraces(request.compacts ? .rewriting : .ofLastPurge)
    } else if try request.compacts || mayRepeat(request, chosen, in: store) {
      // An earlier purge may have been killed or run out of space before it erased the traces.
      try store.eraseTraces(request.compacts ? .rewriting : .ofAllPurges)
    }
    report.copies +=
      store.deleteTemporaryFiles() + uploads.deleteTemporaryFiles()
      + IncomingFile.deleteLeftovers(ofImportsInto: database)
    report.fileBytes = try store.fileSize()
  }

  /// Returns whether an earlier purge may have had the same target. Purged cells have no values
  /// that a search would find, so one that finds nothing reads the whole file if anything was
  /// purged.
  private func mayRepeat(
    _ request: PurgeRequest, _ chosen: PurgedSubmissions, in store: Store
  ) throws -> Bool {
    switch request.target {
    case .selection: chosen.purgedBefore > 0
    case .record: try store.hasPurges()
    }
  }
}
