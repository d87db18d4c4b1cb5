import FormBytes

/// The keys of a JSON file and their columns: maps the bytes of a key to its number, without an
/// allocation per lookup.
///
/// A key has a column of its own, unless it means the same field as an earlier key.
struct ColumnTable: Sendable {
  /// The names of the columns.
  private(set) var names: [String] = []
  /// The column of each key, unless it is the number of the key for all of them.
  private var columns: [Int]?
  private let fieldOfKey: (@Sendable (String) -> Int?)?
  private var columnOfField: [Int: Int] = [:]
  /// The concatenated keys, and the end of each.
  private var keys: [UInt8] = []
  private var ends: [Int] = []
  /// A hash table with open addressing.
  ///
  /// Contains a key's number plus 1, or 0. Its length is a power of two.
  private var slots: [UInt32] = Array(repeating: 0, count: 64)

  /// - Parameters:
  ///   - names: The names of columns that exist even if no key uses them.
  ///   - fieldOfKey: Returns the field that a key means, if any.
  init(_ names: [String], fieldOfKey: (@Sendable (String) -> Int?)?) {
    self.fieldOfKey = fieldOfKey
    for name in names { append(Array(name.utf8), hasOwnColumn: true) }
  }

  /// The number of keys.
  var keyCount: Int { ends.count }

  /// Returns the column of a key by its number.
  @inline(__always)
  func column(ofKey number: Int) -> Int { columns.map { $0[number] } ?? number }

  @_lifetime(borrow self)
  private func key(_ index: Int) -> Span<UInt8> {
    keys.span.extracting((index == 0 ? 0 : ends[index - 1])..<ends[index])
  }

  /// Returns the number of a key.
  ///
  /// Tries `guess` first, because records usually repeat the order of their keys.
  @inline(__always)
  func number(of key: Span<UInt8>, guess: Int) -> Int? {
    if guess < keyCount, key.isEqual(to: self.key(guess)) { return guess }
    let slot = slots[slot(of: key)]
    return slot == 0 ? nil : Int(slot) - 1
  }

  /// Adds a key that does not exist yet, and its column unless an earlier key means the same field.
  ///
  /// - Parameter hasOwnColumn: Whether to always add a column. The values of the key are still
  ///   in that of the earlier key.
  mutating func append(_ key: [UInt8], hasOwnColumn: Bool = false) {
    if keyCount * 2 >= slots.count {
      slots = Array(repeating: 0, count: slots.count * 4)
      for index in 0..<keyCount { slots[slot(of: self.key(index))] = UInt32(index + 1) }
    }
    slots[slot(of: key.span)] = UInt32(keyCount + 1)
    let name = String(decoding: key, as: UTF8.self)
    let field = fieldOfKey?(name)
    let known = field.flatMap { columnOfField[$0] }
    if known != nil, columns == nil { columns = Array(0..<keyCount) }
    columns?.append(known ?? names.count)
    if known == nil || hasOwnColumn {
      if let field, known == nil { columnOfField[field] = names.count }
      names.append(name)
    }
    keys.append(contentsOf: key)
    ends.append(keys.count)
  }

  /// Removes the keys from `number` on and the columns from `column` on.
  ///
  /// They were added last, so no other slot depends on theirs.
  mutating func removeLast(toKey number: Int, column: Int) {
    while keyCount > number {
      slots[slot(of: key(keyCount - 1))] = 0
      ends.removeLast()
      keys.removeLast(keys.count - (ends.last ?? 0))
      columns?.removeLast()
    }
    guard names.count > column else { return }
    names.removeLast(names.count - column)
    columnOfField = columnOfField.filter { $0.value < column }
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
