import FormBytes
import Foundation
import GRDB

/// A committed event of the chain.
package struct SealedEvent: Sendable, Equatable {
  /// The event's number, from 1.
  package var number: Int64
  package var at: String
  /// The head of the chain including this event, hexadecimal.
  package var head: String
  /// The first 16 digits of the chain's first head, which identify the store.
  package var store: String
}

extension Store {
  /// Returns at most `limit` events after the given one, in order.
  package func sealedEvents(after number: Int64, limit: Int) throws(StoreError) -> [SealedEvent] {
    try read { try SealedEvent.fetch($0, after: number, limit: limit) }
  }
}

extension SealedEvent {
  /// Returns the events after the given one, in order. A negative limit means no limit.
  static func fetch(
    _ db: Database, after number: Int64, limit: Int = -1
  ) throws -> [SealedEvent] {
    let first = try Data.fetchOne(
      db.cachedStatement(sql: "SELECT head FROM event WHERE number = 1"))
    let store = String((first ?? Data()).hexadecimal.prefix(16))
    return try db.mapRows(
      sql: "SELECT number, at, head FROM event WHERE number > ? ORDER BY number LIMIT ?",
      arguments: [number, limit]
    ) { row in
      try SealedEvent(
        number: Int64(row.count(0)), at: row.text(1), head: row.bytes(2).hexadecimal,
        store: store)
    }
  }

  /// Returns the number of the last event, or 0 if there is none.
  static func lastNumber(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(number) FROM event")) ?? 0
  }
}
