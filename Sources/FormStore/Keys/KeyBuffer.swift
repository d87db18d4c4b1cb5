import FormRules
import GRDB

/// Collects the keys of an import or a single submission until they are written to the pages of
/// their lists.
struct KeyBuffer {
  private let formID: Int64
  private let purgedRecords: Form.PurgedRecords?
  /// The rule ids, by position in the plan.
  private let rules: [String]
  private var records: [SubmissionKey] = []
  private var claims: [Int32: [SubmissionKey]] = [:]
  private var lists: [String: KeyList] = [:]
  /// The lines of records that were purged before, as far as they have been written.
  private(set) var linesOfPurged: [Int64] = []

  init(_ start: RunStart) {
    formID = start.form.definitionID
    purgedRecords = start.bound.latestForm.purgedRecords
    rules = start.plan.rules.map(\.id)
  }

  /// Adds the keys of a batch whose first record is the submission `first`.
  mutating func add(_ batch: PreparedBatch, first: Int64) {
    for key in batch.recordKeys {
      records.append(
        SubmissionKey(submission: first + Int64(key.record), hash: key.hash, content: key.content))
    }
    for key in batch.uniqueKeys {
      claims[key.rule, default: []].append(
        SubmissionKey(submission: first + Int64(key.record), hash: key.hash))
    }
  }

  /// Whether enough keys are pending to be written.
  var isLarge: Bool {
    let maximum = Self.maximumPending
    return records.count >= maximum || claims.values.contains { $0.count >= maximum }
  }

  /// The number of pending keys of a list after which they are written.
  private static let maximumPending = 20_000

  /// Writes the pending keys.
  ///
  /// - Throws: `StoreError` if a record was purged before, and its form refuses it.
  mutating func flush(_ db: Database) throws {
    if purgedRecords != nil, !records.isEmpty { try noticePurged(db) }
    if !records.isEmpty { try KeyPages(list(db, "")).append(db, records) }
    for (rule, keys) in claims.sorted(by: { $0.key < $1.key }) where !keys.isEmpty {
      try KeyPages(list(db, rules[Int(rule)])).append(db, keys)
    }
    removeAll()
  }

  private mutating func noticePurged(_ db: Database) throws {
    for key in try PurgedKeys.matches(db, formID: formID, records) {
      let line = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT line FROM submission WHERE id = ?"),
        arguments: [key.submission])
      if purgedRecords == .refuse { throw StoreError.purged(line: line ?? 0) }
      linesOfPurged.append(line ?? 0)
    }
  }

  /// Discards the pending keys.
  mutating func removeAll() {
    records.removeAll(keepingCapacity: true)
    for rule in claims.keys { claims[rule]?.removeAll(keepingCapacity: true) }
  }

  private mutating func list(_ db: Database, _ rule: String) throws -> KeyList {
    if let known = lists[rule] { return known }
    let list = try KeyList.make(db, formID: formID, rule: rule)
    lists[rule] = list
    return list
  }
}
