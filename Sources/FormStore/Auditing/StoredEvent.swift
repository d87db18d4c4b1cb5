import FormBytes
import Foundation
import GRDB

/// An event of the chain and its subject.
package struct StoredEvent: Sendable {
  package var number: Int64
  package var kind: EventKind
  /// The id of the event's row.
  package var subject: Int64
  package var at: String
  package var attribution: Attribution
  /// The head of the chain including this event, hexadecimal.
  package var head: String
  package var form: String?
  package var formVersion: Int?
  package var rules: String?
  package var rulesVersion: Int?
  /// For a version, the first earlier version with the same content.
  package var equalVersion: Int?
  package var importID: Int64?
  package var importKind: ImportKind?
  package var fileName: String?
  package var runID: Int64?
  /// The number of submissions concerned, or nil if it is not known yet.
  package var submissions: Int?
  package var accepted: Int?
  package var rejected: Int?
  package var newlyAccepted: Int?
  package var newlyRejected: Int?
  /// For a decision, the number of failures concerned.
  package var failures: Int?
  /// For a decision, whether it waives them.
  package var waives: Bool?
  package var activity: StoredActivity.Kind?
  /// For an activity, its JSON object.
  package var detail: String?
  /// For an event about a single submission, its id.
  package var submission: Int64?
  /// For an assignment, the operator, or nil for nobody.
  package var assignee: String?
  /// For a version of a source, the source.
  package var source: String?
  package var sourceVersion: Int?
}

extension StoredEvent {
  /// Decodes a row of `EventSQL.events`.
  ///
  /// - Throws: `StoreError` if a kind is unknown, which means that the store was altered.
  init(_ row: StatementRow) throws(StoreError) {
    func count(_ column: Int32) throws(StoreError) -> Int? {
      try row.optionalInteger(column).map { Int($0) }
    }
    try self.init(
      number: row.integer(0), kind: row.value(1), subject: row.integer(2), at: row.text(3),
      attribution: Attribution(by: row.optionalText(4), reason: row.optionalText(5)),
      head: row.bytes(6).hexadecimal, form: row.optionalText(7), formVersion: count(8),
      rules: row.optionalText(9), rulesVersion: count(10), equalVersion: count(11),
      importID: row.optionalInteger(12),
      importKind: row.isNull(13) ? nil : row.value(13) as ImportKind,
      fileName: row.optionalText(14), runID: row.optionalInteger(15),
      submissions: count(16), accepted: count(17), rejected: count(18), newlyAccepted: count(19),
      newlyRejected: count(20), failures: count(21),
      waives: row.optionalInteger(22).map { $0 == 1 },
      activity: row.optionalText(23).flatMap(StoredActivity.Kind.init),
      detail: row.optionalText(24),
      submission: row.optionalInteger(25), assignee: row.optionalText(26),
      source: row.optionalText(27), sourceVersion: count(28))
  }

  /// A filter for events.
  package struct Filter: Sendable {
    /// The earliest time, inclusive.
    package var since: String?
    /// The latest time, inclusive.
    package var through: String?
    /// The operator.
    package var by: String?
    /// The kinds, or an empty set for all.
    package var kinds: Set<EventKind>
    /// The form whose submissions or definitions the events concern.
    package var form: String?
    /// The import that the events concern: its beginning and end, and the later events of its
    /// submissions.
    package var importID: Int64?

    package init(kinds: Set<EventKind> = [], form: String? = nil, importID: Int64? = nil) {
      self.kinds = kinds
      self.form = form
      self.importID = importID
    }
  }
}

extension Store {
  /// Returns the events after one number up to and including another, in order.
  ///
  /// - Parameter limit: The maximum number of events.
  package func events(
    _ filter: StoredEvent.Filter, after number: Int64, through end: Int64, limit: Int
  ) throws(StoreError) -> [StoredEvent] {
    try read { db in
      try db.mapRows(
        sql: "\(EventSQL.events(filter)) ORDER BY e.number LIMIT \(limit)",
        arguments: EventSQL.arguments(filter, after: number, through: end), StoredEvent.init)
    }
  }

  /// Returns the number of the event before the last `count` events, or 0 if there is none.
  package func event(
    _ filter: StoredEvent.Filter, beforeLast count: Int, through end: Int64
  ) throws(StoreError) -> Int64 {
    try read { db in
      try Int64.fetchOne(
        db,
        sql: """
          SELECT e.number \(EventSQL.sources(filter))
          ORDER BY e.number DESC LIMIT 1 OFFSET \(count)
          """, arguments: EventSQL.arguments(filter, after: 0, through: end)) ?? 0
    }
  }

  /// Returns the number of the last event.
  package func lastEvent() throws(StoreError) -> Int64 { try read(SealedEvent.lastNumber) }

  /// Returns the head of the chain, hexadecimal, also within a transaction.
  package func head() throws(StoreError) -> String {
    try read { db in
      try Data.fetchOne(db, sql: "SELECT head FROM event ORDER BY number DESC LIMIT 1")?
        .hexadecimal ?? ""
    }
  }

  /// Returns the head of the chain, hexadecimal, after the last event that can change what reports
  /// and exports show. Activities, such as reads, cannot.
  package func contentHead() throws(StoreError) -> String? {
    try read { db in
      try Data.fetchOne(
        db.cachedStatement(
          sql: "SELECT head FROM event WHERE kind <> 'activity' ORDER BY number DESC LIMIT 1")
      )?.hexadecimal
    }
  }
}
