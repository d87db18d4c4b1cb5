import FormBytes

/// A format of a postcode, compiled from the notation of `Tables/postcodes.txt` into a sequence of
/// steps. Each step is a set of characters and may be optional. Matching takes one pass over the
/// text.
struct PostcodeFormat: Sendable {
  private struct Step: Sendable {
    var set: ASCIISet
    var isOptional: Bool
  }

  private var steps: [Step] = []
  /// The possible lengths of a match.
  private let lengths: ClosedRange<Int>

  /// All formats that the notation describes.
  static func all(_ notation: Substring) -> [PostcodeFormat] {
    notation.split(separator: "|").flatMap { variants($0) }.map { PostcodeFormat($0) }
  }

  /// Expands the braces of the notation: each variant with and without their content.
  private static func variants(_ notation: Substring) -> [Substring] {
    guard let open = notation.firstIndex(of: "{"),
      let close = notation[open...].firstIndex(of: "}")
    else { return [notation] }
    let before = notation[..<open]
    let inside = notation[notation.index(after: open)..<close]
    let behind = notation[notation.index(after: close)...]
    return variants(before + inside + behind) + variants(before + behind)
  }

  private init(_ notation: Substring) {
    var rest = Array(notation.utf8)[...]
    var minimum = 0
    while let byte = rest.popFirst() {
      let step: Step
      switch byte {
      case UInt8(ascii: "["):
        let inside = rest.prefix { $0 != UInt8(ascii: "]") }
        rest = rest.dropFirst(inside.count + 1)
        step = Step(set: Self.set(Array(inside)), isOptional: false)
      case UInt8(ascii: " "), UInt8(ascii: "-"):
        step = Step(set: ASCIISet { $0 == byte }, isOptional: true)
      case UInt8(ascii: "_"):
        step = Step(set: .spaceAndHyphen, isOptional: true)
      default: step = Step(set: Self.set(byte), isOptional: false)
      }
      if !step.isOptional { minimum += 1 }
      steps.append(step)
    }
    lengths = minimum...steps.count
  }

  private static func set(_ byte: UInt8) -> ASCIISet {
    switch byte {
    case UInt8(ascii: "#"): return .digits
    case UInt8(ascii: "@"): return .letters
    case UInt8(ascii: "?"): return .alphanumerics
    case UInt8(ascii: "*"):
      return ASCIISet { $0.isASCIILetter && !"cikmov".utf8.contains($0 | 0x20) }
    case UInt8(ascii: "~"):
      return ASCIISet { $0.isASCIIDigit || "acdefhknprtvwxy".utf8.contains($0.lowercasedASCII) }
    case UInt8(ascii: "="): return .hyphen
    case UInt8(ascii: "+"): return .spaceAndHyphen
    default: return ASCIISet { $0.lowercasedASCII == byte.lowercasedASCII }
    }
  }

  /// The set of a character class, which consists of characters and ranges.
  private static func set(_ inside: [UInt8]) -> ASCIISet {
    ASCIISet { byte in
      let letter = byte.isASCIILetter ? byte & ~0x20 : byte
      var index = 0
      while index < inside.count {
        if index + 2 < inside.count, inside[index + 1] == UInt8(ascii: "-") {
          if inside[index] <= letter, letter <= inside[index + 2] { return true }
          index += 3
        } else {
          if inside[index] == letter { return true }
          index += 1
        }
      }
      return false
    }
  }

  /// Whether the whole text has the format. An optional step consumes its character if possible: in
  /// no notation does it precede a step that accepts the same character.
  func matches(_ text: Span<UInt8>) -> Bool {
    guard lengths.contains(text.count) else { return false }
    var index = 0
    for step in steps {
      if index < text.count, step.set.contains(text[index]) {
        index += 1
      } else if !step.isOptional {
        return false
      }
    }
    return index == text.count
  }
}
