import FormBytes
import GRDB

extension WritableStore {
  /// Retracts finished imports in the given order: an import after those that depend on it. The
  /// last one is the one whose retraction was requested.
  ///
  /// - Returns: The submissions that are in effect again, in ascending order, without those that a
  ///   later delivery supersedes. Those that are accepted have no claims yet.
  package func retract(
    _ imports: [Int64], at: String, _ attribution: Attribution, in transaction: WriteTransaction
  ) throws(StoreError) -> [Int64] {
    try transaction.perform { db in
      _ = try transaction.begin(db)
      var restored: [Int64] = []
      var retracted: [ClosedRange<Int64>] = []
      for importID in imports {
        retracted += try SubmissionSpan.ranges(db, ofImport: importID)
        restored += try Retraction.insert(
          db, importID, requested: imports[imports.count - 1], at: at, attribution: attribution)
      }
      let affected = restored.filter { id in !retracted.contains { $0.contains(id) } }
        .sortedWithoutDuplicates
      guard let first = affected.first, let last = affected.last else { return [] }
      let superseded = try SupersededTable.ranges(db, of: first...last).map(\.ids)
      return affected.filter { !superseded.overlap($0...$0) }
    }
  }

  /// Adds the keys that accepted submissions claim under a rule `unique: ever`.
  ///
  /// - Parameter keys: The submissions with the hashes of their keys, in ascending order.
  package func addClaims(
    formID: Int64, rule: String, _ keys: [(submission: Int64, hash: Int64)],
    in transaction: WriteTransaction
  ) throws(StoreError) {
    try transaction.perform { db in
      let list = try KeyList.make(db, formID: formID, rule: rule)
      let keys = keys.map { SubmissionKey(submission: $0.submission, hash: $0.hash) }
      try KeyPages(list).append(db, keys)
      var entries = keys.map(\.entry)
      entries.sortByHash()
      try KeyRuns(list).add(db, entries)
    }
  }

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
      let reinstated = try imports.flatMap { try SubmissionSpan.ranges(db, ofImport: $0) }
      return (
        imports,
        replaced.filter { id in !reinstated.contains { $0.contains(id) } }.sortedWithoutDuplicates
      )
    }
  }
}
