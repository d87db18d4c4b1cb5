import FormTestSupport
import Foundation
import GRDB
import Testing

@testable import FormStore

/// Blocks, pages and runs of keys, compared with sets and dictionaries.
@Suite struct KeyRunsTests {
  private static func withDatabase<Result>(
    _ body: (Database) throws -> Result
  ) throws -> Result {
    try DatabaseQueue().write { db in
      try db.execute(
        sql: """
          CREATE TABLE key_page (id INTEGER PRIMARY KEY, keys BLOB NOT NULL);
          CREATE TABLE key_run (id INTEGER PRIMARY KEY, list INTEGER, former INTEGER, keys INTEGER);
          CREATE TABLE key_block (id INTEGER PRIMARY KEY, run INTEGER, first INTEGER, keys BLOB);
          CREATE INDEX key_block_first ON key_block (run, first);
          """)
      return try body(db)
    }
  }

  private static let list = KeyList(id: 3, form: 1, rule: "")

  /// Hashes of the whole range, or of so small a range that many are equal.
  private static func hash(_ isSparse: Bool, _ random: inout SeededGenerator) -> Int64 {
    isSparse
      ? .random(in: .min ... .max, using: &random) : .random(in: -20...20, using: &random)
  }

  @Test func blocksRoundTrip() throws {
    let wrong = try RandomRounds.run("blocks", 15) { random, show in
      let isSparse = Bool.random(using: &random)
      let largest = Int64(1) << Int64.random(in: 0...44, using: &random)
      var entries = (0..<Int.random(in: 1...3_000, using: &random)).map { _ in
        KeyEntry(
          hash: Self.hash(isSparse, &random),
          submission: .random(in: 1...largest, using: &random))
      }
      if isSparse { entries += [.min, .max].map { KeyEntry(hash: $0, submission: 1) } }
      entries = Array(Set(entries.map { [$0.hash, $0.submission] }))
        .map { KeyEntry(hash: $0[0], submission: $0[1]) }
      entries.sortByHash()
      show("\(entries.count) entries up to \(largest)")
      guard entries == entries.sorted() else { return "not sorted" }
      var read: [KeyEntry] = []
      var rest = entries[...]
      while let first = rest.first {
        let block = rest.prefix(KeyBlock.fittingCount(rest))
        let bytes = KeyBlock.encode(block)
        guard bytes.count <= KeyBlock.maximumBytes else { return "\(bytes.count) bytes" }
        var decoded: [KeyEntry] = []
        try KeyBlock.decode(bytes, first: first.hash, into: &decoded)
        read += decoded
        rest = rest.dropFirst(block.count)
      }
      return read == entries ? nil : "other entries"
    }
    #expect(wrong == nil)
  }

  @Test(arguments: [[], [8, 3], [8, 3, 1, 0, 0, 0, 0, 0], [9, 3, 1, 0, 0, 0, 0, 0, 1]])
  func alteredBlocksAreRefused(_ bytes: [UInt8]) {
    var entries: [KeyEntry] = []
    #expect(throws: StoreError.self) { try KeyBlock.decode(bytes, first: 1, into: &entries) }
  }

  @Test(arguments: ["", "id.unique"]) func pagesKeepAppendedKeys(_ rule: String) throws {
    let wrong = try RandomRounds.run("pages", 3) { random, show in
      try Self.withDatabase { db in
        let pages = KeyPages(KeyList(id: 7, form: 1, rule: rule))
        var model: [Int64: SubmissionKey] = [:]
        var next: Int64 = 1
        for _ in 0..<12 {
          next += .random(in: 0...1_500, using: &random)
          var keys: [SubmissionKey] = []
          for _ in 0..<Int.random(in: 1...900, using: &random) {
            if Int.random(in: 0..<4, using: &random) > 0 {
              keys.append(
                SubmissionKey(
                  submission: next, hash: Self.hash(true, &random),
                  content: rule.isEmpty ? .random(in: 0...(.max), using: &random) : 0))
            }
            next += 1
          }
          try pages.append(db, keys)
          for key in keys { model[key.submission] = key }
          let first = Int64.random(in: 1...next, using: &random)
          let ids = [first...first, first + 2...first + .random(in: 2...2_000, using: &random)]
          let removed = model.values.filter { key in ids.contains { $0.contains(key.submission) } }
          guard try pages.remove(db, ids).count == removed.count else { return "other removals" }
          for key in removed { model[key.submission] = nil }
        }
        show("\(model.count) keys")
        var found: [SubmissionKey] = []
        try pages.forEach(db, [1...next / 2, next / 2 + 1...next + 5_000]) { found.append($0) }
        let wanted = model.values.sorted { $0.submission < $1.submission }
        guard found == wanted, try pages.count(db) == wanted.count else { return "other keys" }
        var sorted: [KeyEntry] = []
        try pages.forEachSortedBatch(db, [1...next]) { sorted += $0 }
        guard sorted == wanted.map(\.entry).sorted() else { return "not sorted" }
        for id in (1...next).shuffled(using: &random).prefix(50) {
          guard try pages.key(db, of: id) == model[id] else { return "submission \(id)" }
        }
        return nil
      }
    }
    #expect(wrong == nil)
  }

  @Test(arguments: [true, false]) func runsFindTheirKeys(_ isSparse: Bool) throws {
    let wrong = try RandomRounds.run("runs", 1) { random, show in
      try Self.withDatabase { db in
        let runs = KeyRuns(Self.list)
        var model: [KeyEntry] = []
        var next: Int64 = 1
        var log = ""
        for _ in 0..<20 {
          if Int.random(in: 0..<3, using: &random) > 0 {
            let count = Bool.random(using: &random) ? 1 : Int.random(in: 1...3_000, using: &random)
            var entries: [KeyEntry] = []
            for _ in 0..<count {
              entries.append(KeyEntry(hash: Self.hash(isSparse, &random), submission: next))
              next += 1
            }
            entries.sortByHash()
            try runs.add(db, entries)
            model += entries
            log += "+\(count) "
          } else {
            let gone = model.shuffled(using: &random)
              .prefix(.random(in: 0...model.count / 2 + 1, using: &random)).sorted()
            try runs.remove(db, gone)
            model = model.sorted().subtracting(gone)
            log += "-\(gone.count) "
          }
          show(log)
          model.sort()
          var all: [KeyEntry] = []
          try KeyRuns.forEachEntry(db, runs.all(db)) { all.append($0) }
          guard all == model else { return "other entries" }
          guard try runs.all(db).reduce(0, { $0 + $1.keys }) == model.count else {
            return "other counts"
          }
          let some = model.shuffled(using: &random).prefix(20).map(\.hash)
          let wanted = (some + (0..<20).map { _ in Self.hash(isSparse, &random) })
            .map { KeyEntry(hash: $0, submission: 0) }.sorted()
          let hashes = Set(wanted.map(\.hash))
          guard try runs.matches(db, wanted) == model.filter({ hashes.contains($0.hash) }) else {
            return "other matches"
          }
        }
        return nil
      }
    }
    #expect(wrong == nil)
  }

  /// Ten thousand small imports with single submissions between them.
  @Test func runsAreMerged() throws {
    try Self.withDatabase { db in
      var random = SeededGenerator(seed: 1)
      let runs = KeyRuns(Self.list)
      var (count, most) = (0, 0)
      let imports = LongTests.areWanted ? 10_000 : 1_000
      for number in 1...imports {
        var entries = (0..<(number % 5 == 0 ? 1 : 100)).map { _ in
          KeyEntry(hash: Self.hash(true, &random), submission: Int64(number))
        }
        entries.sortByHash()
        try runs.add(db, entries)
        count += entries.count
        let all = try runs.all(db)
        #expect(all.count <= 3 * (KeyRuns.level(count) + 1))
        most = max(most, all.count)
      }
      #expect(most <= 21)
      #expect(try runs.all(db).reduce(0) { $0 + $1.keys } == count)
    }
  }

  @Test func laterDeliveriesSupersedeEarlierOnes() {
    func entries(_ pairs: [(Int64, Int64)]) -> [KeyEntry] {
      pairs.map { KeyEntry(hash: $0, submission: $1) }
    }
    // Key 1 occurred twice before, key 2 crosses, key 3 is new, and key 4 already occurs later.
    let change = Supersession(
      entries([(1, 10), (1, 11), (2, 12), (2, 30), (3, 13), (4, 14)]),
      entries([(1, 1), (1, 2), (2, 20), (4, 21)]))
    #expect(
      change.superseded.sorted { $0.submission < $1.submission }
        == [(1, 10), (2, 10), (12, 20), (14, 21), (20, 30)].map {
          Superseded(submission: $0, by: $1)
        })
    #expect(change.effective == entries([(1, 10), (1, 11), (2, 30), (3, 13)]))
    #expect(change.removed == entries([(1, 1), (1, 2), (2, 20)]))
    #expect(change.former == entries([(1, 1), (1, 2), (2, 12), (2, 20), (4, 14)]))
  }

  @Test func filtersHaveNoFalseNegatives() {
    var random = SeededGenerator(seed: 1)
    var filter = KeyFilter(count: 50_000)
    let hashes = (0..<50_000).map { _ in Self.hash(true, &random) }
    for hash in hashes { filter.insert(hash) }
    #expect(hashes.allSatisfy(filter.mayContain))
    let passing = (0..<50_000).count { _ in filter.mayContain(Self.hash(true, &random)) }
    #expect(passing < 1_500)
    #expect(!filter.hasRoom(for: 1))
  }
}
