package import FormRules
import Foundation
import GRDB

/// The external keys of records (`key:` of their form), which determine the current delivery of a
/// record.
///
/// A later delivery supersedes an earlier one when its import is finished. Records of one import
/// with the same key do not supersede each other; `unique` rules detect them. Single submissions
/// are separate deliveries.
enum RecordKeys {
  /// Makes the records of a finished import supersede earlier deliveries, whose claims are
  /// released.
  ///
  /// Deliveries that began later but finished sooner supersede these records.
  ///
  /// Costs a sort of the import's keys, and one read per block that may contain one of them.
  ///
  /// - Parameters:
  ///   - spans: The submissions of the import, or a single submission, which is a separate
  ///     delivery.
  ///   - table: The table for bulk inserts, or nil for a single submission.
  /// - Returns: The number of distinct keys.
  @discardableResult
  static func finish(
    _ db: Database, _ spans: [ClosedRange<Int64>], form: Int64, _ table: BatchTable? = nil
  ) throws -> Int {
    guard let list = try KeyList.find(db, form: form, rule: "") else { return 0 }
    let (runs, former) = (KeyRuns(list), KeyRuns(list, isFormer: true))
    let earlier = try runs.all(db)
    var (current, past) = (try KeyRunWriter(db, runs), try KeyRunWriter(db, former))
    var (isAnySuperseded, distinct) = (false, 0)
    try KeyPages(list).forEachSortedPortion(db, spans) { own in
      distinct += own.distinctHashes
      var superseded: [Superseded] = []
      try own.forEachSlice { slice in
        let change = Supersession(slice, try runs.matches(db, slice, in: earlier))
        try current.append(change.effective)
        try past.append(change.former)
        try runs.remove(db, change.removed)
        superseded += change.superseded
      }
      guard !superseded.isEmpty else { return }
      isAnySuperseded = true
      superseded.sort { $0.submission < $1.submission }
      try insert(db, superseded, table)
      if try KeyList.claims(db, form: form).isEmpty { return }
      let ids = superseded.map { $0.submission...$0.submission }
      try Claims.release(db, ids.joined(), form: form)
    }
    try current.finish()
    try past.finish()
    try runs.merge(db)
    guard isAnySuperseded else { return distinct }
    try former.merge(db)
    for span in spans {
      try ExceptionTable.supersede(db, of: span)
      try ExceptionTable.supersede(db, by: span)
    }
    return distinct
  }

  /// Inserts the superseded submissions, in the order of submissions.
  private static func insert(
    _ db: Database, _ superseded: [Superseded], _ table: BatchTable?
  ) throws {
    guard let table else {
      for one in superseded {
        try db.cachedStatement(
          sql: """
            INSERT INTO superseded (submission, superseded_by)
            VALUES (?, ?)
            """
        ).execute(
          arguments: [one.submission, one.by])
      }
      return
    }
    for start in stride(from: 0, to: superseded.count, by: 10_000) {
      var numbers: [Int64] = []
      for one in superseded[start..<min(start + 10_000, superseded.count)] {
        numbers += [one.submission, one.by, 0, 0, 0, 0, 0, 0]
      }
      try table.withNumbers(numbers) {
        try db.cachedStatement(
          sql: """
            INSERT INTO superseded (submission, superseded_by)
            SELECT c0, c1 FROM batch_number
            """
        )
        .execute()
      }
    }
  }

  /// Returns a condition that is true if a submission is superseded.
  static func isSuperseded(_ submission: String) -> String {
    "\(submission) IN (SELECT submission FROM superseded)"
  }
}

extension [KeyEntry] {
  /// The number of distinct hashes. The entries are sorted.
  fileprivate var distinctHashes: Int {
    indices.count { $0 == 0 || self[$0 - 1].hash != self[$0].hash }
  }
}

/// A submission, and the submission that supersedes it.
struct Superseded: Equatable {
  var submission: Int64
  var by: Int64
}

/// The effect of newly added keys on themselves and on the keys already in effect.
struct Supersession {
  private(set) var superseded: [Superseded] = []
  /// The new keys that take effect, sorted.
  private(set) var effective: [KeyEntry] = []
  /// The keys that were in effect and are now superseded, sorted.
  private(set) var removed: [KeyEntry] = []
  /// The removed keys and the new keys that are superseded immediately, sorted.
  private(set) var former: [KeyEntry] = []

  /// Computes which submissions are superseded.
  ///
  /// Each submission is superseded by the first later one of the other group with the same key.
  ///
  /// - Parameters:
  ///   - own: The keys that take effect together, sorted.
  ///   - others: The keys in effect with the same hashes, sorted.
  init(_ own: [KeyEntry], _ others: [KeyEntry]) {
    effective.reserveCapacity(own.count)
    var (index, other) = (0, 0)
    while index < own.count {
      let hash = own[index].hash
      let (start, otherStart) = (index, other)
      while index < own.count, own[index].hash == hash { index += 1 }
      while other < others.count, others[other].hash == hash { other += 1 }
      if otherStart == other {
        effective += own[start..<index]
      } else {
        add(own[start..<index], others[otherStart..<other])
      }
    }
    former.sortByHash()
  }

  /// Adds all keys of one hash.
  private mutating func add(_ own: ArraySlice<KeyEntry>, _ others: ArraySlice<KeyEntry>) {
    var next = others.startIndex
    for entry in own {
      while next < others.endIndex, others[next].submission < entry.submission { next += 1 }
      if next < others.endIndex {
        superseded.append(Superseded(submission: entry.submission, by: others[next].submission))
        former.append(entry)
      } else {
        effective.append(entry)
      }
    }
    next = own.startIndex
    for entry in others {
      while next < own.endIndex, own[next].submission < entry.submission { next += 1 }
      guard next < own.endIndex else { continue }
      superseded.append(Superseded(submission: entry.submission, by: own[next].submission))
      removed.append(entry)
      former.append(entry)
    }
  }
}

/// Counts of the records of an import whose form has a key.
package struct KeyCounts: Sendable, Equatable {
  /// The number of keys that occur for the first time.
  package var new = 0
  /// The number of records that are a new version of an earlier one.
  package var changed = 0
  /// The number of records that equal an earlier one.
  package var unchanged = 0
  /// The number of rejected submissions that accepted ones of this import superseded.
  package var closed = 0
}

extension Store {
  /// Compares the records of a finished import with earlier deliveries.
  ///
  /// Returns nil if none has a key.
  ///
  /// - Parameter known: The number of distinct keys, or nil to count them.
  package func keyCounts(
    ofImport importID: Int64, distinct known: Int? = nil
  ) throws(StoreError) -> KeyCounts? {
    try read { db in
      let spans = try Self.spans(db, ofImport: importID).joined()
      guard let first = spans.first?.lowerBound, let list = try KeyList.ofRecord(db, first) else {
        return nil as KeyCounts?
      }
      let pages = KeyPages(list)
      var distinct = known ?? 0
      if known == nil {
        try pages.forEachSortedPortion(db, spans) { distinct += $0.distinctHashes }
      }
      if distinct == 0 { return nil as KeyCounts? }
      let statement = try db.cachedStatement(
        sql: """
          SELECT submission, superseded_by,
            \(Self.isRejected("submission")) AND NOT \(Self.isRejected("superseded_by"))
          FROM superseded WHERE superseded_by BETWEEN ? AND ? ORDER BY superseded_by
          """)
      let (old, new) = (KeyPageReader(pages), KeyPageReader(pages))
      var counts = KeyCounts()
      var (known, same, last): (Int, Bool, Int64) = (0, false, 0)
      for span in spans {
        try statement.setArguments([span.lowerBound, span.upperBound])
        try statement.forEachStep { row in
          guard let earlier = try old.key(db, of: row.integer(0)),
            let later = try new.key(db, of: row.integer(1))
          else { return }
          if later.submission != last {
            (known, last) = (known + 1, later.submission)
            if same { counts.unchanged += 1 }
            same = false
          }
          if earlier.content == later.content { same = true }
          counts.closed += Int(row.integer(2))
        }
      }
      if same { counts.unchanged += 1 }
      counts.new = distinct - known
      counts.changed = known - counts.unchanged
      return counts
    }
  }

  /// Returns a condition that is true if a submission with a verdict is rejected.
  private static func isRejected(_ submission: String) -> String {
    "EXISTS (SELECT 1 FROM exception x WHERE x.submission = superseded.\(submission) AND rejected = 1)"
  }

  /// Returns those of the submissions that a correction or a later delivery replaced.
  package func replaced(_ ids: ClosedRange<Int64>) throws(StoreError) -> Set<Int64> {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT corrects FROM correction WHERE corrects BETWEEN ?1 AND ?2
          UNION ALL SELECT submission FROM superseded WHERE submission BETWEEN ?1 AND ?2
          """)
      try statement.setArguments([ids.lowerBound, ids.upperBound])
      return Set(try statement.mapSteps { $0.integer(0) })
    }
  }

  /// Returns, for each superseded submission in a range, the later delivery.
  package func superseded(_ ids: ClosedRange<Int64>) throws(StoreError) -> [Int64: Int64] {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT submission, superseded_by FROM superseded WHERE submission BETWEEN ? AND ?
          """)
      try statement.setArguments([ids.lowerBound, ids.upperBound])
      return Dictionary(try statement.mapSteps { ($0.integer(0), $0.integer(1)) }) { $1 }
    }
  }

  /// Returns the submissions of a form with a key that are in effect and not superseded.
  package func effectiveSubmissions(_ key: Hash128, form: Int64) throws(StoreError) -> Set<Int64> {
    try read { db in
      guard let list = try KeyList.find(db, form: form, rule: "") else { return [] }
      let found = try KeyRuns(list).matches(db, [KeyEntry(hash: key.storedKey, submission: 0)])
      return Set(found.map(\.submission))
    }
  }

  /// Returns the other deliveries of the records to which submissions of one form belong, by record
  /// key.
  ///
  /// Each delivery is paired with the given submission that led to it.
  package func deliveries(
    of ids: [ClosedRange<Int64>]
  ) throws(StoreError) -> [(submission: Int64, of: Int64)] {
    try read { db in
      guard let first = ids.first?.lowerBound, let list = try KeyList.ofRecord(db, first) else {
        return []
      }
      var own: [KeyEntry] = []
      try KeyPages(list).forEach(db, ids) { own.append($0.entry) }
      own.sortByHash()
      let found = try list.submissions(db, own)
      var pairs: [(submission: Int64, of: Int64)] = []
      var index = 0
      for entry in own {
        while index < found.count, found[index].hash < entry.hash { index += 1 }
        var other = index
        while other < found.count, found[other].hash == entry.hash {
          if found[other].submission != entry.submission {
            pairs.append((found[other].submission, entry.submission))
          }
          other += 1
        }
      }
      return pairs
    }
  }
}

extension KeyList {
  /// Returns all submissions with one of the hashes, including superseded ones and those of
  /// unfinished or discarded imports.
  ///
  /// Reads every key of the latter.
  ///
  /// - Parameter wanted: The hashes, sorted. Their submissions are ignored.
  func submissions(_ db: Database, _ wanted: [KeyEntry]) throws -> [KeyEntry] {
    if wanted.isEmpty { return [] }
    var found = try KeyRuns(self).matches(db, wanted)
    found += try KeyRuns(self, isFormer: true).matches(db, wanted)
    let hashes = Set(wanted.map(\.hash))
    try KeyPages(self).forEach(db, try unsettledSpans(db)) { key in
      if hashes.contains(key.hash) { found.append(key.entry) }
    }
    found.sortByHash()
    return found
  }

  /// Returns the submissions of the form's unfinished and discarded imports.
  ///
  /// Their keys are in no run.
  func unsettledSpans(_ db: Database) throws -> [ClosedRange<Int64>] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT s.first_submission, s.last_submission FROM (
          SELECT import FROM progress UNION ALL SELECT import FROM discard) u
        JOIN import i ON i.id = u.import
        JOIN span s ON s.import = i.id
        WHERE i.form = ? ORDER BY s.first_submission
        """)
    try statement.setArguments([form])
    return try statement.mapSteps { try $0.ids() }
  }
}

/// Reads single keys, and caches the page that it read last.
final class KeyPageReader {
  private let pages: KeyPages
  private var number: Int64?
  private var page: [SubmissionKey] = []

  init(_ pages: KeyPages) { self.pages = pages }

  /// Returns the key of a submission if it is on the cached page, otherwise nil.
  func knownKey(of submission: Int64) -> SubmissionKey?? {
    let (wanted, slot) = pages.place(of: submission)
    guard wanted == number else { return nil }
    return .some(page[slot].hash == 0 ? nil : page[slot])
  }

  /// Returns the key of a submission.
  func key(_ db: Database, of submission: Int64) throws -> SubmissionKey? {
    let (wanted, slot) = pages.place(of: submission)
    if wanted != number {
      try pages.read(db, wanted, into: &page)
      number = wanted
    }
    return page[slot].hash == 0 ? nil : page[slot]
  }
}
