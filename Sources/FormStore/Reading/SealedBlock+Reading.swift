import GRDB

extension SealedBlock {
  /// Returns the stored blocks of a run, in order. Those of an unfinished run are full.
  static func all(_ db: Database, ofRun runID: Int64) throws -> [SealedBlock] {
    var blocks: [SealedBlock] = []
    try db.forEachRow(
      sql:
        "SELECT number, records, salt, digest, withdrawn FROM block WHERE run = ? ORDER BY number",
      arguments: [runID]
    ) { row in
      let (number, records) = try (row.integer(0), row.integer(1))
      guard number == Int64(blocks.count),
        // A block ends after a whole batch.
        (1...2 * Int64(BlockHasher.maximumRecords)).contains(records)
      else {
        throw StoreError.altered("a block of run \(runID) is not at its position")
      }
      var block = SealedBlock(
        records: Int(records), salt: row.bytes(2), digest: row.bytes(3))
      block.withdrawn = row.bytes(4)
      blocks.append(block)
    }
    return blocks
  }

  /// Returns the last block of an unfinished import, which may be empty, or nil if the run is not
  /// that of an unfinished import.
  ///
  /// - Parameter blocks: The full blocks before it.
  static func open(
    _ db: Database, ofRun runID: Int64, after blocks: [SealedBlock]
  ) throws -> SealedBlock? {
    let before = blocks.reduce(0) { $0 + $1.records }
    return try db.firstRow(
      sql: "SELECT records, salt, digest FROM progress WHERE run = ?", arguments: [runID]
    ) { row in
      SealedBlock(
        records: Int(try row.integer(0)) - before, salt: row.bytes(1), digest: row.bytes(2))
    }
  }
}
