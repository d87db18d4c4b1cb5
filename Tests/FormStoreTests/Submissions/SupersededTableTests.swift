import FormTestSupport
import GRDB
import Testing

@testable import FormStore

/// The ranges of superseded submissions, compared with a dictionary.
@Suite struct SupersededTableTests {
  @Test func rangesAreThePairs() throws {
    let wrong = try RandomRounds.run("superseded", 5) { random, show in
      try Self.withSubmissions { db in
        var model: [Int64: Int64] = [:]
        var log = ""
        for _ in 0..<20 {
          if Int.random(in: 0..<3, using: &random) > 0 {
            let pairs = Self.pairs(&random).filter { model[$0.submission] == nil }
            try SupersededTable.insert(db, [SupersededRange](pairs), table: nil)
            for pair in pairs { model[pair.submission] = pair.by }
            log += "+\(pairs.count) "
          } else {
            let low = Int64.random(in: 1...9_000, using: &random)
            let ids = low...(low + .random(in: 0...3_000, using: &random))
            try SupersededTable.remove(db, [ids])
            model = model.filter { !ids.contains($0.key) }
            log += "-\(ids) "
          }
          show(log)
          if let problem = try Self.difference(db, model, &random) { return problem }
        }
        return nil
      }
    }
    #expect(wrong == nil)
  }

  /// A table that is delivered again in the same order takes a row for each group of 4,096 ids.
  @Test func equalOrderTakesFewRows() throws {
    try Self.withSubmissions { db in
      let pairs = (1...10_000).map { Superseded(submission: $0, by: $0 + 10_000) }
      try SupersededTable.insert(db, [SupersededRange](pairs), table: nil)
      let lengths = try Int64.fetchAll(
        db, sql: "SELECT last_submission - first_submission + 1 FROM superseded ORDER BY 1")
      #expect(lengths == [1_809, 4_095, 4_096])
    }
  }

  /// Ranges that were written in parts are joined.
  @Test func partsAreJoined() throws {
    try Self.withSubmissions { db in
      for first in [1, 2] as [Int64] {
        let pairs = stride(from: first, through: 4_000, by: 2).map {
          Superseded(submission: $0, by: $0 + 10_000)
        }
        try SupersededTable.insert(db, [SupersededRange](pairs), table: nil)
      }
      try SupersededTable.join(db, 1...4_000, table: nil)
      var ranges: [SupersededRange] = []
      try SupersededTable.forEach(db) { ranges.append($0) }
      #expect(ranges == [SupersededRange(1...4_000, by: 10_001)])
    }
  }

  /// Submissions that are far apart are written in several parts.
  @Test func allPartsAreWritten() throws {
    try Self.withSubmissions { db in
      let distant: [Int64] = [65_535, 65_536, 200_000, 200_001, 500_000]
      for id in distant {
        try db.execute(
          sql: "INSERT INTO submission (id, line, cells) VALUES (?, 1, '[]')", arguments: [id])
      }
      let submissions = [1, 2, 20_000] + distant.dropLast()
      var writer = SupersededWriter(db, table: nil)
      try writer.append(submissions.reversed().map { Superseded(submission: $0, by: 500_000) })
      try writer.finish()
      var written: [Int64] = []
      try SupersededTable.forEach(db) { written += $0.ids }
      #expect(written == submissions)
    }
  }

  private static func withSubmissions<Result>(
    _ body: (Database) throws -> Result
  ) throws -> Result {
    try KeyDatabase.with { db in
      try db.execute(
        sql: """
          WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 20000)
          INSERT INTO submission (id, line, cells) SELECT id, id, '[]' FROM ids
          """)
      return try body(db)
    }
  }

  /// Returns pairs in the order of submissions: runs of different lengths with different offsets.
  private static func pairs(_ random: inout SeededGenerator) -> [Superseded] {
    var pairs: [Superseded] = []
    var submission = Int64.random(in: 1...5_000, using: &random)
    for _ in 0..<10 {
      let by = Int64.random(in: 10_000...12_000, using: &random)
      for index in 0..<Int64.random(in: 1...1_000, using: &random) {
        pairs.append(Superseded(submission: submission, by: by + index))
        submission += 1
      }
      submission += .random(in: 0...2, using: &random)
    }
    return pairs
  }

  /// Returns a description of a query whose result differs from the model, or nil.
  private static func difference(
    _ db: Database, _ model: [Int64: Int64], _ random: inout SeededGenerator
  ) throws -> String? {
    func pairs(_ ranges: [SupersededRange]) -> [[Int64]] {
      ranges.flatMap { range in range.ids.map { [$0, range.superseder(of: $0)] } }
        .sorted { $0.lexicographicallyPrecedes($1) }
    }
    func wanted(_ isWanted: (Int64, Int64) -> Bool) -> [[Int64]] {
      model.filter { isWanted($0.key, $0.value) }.map { [$0.key, $0.value] }
        .sorted { $0.lexicographicallyPrecedes($1) }
    }
    let low = Int64.random(in: 1...12_000, using: &random)
    let ids = low...(low + .random(in: 0...2_000, using: &random))
    if try pairs(SupersededTable.ranges(db, of: ids)) != wanted({ id, _ in ids.contains(id) }) {
      return "other ranges of \(ids)"
    }
    var ranges: [SupersededRange] = []
    try SupersededTable.forEach(db, by: ids) { ranges.append($0) }
    if pairs(ranges) != wanted({ _, by in ids.contains(by) }) { return "other ranges by \(ids)" }
    func value(_ expression: (String) -> String) throws -> Int64? {
      try Int64.fetchOne(db, sql: "SELECT \(expression("?1"))", arguments: [low])
    }
    if try value(SupersededTable.superseder(of:)) != model[low] { return "superseder of \(low)" }
    let superseded = model.filter { $0.value == low }.keys.max()
    if try value(SupersededTable.lastSuperseded(by:)) != superseded {
      return "superseded by \(low)"
    }
    return nil
  }
}
