import Foundation
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
      guard row.integer(0) == Int64(blocks.count),
        // A block ends after a whole batch.
        (1...2 * Int64(BlockHasher.maximumRecords)).contains(row.integer(1))
      else {
        throw StoreError.damaged("a block of run \(runID) is not at its position")
      }
      var block = SealedBlock(
        records: Int(row.integer(1)), salt: row.bytes(2), digest: row.bytes(3))
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
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT records, salt, digest FROM progress WHERE run = ?"),
      arguments: [runID]
    ).map { row in
      try SealedBlock(
        records: (row[0] as Int) - blocks.reduce(0) { $0 + $1.records },
        salt: Array(row[1] as Data), digest: Array(row[2] as Data))
    }
  }
}
