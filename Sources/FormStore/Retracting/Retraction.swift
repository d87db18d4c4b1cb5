import FormBytes
import GRDB

/// Retracts finished imports.
///
/// What the imports superseded or corrected takes effect again. Nothing is deleted except derived
/// rows.
enum Retraction {
  /// Retracts an import whose submissions have no corrections in effect.
  ///
  /// - Parameter requested: The import whose retraction requires this one: the same, or one whose
  ///   records it corrects.
  /// - Returns: The submissions that are in effect again, in ascending order. Those that are
  ///   accepted have no claims yet.
  static func insert(
    _ db: Database, _ importID: Int64, requested: Int64, at: String, attribution: Attribution
  ) throws -> [Int64] {
    let spans = try SubmissionSpan.ranges(db, ofImport: importID)
    let formID = try Store.formID(db, ofImport: importID)
    let retraction = try db.insertRow(
      into: "retraction", ["import": importID, "requested": requested])
    var corrected: [Int64] = []
    var restored: [Int64] = []
    for ids in spans {
      corrected += try removeCorrections(db, ids)
      restored += try removeSupersession(db, by: ids, formID: formID)
    }
    try removeKeys(db, spans, restored: restored, formID: formID)
    try Claims.release(db, spans, formID: formID)
    for ids in spans { try StatusTable.remove(db, ids) }
    let affected = (restored + corrected).sortedWithoutDuplicates
    try StatusTable.restore(db, affected)
    try ImportColumnTable.setState(db, import: importID, .retracted)
    try db.execute(sql: "DELETE FROM current WHERE import = ?", arguments: [importID])
    try Ledger.append(db, .retraction, subject: retraction, at: at, attribution: attribution)
    return affected
  }

  /// Removes the corrections in a range.
  ///
  /// - Returns: The submissions that they corrected.
  private static func removeCorrections(
    _ db: Database, _ ids: ClosedRange<Int64>
  ) throws -> [Int64] {
    let arguments: StatementArguments = [ids.lowerBound, ids.upperBound]
    let corrected = try Int64.fetchAll(
      db, sql: "SELECT corrects FROM correction WHERE submission BETWEEN ? AND ?",
      arguments: arguments)
    try db.execute(
      sql: """
        INSERT INTO retracted_correction (submission)
        SELECT submission FROM correction WHERE submission BETWEEN ? AND ?
        """, arguments: arguments)
    return corrected
  }

  /// Makes submissions that a range superseded those of the next delivery. Purged submissions stay
  /// as they are: their keys no longer exist, so that the purge has sealed what superseded them.
  ///
  /// - Returns: The ones that have no later delivery.
  private static func removeSupersession(
    _ db: Database, by ids: ClosedRange<Int64>, formID: Int64
  ) throws -> [Int64] {
    let purged = try Purge.ranges(db)
    let own = try SupersededTable.ranges(db, of: ids)
    var moved: [Superseded] = []
    var restored: [Int64] = []
    var removed: [ClosedRange<Int64>] = []
    var supersededByPurged: [Int64: Int64] = [:]
    try SupersededTable.forEach(db, by: ids) { range in
      for earlier in [range.ids].subtracting(purged).map({ range.part($0) }) {
        removed.append(earlier.ids)
        for submission in earlier.ids {
          let superseder = earlier.superseder(of: submission)
          if purged.overlap(superseder...superseder) {
            supersededByPurged[submission] = superseder
          } else if let next = own.superseder(of: superseder) {
            moved.append(Superseded(submission: submission, by: next))
          } else {
            restored.append(submission)
          }
        }
      }
    }
    if !supersededByPurged.isEmpty {
      let next = try nextDeliveries(db, superseders: supersededByPurged, formID: formID)
      moved += next.map { Superseded(submission: $0.key, by: $0.value) }
      restored += supersededByPurged.keys.filter { next[$0] == nil }
    }
    try SupersededTable.remove(
      db, removed.sorted { $0.lowerBound < $1.lowerBound }.joined())
    try SupersededTable.remove(db, own.map(\.ids).subtracting(purged))
    var writer = SupersededWriter(db, table: nil)
    try writer.append(moved)
    try writer.finish()
    return restored
  }

  /// Removes the record keys of an import from those in effect, and adds those of the restored
  /// submissions.
  private static func removeKeys(
    _ db: Database, _ spans: [ClosedRange<Int64>], restored: [Int64], formID: Int64
  ) throws {
    guard let list = try KeyList.find(db, formID: formID, rule: "") else { return }
    let (pages, runs, former) = (KeyPages(list), KeyRuns(list), KeyRuns(list, isFormer: true))
    try pages.forEachSortedBatch(db, spans) { batch in
      try runs.remove(db, batch)
      try former.remove(db, batch)
    }
    if restored.isEmpty { return }
    var writer = try KeyRunWriter(db, runs)
    try pages.forEachSortedBatch(db, restored.joinedRanges) { batch in
      try former.remove(db, batch)
      try writer.append(batch)
    }
    try writer.finish()
    try runs.merge(db)
  }
}
