import FormBytes
import GRDB

/// Makes a retracted import take effect again, at its place in the order of deliveries.
///
/// Its submissions, and those that it replaces, then have the states that they would have without
/// the retraction.
struct Reinstatement {
  let db: Database
  let importID: Int64
  let formID: Int64
  let spans: [ClosedRange<Int64>]
  let order: DeliveryOrder
  /// The event at which the import took effect.
  let event: Int64
  /// By correction of the import, the submission that it corrects.
  let corrected: [Int64: Int64]

  init(_ db: Database, _ importID: Int64) throws {
    self.db = db
    self.importID = importID
    formID = try Store.formID(db, ofImport: importID)
    spans = try SubmissionSpan.ranges(db, ofImport: importID)
    order = try DeliveryOrder(db, formID: formID)
    event = order.effects.event(of: spans.first?.lowerBound ?? 0)
    corrected = try RecordKeys.corrected(db, spans)
  }

  var effects: EffectiveEvents { order.effects }

  /// Makes the import take effect.
  ///
  /// - Returns: The submissions that it replaces, in ascending order.
  func insert(
    retraction: Int64, _ table: BatchTable, at: String, _ attribution: Attribution
  ) throws -> [Int64] {
    try requireNoConflict()
    try db.insertRow(into: "reinstatement", ["retraction": retraction])
    for ids in spans {
      try db.execute(
        sql: "DELETE FROM retracted_correction WHERE submission BETWEEN ? AND ?",
        arguments: [ids.lowerBound, ids.upperBound])
    }
    try CurrentRangeTable.insert(db, table, ofImport: importID)
    let replaced = (try addKeys(table) + corrected.values).sortedWithoutDuplicates
    try Claims.release(db, replaced.joinedRanges, formID: formID)
    try StatusTable.reinstate(db, spans, replaced: replaced, corrected: corrected.values)
    try ImportColumnTable.setState(db, import: importID, nil)
    try Ledger.append(db, .reinstatement, subject: retraction, at: at, attribution: attribution)
    return replaced
  }

  func conflict(_ conflict: ReinstatementConflict) -> StoreError {
    .notReinstatable(importID: importID, conflict)
  }

  private func requireNoConflict() throws {
    let digest = try String.fetchOne(
      db,
      sql: """
        SELECT e.sha256 FROM import i JOIN import_end e ON e.import = i.id
        WHERE i.id = ? AND i.again = 0
        """, arguments: [importID])
    let others = try digest.map { try FileImports(db, sha256: $0, formID: formID) }
    if let other = others.flatMap({ ($0.whole + $0.externalRuns).min() }) {
      throw conflict(.importedAgain(importID: other))
    }
    if try KeyList.find(db, formID: formID, rule: "") != nil {
      let purged = try Purge.ranges(db)
      if spans.contains(where: purged.overlap) { throw conflict(.purged) }
    }
    for base in corrected.values.sorted() {
      if let correction = try correction(of: base) {
        throw conflict(.corrected(importID: correction.importID))
      }
      guard let range = effects.range(of: base) else { continue }
      let isRetracted = try db.hasRow(
        sql: "SELECT 1 FROM retracted_import WHERE import = ?", arguments: [range.importID])
      if isRetracted { throw conflict(.correctsRetracted(importID: range.importID)) }
      // A later delivery replaced the submission, whether it has the key of the correction or not.
      if let other = try SupersededTable.range(db, containing: base)?.superseder(of: base),
        effects.event(of: other) < event, let rival = effects.range(of: other)
      {
        throw conflict(.replaced(importID: rival.importID))
      }
    }
  }

  /// Returns how the correction of a submission took effect, or nil if it has none.
  func correction(of submission: Int64) throws -> EffectiveRange? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT submission FROM effective_correction WHERE corrects = ?"),
      arguments: [submission]
    ).flatMap(effects.range(of:))
  }
}
