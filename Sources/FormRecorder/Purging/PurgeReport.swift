import FormRules

/// The result of a purge.
public struct PurgeReport: Sendable, Encodable {
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

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "purge": purgeID, "submissions": submissions, "purgedBefore": purgedBefore,
      "correctionsLeft": correctionsLeft, "quotesErased": quotesErased,
      "quotingErrors": quotingErrors, "found": found, "head": head, "cellBytes": cellBytes,
      "files": files, "copies": copies,
    ])
  }
}
