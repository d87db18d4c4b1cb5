import FormBytes

/// The table of card types as a parameter of the rule `paymentCard`: a list of `{type: amex,
/// prefixes: [34, 37], lengths: 15}`.
extension PaymentCardTable {
  /// Reads a list of types, each with its prefixes and lengths.
  ///
  /// - Throws: `DefinitionError` if the node is not such a list, or a type, prefix or length is
  ///   invalid.
  init(_ node: DefinitionNode) throws(DefinitionError) {
    guard case .sequence(let items) = node.content, !items.isEmpty else {
      throw DefinitionError(
        "'paymentCard': ranges must be a list of {type, prefixes, lengths}", .wrongType,
        at: node.location)
    }
    var ranges: [Range] = []
    for item in items { ranges += try Self.ranges(of: item) }
    self.init(ranges)
  }

  private static func ranges(of item: DefinitionNode) throws(DefinitionError) -> [Range] {
    func error(_ message: String) -> DefinitionError {
      DefinitionError("'paymentCard': \(message)", at: item.location)
    }
    guard case .mapping(let entries) = item.content else {
      throw error("an item of ranges must be {type, prefixes, lengths}")
    }
    let keys = ["type", "prefixes", "lengths"]
    for entry in entries where !keys.contains(entry.key) {
      throw .unknown("key of ranges:", entry.key, known: keys, at: entry.keyLocation)
    }
    let values = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
    guard let name = values["type"]?.scalar, let prefixes = values["prefixes"]?.numbers,
      let lengths = values["lengths"]?.numbers
    else { throw error("ranges require a type, and numbers such as 34 or 51-55") }
    guard let type = PaymentCardType(rawValue: name) else {
      throw .unknown(
        "payment card type", name, known: PaymentCardType.allCases.map(\.rawValue),
        at: item.location)
    }
    guard lengths.allSatisfy({ 1...PackedDigits.capacity ~= $0.range.upperBound }) else {
      throw error("lengths are 1 to \(PackedDigits.capacity)")
    }
    guard prefixes.allSatisfy({ $0.width <= 8 }) else {
      throw error("prefixes have at most 8 digits")
    }
    return prefixes.map {
      Range(type, $0.range, width: $0.width, lengths: lengths.map(\.range))
    }
  }
}

extension DefinitionNode {
  /// The value of the first key with the given name, at any depth.
  func first(_ key: String) -> DefinitionNode? {
    switch content {
    case .scalar: return nil
    case .sequence(let items): return items.lazy.compactMap { $0.first(key) }.first
    case .mapping(let entries):
      return self[key] ?? entries.lazy.compactMap { $0.value.first(key) }.first
    }
  }

  /// Numbers, or ranges of numbers, such as 34 or 51-55, each with its number of digits; nil for
  /// anything else.
  fileprivate var numbers: [(range: ClosedRange<Int>, width: Int)]? {
    let texts: [String?]
    if case .sequence(let items) = content { texts = items.map(\.scalar) } else { texts = [scalar] }
    var numbers: [(ClosedRange<Int>, Int)] = []
    for text in texts {
      let ends = (text ?? "").split(separator: "-", omittingEmptySubsequences: false)
      guard 1...2 ~= ends.count, let first = ends.first, let last = ends.last,
        ends.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }),
        let low = Int(first), let high = Int(last), low <= high
      else { return nil }
      numbers.append((low...high, first.utf8.count))
    }
    return numbers
  }
}
