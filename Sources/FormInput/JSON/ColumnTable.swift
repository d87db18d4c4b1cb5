import FormBytes

/// The columns of a JSON file: maps the bytes of a key to a column number, without an allocation
/// per lookup.
struct ColumnTable: Sendable {
  private(set) var names: [String] = []
  /// The concatenated keys, and the end of each.
  private var keys: [UInt8] = []
  private var ends: [Int] = []
  /// A hash table with open addressing.
  ///
  /// Contains a column's number plus 1, or 0. Its length is a power of two.
  private var slots: [UInt32] = Array(repeating: 0, count: 64)

  init(_ names: [String]) {
    for name in names { append(Array(name.utf8)) }
  }

  var count: Int { ends.count }

  @_lifetime(borrow self)
  private func key(_ index: Int) -> Span<UInt8> {
    keys.span.extracting((index == 0 ? 0 : ends[index - 1])..<ends[index])
  }

  /// Returns the number of the column with a key.
  ///
  /// Tries `guess` first, because records usually repeat the order of their keys.
  @inline(__always)
  func index(of key: Span<UInt8>, guess: Int) -> Int? {
    if guess < count, key.isEqual(to: self.key(guess)) { return guess }
    let slot = slots[slot(of: key)]
    return slot == 0 ? nil : Int(slot) - 1
  }

  /// Adds a column that does not exist yet.
  mutating func append(_ key: [UInt8]) {
    if count * 2 >= slots.count {
      slots = Array(repeating: 0, count: slots.count * 4)
      for index in 0..<count { slots[slot(of: self.key(index))] = UInt32(index + 1) }
    }
    slots[slot(of: key.span)] = UInt32(count + 1)
    keys.append(contentsOf: key)
    ends.append(keys.count)
    names.append(String(decoding: key, as: UTF8.self))
  }

  /// Removes the columns from `count`. They were added last, so no other slot depends on theirs.
  mutating func removeLast(to count: Int) {
    while self.count > count {
      let slot = slot(of: key(self.count - 1))
      slots[slot] = 0
      ends.removeLast()
      keys.removeLast(keys.count - (ends.last ?? 0))
      names.removeLast()
    }
  }

  /// Returns the slot of a key, or the slot where it can be inserted.
  ///
  /// Each process uses a new seed, so that an attacker cannot choose keys that collide.
  private func slot(of key: Span<UInt8>) -> Int {
    var hasher = Hasher()
    var position = 0
    while position &+ 8 <= key.count {
      hasher.combine(key.word(at: position))
      position &+= 8
    }
    for index in position..<key.count { hasher.combine(key[index]) }
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] != 0, !self.key(Int(slots[slot]) - 1).isEqual(to: key) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}

extension Span<UInt8> {
  @inline(__always)
  func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var position = 0
    while position &+ 8 <= count {
      if word(at: position) != other.word(at: position) { return false }
      position &+= 8
    }
    while position < count {
      if self[position] != other[position] { return false }
      position &+= 1
    }
    return true
  }
}
