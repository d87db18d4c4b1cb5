public import FormRules
import FormStore

/// Which submissions are to lose their cells, and why.
public struct PurgeRequest: Sendable {
  /// Which submissions are meant. Neither a rule nor a run can choose them.
  public var selection: SubmissionSelection
  /// Only those that came in before that time.
  public var before: Instant?
  /// Why.
  public var reason: String
  /// Who decides.
  public var by: String
  /// Whether nothing is deleted, only counted.
  public var isDryRun = false

  /// A purge with a reason and a name.
  public init(_ selection: SubmissionSelection, reason: String, by: String) {
    self.selection = selection
    self.reason = reason
    self.by = by
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
  /// The head of the chain: a receipt.
  public var head: String?

  /// The report as JSON, with stable keys.
  package var json: JSON {
    .object([
      "purge": .optional(purge), "submissions": .integer(submissions),
      "purgedBefore": .integer(purgedBefore), "head": .optional(head),
    ])
  }
}

extension Recorder {
  /// Takes the cells of submissions away for good, with their keys and the bytes of malformed records.
  /// Numbers, lines, verdicts, errors and counts stay, and so does the seal: what is to go is verified
  /// first, and what is left is sealed anew. The file is rewritten, so that nothing remains in free
  /// pages; copies and backups of it are others' to look after.
  ///
  /// Submissions of unfinished imports are left alone. Costs reading the blocks that hold the
  /// submissions twice, and the room and time of a copy of the database.
  ///
  /// - Throws: when something that is named is not there, reason or name are empty, a seal does not
  ///   hold, or the file could not be rewritten.
  public func purge(_ request: PurgeRequest) throws(RecorderError) -> PurgeReport {
    guard !request.reason.allSatisfy(\.isWhitespace), !request.by.allSatisfy(\.isWhitespace) else {
      throw RecorderError(.usage, "a purge needs a reason and a name")
    }
    guard request.selection.rule == nil, request.selection.run == nil else {
      throw RecorderError(.usage, "a purge cannot choose submissions by a rule or a run")
    }
    guard hasDatabase else { throw RecorderError(StoreError.missing(path: database)) }
    let store = try request.isDryRun ? storeForReading() : storeForWriting()
    return try explaining {
      try store.lock?.take(wait: wait)
      // What is deleted is what was looked up.
      store.lock?.isKept = true
      defer {
        store.lock?.isKept = false
        store.lock?.release()
      }
      let (ids, before) = try submissions(request, store)
      var report = PurgeReport(
        submissions: ids.reduce(0) { $0 + $1.count }, purgedBefore: before)
      if request.isDryRun { return report }
      guard report.submissions > 0 else {
        if before > 0 { try store.rewriteAfterPurge() }
        return report
      }
      let done = try store.purge(
        ids, reason: request.reason, by: request.by, at: clock().description)
      report.purge = done.purge
      report.head = done.head
      return report
    }
  }

  /// The submissions that are meant and have cells, and how many more have none.
  private func submissions(
    _ request: PurgeRequest, _ store: Store
  ) throws -> (ids: [ClosedRange<Int64>], purgedBefore: Int) {
    let filter = try request.selection.filter(in: store)
    let found = try store.purgeable(filter, before: request.before?.description)
    let purged = try store.purgedRanges(filter, before: request.before?.description)
    let missing = (filter.ids ?? []).subtracting(found).subtracting(purged)
    if let id = missing.first?.lowerBound {
      throw RecorderError(
        .failed, reason: .missing,
        "there is no submission \(id) among those that are meant, or its import is unfinished")
    }
    return (found, purged.reduce(0) { $0 + $1.count })
  }
}
