/// A table of card schemes with the prefixes and lengths of their numbers.
///
/// If the prefixes of two schemes overlap, the longer prefix applies.
public struct PaymentCardTable: Sendable {
  /// A range of prefixes of equal length.
  struct Range: Sendable {
    let type: PaymentCardType
    let first, last: Int
    /// The number of digits of the prefix.
    let width: Int
    /// The accepted lengths of a complete number, one bit for each.
    let lengths: UInt32

    func accepts(length: Int) -> Bool { length < 32 && lengths &>> UInt32(length) & 1 == 1 }
  }

  /// All ranges, longest prefixes first.
  let ranges: [Range]

  init(_ ranges: [Range]) { self.ranges = ranges.sorted { $0.width > $1.width } }

  /// The built-in table, from `Tables/cards.txt`.
  public static let standard = PaymentCardTable(
    TableTexts.cards.split(separator: "\n").flatMap { line in
      let sides = line.split(separator: "=").map { $0.split(separator: " ") }
      guard let type = PaymentCardType(rawValue: String(sides[0][0])) else {
        preconditionFailure("TableTexts.cards names an unknown card type")
      }
      let lengths = sides[1].map(span)
      return sides[0][1...].map { prefix in
        Range(type, span(prefix), width: prefix.prefix { $0 != "-" }.utf8.count, lengths: lengths)
      }
    })

  /// Reads a number, or two numbers separated by a hyphen.
  private static func span(_ text: Substring) -> ClosedRange<Int> {
    let ends = text.split(separator: "-").compactMap { Int($0) }
    return ends[0]...ends[ends.count - 1]
  }

  /// The range with the longest prefix of the digits.
  func range(of digits: PackedDigits) -> Range? {
    var width = 0
    var prefix = 0
    for index in ranges.indices where ranges[index].width <= digits.count {
      if ranges[index].width != width {
        width = ranges[index].width
        prefix = digits.prefix(width)
      }
      if ranges[index].first <= prefix, prefix <= ranges[index].last { return ranges[index] }
    }
    return nil
  }

  /// The type of a complete number, by its prefix and length; nil if it has none.
  func type(of digits: PackedDigits) -> PaymentCardType? {
    guard let range = range(of: digits), range.accepts(length: digits.count) else { return nil }
    return range.type
  }
}

extension PaymentCardTable.Range {
  init(
    _ type: PaymentCardType, _ prefixes: ClosedRange<Int>, width: Int, lengths: [ClosedRange<Int>]
  ) {
    var bits: UInt32 = 0
    for length in lengths.joined() { bits |= 1 << UInt32(length) }
    self.init(
      type: type, first: prefixes.lowerBound, last: prefixes.upperBound, width: width,
      lengths: bits)
  }
}
