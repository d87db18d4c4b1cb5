/// An address with a display name, as in `Ana Lima <ana@example.com>` (RFC 5322, 3.4: name-addr).
struct NamedEmailAddress {
  let name, address: Range<Int>

  /// Splits a text. Returns nil if it does not end with `>`, or if the bracket is not opened.
  init?(_ text: Span<UInt8>) {
    let end = text.count - 1
    guard end > 0, text[end] == UInt8(ascii: ">") else { return nil }
    var isQuoted = false
    var index = 0
    while index < end {
      switch text[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\\") where isQuoted: index += 1
      case UInt8(ascii: "<") where !isQuoted:
        (name, address) = (0..<index, index + 1..<end)
        return
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Whether the text is a display name: atoms, with characters outside ASCII (RFC 6532) and the
  /// dots of abbreviations (RFC 5322, 4.1: obs-phrase), and quoted strings that are not blank.
  /// Spaces and tabs are accepted around and between them.
  static func isName(_ text: Span<UInt8>) -> Bool {
    var index = 0
    var hasWord = false
    while index < text.count {
      switch text[index] {
      case 0x20, 0x09: index += 1
      case UInt8(ascii: "\""):
        guard text.skipQuotedString(&index) == true else { return false }
        hasWord = true
      case UInt8(ascii: ".") where hasWord: index += 1
      case let byte where byte < 0x80:
        guard EmailAddress.isAtomText(byte) else { return false }
        (index, hasWord) = (index + 1, true)
      default:
        guard EmailAddress.isVisible(text.nextScalar(&index)) else { return false }
        hasWord = true
      }
    }
    return hasWord
  }
}
