import FormBytes

/// An address in a mail header: addr-spec of RFC 5322, 3.4.1, with comments and folding white space
/// around the local part and the domain, and characters outside ASCII (RFC 6532). Obsolete forms
/// are not accepted, except comments between the labels of a host, which mail programs still write.
/// The labels are those of host names, which RFC 5322 leaves to the DNS.
struct EmailHeaderAddress: ~Escapable {
  private let text: Span<UInt8>
  private var index = 0
  /// The domain without comments and white space.
  private(set) var domain: [UInt8] = []

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) { self.text = text }

  private var next: UInt8 { index < text.count ? text[index] : 0 }

  /// Parses the whole text and returns whether it is an address. Comments and white space do not
  /// count towards the maximum length.
  mutating func isValid() -> Bool {
    guard skipSpace(), let local = readLocalPart(), skipSpace() else { return false }
    guard local <= EmailAddress.maximumLocalBytes, next == UInt8(ascii: "@"), index < text.count
    else { return false }
    index += 1
    guard skipSpace(), next == UInt8(ascii: "[") ? readLiteral() : readHost(), skipSpace() else {
      return false
    }
    return index == text.count && local + 1 + domain.count <= EmailAddress.maximumBytes
  }

  /// Skips comments and folding white space (CFWS, 3.2.2). Returns false if a comment is not closed
  /// or a line break is not folded. Nesting is counted instead of recursive.
  ///
  /// - Parameter acceptsBlanks: Whether to skip white space outside comments too.
  private mutating func skipSpace(acceptsBlanks: Bool = true) -> Bool {
    var depth = 0
    while index < text.count {
      switch text[index] {
      case 0x20 where acceptsBlanks || depth > 0, 0x09 where acceptsBlanks || depth > 0,
        0x0D where acceptsBlanks || depth > 0:
        guard skipFold() else { return false }
      case UInt8(ascii: "("):
        depth += 1
        index += 1
      case UInt8(ascii: ")") where depth > 0:
        depth -= 1
        index += 1
      case UInt8(ascii: "\\") where depth > 0:
        guard skipQuotedPair() else { return false }
      case let byte where depth > 0:
        guard byte > 0x20, byte != 0x7F else { return false }
        index += 1
      default: return true
      }
    }
    return depth == 0
  }

  /// Skips folding white space: spaces and tabs with at most one line break, which spaces or tabs
  /// must follow (FWS, 3.2.2).
  private mutating func skipFold() -> Bool {
    skipBlanks()
    guard next == 0x0D else { return true }
    guard index + 2 < text.count, text[index + 1] == 0x0A, text[index + 2].isBlank else {
      return false
    }
    index += 2
    skipBlanks()
    return next != 0x0D
  }

  private mutating func skipBlanks() {
    while index < text.count, text[index].isBlank { index += 1 }
  }

  /// Skips a backslash and the visible character, space or tab that it quotes (3.2.1).
  private mutating func skipQuotedPair() -> Bool {
    guard index + 1 < text.count, text[index + 1] >= 0x20 || text[index + 1] == 0x09,
      text[index + 1] != 0x7F
    else { return false }
    index += 2
    return true
  }

  /// Parses a dot-atom or a quoted string and returns its length in bytes.
  private mutating func readLocalPart() -> Int? {
    let start = index
    if next == UInt8(ascii: "\"") {
      index += 1
      while index < text.count, text[index] != UInt8(ascii: "\"") {
        switch text[index] {
        case 0x20, 0x09, 0x0D: guard skipFold() else { return nil }
        case UInt8(ascii: "\\"): guard skipQuotedPair() else { return nil }
        case let byte:
          guard byte > 0x20, byte != 0x7F else { return nil }
          index += 1
        }
      }
      guard index < text.count else { return nil }
      index += 1
      return index - start
    }
    while index < text.count, EmailAddress.isAtomText(text[index]) || next == UInt8(ascii: ".") {
      index += 1
    }
    let atom = text.extracting(start..<index)
    return EmailAddress.isDotAtom(atom, acceptsUTF8: true) ? atom.count : nil
  }

  /// Parses labels separated by dots, with comments around the dots.
  private mutating func readHost() -> Bool {
    while true {
      let start = index
      while index < text.count, text[index] >= 0x80 || text[index].isHostByte { index += 1 }
      let label = text.extracting(start..<index)
      guard EmailAddress.isHostLabel(label) else { return false }
      for position in 0..<label.count { domain.append(label[position]) }
      let end = index
      guard skipSpace(acceptsBlanks: false) else { return false }
      guard next == UInt8(ascii: "."), index < text.count else {
        index = end
        return true
      }
      domain.append(next)
      index += 1
      guard skipSpace(acceptsBlanks: false) else { return false }
    }
  }

  /// Parses printable characters in brackets, with folding white space (domain-literal).
  private mutating func readLiteral() -> Bool {
    domain.append(next)
    index += 1
    while index < text.count, text[index] != UInt8(ascii: "]") {
      if text[index].isBlank || text[index] == 0x0D {
        guard skipFold() else { return false }
        continue
      }
      guard text[index] > 0x20, text[index] != 0x7F, text[index] != UInt8(ascii: "["),
        text[index] != UInt8(ascii: "\\")
      else { return false }
      domain.append(text[index])
      index += 1
    }
    guard index < text.count else { return false }
    domain.append(next)
    index += 1
    return true
  }
}

extension UInt8 {
  fileprivate var isHostByte: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "-")
  }

  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
