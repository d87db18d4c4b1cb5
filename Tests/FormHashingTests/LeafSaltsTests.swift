import FormBytes
import Testing

@testable import FormHashing

/// The salts of leaves, and blocks that lost some of them.
struct LeafSaltsTests {
  private static let seed = [UInt8](0..<16)

  private func salts(_ stored: [UInt8]) -> [[UInt8]?] {
    var salts = LeafSalts(stored)
    return (0..<100).map { leaf in
      var bytes: [UInt8] = []
      return salts.append(of: leaf, to: &bytes) ? bytes : nil
    }
  }

  /// The keystream of AES-128 in counter mode: openssl enc -aes-128-ctr -K 00…0f -iv 00…02.
  @Test func keystreamIsThatOfTheStandard() {
    #expect(
      Keystream.bytes(32, key: Self.seed).hexadecimal
        == "49d68753999ba68ce3897a686081b09db9ad2b2e346ac238505d365e9cb7fc56")
  }

  @Test func saltsDiffer() { #expect(Set(salts(Self.seed)).count == 100) }

  /// Removed salts are gone; the others stay, in whatever order some were removed.
  @Test(arguments: [
    [[0]], [[5], [6, 99]], [[32, 33], [5]], [Array(0..<100)], [Array(0..<64), [70]],
  ])
  func otherSaltsRemain(_ removals: [[Int]]) {
    let all = salts(Self.seed)
    var stored = Self.seed
    for removed in removals {
      var salts = LeafSalts(stored)
      salts.remove(removed)
      stored = salts.stored(count: 100)
    }
    let removed = Set(removals.joined())
    for (leaf, salt) in salts(stored).enumerated() {
      #expect(salt == (removed.contains(leaf) ? nil : all[leaf]))
      if removed.contains(leaf), let salt = all[leaf] {
        #expect(!stored.windows(of: 16).contains { $0.elementsEqual(salt) })
      }
    }
  }

  /// A block of 1,000 records that lost the salt of one keeps 62 keys and salts.
  @Test func oneRemovalKeepsLittle() {
    var salts = LeafSalts(Self.seed)
    salts.remove([500])
    #expect(salts.stored(count: 1_000).count == 62 * 18)
  }
}

extension [UInt8] {
  fileprivate func windows(of size: Int) -> [ArraySlice<UInt8>] {
    count < size ? [] : (0...count - size).map { self[$0..<$0 + size] }
  }
}
