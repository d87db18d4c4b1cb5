import GRDB

extension StoreVerification {
  /// Returns the keys that submissions claim under a rule `unique: ever`, in the order of
  /// submissions.
  package func claims(
    formID: Int64, rule: String, ids: ClosedRange<Int64>
  ) throws(StoreError) -> [(submission: Int64, key: Int64)] {
    try store.read { db in
      guard let list = try KeyList.find(db, formID: formID, rule: rule) else { return [] }
      var claims: [(submission: Int64, key: Int64)] = []
      try KeyPages(list).forEach(db, [ids]) { claims.append(($0.submission, $0.hash)) }
      return claims
    }
  }

  /// Returns the submissions in a range that claim nothing because they are rejected or replaced.
  package func withoutClaims(_ ids: ClosedRange<Int64>) throws(StoreError) -> Set<Int64> {
    try store.read { db in
      let others = try Int64.fetchSet(
        db.cachedStatement(
          sql: """
            SELECT submission FROM submission_status
            WHERE submission BETWEEN ?1 AND ?2 AND rejected = 1
            UNION ALL SELECT corrects FROM effective_correction WHERE corrects BETWEEN ?1 AND ?2
            """), arguments: [ids.lowerBound, ids.upperBound])
      return try SupersededTable.ranges(db, of: ids).reduce(into: others) {
        $0.formUnion($1.ids)
      }
    }
  }

  /// Returns the number of claimed keys.
  package func claimCount() throws(StoreError) -> Int {
    try store.read { db in
      try KeyList.all(db).filter { !$0.isFormKey }.reduce(0) { try $0 + KeyPages($1).count(db) }
    }
  }
}
