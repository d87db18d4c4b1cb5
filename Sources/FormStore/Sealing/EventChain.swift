import FormHashing
import Foundation
import GRDB

/// The end of the chain of events, to which new ones are appended.
struct EventChain {
  /// The tree over all events.
  private var events: HashTree
  private let insertion: Statement

  init(_ db: Database) throws {
    // A failed insertion of one row changes nothing that an abort would restore.
    insertion = try db.cachedStatement(
      sql: """
        INSERT OR FAIL INTO event (
          number, kind, subject, at, "by", reason, version, digest, node, head)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    let number = try SealedEvent.lastNumber(db)
    guard (0...Store.largestNumber).contains(number) else {
      throw StoreError.altered("the number of an event is out of range")
    }
    // The complete parts of the tree end at the event numbers that add its powers of two.
    var (end, parts) = (0, [HashNode]())
    for bit in (0..<Int.bitWidth - 1).reversed() where Int(number) >> bit & 1 == 1 {
      end += 1 << bit
      parts.append(try Ledger.node(db, endingAt: end))
    }
    events = HashTree(count: Int(number), parts: parts)
  }

  /// Appends an event with the digest of its rows, all of which must have been written.
  ///
  /// - Returns: The new head.
  mutating func append(
    _ kind: EventKind, _ subject: Int64, at: String, attribution: Attribution, digest: [UInt8]
  ) throws -> [UInt8] {
    let event = EventHeader(
      number: Int64(events.count) + 1, kind: kind.rawValue, subject: subject, at: at,
      attribution: attribution)
    events.append(event.leaf(digest))
    let head = Ledger.head(events)
    try insertion.execute { values in
      values.add(event.number)
      values.add(kind.rawValue)
      values.add(subject)
      values.add(at)
      values.add(attribution.by)
      values.add(attribution.reason)
      values.add(Ledger.version)
      values.add(digest)
      values.add(events.lastPart.bytes)
      values.add(head)
    }
    return head
  }
}

extension Ledger {
  /// Returns the root of the largest complete part of the tree that ends with an event.
  static func node(_ db: Database, endingAt event: Int) throws -> HashNode {
    let node = try Data.fetchOne(
      db.cachedStatement(sql: "SELECT node FROM event WHERE number = ?"), arguments: [event]
    ).map { HashNode($0) }
    guard let node, node.bytes.count == HashNode.size else {
      throw StoreError.altered("event \(event) has no node")
    }
    return node
  }
}
