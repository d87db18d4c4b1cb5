import GRDB

/// Makes a retracted import take effect again, at its place in the order of deliveries.
///
/// Its submissions, and those that it replaces, then have the states that they would have without
/// the retraction.
struct Reinstatement {
  private let db: Database
  private let importID: Int64
  private let form: Int64
  private let spans: [ClosedRange<Int64>]
  private let effects: EffectiveEvents
  /// The event at which the import took effect.
  private let event: Int64
  /// The imports of corrections.
  private let correctionImports: Set<Int64>
  /// By correction of the import, the submission that it corrects.
  private let corrected: [Int64: Int64]

  init(_ db: Database, _ importID: Int64) throws {
    self.db = db
    self.importID = importID
    form = Int64(try db.number(sql: "SELECT form FROM import WHERE id = \(importID)"))
    spans = try Store.spans(db, ofImport: importID)
    effects = EffectiveEvents(try Store.effectiveOrder(db, form: form))
    event = effects.event(of: spans.first?.lowerBound ?? 0)
    correctionImports = Set(
      try Int64.fetchAll(db, sql: "SELECT id FROM import WHERE kind = 'correction'"))
    corrected = try RecordKeys.corrected(db, spans)
  }

  /// Makes the import take effect.
  ///
  /// - Returns: The submissions that it replaces, in ascending order.
  func insert(
    retraction: Int64, _ table: BatchTable, at: String, _ attribution: Attribution
  ) throws -> [Int64] {
    try requireNoConflict()
    try db.execute(
      sql: "INSERT INTO reinstatement (retraction) VALUES (?)", arguments: [retraction])
    for ids in spans {
      try db.execute(
        sql: "DELETE FROM retracted_correction WHERE submission BETWEEN ? AND ?",
        arguments: [ids.lowerBound, ids.upperBound])
    }
    try CurrentRangeTable.insert(db, table, ofImport: importID)
    let replaced = (try addKeys(table) + corrected.values).sortedWithoutDuplicates
    try Claims.release(db, replaced.map { $0...$0 }.joined(), form: form)
    try StatusTable.reinstate(db, spans, replaced: replaced)
    try ImportColumnTable.setState(db, import: importID, nil)
    try Ledger.append(db, .reinstatement, retraction, at: at, attribution)
    return replaced
  }

  private func conflict(_ conflict: ReinstatementConflict) -> StoreError {
    .notReinstatable(importID: importID, conflict)
  }

  private func requireNoConflict() throws {
    let again = try Int64.fetchOne(
      db,
      sql: """
        SELECT min(o.import) FROM import_end e JOIN import_end o ON o.sha256 = e.sha256 AND o.form = e.form
        JOIN import i ON i.id = o.import AND i.kind <> 'correction'
        WHERE e.import = ?1 AND e.again = 0 AND o.import <> ?1
          AND o.import NOT IN (SELECT import FROM retracted_import)
        """, arguments: [importID])
    if let again { throw conflict(.importedAgain(importID: again)) }
    if try KeyList.find(db, form: form, rule: "") != nil {
      let purged = try Purge.ranges(db)
      if spans.contains(where: purged.overlap) { throw conflict(.purged) }
    }
    for base in corrected.values.sorted() {
      if let correction = try correction(of: base) {
        throw conflict(.corrected(importID: correction.importID))
      }
      guard let range = effects.range(of: base) else { continue }
      let isRetracted = try Bool.fetchOne(
        db.cachedStatement(
          sql: "SELECT EXISTS (SELECT 1 FROM retracted_import WHERE import = ?)"),
        arguments: [range.importID])
      if isRetracted == true { throw conflict(.correctsRetracted(importID: range.importID)) }
      // A later delivery replaced the submission, whether it has the key of the correction or not.
      if let other = try supersession(of: [base])[base], effects.event(of: other) < event,
        let rival = effects.range(of: other)
      {
        throw conflict(.replaced(importID: rival.importID))
      }
    }
  }

  /// Returns how the correction of a submission took effect, or nil if it has none.
  private func correction(of submission: Int64) throws -> EffectiveRange? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT submission FROM effective_correction WHERE corrects = ?"),
      arguments: [submission]
    ).flatMap(effects.range(of:))
  }

  /// Returns what supersedes some submissions.
  private func supersession(of submissions: [Int64]) throws -> [Int64: Int64] {
    try db.dictionary(
      sql: """
        SELECT submission, superseded_by FROM superseded
        WHERE submission IN (SELECT value FROM json_each(?))
        """, arguments: ["[\(submissions.map(String.init).joined(separator: ","))]"]
    ) { ($0.integer(0), $0.integer(1)) }
  }

  /// Adds the record keys of the import to those of settled imports.
  ///
  /// - Returns: The submissions that were in effect and are superseded.
  private func addKeys(_ table: BatchTable) throws -> [Int64] {
    guard let list = try KeyList.find(db, form: form, rule: "") else { return [] }
    let (runs, former) = (KeyRuns(list), KeyRuns(list, isFormer: true))
    let (allRuns, allFormer) = (try runs.all(db), try former.all(db))
    var (current, past) = (try KeyRunWriter(db, runs), try KeyRunWriter(db, former))
    var replaced: [Int64] = []
    let delete = try db.cachedStatement(sql: "DELETE FROM superseded WHERE submission = ?")
    try KeyPages(list).forEachSortedBatch(db, spans) { batch in
      var superseded: [Superseded] = []
      try batch.forEachSlice { slice in
        let change = try Change(
          slice, try runs.matches(db, slice, in: allRuns),
          try former.matches(db, slice, in: allFormer), self)
        try current.append(change.current)
        try past.append(change.former)
        try runs.remove(db, change.replaced)
        replaced += change.replaced.map(\.submission)
        superseded += change.superseded
      }
      superseded.sort { $0.submission < $1.submission }
      for pair in superseded { try delete.execute(arguments: [pair.submission]) }
      try RecordKeys.insert(db, superseded, table)
    }
    try current.finish()
    try past.finish()
    try runs.merge(db)
    try former.merge(db)
    return replaced
  }
}

extension Reinstatement {
  /// The effect of the reinstatement on some keys.
  private struct Change {
    /// The keys of the import that are in effect, and the former keys: those of the import, and
    /// those that it supersedes. Both are sorted.
    private(set) var current: [KeyEntry] = []
    private(set) var former: [KeyEntry] = []
    /// The keys that are no longer in effect, sorted.
    private(set) var replaced: [KeyEntry] = []
    /// The rows of the table `superseded` that are new or have changed.
    private(set) var superseded: [Superseded] = []

    /// - Parameters:
    ///   - own: The keys of the import, sorted.
    ///   - current: The keys in effect with the same hashes, sorted.
    ///   - former: The former keys with the same hashes, sorted.
    init(
      _ own: [KeyEntry], _ current: [KeyEntry], _ former: [KeyEntry],
      _ reinstatement: Reinstatement
    ) throws {
      let superseders = try reinstatement.supersession(of: former.map(\.submission))
      var (start, currentIndex, formerIndex) = (0, 0, 0)
      while start < own.count {
        let hash = own[start].hash
        let end = own[start...].firstIndex { $0.hash != hash } ?? own.count
        let rivals =
          Self.entries(current, hash, &currentIndex).map { ($0, true) }
          + Self.entries(former, hash, &formerIndex).map { ($0, false) }
        try add(own[start..<end], rivals, superseders, reinstatement)
        start = end
      }
      self.former.sortByHash()
      replaced.sortByHash()
    }

    /// Returns the entries with a hash, from an index on.
    private static func entries(
      _ entries: [KeyEntry], _ hash: Int64, _ index: inout Int
    ) -> ArraySlice<KeyEntry> {
      while index < entries.count, entries[index].hash < hash { index += 1 }
      let start = index
      while index < entries.count, entries[index].hash == hash { index += 1 }
      return entries[start..<index]
    }

    /// Adds submissions of the import with the same key.
    private mutating func add(
      _ own: ArraySlice<KeyEntry>, _ rivals: [(KeyEntry, isCurrent: Bool)],
      _ superseders: [Int64: Int64], _ reinstatement: Reinstatement
    ) throws {
      let event = reinstatement.event
      func effect(_ submission: Int64) -> Int64 { reinstatement.effects.event(of: submission) }
      let next = rivals.map(\.0.submission).filter { submission in
        guard let range = reinstatement.effects.range(of: submission) else { return false }
        return range.event > event
          && !reinstatement.correctionImports.contains(range.importID)
      }.min { (effect($0), $0) < (effect($1), $1) }
      if let next {
        former += own
        superseded += own.map { Superseded(submission: $0.submission, by: next) }
      } else {
        current += own
      }
      let bases = Dictionary(
        own.compactMap { entry in
          reinstatement.corrected[entry.submission].map { ($0, entry.submission) }
        }, uniquingKeysWith: { first, _ in first })
      for (rival, isCurrent) in rivals {
        let by: Int64? =
          reinstatement.corrected.isEmpty
          ? effect(rival.submission) < event ? own.first?.submission : nil
          : bases[rival.submission]
        guard let by, superseders[rival.submission].map({ effect($0) > event }) ?? true else {
          continue
        }
        if let correction = try reinstatement.correction(of: rival.submission),
          correction.event > event
        {
          throw reinstatement.conflict(.corrected(importID: correction.importID))
        }
        superseded.append(Superseded(submission: rival.submission, by: by))
        guard isCurrent else { continue }
        replaced.append(rival)
        former.append(rival)
      }
    }
  }
}

extension Store {
  /// Undoes the retraction of an import, and of the imports that were retracted with it. All parts
  /// of a file of corrections belong together.
  ///
  /// - Returns: The imports, oldest first, and the submissions that they replace, in ascending
  ///   order. Accepted submissions of the imports have no claims yet.
  package func reinstate(
    _ importID: Int64, at: String, _ attribution: Attribution, in transaction: WriteTransaction
  ) throws(StoreError) -> (imports: [Int64], replaced: [Int64]) {
    try transaction.perform { db in
      _ = try transaction.begin(db)
      guard let table = transaction.table else { return ([], []) }
      let retractions = try Self.retractions(db, of: importID)
      var replaced: [Int64] = []
      for (retraction, importID) in retractions {
        replaced += try Reinstatement(db, importID).insert(
          retraction: retraction, table, at: at, attribution)
      }
      let imports = retractions.map(\.importID)
      let reinstated = try imports.flatMap { try Self.spans(db, ofImport: $0) }
      return (
        imports,
        replaced.filter { id in !reinstated.contains { $0.contains(id) } }.sortedWithoutDuplicates
      )
    }
  }

  /// Returns the retractions of an import and of those that were retracted with it, the last one
  /// first.
  private static func retractions(
    _ db: Database, of importID: Int64
  ) throws -> [(id: Int64, importID: Int64)] {
    let retractions = try db.mapRows(
      sql: """
        SELECT r.retraction, r.import FROM retracted_import r JOIN import i ON i.id = r.requested
        WHERE coalesce(i.part_of, i.id) = (SELECT coalesce(part_of, id) FROM import WHERE id = ?)
        ORDER BY r.retraction DESC
        """, arguments: [importID]
    ) { (id: $0.integer(0), importID: $0.integer(1)) }
    if !retractions.isEmpty { return retractions }
    let requested = try Int64.fetchOne(
      db, sql: "SELECT requested FROM retracted_import WHERE import = ?", arguments: [importID])
    throw StoreError.notReinstatable(
      importID: importID, requested.map { .retractedWith(importID: $0) } ?? .inEffect)
  }
}
