import GRDB

extension Reinstatement {
  /// Adds the record keys of the import to those of settled imports.
  ///
  /// - Returns: The submissions that were in effect and are superseded.
  func addKeys(_ table: BatchTable) throws -> [Int64] {
    guard let list = try KeyList.find(db, formID: formID, rule: "") else { return [] }
    let (runs, former) = (KeyRuns(list), KeyRuns(list, isFormer: true))
    let (allRuns, allFormer) = (try runs.all(db), try former.all(db))
    var (current, past) = (try KeyRunWriter(db, runs), try KeyRunWriter(db, former))
    var replaced: [Int64] = []
    var writer = SupersededWriter(db, table: table)
    try KeyPages(list).forEachSortedBatch(db, spans) { batch in
      var superseded: [Superseded] = []
      var moved: [Int64] = []
      try batch.forEachSlice { slice in
        let change = try Change(
          slice, current: try runs.matches(db, slice, in: allRuns),
          former: try former.matches(db, slice, in: allFormer), reinstatement: self)
        try current.append(change.current)
        try past.append(change.former)
        try runs.remove(db, change.replaced)
        replaced += change.replaced.map(\.submission)
        superseded += change.superseded
        moved += change.moved
      }
      try SupersededTable.remove(db, moved.joinedRanges)
      try writer.append(superseded)
    }
    try writer.finish()
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
    /// The submissions that have a new superseder.
    private(set) var superseded: [Superseded] = []
    /// The ones that had another superseder.
    private(set) var moved: [Int64] = []

    /// - Parameters:
    ///   - own: The keys of the import, sorted.
    ///   - current: The keys in effect with the same hashes, sorted.
    ///   - former: The former keys with the same hashes, sorted.
    init(
      _ own: [KeyEntry], current: [KeyEntry], former: [KeyEntry],
      reinstatement: Reinstatement
    ) throws {
      let superseders = try SupersededTable.superseders(
        reinstatement.db, of: former.map(\.submission))
      var (start, currentIndex, formerIndex) = (0, 0, 0)
      while start < own.count {
        let hash = own[start].hash
        let end = own[start...].firstIndex { $0.hash != hash } ?? own.count
        let rivals =
          Self.entries(current, hash, index: &currentIndex).map { ($0, true) }
          + Self.entries(former, hash, index: &formerIndex).map { ($0, false) }
        try add(own[start..<end], rivals, superseders: superseders, reinstatement: reinstatement)
        start = end
      }
      self.former.sortByHash()
      replaced.sortByHash()
    }

    /// Returns the entries with a hash, from an index on.
    private static func entries(
      _ entries: [KeyEntry], _ hash: Int64, index: inout Int
    ) -> ArraySlice<KeyEntry> {
      while index < entries.count, entries[index].hash < hash { index += 1 }
      let start = index
      while index < entries.count, entries[index].hash == hash { index += 1 }
      return entries[start..<index]
    }

    /// Adds submissions of the import with the same key.
    private mutating func add(
      _ own: ArraySlice<KeyEntry>, _ rivals: [(KeyEntry, isCurrent: Bool)],
      superseders: [Int64: Int64], reinstatement: Reinstatement
    ) throws {
      let event = reinstatement.event
      func effect(_ submission: Int64) -> Int64 { reinstatement.effects.event(of: submission) }
      if let next = reinstatement.order.first(of: rivals.map(\.0.submission), after: event) {
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
        if superseders[rival.submission] != nil { moved.append(rival.submission) }
        guard isCurrent else { continue }
        replaced.append(rival)
        former.append(rival)
      }
    }
  }
}
