import FormBytes
import Foundation

/// The mapping that browsers and mail programs apply to a name before they look it up: UTS #46,
/// section 4, steps 1 and 2, nontransitional processing. It allocates, so callers handle ASCII
/// separately.
enum DomainMapping {
  /// Maps the characters of the text and converts the result to normal form C; nil if a character
  /// is disallowed.
  ///
  /// The table of UTS #46 is derived according to its section 6: NFKC_Casefold, except for ß, ς and
  /// the two joiners, which are kept, and for characters that are disallowed everywhere.
  ///
  /// - Parameter dropsInvisible: Whether ignorable characters such as the soft hyphen are removed,
  ///   as browsers do; otherwise they are disallowed.
  static func mapped(_ text: Span<UInt8>, dropsInvisible: Bool) -> [UInt32]? {
    var result = ""
    var index = 0
    while index < text.count {
      let scalar = text.nextScalar(&index)
      if deviations.contains(scalar.value) {
        result.unicodeScalars.append(scalar)
      } else if scalar.isASCII {
        result.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value).lowercasedASCII))
      } else {
        guard !isDisallowed(scalar),
          dropsInvisible || !scalar.properties.isDefaultIgnorableCodePoint,
          append(scalar, to: &result)
        else { return nil }
      }
    }
    return result.precomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
  }

  /// Whether mapping leaves the scalars unchanged, which is required of decoded Punycode.
  static func isMapped(_ scalars: Span<UInt32>) -> Bool {
    var bytes: [UInt8] = []
    for index in 0..<scalars.count {
      guard let scalar = Unicode.Scalar(scalars[index]) else { return false }
      bytes += UTF8.encode(scalar) ?? .init()
    }
    guard let mapped = mapped(bytes.span, dropsInvisible: false), mapped.count == scalars.count
    else { return false }
    for index in mapped.indices where mapped[index] != scalars[index] { return false }
    return true
  }

  /// The deviation characters ß, ς and the joiners. Separate rules restrict the positions of
  /// joiners.
  private static let deviations: Set<UInt32> = [0xDF, 0x3C2, 0x200C, 0x200D]

  /// Appends the mapping of a character; returns false if no name can contain it.
  private static func append(_ scalar: Unicode.Scalar, to text: inout String) -> Bool {
    switch scalar.value {
    case 0x3002, 0xFF0E, 0xFF61: text += "."
    case 0x1E9E: text += "ß"
    case _ where scalar.properties.isDefaultIgnorableCodePoint: break
    case _ where scalar.properties.changesWhenNFKCCaseFolded:
      let folded = fold(String(scalar).precomposedStringWithCompatibilityMapping)
        .precomposedStringWithCompatibilityMapping
      // For example, U+037A maps to a space and a letter, U+2026 to three dots, and U+FE12 to the
      // ideographic full stop.
      guard !folded.unicodeScalars.contains(where: { " .\u{3002}".unicodeScalars.contains($0) })
      else { return false }
      for scalar in folded.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
        text.unicodeScalars.append(scalar)
      }
    default: text.unicodeScalars.append(scalar)
    }
    return true
  }

  /// Full case folding, which the standard library does not provide: the lowercase of the
  /// uppercase, except for Cherokee, which folds to uppercase because its lowercase letters were
  /// added later.
  private static func fold(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if (0x13A0...0x13FD).contains(scalar.value) || (0xAB70...0xABBF).contains(scalar.value) {
        result += scalar.properties.uppercaseMapping
      } else {
        for upper in scalar.properties.uppercaseMapping.unicodeScalars {
          result += upper.properties.lowercaseMapping
        }
      }
    }
    return result
  }

  /// Whether UTS #46 disallows the character itself. The mapped characters are checked later.
  private static func isDisallowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Bidirectional formatting characters; ideographic description characters; interlinear
    // annotation and replacement characters; tags.
    case 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2FF0...0x2FFF, 0x31EF,
      0xFFF9...0xFFFD:
      return true
    case 0xE0000...0xE00FF: return true
    default: break
    }
    if scalar.properties.isDefaultIgnorableCodePoint { return scalar.properties.isNoncharacter }
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .format, .lineSeparator,
      .paragraphSeparator:
      return true
    case .spaceSeparator: return true
    default: return false
    }
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isNoncharacter: Bool { isNoncharacterCodePoint || generalCategory == .unassigned }
}
