import FormBytes
import Foundation

/// What browsers and mail programs make of a name before they look it up: UTS #46, 4, steps 1 and 2,
/// without transitional processing. It takes memory, so ASCII never comes here.
enum DomainMapping {
  /// The text with its characters mapped, in normal form C; nil when one of them is disallowed.
  ///
  /// - Parameter dropsInvisible: whether characters such as the soft hyphen are left out, as browsers
  ///   do; else they are disallowed.
  ///
  /// The table of UTS #46 is derived (section 6): Unicode's NFKC_Casefold, but for ß, ς and the two
  /// joiners, which stay, and for what may stand in no name at all.
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

  /// Whether mapping changes nothing: what punycode must hold.
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

  /// ß, ς, and the joiners, whose places have rules of their own.
  private static let deviations: Set<UInt32> = [0xDF, 0x3C2, 0x200C, 0x200D]

  /// False for a character that maps to nothing that a name can hold.
  private static func append(_ scalar: Unicode.Scalar, to text: inout String) -> Bool {
    switch scalar.value {
    case 0x3002, 0xFF0E, 0xFF61: text += "."
    case 0x1E9E: text += "ß"
    case _ where scalar.properties.isDefaultIgnorableCodePoint: break
    case _ where scalar.properties.changesWhenNFKCCaseFolded:
      let folded = fold(String(scalar).precomposedStringWithCompatibilityMapping)
        .precomposedStringWithCompatibilityMapping
      // Such as U+037A, which becomes a blank and a letter, and U+2026, three dots.
      guard !folded.unicodeScalars.contains(where: { $0 == " " || $0 == "." }) else {
        return false
      }
      for scalar in folded.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
        text.unicodeScalars.append(scalar)
      }
    default: text.unicodeScalars.append(scalar)
    }
    return true
  }

  /// Full case folding, which the standard library does not have: the small letters of the capitals,
  /// but for Cherokee, whose small letters came later.
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

  /// What UTS #46 disallows by itself; what becomes of mapping is looked at afterwards.
  private static func isDisallowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Bidirectional formatting; ideographic description; interlinear annotation and the replacement
    // characters; tags.
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
