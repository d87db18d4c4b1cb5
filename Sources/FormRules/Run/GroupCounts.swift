/// Counts the records of each group by value, and finds the values that contradict their group.
///
/// A record takes 16 bytes: 80 bits of the keyed hash of its group and 48 bits of that of its value
/// within the group. All results depend only on the multiset of records.
///
/// Must be used by only one thread at a time.
final class GroupCounts: RuleCounts {
  /// A value that contradicts its group.
  struct Contradiction {
    enum Kind: UInt64 {
      /// The value is in the minority.
      case minority
      /// There is no value, although the group has a mode.
      case missing
      /// Several values of the group are most frequent.
      case tie
    }

    var kind: Kind
    /// The number of records with the value.
    var count: Int
    /// The number of records in the group that have a value.
    var size: Int
    /// The number of records with the mode.
    var modeCount: Int
    /// The text of the mode, or nil if it was not collected.
    var mode: String?
  }

  private enum Pass {
    case counting, collecting, complete
  }

  private var readError: SpillError?
  private let thresholds: MinorityThresholds
  private let collectsTexts: Bool
  private let hasOneTextPerValue: Bool
  private var pass = Pass.counting
  private var hashes: SortedHashes
  /// For each contradiction: the hash, the kind, the count, the size of the group, and the mode
  /// with its count.
  private var contradictions: HashRows
  /// The hashes of the modes, with the least of their texts as far as they are known: equal
  /// values, such as 7 and 007, may have several.
  private var modes: [Hash128: [UInt8]] = [:]
  private var modeCount = 0
  /// The number of modes whose text is not known.
  private var missingModes = 0

  /// The maximum number of contradicted groups whose modes are collected. With more, errors have
  /// counts only.
  private static let maximumModes = 20_000
  /// The maximum length of a mode's text, in bytes.
  static let longestMode = 100
  /// The bits of the value in the second half of a hash.
  private static let valueBits: UInt64 = 1 << 48 - 1

  /// - Parameters:
  ///   - collectsTexts: Whether the texts of modes are needed.
  ///   - hasOneTextPerValue: Whether equal values have equal texts, so that the first one suffices.
  init(
    _ thresholds: MinorityThresholds, spillingTo storage: (any SpillStorage)?,
    collectsTexts: Bool, hasOneTextPerValue: Bool = false, bound: Int = 1 << 20
  ) {
    self.thresholds = thresholds
    self.collectsTexts = collectsTexts
    self.hasOneTextPerValue = hasOneTextPerValue
    hashes = SortedHashes(
      spillingTo: storage, bound: bound,
      longestText: collectsTexts ? Self.longestMode : 0, keepsLeastText: !hasOneTextPerValue)
    contradictions = HashRows(width: 7, spillingTo: storage, bound: max(1, bound / 4))
  }

  var error: SpillError? { hashes.error ?? readError ?? contradictions.error }
  var groupBits: Int { 80 }
  var longestText: Int { collectsTexts ? Self.longestMode : 0 }

  /// The hash of a record's group and value; nil is no value.
  static func hash(group: Hash128, value: Hash128?) -> Hash128 {
    // Zero represents no value.
    let bits = value.map { max(1, $0.low & valueBits) } ?? 0
    return Hash128(high: group.high, low: group.low & ~valueBits | bits)
  }

  /// Whether this is the first pass.
  var isCounting: Bool { pass == .counting }

  /// Adds hashes in the first pass. Faster than `add` for many records.
  func append(_ body: (inout SortedHashes) -> Void) { body(&hashes) }

  /// Adds records in the first pass, or collects their text in the second.
  func add(_ hash: Hash128, count: Int, _ text: Span<UInt8>) {
    switch pass {
    case .counting: hashes.append(hash, count: count, text)
    case .collecting: collect(hash, text)
    case .complete: break
    }
  }

  private func collect(_ hash: Hash128, _ text: Span<UInt8>) {
    guard let index = modes.index(forKey: hash) else { return }
    let isKnown = !modes.values[index].isEmpty
    if isKnown, hasOneTextPerValue { return }
    modes.values[index].formLeastText(text, atMost: longestText)
    if !isKnown, !text.isEmpty { missingModes -= 1 }
  }

  var needsRecords: Bool {
    switch pass {
    case .counting: true
    case .collecting: !hasOneTextPerValue || missingModes > 0
    case .complete: false
    }
  }

  /// Whether no value contradicts its group.
  var hasNoContradictions: Bool { contradictions.isEmpty }

  /// Whether the group of a hash may have a contradiction: false is certain.
  func mayContradict(_ hash: Hash128) -> Bool { contradictions.mayContain(first: hash.high) }

  /// How a value contradicts its group, or nil if it does not.
  func contradiction(_ hash: Hash128) -> Contradiction? {
    guard let row = contradictions.values(of: hash) else { return nil }
    let first = row.startIndex
    let mode = Hash128(high: hash.high, low: hash.low & ~Self.valueBits | row[first + 4])
    return Contradiction(
      kind: Contradiction.Kind(rawValue: row[first]) ?? .minority, count: Int(row[first + 1]),
      size: Int(row[first + 2]), modeCount: Int(row[first + 3]),
      mode: modes[mode].flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) })
  }

  func endPass() -> Bool {
    guard pass == .counting else {
      pass = .complete
      return false
    }
    findContradictions()
    if modeCount > Self.maximumModes { modes = [:] }
    for mode in modes.keys { modes[mode] = hashes.text(of: mode) ?? [] }
    hashes.removeAll()
    contradictions.finish()
    missingModes = modes.values.count(where: \.isEmpty)
    pass = missingModes == 0 ? .complete : .collecting
    return pass == .collecting
  }

  /// Reads the sorted hashes with two cursors: the first one determines the mode of a group, and
  /// the second one then reads the group again. So a group may be larger than the memory.
  private func findContradictions() {
    hashes.sort()
    var (ahead, behind) = (hashes.makeCursor(), hashes.makeCursor())
    var next = ahead.next()
    while let first = next {
      let group = Group(of: first.hash, &next, &ahead)
      let isTied = group.isTie && thresholds.ties && group.size >= thresholds.atLeast
      let hasMode =
        !group.isTie && group.values > 1
        && thresholds.accepts(modeCount: group.highestCount, of: group.size)
      var isContradicted = false
      for _ in 0..<group.values {
        guard let value = behind.next(), isTied || hasMode, value.hash != group.mode || isTied,
          let kind = contradiction(of: value, in: group, isTied: isTied)
        else { continue }
        contradictions.append(
          value.hash,
          [
            kind.rawValue, UInt64(value.count), UInt64(group.size), UInt64(group.highestCount),
            isTied ? 0 : group.mode.low & Self.valueBits,
          ])
        isContradicted = true
      }
      if isContradicted, !isTied, collectsTexts {
        modeCount += 1
        if modeCount <= Self.maximumModes { modes[group.mode] = [] }
      }
    }
    readError = ahead.error ?? behind.error
  }
}

extension GroupCounts {
  /// The values of a group.
  private struct Group {
    /// The most frequent value, or the first of several.
    private(set) var mode: Hash128
    /// The number of records with the mode.
    private(set) var highestCount = 0
    /// Whether several values are the most frequent ones.
    private(set) var isTie = false
    /// The number of distinct values. Their absence counts as one.
    private(set) var values = 0
    /// The number of records that have a value.
    private(set) var size = 0

    /// - Parameter next: The next value of the cursor; afterwards, the first one of the next group.
    init(
      of first: Hash128, _ next: inout (hash: Hash128, count: Int)?,
      _ cursor: inout SortedHashes.Cursor
    ) {
      mode = first
      while let value = next, value.hash.isInGroup(of: first) {
        next = cursor.next()
        values += 1
        if value.hash.isWithoutValue { continue }
        size += value.count
        if value.count > highestCount {
          (highestCount, mode, isTie) = (value.count, value.hash, false)
        } else if value.count == highestCount {
          isTie = true
        }
      }
    }
  }

  /// The kind of contradiction that a value of a group is, or nil if it is none.
  private func contradiction(
    of value: (hash: Hash128, count: Int), in group: Group, isTied: Bool
  ) -> Contradiction.Kind? {
    if isTied { return .tie }
    if value.hash.isWithoutValue { return .missing }
    return thresholds.isMinority(value.count, modeCount: group.highestCount) ? .minority : nil
  }
}

extension Hash128 {
  /// Whether a hash of `GroupCounts` is of a record without a value.
  fileprivate var isWithoutValue: Bool { low << 16 == 0 }

  /// Whether two hashes of `GroupCounts` have the same group.
  fileprivate func isInGroup(of other: Hash128) -> Bool {
    high == other.high && low >> 48 == other.low >> 48
  }
}
