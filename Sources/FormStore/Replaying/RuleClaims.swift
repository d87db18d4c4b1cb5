import GRDB

/// The keys of the submissions that a replay accepted under a rule `unique: ever`.
package struct RuleClaims {
  package typealias Key = (submission: Int64, hash: Int64)

  package var rule: String
  /// Calls the body with all keys, one batch at a time.
  package var forEachBatch: (_ body: ([Key]) throws -> Void) throws -> Void

  package init(
    rule: String, forEachBatch: @escaping (_ body: ([Key]) throws -> Void) throws -> Void
  ) {
    self.rule = rule
    self.forEachBatch = forEachBatch
  }
}

extension Claims {
  /// Replaces the keys of the submissions covered by a replay.
  static func replace(
    _ db: Database, _ ids: [ClosedRange<Int64>], by claims: [RuleClaims], formID: Int64
  ) throws {
    for list in try KeyList.claims(db, formID: formID) { try list.remove(db, ids, areInRuns: true) }
    for claims in claims {
      var list: KeyList?
      try claims.forEachBatch { keys in
        if keys.isEmpty { return }
        let keyList = try list ?? KeyList.make(db, formID: formID, rule: claims.rule)
        list = keyList
        try KeyPages(keyList).append(
          db,
          keys.map { SubmissionKey(submission: $0.submission, hash: $0.hash) }
            .sorted { $0.submission < $1.submission })
      }
      if let list { try addRun(db, list, of: ids) }
    }
  }
}
