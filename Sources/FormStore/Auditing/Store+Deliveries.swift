import GRDB

extension Store {
  /// Returns, for each submission in a range that was replaced, the correction or the later
  /// delivery that replaced it.
  package func replacements(_ ids: ClosedRange<Int64>) throws(StoreError) -> [Int64: Int64] {
    let superseded = try superseded(ids)
    return try read { db in
      let corrected = try db.dictionary(
        sql: "SELECT corrects, submission FROM effective_correction WHERE corrects BETWEEN ? AND ?",
        arguments: [ids.lowerBound, ids.upperBound]
      ) { try ($0.integer(0), $0.integer(1)) }
      // A corrected submission may also have been superseded, but not before.
      return superseded.merging(corrected) { $1 }
    }
  }

  /// Returns, for each superseded submission in a range, the later delivery.
  package func superseded(_ ids: ClosedRange<Int64>) throws(StoreError) -> [Int64: Int64] {
    try read { db in
      let ranges = try SupersededTable.ranges(db, of: ids)
      return Dictionary(
        ranges.lazy.flatMap { zip($0.ids, $0.superseders) }, uniquingKeysWith: { $1 })
    }
  }

  /// Returns the rejected submissions of an import that superseded corrections, with the
  /// corrections, in the order of submissions.
  ///
  /// Costs one read per correction in effect.
  package func uncorrectedDeliveries(
    ofImport importID: Int64
  ) throws(StoreError) -> [(submission: Int64, correction: Int64)] {
    try read { db in
      try db.mapRows(
        sql: """
          SELECT s.superseder, s.submission
          FROM (SELECT submission, \(SupersededTable.superseder(of: "submission")) AS superseder
            FROM effective_correction) s
          CROSS JOIN span p ON p.first_submission = \(SQLFragments.rangeStart(of: "s.superseder"))
          CROSS JOIN submission_status x ON x.submission = s.superseder
          WHERE p.import = ? AND x.rejected = 1 AND x.state IS NULL ORDER BY 1, 2
          """, arguments: [importID]
      ) { try (submission: $0.integer(0), correction: $0.integer(1)) }
    }
  }

  /// Returns which of some submissions are rejected and in effect, and not waived.
  package func openSubmissions(among submissions: some Sequence<Int64>) throws(StoreError)
    -> Set<Int64>
  {
    let list = SQLFragments.jsonArray(of: submissions)
    return try read { db in
      try Set(
        Int64.fetchAll(
          db,
          sql: """
            SELECT x.submission FROM json_each(?) j
            CROSS JOIN submission_status x ON x.submission = j.value
            WHERE x.rejected = 1 AND x.state IS NULL
            """, arguments: [list]))
    }
  }

  /// Returns the corrections that some submissions superseded, each with the last of these
  /// submissions that superseded one another, and with those in between. The nearest correction of
  /// a submission comes first.
  ///
  /// Costs one read per correction in effect.
  package func uncorrectedDeliveries(
    among submissions: Set<Int64>
  ) throws(StoreError) -> [(submission: Int64, correction: Int64, between: [Int64])] {
    let list = SQLFragments.jsonArray(of: submissions)
    return try read { db in
      let superseders = try SupersededTable.superseders(db, of: submissions)
      let direct = try db.mapRows(
        sql: """
          SELECT s.superseder, s.submission
          FROM (SELECT submission, \(SupersededTable.superseder(of: "submission")) AS superseder
            FROM effective_correction) s
          JOIN json_each(?) j ON j.value = s.superseder ORDER BY 1, 2
          """, arguments: [list]
      ) { try (submission: $0.integer(0), correction: $0.integer(1)) }
      return direct.map {
        first, correction -> (submission: Int64, correction: Int64, between: [Int64]) in
        var (submission, between) = (first, [] as [Int64])
        while let later = superseders[submission], submissions.contains(later) {
          between.append(submission)
          submission = later
        }
        return (submission, correction, between)
      }.sorted { ($0.submission, $0.between.count) < ($1.submission, $1.between.count) }
    }
  }

  /// Returns the other deliveries of the records of some submissions of one form: the submissions
  /// with the same record keys.
  package func deliveries(
    of ids: [ClosedRange<Int64>]
  ) throws(StoreError) -> [RelatedSubmission] {
    try read { db in
      guard let first = ids.first?.lowerBound, let list = try KeyList.ofRecord(db, first) else {
        return []
      }
      var own: [KeyEntry] = []
      try KeyPages(list).forEach(db, ids) { own.append($0.entry) }
      own.sortByHash()
      let found = try list.submissions(db, own)
      var related: [RelatedSubmission] = []
      var index = 0
      for entry in own {
        while index < found.count, found[index].hash < entry.hash { index += 1 }
        var other = index
        while other < found.count, found[other].hash == entry.hash {
          if found[other].submission != entry.submission {
            related.append(
              RelatedSubmission(submission: found[other].submission, of: entry.submission))
          }
          other += 1
        }
      }
      return related
    }
  }
}
