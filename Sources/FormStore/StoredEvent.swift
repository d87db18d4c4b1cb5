import Foundation
import GRDB

/// An event of the chain with what it is about.
package struct StoredEvent: Sendable {
  package var number: Int64
  package var kind: EventKind
  /// The row that it is about.
  package var subject: Int64
  package var at: String
  package var attribution: Attribution
  /// The head of the chain with it, hexadecimal.
  package var head: String
  package var form: String?
  package var formVersion: Int?
  package var rules: String?
  package var rulesVersion: Int?
  /// Of a version: the first earlier one that has the same content.
  package var equalVersion: Int?
  package var importID: Int64?
  /// `file`, `stream`, `intake`, `correction` or `judged`.
  package var importKind: String?
  package var fileName: String?
  package var run: Int64?
  /// How many submissions it is about; nil where that is not known yet.
  package var submissions: Int?
  package var accepted: Int?
  package var rejected: Int?
  package var newlyAccepted: Int?
  package var newlyRejected: Int?
  /// Of a decision: how many failures it is about.
  package var failures: Int?
  /// Of a decision: whether it waives them.
  package var waives: Bool?
}

extension StoredEvent {
  /// A row of `EventQuery.events`.
  ///
  /// - Throws: when its kind is unknown: somebody altered it.
  init(_ row: SteppedRow) throws(StoreError) {
    guard let kind = EventKind(rawValue: row.text(1) ?? "") else {
      throw .damaged("event \(row.integer(0)) is of an unknown kind")
    }
    func integer(_ column: Int32) -> Int64? { row.isNull(column) ? nil : row.integer(column) }
    func count(_ column: Int32) -> Int? { integer(column).map { Int(clamping: $0) } }
    self.init(
      number: row.integer(0), kind: kind, subject: row.integer(2), at: row.text(3) ?? "",
      attribution: Attribution(by: row.text(4), reason: row.text(5)),
      head: row.bytes(6).hexadecimal, form: row.text(7), formVersion: count(8),
      rules: row.text(9), rulesVersion: count(10), equalVersion: count(11),
      importID: integer(12), importKind: row.text(13), fileName: row.text(14), run: integer(15),
      submissions: count(16), accepted: count(17), rejected: count(18), newlyAccepted: count(19),
      newlyRejected: count(20), failures: count(21), waives: integer(22).map { $0 == 1 })
  }

  /// Which events are wanted.
  package struct Filter: Sendable {
    /// At that time or later.
    package var since: String?
    /// At that time or before.
    package var through: String?
    package var by: String?
    /// None of them means all.
    package var kinds: Set<EventKind>
    /// That concern submissions or definitions of that form.
    package var form: String?
    /// That concern that import: its beginning and end, and what came of its submissions.
    package var importID: Int64?

    package init(
      since: String? = nil, through: String? = nil, by: String? = nil,
      kinds: Set<EventKind> = [], form: String? = nil, importID: Int64? = nil
    ) {
      self.since = since
      self.through = through
      self.by = by
      self.kinds = kinds
      self.form = form
      self.importID = importID
    }
  }
}

extension Store {
  /// The events behind a number and up to another one, in order.
  ///
  /// - Parameter limit: at most so many.
  package func events(
    _ filter: StoredEvent.Filter, after number: Int64, through end: Int64, limit: Int
  ) throws(StoreError) -> [StoredEvent] {
    try read { db in
      let statement = try db.cachedStatement(
        sql: "\(EventQuery.events(filter)) ORDER BY e.number LIMIT \(limit)")
      try statement.setArguments(EventQuery.arguments(filter, after: number, through: end))
      return try statement.mapSteps(StoredEvent.init)
    }
  }

  /// The number of the event before the last so many.
  package func event(
    _ filter: StoredEvent.Filter, beforeLast count: Int, through end: Int64
  ) throws(StoreError) -> Int64 {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT e.number \(EventQuery.sources(filter))
          ORDER BY e.number DESC LIMIT 1 OFFSET \(count)
          """)
      try statement.setArguments(EventQuery.arguments(filter, after: 0, through: end))
      return try statement.mapSteps { $0.integer(0) }.first ?? 0
    }
  }

  /// The number of the last event.
  package func lastEvent() throws(StoreError) -> Int64 { try read(Ledger.lastNumber) }
}
