import FormBytes

/// Addresses as they stand in the headers of mails: addr-spec of RFC 5322, 3.4.1, with comments and
/// folding white space, and characters beyond ASCII (RFC 6532). Obsolete forms are not taken, but
/// for comments between the labels of a host, which mail programs still write.
struct EmailHeaderAddress: ~Escapable {
  private let text: Span<UInt8>
  private var index = 0

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) { self.text = text }

  private var next: UInt8 { index < text.count ? text[index] : 0 }

  /// Reads the whole text; whether it is one.
  mutating func isValid() -> Bool {
    guard skipComments(takesBlanks: true), let local = readLocalPart(), skipComments() else {
      return false
    }
    guard local <= EmailAddress.maximumLocalBytes, next == UInt8(ascii: "@"), index < text.count
    else { return false }
    index += 1
    guard skipComments() else { return false }
    guard next == UInt8(ascii: "[") ? readLiteral() : readHost() else { return false }
    return skipComments(takesBlanks: true) && index == text.count
  }

  /// Passes comments; false when one does not end, or a line break is not folded. Nesting is
  /// counted, not recursed into.
  ///
  /// - Parameter takesBlanks: whether folding white space is passed too: it is obsolete but at the
  ///   ends.
  private mutating func skipComments(takesBlanks: Bool = false) -> Bool {
    var depth = 0
    while index < text.count {
      switch text[index] {
      case 0x20 where takesBlanks || depth > 0, 0x09 where takesBlanks || depth > 0: index += 1
      case 0x0D where takesBlanks || depth > 0:
        // A fold: CR LF and a blank.
        guard index + 2 < text.count, text[index + 1] == 0x0A,
          text[index + 2] == 0x20 || text[index + 2] == 0x09
        else { return false }
        index += 3
      case UInt8(ascii: "("):
        depth += 1
        index += 1
      case UInt8(ascii: ")") where depth > 0:
        depth -= 1
        index += 1
      case UInt8(ascii: "\\") where depth > 0:
        guard index + 1 < text.count, text[index + 1] >= 0x20 else { return false }
        index += 2
      case let byte where depth > 0:
        guard byte > 0x20, byte != 0x7F else { return false }
        index += 1
      default: return true
      }
    }
    return depth == 0
  }

  /// A dot-atom or a quoted string; how many bytes it has.
  private mutating func readLocalPart() -> Int? {
    let start = index
    if next == UInt8(ascii: "\"") {
      index += 1
      while index < text.count, text[index] != UInt8(ascii: "\"") {
        if text[index] == UInt8(ascii: "\\") { index += 1 }
        guard index < text.count, text[index] >= 0x20 || text[index] == 0x09, text[index] != 0x7F
        else { return nil }
        index += 1
      }
      guard index < text.count else { return nil }
      index += 1
      return index - start
    }
    while index < text.count, EmailAddress.isAtomText(text[index]) || next == UInt8(ascii: ".") {
      index += 1
    }
    let atom = text.extracting(start..<index)
    return EmailAddress.isDotAtom(atom, takesUTF8: true) ? atom.count : nil
  }

  /// Labels between dots, with comments around them.
  private mutating func readHost() -> Bool {
    while true {
      let start = index
      while index < text.count, text[index] >= 0x80 || text[index].isHostByte { index += 1 }
      guard EmailAddress.isHostLabel(text.extracting(start..<index)), skipComments() else {
        return false
      }
      guard next == UInt8(ascii: "."), index < text.count else { return true }
      index += 1
      guard skipComments() else { return false }
    }
  }

  /// Anything printable in brackets (RFC 5322: domain-literal).
  private mutating func readLiteral() -> Bool {
    index += 1
    while index < text.count, text[index] != UInt8(ascii: "]") {
      guard text[index] >= 0x20, text[index] != 0x7F, text[index] != UInt8(ascii: "["),
        text[index] != UInt8(ascii: "\\")
      else { return false }
      index += 1
    }
    guard index < text.count else { return false }
    index += 1
    return true
  }
}

extension UInt8 {
  fileprivate var isHostByte: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "-")
  }
}
