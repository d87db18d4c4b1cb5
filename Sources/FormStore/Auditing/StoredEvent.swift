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
  /// The form, or nil if there is none or several.
  package let form: Version?
  package let rules: Version?
  /// For a version of a source, the source.
  package let source: Version?
  /// The import or intake.
  package let `import`: Import?
  package let runID: Int64?
  package let counts: Counts
  package let content: Content

  /// A form, a rule set or a source.
  package struct Version: Sendable {
    package let name: String
    /// The number of the version, or nil if the event concerns the form in all of its versions.
    package let number: Int?
  }

  /// An import or intake.
  package struct Import: Sendable {
    package let id: Int64
    package let kind: ImportKind
    package let fileName: String?
  }

  /// The numbers of submissions concerned. Each is nil if it is not known yet.
  package struct Counts: Sendable {
    package let submissions: Int?
    package let accepted: Int?
    package let rejected: Int?
  }

  /// What only events of a kind have.
  package enum Content: Sendable {
    case store, plan, `import`, importRun, submission, purge, discard, retraction, reinstatement
    /// - Parameter equalVersion: The first earlier version with the same content.
    case definition(equalVersion: Int?)
    /// The end of a replay, with the changes relative to the earlier verdicts.
    case replay(newlyAccepted: Int, newlyRejected: Int)
    /// - Parameters:
    ///   - waives: Whether the failures are waived, not reopened.
    ///   - failures: The number of failures.
    case decision(waives: Bool, failures: Int)
    /// - Parameter assignee: The operator, or nil for nobody.
    case assignment(assignee: String?)
    case comment(submission: Int64?)
    /// - Parameters:
    ///   - kind: The kind, or nil if it is unknown.
    ///   - detail: A JSON object.
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
    number = try row.integer(0)
    kind = try row.value(1)
    subject = try row.integer(2)
    at = try row.text(3)
    attribution = try Attribution(by: row.optionalText(4), reason: row.optionalText(5))
    head = row.bytes(6).hexadecimal
    form = try Version(row, 7)
    rules = try Version(row, 9)
    source = try Version(row, 27)
    self.import = try Import(row)
    runID = try row.optionalInteger(15)
    counts = try Counts(
      submissions: row.optionalCount(16), accepted: row.optionalCount(17),
      rejected: row.optionalCount(18))
    content = try Content(kind, row)
  }
}

extension StoredEvent.Version {
  /// Decodes the name in a column and the number in the next one.
  fileprivate init?(_ row: StatementRow, _ column: Int32) throws(StoreError) {
    guard let name = try row.optionalText(column) else { return nil }
    try self.init(name: name, number: row.optionalCount(column + 1))
  }
}

extension StoredEvent.Import {
  fileprivate init?(_ row: StatementRow) throws(StoreError) {
    guard let id = try row.optionalInteger(12) else { return nil }
    try self.init(id: id, kind: row.value(13), fileName: row.optionalText(14))
  }
}

extension StoredEvent.Content {
  fileprivate init(_ kind: EventKind, _ row: StatementRow) throws(StoreError) {
    self =
      switch kind {
      case .store: .store
      case .definition: try .definition(equalVersion: row.optionalCount(11))
      case .plan: .plan
      case .import: .import
      case .run where !row.isNull(12): .importRun
      case .run:
        try .replay(
          newlyAccepted: row.optionalCount(19) ?? 0, newlyRejected: row.optionalCount(20) ?? 0)
      case .submission: .submission
      case .decision:
        try .decision(waives: row.optionalInteger(22) == 1, failures: row.optionalCount(21) ?? 0)
      case .purge: .purge
      case .discard: .discard
      case .retraction: .retraction
      case .reinstatement: .reinstatement
      case .assignment: try .assignment(assignee: row.optionalText(26))
      case .comment: try .comment(submission: row.optionalInteger(25))
      case .activity:
        try .activity(
          kind: row.optionalText(23).flatMap(StoredActivity.Kind.init),
          detail: row.optionalText(24) ?? "")
      }
  }
}

extension StatementRow {
  fileprivate func optionalCount(_ column: Int32) throws(StoreError) -> Int? {
    try optionalInteger(column).map { Int($0) }
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
