import GRDB

/// Compares the sorted runs of keys with their pages, and the superseded submissions with both, in
/// one pass over each.
///
/// Compares entries by the sum of their hashes, keyed with a random key of the process, so that
/// memory does not depend on their order or number.
struct KeyVerification {
  private let db: Database
  private let spans: SpanStates
  private let purged: [ClosedRange<Int64>]

  init(_ db: Database) throws {
    self.db = db
    spans = try SpanStates(db)
    purged = try Purge.ranges(db)
  }

  func problem() throws -> StoreProblem? {
    let stray = try Int64.fetchOne(
      db, sql: "SELECT id FROM key_page WHERE id >> 40 NOT IN (SELECT id FROM key_list) LIMIT 1")
    if let stray {
      return StoreProblem(
        .derived, table: "key_page", row: stray, "key_page has keys without a list")
    }
    if let planted = try Int64.fetchOne(db, sql: Self.unknownLists) {
      return StoreProblem(
        .derived, table: "key_list", row: planted, "key_list has a list without a form or rule")
    }
    for list in try KeyList.all(db) {
      if let problem = try problem(list) { return problem }
    }
    return try supersededProblem()
  }

  /// Lists that are neither of a form with a key nor of a rule of a plan for the form.
  private static let unknownLists = """
    SELECT k.id FROM key_list k
    WHERE CASE k.rule
      WHEN '' THEN NOT EXISTS (
        SELECT 1 FROM version v WHERE v.definition = k.form AND v.content ->> '$.key' IS NOT NULL)
      ELSE NOT EXISTS (
        SELECT 1 FROM version v
        JOIN plan l ON l.form_version = v.id
        JOIN plan_rule p ON p.plan = l.id
        WHERE v.definition = k.form AND p.rule = k.rule)
      END
    LIMIT 1
    """

  /// Returns a problem if the sorted runs of a list differ from the keys in its pages. Keys of
  /// unsettled imports are in pages only.
  private func problem(_ list: KeyList) throws -> StoreProblem? {
    var (effective, former) = (KeySum(), KeySum())
    var superseded = AscendingRanges(db)
    var (index, purgedIndex) = (0, 0)
    var purgedID: Int64?
    try KeyPages(list).forEach(db, [0...Store.largestNumber / 2_048]) { key in
      let id = key.submission
      while purgedIndex < purged.count, purged[purgedIndex].upperBound < id { purgedIndex += 1 }
      if purgedIndex < purged.count, purged[purgedIndex].contains(id) { purgedID = purgedID ?? id }
      guard spans.isSettled(id, &index) else { return }
      if list.isFormKey, try superseded.contains(id) {
        former.add(key.entry)
      } else {
        effective.add(key.entry)
      }
    }
    if let purgedID {
      return StoreProblem(
        .content, table: "key_page", row: purgedID,
        "submission \(purgedID) was purged, but key_page contains its key")
    }
    for (runs, wanted) in [
      (KeyRuns(list), effective), (KeyRuns(list, isFormer: true), former),
    ] {
      if let problem = try problem(runs, wanted) { return problem }
    }
    return nil
  }

  private func problem(_ runs: KeyRuns, _ wanted: KeySum) throws -> StoreProblem? {
    let all = try runs.all(db)
    var found = KeySum()
    var previous = KeyEntry(hash: .min, submission: .min)
    var isSorted = true
    var rival: Int64?
    let comparesDeliveries = runs.list.isFormKey && !runs.isFormer
    let origins = KeyOrigins(db, spans, pages: KeyPages(runs.list))
    try KeyRuns.forEachEntry(db, all) { entry in
      if !(previous < entry) { isSorted = false }
      if comparesDeliveries, rival == nil, entry.hash == previous.hash,
        try !origins.mayBothBeCurrent(previous.submission, entry.submission)
      {
        rival = previous.submission
      }
      previous = entry
      found.add(entry)
    }
    if let rival {
      return StoreProblem(
        .derived, table: "superseded", row: rival,
        "the current delivery of a record was altered, at submission \(rival)")
    }
    guard isSorted, found == wanted, found.count == all.reduce(0, { $0 + $1.keys }),
      !all.contains(where: { $0.keys == 0 })
    else {
      return StoreProblem(
        .derived, table: "key_block",
        "the sorted keys of a form differ from its submissions"
          + (runs.list.isFormKey ? "" : ", under \(runs.list.rule)"))
    }
    return nil
  }

  /// Returns a problem if a superseded submission does not follow from keys, imports and spans.
  ///
  /// The comparison of the sorted runs detects missing ones.
  private func supersededProblem() throws -> StoreProblem? {
    var readers: [Int64: (old: KeyPageReader, new: KeyPageReader)] = [:]
    var successions: [Int64: SuccessionVerification] = [:]
    for list in try KeyList.all(db) where list.isFormKey {
      let pages = KeyPages(list)
      successions[list.formID] = try SuccessionVerification(db, of: list, in: spans)
      readers[list.formID] = (KeyPageReader(pages), KeyPageReader(pages))
    }
    func follows(_ id: Int64, by: Int64) throws -> Bool {
      guard let span = spans.span(of: id), let later = spans.span(of: by) else { return false }
      guard let key = try readers[span.formID]?.old.key(db, of: id) else {
        return purged.overlap(id...id)
      }
      let isSame =
        try readers[span.formID]?.new.key(db, of: by)?.hash == key.hash
        && span.formID == later.formID
      let isOther = span.importID != later.importID || later.isIntake
      let isOrdered = try by > id || effect(of: later, by) > effect(of: span, id)
      return span.isSettled && later.isSettled && isOrdered && isOther
        && (isSame || purged.overlap(by...by))
    }
    var (wrong, previous): (Int64?, Int64) = (nil, 0)
    try SupersededTable.forEach(db) { range in
      if wrong != nil { return }
      if range.ids.lowerBound <= previous { return wrong = previous }
      previous = range.ids.upperBound
      wrong = try range.ids.first { id in
        let superseder = range.superseder(of: id)
        if let form = spans.span(of: id)?.formID { successions[form]?.add(id, by: superseder) }
        return try !follows(id, by: superseder)
      }
    }
    for succession in successions.values where wrong == nil {
      wrong = try succession.wrongSubmission(db)
    }
    return wrong.map {
      StoreProblem(
        .derived, table: "superseded", row: $0,
        "the current delivery of a record was altered, at submission \($0)")
    }
  }
}

extension KeyVerification {
  /// Returns the number of the event at which a submission took effect.
  fileprivate func effect(of span: SpanStates.KeySpan, _ submission: Int64) throws -> Int64 {
    let sql =
      span.isIntake
      ? "SELECT number FROM event WHERE kind = 'submission' AND subject = ?"
      : """
      SELECT v.number FROM run r JOIN event v ON v.kind = 'run' AND v.subject = r.id
      WHERE r.import = ?
      """
    return try Int64.fetchOne(
      db.cachedStatement(sql: sql), arguments: [span.isIntake ? submission : span.importID]) ?? 0
  }
}

/// The submissions with which chains of corrections got their keys.
private struct KeyOrigins {
  let db: Database
  let spans: SpanStates
  let pages: KeyPages

  init(_ db: Database, _ spans: SpanStates, pages: KeyPages) {
    self.db = db
    self.spans = spans
    self.pages = pages
  }

  /// Returns whether two submissions with the same key may both be current: records of one import
  /// or their corrections, or if a correction gave one of them the key of another record.
  func mayBothBeCurrent(_ one: Int64, _ other: Int64) throws -> Bool {
    if spans.areOfOneImport(one, other) { return true }
    let (one, other) = (try origin(of: one), try origin(of: other))
    return one.isCorrection || other.isCorrection
      || spans.areOfOneImport(one.submission, other.submission)
  }

  private func origin(of submission: Int64) throws -> (submission: Int64, isCorrection: Bool) {
    let key = try pages.key(db, of: submission)?.hash
    var origin = submission
    while let corrected = try corrected(origin) {
      guard try pages.key(db, of: corrected)?.hash == key else { return (origin, true) }
      origin = corrected
    }
    return (origin, false)
  }

  private func corrected(_ submission: Int64) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT corrects FROM effective_correction WHERE submission = ?"),
      arguments: [submission])
  }
}

/// The number of entries and the sum of their hashes.
private struct KeySum: Equatable {
  private(set) var count = 0
  private var sum = 0

  mutating func add(_ entry: KeyEntry) {
    var hasher = Hasher()
    hasher.combine(entry.hash)
    hasher.combine(entry.submission)
    sum = sum &+ hasher.finalize()
    count += 1
  }
}

/// The superseded submissions, read 10,000 ranges at a time.
private struct AscendingRanges {
  private let db: Database
  private var ranges: [ClosedRange<Int64>] = []
  private var index = 0
  private var last: Int64 = 0
  private var isAtEnd = false

  init(_ db: Database) { self.db = db }

  /// Returns whether a submission, which must not be less than the previous one, is superseded.
  mutating func contains(_ id: Int64) throws -> Bool {
    while true {
      while index < ranges.count, ranges[index].upperBound < id { index += 1 }
      if index < ranges.count { return ranges[index].contains(id) }
      if isAtEnd { return false }
      ranges = try db.mapRows(
        sql: """
          SELECT first_submission, last_submission FROM superseded WHERE first_submission > ?
          ORDER BY first_submission LIMIT 10000
          """, arguments: [last]
      ) { try $0.ids() }
      index = 0
      last = ranges.last?.upperBound ?? last
      isAtEnd = ranges.count < 10_000
    }
  }
}
