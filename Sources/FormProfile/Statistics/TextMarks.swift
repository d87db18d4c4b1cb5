import FormBytes
import FormRules

/// Properties of a text that are almost never intended.
package struct TextMarks: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// U+FFFD, which replaces bytes that could not be decoded.
  package static let replacement = TextMarks(rawValue: 1)
  /// UTF-8 that was decoded as a single-byte encoding and encoded again, such as `Ã©` for `é`.
  package static let twiceEncoded = TextMarks(rawValue: 2)
  /// Control characters other than line breaks and tabs.
  package static let control = TextMarks(rawValue: 4)
  /// Blanks at the beginning or end, which `trim` of a field removes (`Span.trimmedRange`).
  package static let outerBlanks = TextMarks(rawValue: 8)
  /// Zero-width characters, such as a soft hyphen or a byte order mark.
  package static let invisible = TextMarks(rawValue: 16)

  /// Each mark by itself.
  static let all: [TextMarks] = [replacement, twiceEncoded, control, outerBlanks, invisible]
}

extension Span<UInt8> {
  /// Counts the Unicode scalars of a text and finds its marks.
  func measure(_ scalars: inout Int, _ marks: inout TextMarks) {
    var index = 0
    var high = false
    while index < count {
      let byte = self[index]
      if byte & 0xC0 != 0x80 { scalars &+= 1 }
      if byte >= 0x80 {
        high = true
      } else if byte < 0x20 || byte == 0x7F, !byte.isASCIIBlank {
        marks.insert(.control)
      }
      index &+= 1
    }
    guard count > 0 else { return }
    if trimmedRange.count < count { marks.insert(.outerBlanks) }
    if high { markEncodings(&marks) }
  }

  private func markEncodings(_ marks: inout TextMarks) {
    var index = 0
    while index &+ 1 < count {
      defer { index &+= 1 }
      let (first, second) = (self[index], self[index &+ 1])
      switch first {
      case 0xEF where index &+ 2 < count:
        let third = self[index &+ 2]
        if second == 0xBF, third == 0xBD { marks.insert(.replacement) }
        if second == 0xBB, third == 0xBF { marks.insert(.invisible) }
      case 0xE2 where index &+ 2 < count && second == 0x80:
        if 0x8B...0x8F ~= self[index &+ 2] { marks.insert(.invisible) }
      case 0xC2 where second == 0xAD: marks.insert(.invisible)
      // Â or Ã before a byte that was a continuation byte.
      case 0xC3 where second == 0x82 || second == 0x83:
        if index &+ 3 < count, self[index &+ 2] == 0xC2, self[index &+ 3] & 0xC0 == 0x80 {
          marks.insert(.twiceEncoded)
        }
      default: break
      }
    }
  }
}
