import FormTestSupport
import Testing

@testable import FormRules

/// Counts over all records are exact and do not depend on order or storage.
@Suite struct RecordCountsTests {
  /// A storage in memory that fails on request.
  private final class Words: SpillStorage, @unchecked Sendable {
    var words: [UInt64] = []
    var isBroken = false

    func append(_ more: Span<UInt64>) throws(SpillError) -> Int {
      if isBroken { throw SpillError("full") }
      defer { for index in 0..<more.count { words.append(more[index]) } }
      return words.count
    }

    func read(_ range: Range<Int>, into page: inout [UInt64]) throws(SpillError) {
      page = Array(words[range])
    }
  }

  private func hash(_ text: String) -> Hash128 {
    var hasher = SipHasher128(key: HashKey(3, 4))
    hasher.combine(Array(text.utf8).span)
    return hasher.finalize()
  }

  private struct Record: Hashable {
    var group: String
    /// Nil means no value.
    var value: String?
  }

  private func records(_ random: inout SeededGenerator) -> [Record] {
    (0..<Int.random(in: 0...400, using: &random)).map { _ in
      let group = "g\(Int.random(in: 0...12, using: &random))"
      let isUsual = Int.random(in: 0..<10, using: &random) < 7
      let value = isUsual ? "usual \(group)" : "v\(Int.random(in: 0...5, using: &random))"
      return Record(
        group: group, value: Int.random(in: 0..<10, using: &random) == 0 ? nil : value)
    }
  }

  /// The expected failure of each record.
  private func expected(
    _ records: [Record], _ thresholds: MinorityThresholds
  ) -> [Record: String] {
    var answers: [Record: String] = [:]
    for (_, group) in Dictionary(grouping: records, by: \.group) {
      var counts: [String: Int] = [:]
      for value in group.compactMap(\.value) { counts[value, default: 0] += 1 }
      let size = counts.values.reduce(0, +)
      guard size >= thresholds.atLeast, let most = counts.values.max() else { continue }
      let modes = counts.filter { $0.value == most }.keys
      if modes.count > 1 {
        guard thresholds.ties else { continue }
        for record in group {
          let count = record.value.map { counts[$0] ?? 0 } ?? group.count { $0.value == nil }
          answers[record] = "tie \(count) \(size) \(most) "
        }
        continue
      }
      let mode = modes.first ?? ""
      if thresholds.share != nil, 2 * most <= size { continue }
      for record in group {
        guard let value = record.value else {
          let blank = group.count { $0.value == nil }
          answers[record] = "missing \(blank) \(size) \(most) \(mode)"
          continue
        }
        let count = counts[value] ?? 0
        if value != mode, count == 1 || 4 * count <= most {
          answers[record] = "minority \(count) \(size) \(most) \(mode)"
        }
      }
    }
    return answers
  }

  private func answers(
    _ records: [Record], _ thresholds: MinorityThresholds, _ storage: Words?, bound: Int
  ) throws -> [Record: String] {
    let counts = GroupCounts(
      thresholds, spillingTo: storage, collectsTexts: true,
      hasOneTextPerValue: bound.isMultiple(of: 2), bound: bound)
    func hash(of record: Record) -> Hash128 {
      GroupCounts.hash(group: self.hash(record.group), value: record.value.map { self.hash($0) })
    }
    repeat {
      for record in records where counts.needsRecords {
        counts.add(hash(of: record), count: 1, Array((record.value ?? "").utf8).span)
      }
    } while counts.endPass()
    var answers: [Record: String] = [:]
    for record in records {
      guard let found = counts.contradiction(hash(of: record)) else { continue }
      answers[record] =
        "\(found.kind) \(found.count) \(found.size) \(found.modeCount) \(found.mode ?? "")"
    }
    #expect(counts.error == nil)
    return answers
  }

  @Test func contradictionsMatchTheDocumentation() throws {
    let failure = try RandomRounds.run("contradictions", 60) { random, show in
      let records = records(&random)
      show("\(records)")
      var thresholds = MinorityThresholds()
      if Bool.random(using: &random) { thresholds.share = nil }
      thresholds.ties = Bool.random(using: &random)
      let expected = expected(records, thresholds)
      let bound = Int.random(in: 1...100, using: &random)
      let shuffled = records.shuffled(using: &random)
      let isRight =
        try answers(records, thresholds, nil, bound: 1) == expected
        && answers(shuffled, thresholds, Words(), bound: bound) == expected
      return isRight ? nil : "\(thresholds)"
    }
    #expect(failure == nil)
  }

  /// The search for the texts of modes ends when all are found; an empty text is none.
  @Test func recordsWithoutTextDoNotEndTheSearchForTexts() throws {
    let values = [("g", ["", "", "", "y"]), ("h", ["x", "x", "x", "z"])]
    let records = values.flatMap { group, values in
      values.map { Record(group: group, value: $0) }
    }
    let thresholds = MinorityThresholds()
    #expect(
      try answers(records, thresholds, nil, bound: 2) == expected(records, thresholds))
    let counts = ValueCounts(
      ratio: 2, minimumCount: 2, spillingTo: nil, quotesTexts: true, bound: 1)
    repeat {
      for text in ["x", "", "", "birmingham", "birmingham", "birminghxm"]
      where counts.needsRecords {
        counts.add(hash(text), count: 1, Array(text.utf8).span)
      }
    } while counts.endPass()
    let rare = "birminghxm"
    #expect(counts.resemblance(hash(rare), Array(rare.utf8).span)?.text == "birmingham")
  }

  @Test func hashesAreReadInOrderFromMemoryAndStorage() {
    let failure = RandomRounds.run("hashes", 3) { random, _ in
      let bound = [7, 1_000, 100_000][Int.random(in: 0..<3, using: &random)]
      var sorted = SortedHashes(spillingTo: Words(), bound: bound)
      var counts: [Hash128: Int] = [:]
      for _ in 0..<5_000 {
        // Many hashes have the same first half.
        let hash = Hash128(
          high: UInt64.random(in: 0...20, using: &random) << 50,
          low: UInt64.random(in: 0...50, using: &random) << 3)
        let count = Int.random(in: 0..<10, using: &random) == 0 ? 1_000_000_000 : 1
        counts[hash, default: 0] += count
        sorted.append(hash, count: count, [UInt8]().span)
      }
      sorted.sort()
      var cursor = sorted.makeCursor()
      var found: [(hash: Hash128, count: Int)] = []
      while let next = cursor.next() { found.append(next) }
      let isRight =
        found.map(\.hash) == counts.keys.sorted()
        && found.allSatisfy { counts[$0.hash] == $0.count }
      return isRight ? nil : "\(bound)"
    }
    #expect(failure == nil)
  }

  @Test func aFullStorageIsAnError() {
    let storage = Words()
    storage.isBroken = true
    let counts = GroupCounts(
      MinorityThresholds(), spillingTo: storage, collectsTexts: false, bound: 2)
    for index in 0..<5 {
      let hash = GroupCounts.hash(group: hash("g"), value: hash("\(index)"))
      counts.add(hash, count: 1, [UInt8]().span)
    }
    _ = counts.endPass()
    #expect(counts.error != nil)
  }

  private func resemblances(
    _ texts: [String: Int], _ storage: Words?, _ random: inout SeededGenerator
  ) -> [String: String] {
    let counts = ValueCounts(
      ratio: 5, minimumCount: 4, spillingTo: storage, quotesTexts: true, bound: 3)
    // The order of a dictionary differs from run to run.
    let all = texts.sorted { $0.key < $1.key }
      .flatMap { Array(repeating: $0.key, count: $0.value) }.shuffled(using: &random)
    repeat {
      for text in all { counts.add(hash(text), count: 1, Array(text.utf8).span) }
    } while counts.endPass()
    var found: [String: String] = [:]
    for text in texts.keys {
      let near = counts.resemblance(hash(text), Array(text.utf8).span)
      if let near { found[text] = "\(near.count) \(near.frequentCount) \(near.text ?? "")" }
    }
    return found
  }

  @Test func rareTextsResembleFrequentOnes() {
    let texts = [
      "birmingham": 40, "birminghxm": 1, "birmingxxm": 2, "bxrminghxm": 9, "dothan": 20,
      "dotham": 4, "unit 12": 30, "unit 13": 1, "elsewhere": 1, "burmingham": 8,
    ]
    let expected = [
      "birminghxm": "1 40 birmingham", "birmingxxm": "2 40 birmingham",
      "dotham": "4 20 dothan", "burmingham": "8 40 birmingham",
    ]
    let failure = RandomRounds.run("resemblances", 1) { random, _ in
      for storage in [nil, Words()] {
        let found = resemblances(texts, storage, &random)
        if found != expected { return "\(found)" }
      }
      return nil
    }
    #expect(failure == nil)
  }

  @Test(arguments: ["50%", "0%", "12.5%", "100%"])
  func percentagesAreExact(_ text: String) throws {
    let percentage = try #require(Percentage(text))
    #expect(percentage.description == text)
    #expect(Percentage("12.5%")?.isExceeded(by: 1, of: 8) == false)
    #expect(Percentage("12.5%")?.isExceeded(by: 2, of: 15) == true)
    for wrong in ["50", "101%", "-1%", "a%", "0.0000001%"] { #expect(Percentage(wrong) == nil) }
  }

  @Test func dependsRequiresAnotherField() {
    let form = Form(
      name: "f", fields: [Field(name: "a", type: .text), Field(name: "b", type: .text)])
    #expect(bindingError(DependsRule.self, "a", on: "a", of: form)?.contains("itself") == true)
    #expect(bindingError(DependsRule.self, "a", on: nil, of: form)?.contains("fields") == true)
    #expect(
      bindingError(DependsRule.self, ["b", "b"], on: "a", of: form)?.contains("twice") == true)
    #expect(bindingError(DependsRule.self, "b", on: "a", of: form) == nil)
    #expect(
      bindingError(AnyRule.self, [["depends": "b"]], on: "a", of: form)?.contains("inside") == true)
  }
}
