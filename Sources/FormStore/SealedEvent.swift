import Foundation
import GRDB

/// An event of the chain that was committed.
package struct SealedEvent: Sendable, Equatable {
  /// Its number, from 1.
  package var number: Int64
  package var at: String
  /// The head of the chain with it, hexadecimal.
  package var head: String
  /// The first 16 digits of the chain's first head, which tell stores apart.
  package var store: String
}

extension Store {
  /// The events behind the one of that number, at most so many, in order.
  package func sealedEvents(after number: Int64, limit: Int) throws(StoreError) -> [SealedEvent] {
    try read { try Ledger.events($0, after: number, limit: limit) }
  }
}

extension Ledger {
  /// The events behind the one of that number, in order.
  static func events(
    _ db: Database, after number: Int64, limit: Int = -1
  ) throws -> [SealedEvent] {
    let first = try Data.fetchOne(
      db.cachedStatement(sql: "SELECT head FROM event WHERE number = 1"))
    let store = String(Array(first ?? Data()).hexadecimal.prefix(16))
    return try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT number, at, head FROM event WHERE number > ? ORDER BY number LIMIT ?"),
      arguments: [number, limit]
    ).map {
      SealedEvent(
        number: try $0[0], at: try $0[1], head: Array(try $0[2] as Data).hexadecimal,
        store: store)
    }
  }

  /// The number of the last event; 0 when there is none.
  static func lastNumber(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(number) FROM event")) ?? 0
  }
}
