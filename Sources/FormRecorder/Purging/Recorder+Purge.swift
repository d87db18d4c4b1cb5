public import FormRules
import FormStore

/// Which submissions are to lose their cells, and why.
public struct PurgeRequest: Sendable {
  /// Which submissions are meant.
  public enum Target: Sendable {
    /// Those of a selection, in which neither a rule nor a run can choose, as far as they came in before a
    /// time.
    case selection(SubmissionSelection, before: Instant? = nil)
    /// All of one record or person, whatever import they came with; see `Recorder.find`.
    case record(RecordSearch)
  }

  /// Which submissions are meant.
  public var target: Target
  /// Whether the chains of corrections that submissions of a selection stand in are purged whole. A search
  /// always finds them whole.
  public var includesCorrections = false
  /// Why.
  public var reason: String
  /// Who decides.
  public var by: String
  /// Whether the database file is rewritten afterwards without its free pages, so that it becomes smaller.
  /// Takes time for the whole file and room for two more copies of it.
  public var compacts = false
  /// Whether nothing is deleted, only said what would be.
  public var isDryRun = false

  /// A purge with a reason and a name.
  public init(_ target: Target, reason: String, by: String) {
    self.target = target
    self.reason = reason
    self.by = by
  }

  /// A purge of the submissions of a selection.
  public init(_ selection: SubmissionSelection, reason: String, by: String) {
    self.init(.selection(selection), reason: reason, by: by)
  }
}

/// What a purge came to; its JSON is what `purge --format json` prints.
public struct PurgeReport: Sendable {
  /// The purge's number; nil when there was nothing to purge, or it was a dry run.
  public var purge: Int64?
  /// How many submissions lost their cells.
  public var submissions: Int
  /// How many of those that were meant had lost them before.
  public var purgedBefore: Int
  /// Those that were searched or named by number, each with why it is meant, as they stood before the
  /// purge; at most `maximumFound`. Nil where a selection chose them otherwise.
  public var found: [FoundSubmission]?
  /// How many submissions in the chains of corrections of those that are meant are not meant themselves,
  /// and stay.
  public var correctionsLeft: Int
  /// The head of the chain: a receipt.
  public var head: String?
  /// The size of the database file, in bytes.
  public var fileBytes = 0
  /// How many bytes of cells went. Their room in the file stays unused until it is compacted.
  public var cellBytes = 0

  /// At most so many submissions are described.
  public static let maximumFound = 10_000

  /// The report as JSON, with stable keys.
  package var json: JSON {
    .object([
      "purge": .optional(purge), "submissions": .integer(submissions),
      "purgedBefore": .integer(purgedBefore), "correctionsLeft": .integer(correctionsLeft),
      "found": found.map { .array($0.map(\.json)) } ?? .null, "head": .optional(head),
      "cellBytes": .integer(cellBytes),
    ])
  }
}

extension Recorder {
  /// Takes the cells of submissions away for good, with their keys, the texts of their idempotency keys,
  /// the answers of services and the bytes of malformed records. Numbers, lines, verdicts, errors and counts
  /// stay, and so does the seal: what is to go is verified first, and what is left is sealed anew. The pages
  /// that held the submissions are overwritten and the WAL is emptied, so that nothing remains in the file or
  /// beside it; copies, backups and exports of it are out of reach.
  ///
  /// Of a selection, submissions of unfinished imports are left alone. Reads the blocks that hold the
  /// submissions twice, and writes their pages; `PurgeRequest.compacts` rewrites the whole file.
  ///
  /// - Throws: when something that is named is not there, reason or name are empty, a seal does not
  ///   hold, or the file could not be rewritten. Also, with reason `refused`, when a submission that is named
  ///   by its number stands in a chain of corrections that is not named whole, or one that a search has found
  ///   came with an unfinished import. Nothing is deleted then.
  public func purge(_ request: PurgeRequest) throws(RecorderError) -> PurgeReport {
    guard !request.reason.allSatisfy(\.isWhitespace), !request.by.allSatisfy(\.isWhitespace) else {
      throw RecorderError(.usage, "a purge needs a reason and a name")
    }
    if case .selection(let selection, _) = request.target,
      selection.rule != nil || selection.run != nil
    {
      throw RecorderError(.usage, "a purge cannot choose submissions by a rule or a run")
    }
    guard hasDatabase else { throw RecorderError(StoreError.missing(path: database)) }
    let attribution = Attribution(by: request.by, reason: request.reason)
    let store = try request.isDryRun ? storeForReading() : storeForWriting(attribution)
    return try explaining {
      try store.lock?.take(wait: wait)
      // What is deleted is what was looked up.
      store.lock?.isKept = true
      defer {
        store.lock?.isKept = false
        store.lock?.release()
      }
      let chosen = try PurgedSubmissions(request, self, store)
      var report = PurgeReport(
        submissions: chosen.ids.reduce(0) { $0 + $1.count }, purgedBefore: chosen.purgedBefore,
        found: try chosen.reasons.map { reasons in
          let ids = reasons.keys.sorted().prefix(PurgeReport.maximumFound)
          return try describe(reasons, Array(ids), in: store)
        },
        correctionsLeft: chosen.correctionsLeft)
      if request.isDryRun { return report }
      try chosen.requireWhole()
      if report.submissions > 0 {
        let done = try store.purge(chosen.ids, at: clock().description, attribution)
        report.purge = done.purge
        report.head = done.head
        report.cellBytes = done.bytes
        try store.eraseTraces(lastPurgeOnly: true, compacts: request.compacts)
      } else if try request.compacts || chosen.purgedBefore > 0 || store.endsWithPurge() {
        // Perhaps the process was killed, or there was no room, when they lost their cells.
        try store.eraseTraces(lastPurgeOnly: false, compacts: request.compacts)
      }
      report.fileBytes = try store.fileSize()
      return report
    }
  }
}
