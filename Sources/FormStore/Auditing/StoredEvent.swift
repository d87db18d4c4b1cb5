import FormBytes
import Foundation
import GRDB

/// An event of the chain, and what it is about.
package struct StoredEvent: Sendable {
  package let number: Int64
  package let kind: EventKind
  /// The id of the event's row.
  package let subject: Int64
  package let at: String
  package let attribution: Attribution
  /// The head of the chain including this event, hexadecimal.
  package let head: String
  /// The definitions. The form is nil if there are several.
  package let form, rules, source: Version?
  /// The import or intake.
  package let `import`: (id: Int64, kind: ImportKind, fileName: String?)?
  package let runID: Int64?
  /// The numbers of submissions concerned. Each is nil if it is not known yet.
  package let counts: (submissions: Int?, accepted: Int?, rejected: Int?)
  package let content: Content

  /// A definition, and the number of its version, if the event concerns one version.
  package typealias Version = (name: String, number: Int?)

  /// What only events of a kind have.
  package enum Content: Sendable {
    case store, plan, `import`, submission, purge, discard, retraction, reinstatement
    /// A version was stored, which may have the same content as an earlier one.
    case definition(equalVersion: Int?)
    /// An import ended.
    case importRun
    /// A replay ended, with these changes relative to the earlier verdicts.
    case replay(newlyAccepted: Int, newlyRejected: Int)
    /// Failures were waived or reopened.
    case decision(waives: Bool, failures: Int)
    /// Submissions were assigned to an operator, or to nobody.
    case assignment(assignee: String?)
    case comment(submission: Int64?)
    /// The kind is nil if it is unknown. The detail is a JSON object.
    case activity(kind: StoredActivity.Kind?, detail: String)
  }

  /// For an event about a single submission, its id.
  package var submission: Int64? {
    switch content {
    case .submission: subject
    case .comment(let submission): submission
    default: nil
    }
  }

  /// Decodes a row of `EventSQL.events`.
  ///
  /// - Throws: `StoreError` if a kind is unknown, which means that the store was altered.
  init(_ row: StatementRow) throws(StoreError) {
    func count(_ column: Int32) throws(StoreError) -> Int? {
      try row.optionalInteger(column).map { Int($0) }
    }
    func version(_ column: Int32) throws(StoreError) -> Version? {
      guard let name = try row.optionalText(column) else { return nil }
      return (name: name, number: try count(column + 1))
    }
    (number, kind, subject) = try (row.integer(0), row.value(1), row.integer(2))
    (at, head) = (try row.text(3), row.bytes(6).hexadecimal)
    attribution = try Attribution(by: row.optionalText(4), reason: row.optionalText(5))
    (form, rules, source) = try (version(7), version(9), version(27))
    if let id = try row.optionalInteger(12) {
      self.import = (id: id, kind: try row.value(13), fileName: try row.optionalText(14))
    } else {
      self.import = nil
    }
    runID = try row.optionalInteger(15)
    counts = try (count(16), count(17), count(18))
    content =
      switch kind {
      case .store: .store
      case .definition: .definition(equalVersion: try count(11))
      case .plan: .plan
      case .import: .import
      case .run where self.import != nil: .importRun
      case .run: .replay(newlyAccepted: try count(19) ?? 0, newlyRejected: try count(20) ?? 0)
      case .submission: .submission
      case .decision:
        .decision(waives: try row.optionalInteger(22) == 1, failures: try count(21) ?? 0)
      case .purge: .purge
      case .discard: .discard
      case .retraction: .retraction
      case .reinstatement: .reinstatement
      case .assignment: .assignment(assignee: try row.optionalText(26))
      case .comment: .comment(submission: try row.optionalInteger(25))
      case .activity:
        .activity(
          kind: try row.optionalText(23).flatMap(StoredActivity.Kind.init),
          detail: try row.optionalText(24) ?? "")
      }
  }
}

extension StoredEvent {
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
