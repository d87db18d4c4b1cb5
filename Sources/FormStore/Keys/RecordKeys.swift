import GRDB

/// The external keys of records (`key:` of their form), which determine the current delivery of a
/// record.
///
/// A delivery supersedes all earlier deliveries when it takes effect: an import when it finishes,
/// whichever began first. Records of one import with the same key do not supersede each other;
/// `unique` rules detect them. Single submissions are separate deliveries. A correction belongs to
/// the delivery of the submission that it corrects, and supersedes only that.
enum RecordKeys {
  /// What takes effect.
  enum Delivery {
    case records
    case corrections
  }

  /// Makes submissions supersede earlier deliveries, whose claims are released.
  ///
  /// Costs a sort of the import's keys, and one read per block that may contain one of them.
  ///
  /// - Parameters:
  ///   - spans: The submissions of the import, or single submissions with different keys.
  ///   - table: The table for bulk inserts, or nil for single submissions.
  /// - Returns: The number of distinct keys.
  @discardableResult
  static func finish(
    _ db: Database, _ spans: [ClosedRange<Int64>], formID: Int64, as delivery: Delivery = .records,
    table: BatchTable? = nil
  ) throws -> Int {
    guard let list = try KeyList.find(db, formID: formID, rule: "") else { return 0 }
    let (runs, former) = (KeyRuns(list), KeyRuns(list, isFormer: true))
    let earlier = try runs.all(db)
    let corrected = delivery == .corrections ? try corrected(db, spans) : [:]
    var (current, past) = (try KeyRunWriter(db, runs), try KeyRunWriter(db, former))
    var replaced = SupersededWriter(db, table: table)
    var distinct = 0
    try KeyPages(list).forEachSortedBatch(db, spans) { batch in
      distinct += batch.distinctHashes
      var superseded: [Superseded] = []
      try batch.forEachSlice { slice in
        let others = try runs.matches(db, slice, in: earlier)
        let change =
          delivery == .corrections
          ? SupersededKeys(slice, others: others, corrected: corrected)
          : SupersededKeys(slice, others: others)
        try current.append(slice)
        try past.append(change.former)
        try runs.remove(db, change.former)
        superseded += change.superseded
      }
      if superseded.isEmpty { return }
      try replaced.append(superseded)
      if try KeyList.claims(db, formID: formID).isEmpty { return }
      try Claims.release(db, superseded.map(\.submission).joinedRanges, formID: formID)
    }
    try replaced.finish()
    try current.finish()
    try past.finish()
    try runs.merge(db)
    if replaced.isEmpty { return distinct }
    try former.merge(db)
    for span in spans { try StatusTable.supersede(db, by: span) }
    return distinct
  }

  /// Returns, for each correction in some ranges, the submission that it corrects.
  static func corrected(
    _ db: Database, _ spans: [ClosedRange<Int64>]
  ) throws -> [Int64: Int64] {
    var corrected: [Int64: Int64] = [:]
    for span in spans {
      try db.forEachRow(
        sql: "SELECT submission, corrects FROM correction WHERE submission BETWEEN ? AND ?",
        arguments: [span.lowerBound, span.upperBound]
      ) { corrected[try $0.integer(0)] = try $0.integer(1) }
    }
    return corrected
  }
}
