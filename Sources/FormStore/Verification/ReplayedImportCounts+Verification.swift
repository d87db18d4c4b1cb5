import GRDB

extension ReplayedImportCounts {
  /// Returns a problem if the recorded results of replays do not follow from their errors.
  static func problem(_ db: Database) throws -> StoreProblem? {
    let runs = try Int64.fetchAll(
      db,
      sql: """
        SELECT r.id FROM run r JOIN run_end e ON e.run = r.id WHERE r.kind = 'replay'
        UNION SELECT run FROM replayed UNION SELECT run FROM replayed_rule
        """)
    for run in runs {
      let segments = try Store.segments(db, ofRun: run, SubmissionFilter())
      var counter = VerdictCounter(segments, .ofRun, only: nil)
      try counter.countErrors(db)
      var expected: [Int64: ReplayedImportCounts] = [:]
      for group in counter.groups {
        var replayed = ReplayedImportCounts(importID: group.importID)
        (replayed.counts, replayed.failures) = (group.counts, group.failures)
        expected[group.importID] = replayed
      }
      if try fetch(db, runID: run) != expected {
        return StoreProblem(
          .derived, table: "replayed", runID: run,
          "the results of run \(run) per import were altered")
      }
    }
    return nil
  }
}
