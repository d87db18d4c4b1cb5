import GRDB

/// An activity around the records, sealed by a separate event.
package struct StoredActivity: Sendable {
  package var id: Int64
  package var kind: Kind
  /// The earlier activity that this one ends or belongs to.
  package var subject: Int64?
  /// A JSON object.
  package var detail: String
  /// The number of the activity's event.
  package var event: Int64
  package var at: String
  package var by: String?
  package var reason: String?

  /// The kind of activity.
  package enum Kind: String, Sendable, CaseIterable {
    /// Permissions were granted to a token or user.
    case grant
    /// A grant ended.
    case revoke
    /// A person or program read personal data.
    case read
    /// Submissions were exported, or the store was copied.
    case copy
    /// A backup took the place of the store, so that events were lost.
    case restoration
    /// A webhook was added: events are sent to a URL.
    case webhook
    /// A webhook was removed.
    case webhookRemoval = "unhook"
    /// Notifications of a webhook were sent, failed, or are to be sent again.
    case webhookNotification = "delivery"
    /// The queue of mail changed.
    case mail
    /// A delivery that is due has not arrived.
    case lateDelivery = "late"
  }
}

extension Store {
  /// Returns the activities of the given kinds, oldest first.
  ///
  /// - Parameters:
  ///   - event: Only the activities of later events are returned. No earlier events are read.
  ///   - latest: Whether only the last activity of each kind and subject is returned.
  package func activities(
    _ kinds: Set<StoredActivity.Kind>, after event: Int64 = 0, latest: Bool = false
  ) throws(StoreError) -> [StoredActivity] {
    try read { db in
      let names = kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
      // SQLite does not change the order of a CROSS JOIN. Terms with + use no index.
      let tables =
        event == 0
        ? "activity a CROSS JOIN event e ON e.kind = 'activity' AND e.subject = a.id"
        : "event e CROSS JOIN activity a ON +e.kind = 'activity' AND a.id = e.subject"
      return try db.mapRows(
        sql: """
          SELECT a.id, a.kind, a.subject, a.detail, e.number, e.at, e."by", e.reason FROM \(tables)
          WHERE a.kind IN (\(names)) AND e.number > ? \(latest ? "AND a.id IN (SELECT max(id) FROM activity WHERE kind IN (\(names)) GROUP BY kind, subject)" : "")
          ORDER BY a.id
          """, arguments: [event]
      ) { row in
        try StoredActivity.Kind(rawValue: row.text(1)).map {
          try StoredActivity(
            id: row[0], kind: $0, subject: row[2], detail: row[3], event: row[4], at: row[5],
            by: row[6], reason: row[7])
        }
      }.compactMap(\.self)
    }
  }
}
