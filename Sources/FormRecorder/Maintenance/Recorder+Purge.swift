public import FormRules
import FormStore

/// A request to delete the cells of submissions.
public struct PurgeRequest: Sendable {
  /// The submissions to purge.
  public enum Target: Sendable {
    /// The submissions of a selection that arrived before a time. The selection must not filter by
    /// rule or run.
    case selection(SubmissionSelection, before: Instant? = nil)
    /// All submissions of one record or person, from any import. See `Recorder.find`.
    case record(RecordSearch)
  }

  /// The submissions to purge.
  public var target: Target
  /// Whether the chains of corrections of selected submissions are purged as a whole. A search
  /// always finds whole chains.
  public var includesCorrections = false
  /// The reason for the purge.
  public var reason: String
  /// The operator.
  public var by: String
  /// Whether errors keep the values that they quote from the submissions. Errors of the rules
  /// `depends` and `resembles` quote values of other submissions.
  public var keepsQuotes = false
  /// Whether the database file is rewritten without its free pages afterwards, so that it shrinks.
  /// This takes time proportional to the size of the file, and disk space for two more copies of
  /// it.
  public var compacts = false
  /// Whether to report what would be deleted without deleting it.
  public var isDryRun = false

  /// Creates a purge request with a reason and a name.
  public init(_ target: Target, reason: String, by: String) {
    self.target = target
    self.reason = reason
    self.by = by
  }

  /// Creates a request to purge the submissions of a selection.
  public init(_ selection: SubmissionSelection, reason: String, by: String) {
    self.init(.selection(selection), reason: reason, by: by)
  }
}

/// The result of a purge.
public struct PurgeReport: Sendable {
  /// The purge's number, or nil if there was nothing to purge or it was a dry run.
  public var purgeID: Int64?
  /// The number of submissions whose cells were deleted.
  public var submissions: Int
  /// The number of selected submissions whose cells had been deleted before.
  public var purgedBefore: Int
  /// The submissions that were found by search or selected by number, as they were before the
  /// purge, each with the reason; at most `maximumFound`. Nil if a selection chose them by other
  /// criteria.
  public var found: [FoundSubmission]?
  /// The number of submissions that share a chain of corrections with a selected one, are not
  /// selected themselves, and keep their cells.
  public var correctionsLeft: Int
  /// The number of errors whose quoted value was erased. Errors of the rules `depends` and
  /// `resembles` quote values of other submissions.
  public var quotesErased = 0
  /// The number of errors that still quote a value of these submissions: on request, or because the
  /// replay that found them is unfinished.
  public var quotingErrors = 0
  /// The head of the hash chain, which serves as a receipt.
  public var head: String?
  /// The number of uploaded files that were deleted.
  public var files = 0
  /// The size of the database file in bytes.
  public var fileBytes = 0
  /// The number of bytes of deleted cells. Their space in the file stays unused until the file is
  /// compacted.
  public var cellBytes = 0
  /// The paths of copies of the database that formrec made next to it and did not delete: before
  /// an update of its schema, or a backup, an export or a received file that another process is
  /// writing. They may contain the cells.
  public var copies: [String] = []

  /// The maximum number of submissions in `found`.
  public static let maximumFound = 10_000

  /// The report as JSON with stable keys.
  package var json: JSON {
    .object([
      "purge": .optional(purgeID), "submissions": .integer(submissions),
      "purgedBefore": .integer(purgedBefore), "correctionsLeft": .integer(correctionsLeft),
      "quotesErased": .integer(quotesErased), "quotingErrors": .integer(quotingErrors),
      "found": found.map { .array($0.map(\.json)) } ?? .null, "head": .optional(head),
      "cellBytes": .integer(cellBytes), "files": .integer(files),
      "copies": .array(copies.map(JSON.string)),
    ])
  }
}

extension PurgeRequest {
  fileprivate func check() throws(RecorderError) {
    if case .selection(let selection, _) = target, selection.rule != nil || selection.runID != nil {
      throw RecorderError(.usage, "a purge cannot select submissions by rule or run")
    }
  }
}

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
  /// Submissions of unfinished imports in a selection are skipped. Reads the blocks that contain
  /// the submissions twice and writes their pages; `PurgeRequest.compacts` rewrites the whole file.
  ///
  /// - Throws: `RecorderError`:
  ///   - if something named in the request does not exist, the reason or the operator is empty, or
  ///     a seal is invalid. Nothing is deleted.
  ///   - with the reason `refused` if a submission selected by number belongs to a chain of
  ///     corrections that is not selected as a whole, or if a submission found by search belongs to
  ///     an unfinished import. Nothing is deleted.
  ///   - if the pages cannot be overwritten, the file cannot be rewritten, or uploaded files cannot
  ///     be deleted. The cells are deleted, and the same call removes the traces.
  public func purge(_ request: PurgeRequest) throws(RecorderError) -> PurgeReport {
    let attribution = try Attribution(
      requiredBy: request.by, reason: request.reason, for: "a purge")
    try request.check()
    try requireDatabase()
    let store = try request.isDryRun ? storeForReading() : storeForWriting(attribution)
    return try mappingErrors {
      // Exactly the submissions that are found are deleted.
      try store.keepingLock {
        let chosen = try PurgedSubmissions(request, self, in: store)
        let quotes = try store.quotingErrors(chosen.ids)
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
        guard let store = store as? WritableStore else { return report }
        try chosen.requireWhole()
        try erase(chosen, quotes: erased, request, in: store, &report)
        return report
      }
    }
  }

  private func erase(
    _ chosen: PurgedSubmissions, quotes: [QuotingError], _ request: PurgeRequest,
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
      try store.eraseTraces(request.compacts ? .rewriting : .ofLastPurge)
    } else if try request.compacts || chosen.purgedBefore > 0 || store.endsWithPurge() {
      // An earlier purge may have been killed or run out of space before it erased the traces.
      try store.eraseTraces(request.compacts ? .rewriting : .ofAllPurges)
    }
    report.files = try uploads.removeUnused(in: store, purged: files)
    report.copies +=
      store.deleteTemporaryFiles() + uploads.deleteTemporaryFiles()
      + UploadFolder.removeLeftovers(beside: database)
    report.fileBytes = try store.fileSize()
  }
}
