import FormTestSupport
import GRDB
import Testing

@testable import FormStore

/// The keys of a list in sorted runs, compared with a sorted array.
@Suite struct KeyRunsTests {
  @Test(arguments: [true, false]) func runsFindTheirKeys(_ isSparse: Bool) throws {
    let wrong = try RandomRounds.run("runs", 1) { random, show in
      try KeyDatabase.with { db in
        let runs = try KeyRuns(KeyList.make(db, formID: KeyDatabase.form, rule: ""))
        var model: [KeyEntry] = []
        var next: Int64 = 1
        var log = ""
        for _ in 0..<20 {
          if Int.random(in: 0..<3, using: &random) > 0 {
            let count = Bool.random(using: &random) ? 1 : Int.random(in: 1...3_000, using: &random)
            var entries: [KeyEntry] = []
            for _ in 0..<count {
              entries.append(KeyEntry(hash: RandomKeys.hash(isSparse, &random), submission: next))
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
          let wanted = (some + (0..<20).map { _ in RandomKeys.hash(isSparse, &random) })
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

  /// A single submission makes a sorted run with one key, which must not cost a search per key of
  /// an import.
  @Test(arguments: [1, 20_000]) func searchesAreBoundedByTheBlocks(count: Int) throws {
    try KeyDatabase.with { db in
      var random = SeededGenerator(seed: 2)
      func entries(_ count: Int) -> [KeyEntry] {
        (1...count).map {
          KeyEntry(hash: RandomKeys.hash(true, &random), submission: Int64($0))
        }.sorted()
      }
      let runs = try KeyRuns(KeyList.make(db, formID: KeyDatabase.form, rule: ""))
      let stored = entries(count)
      try runs.add(db, stored)
      let blocks = try db.number(sql: "SELECT count(*) FROM key_block")
      let wanted = (entries(10_000) + stored.prefix(10)).sorted()
      var statements = 0
      db.trace { _ in statements += 1 }
      #expect(try runs.matches(db, wanted).count == stored.prefix(10).count)
      try runs.remove(db, wanted)
      db.trace()
      #expect(statements <= 6 * blocks + 10, "\(statements) for \(blocks) blocks")
    }
  }

  /// Ten thousand small imports with single submissions between them.
  @Test(arguments: [(255, 0), (256, 1), (1_023, 1), (1_024, 2)])
  func aLevelHasFourTimesTheKeysOfTheOneBelow(keys: Int, level: Int) {
    #expect(KeyRuns.level(keys) == level)
  }

  @Test func runsAreMerged() throws {
    try KeyDatabase.with { db in
      var random = SeededGenerator(seed: 1)
      let runs = try KeyRuns(KeyList.make(db, formID: KeyDatabase.form, rule: ""))
      var (count, most) = (0, 0)
      let imports = LongTests.areWanted ? 10_000 : 1_000
      for number in 1...imports {
        var entries = (0..<(number % 5 == 0 ? 1 : 100)).map { _ in
          KeyEntry(hash: RandomKeys.hash(true, &random), submission: Int64(number))
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
}
