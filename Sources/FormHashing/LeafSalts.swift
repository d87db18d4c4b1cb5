/// The random bytes of a block's leaves: 16 for each.
///
/// They follow from a seed of 16 bytes in two levels: the seed gives a key to each group of 32
/// leaves, and the key of a group gives the salts of its leaves. Without the salts of some leaves,
/// what is stored are the keys of the other groups and the other salts of their groups, from which
/// the missing ones cannot be derived.
package struct LeafSalts: Sendable {
  private static let (size, groupSize, maximumGroups) = (16, 32, 64)

  /// The keys of the groups that have all salts.
  private var keys: [Int: [UInt8]] = [:]
  /// The salts of leaves whose group has no key.
  private var salts: [Int: [UInt8]] = [:]
  /// The group that was used last, and its salts.
  private var group = -1
  private var groupSalts: [UInt8] = []

  /// - Parameter stored: The seed, or what `stored` returned.
  package init(_ stored: [UInt8]) {
    guard stored.count != Self.size else {
      let stream = Keystream.bytes(Self.size * Self.maximumGroups, key: stored)
      for group in 0..<Self.maximumGroups { keys[group] = Self.salt(group, of: stream) }
      return
    }
    let entry = Self.size + 2
    for start in stride(from: 0, through: stored.count - entry, by: entry) {
      let number = Int(stored[start]) | Int(stored[start + 1]) << 8
      let bytes = Array(stored[start + 2..<start + entry])
      if number >= Self.groupMark {
        keys[number - Self.groupMark] = bytes
      } else {
        salts[number] = bytes
      }
    }
  }

  /// The keys and salts, each after its number; 0x8000 is added to those of groups.
  package func stored(count: Int) -> [UInt8] {
    var stored: [UInt8] = []
    func append(_ entries: [Int: [UInt8]], from first: Int, until end: Int) {
      for (number, bytes) in entries.sorted(by: { $0.key < $1.key }) where number < end {
        stored += [UInt8(truncatingIfNeeded: number + first), UInt8((number + first) >> 8)] + bytes
      }
    }
    append(keys, from: Self.groupMark, until: (count + Self.groupSize - 1) / Self.groupSize)
    append(salts, from: 0, until: count)
    return stored
  }

  private static let groupMark = 0x8000

  /// Returns what is stored if only the first leaf has a salt.
  package static func stored(ofFirstLeaf salt: [UInt8]) -> [UInt8] { [0, 0] + salt }

  /// Appends the salt of a leaf, or returns false if it was removed.
  @discardableResult
  package mutating func append(of leaf: Int, to bytes: inout [UInt8]) -> Bool {
    let group = leaf / Self.groupSize
    if group != self.group {
      guard let key = keys[group] else {
        guard let salt = salts[leaf] else { return false }
        bytes += salt
        return true
      }
      self.group = group
      groupSalts = Keystream.bytes(Self.size * Self.groupSize, key: key)
    }
    let start = leaf % Self.groupSize * Self.size
    bytes += groupSalts[start..<start + Self.size]
    return true
  }

  /// Removes the salts of leaves.
  package mutating func remove(_ leaves: some Sequence<Int>) {
    for leaf in leaves {
      let group = leaf / Self.groupSize
      if let key = keys.removeValue(forKey: group) {
        let stream = Keystream.bytes(Self.size * Self.groupSize, key: key)
        for index in 0..<Self.groupSize {
          salts[group * Self.groupSize + index] = Self.salt(index, of: stream)
        }
      }
      salts[leaf] = nil
    }
    group = -1
  }

  private static func salt(_ index: Int, of stream: [UInt8]) -> [UInt8] {
    Array(stream[index * size..<(index + 1) * size])
  }
}
