import GRDB

/// Finds the records of an import that are stored with the cells of the previous delivery.
struct CellSharing {
  /// The delivery with which records share their cells.
  private var previous: PreviousDelivery?
  private var isPreviousKnown = false

  /// Determines which records of a batch share their cells.
  mutating func find(
    for batch: PreparedBatch, of importID: Int64, formID: Int64, _ db: Database
  ) throws {
    if !isPreviousKnown {
      isPreviousKnown = true
      previous = try PreviousDelivery(db, formID: formID)
    }
    batch.originals = try previous?.originals(of: batch, in: importID, db) ?? []
    if previous?.isDifferent == true { previous = nil }
  }

  /// Forgets what was read, which another process may have changed.
  mutating func reload(_ db: Database) throws { try previous?.reload(db) }
}
