import FormTestSupport
import Testing

@testable import FormRules

/// Sets that exceed their bound move their elements to a storage and still contain them.
struct SpillTests {
  /// A storage in memory that fails on request.
  private final class Words: SpillStorage, @unchecked Sendable {
    var words: [UInt64] = []
    var reads = 0
    var isBroken = false

    func append(_ more: Span<UInt64>) throws(SpillError) -> Int {
      if isBroken { throw SpillError("full") }
      defer { for index in 0..<more.count { words.append(more[index]) } }
      return words.count
    }

    func read(_ range: Range<Int>, into page: inout [UInt64]) throws(SpillError) {
      if isBroken { throw SpillError("gone") }
      reads += 1
      page = Array(words[range])
    }
  }

  @Test func hashesAreFoundInMemoryAndStorage() {
    let storage = Words()
    let set = HashSet128(spillingTo: storage, bound: 1_000)
    var wrong = 0
    for round in 0..<2 {
      for number in UInt64(0)..<10_500 {
        var hasher = SipHasher128(key: HashKey(1, 2))
        hasher.combine(number)
        let hash = hasher.finalize()
        if set.contains(hash) != (round == 1) { wrong += 1 }
        if set.insert(hash) != (round == 0) { wrong += 1 }
        if round == 0, number == 9_999 { #expect(storage.reads < 4_000) }
      }
    }
    #expect(wrong == 0)
    #expect(set.countInMemory <= 1_000)
    #expect(storage.words.count == 20_000)
    #expect(set.error == nil)
  }

  /// A hash that is repeated once the set is full moves all to the storage and adds none to memory.
  @Test func aSetWhoseHashesAreAllInTheStorageIsNotEmpty() {
    let set = HashSet128(spillingTo: Words(), bound: 3)
    #expect(set.isEmpty)
    for number in UInt64(1)...3 { #expect(set.insert(Hash128(high: number, low: number))) }
    let repeated = Hash128(high: 2, low: 2)
    #expect(!set.insert(repeated) && set.countInMemory == 0)
    #expect(!set.isEmpty && set.contains(repeated))
  }

  @Test func keysAreHeldUntilTheirLatestTime() {
    for bound in [300, 100_000] {
      let storage = Words()
      let keys = HeldKeys(spillingTo: storage, bound: bound)
      var model: [Int64: Int64] = [:]
      var random = SeededGenerator(seed: 7)
      for _ in 0..<6_000 {
        let key = Int64.random(in: 1...2_000, using: &random) &* 0x9E37_79B9_7F4A_7C1
        let end = Int64.random(in: 0...9, using: &random)
        keys.hold(key, until: end)
        model[key] = max(model[key] ?? 0, end)
      }
      let wrong = model.count { key, end in
        (0...9).contains { keys.isHeld(key, after: $0) != (end > $0) }
      }
      #expect(wrong == 0 && !keys.isHeld(5, after: 0) && keys.error == nil)
      #expect(storage.words.isEmpty == (bound == 100_000))
    }
  }

  @Test func hashesWithEqualHalvesAreDistinguished() {
    let set = HashSet128(spillingTo: Words(), bound: 600)
    for round in 0..<2 {
      for low in UInt64(1)...3_000 {
        #expect(set.insert(Hash128(high: 7, low: low)) == (round == 0))
      }
    }
  }

  @Test func numbersAreFoundInMemoryAndStorage() {
    let failure = RandomRounds.run("numbers", 3) { random, _ in
      let storage = Words()
      let set = IntegerSet(key: HashKey(7, 9), spillingTo: storage, bound: 500)
      var known: Set<Int64> = []
      var wrong = 0
      for index in 0..<10_000 {
        let number: Int64 =
          switch index % 3 {
          case 0: Int64(index) * 70
          case 1: .random(in: -50_000...50_000, using: &random)
          default: .random(in: .min ... .max, using: &random)
          }
        if set.insert(number) != known.insert(number).inserted { wrong += 1 }
      }
      for number in known where set.insert(number) { wrong += 1 }
      return wrong == 0 && !storage.words.isEmpty ? nil : "\(wrong) wrong"
    }
    #expect(failure == nil)
  }

  @Test func storageErrorsAreReported() {
    let storage = Words()
    storage.isBroken = true
    let set = HashSet128(spillingTo: storage, bound: 10)
    for number in UInt64(1)...20 { _ = set.insert(Hash128(high: number, low: number)) }
    #expect(set.error?.message == "full")
    var configuration = RunState.Configuration(now: Instant(seconds: 0))
    configuration.spill = storage
    let run = RunState(configuration, parameters: [], stateCount: 1)
    #expect(run.spillError == nil)
  }
}
