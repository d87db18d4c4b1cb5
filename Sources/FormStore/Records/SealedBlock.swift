import Foundation
import GRDB

/// A block of a run as stored.
package struct SealedBlock: Sendable, Equatable {
  package var records: Int
  /// The seed of the salts, or what purges left of it (`LeafSalts`).
  package var salt: [UInt8]
  /// The root of the tree over the records.
  package var digest: [UInt8]
  /// The nodes above the records without salts (`BlockTree`).
  var withdrawn: [UInt8] = []

  package init(records: Int, salt: [UInt8], digest: [UInt8]) {
    self.records = records
    self.salt = salt
    self.digest = digest
  }

  /// Stores the block of a run.
  func insert(_ db: Database, runID: Int64, number: Int) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO block (run, number, records, salt, digest, withdrawn) VALUES (?, ?, ?, ?, ?, x'')
        """
    ).execute(arguments: [runID, number, records, Data(salt), Data(digest)])
  }
}
