import FormBytes

/// The grammars of email addresses, over bytes, in one pass without backtracking.
package enum EmailAddress {
  /// The maximum length of a local part, in bytes (RFC 5321, 4.5.3.1.1).
  package static let maximumLocalBytes = 64
  /// The maximum length of an address, in bytes: a path of 256 (RFC 5321, 4.5.3.1.3) without its
  /// angle brackets.
  package static let maximumBytes = 254

  /// Whether the text is an address.
  ///
  /// - Precondition: the text is valid UTF-8.
  /// - Parameters:
  ///   - acceptsQuotes: Whether quoted local parts are accepted under every profile.
  ///   - acceptsUnderscores: Whether `_` is accepted in host names.
  package static func isValid(
    _ text: Span<UInt8>, _ profile: RuleEntry.EmailProfile, acceptsQuotes: Bool = false,
    acceptsUnderscores: Bool = false
  ) -> Bool {
    if profile == .rfc5322 {
      var address = EmailHeaderAddress(text)
      return address.isValid()
    }
    if profile != .html, text.count > maximumBytes { return false }
    // The last @ is the separator: a quoted local part may contain @, the domain may not.
    guard let at = text.lastIndex(of: UInt8(ascii: "@")), at > 0 else { return false }
    let local = text.extracting(0..<at)
    let domain = text.extracting(at + 1..<text.count)
    let isQuoted = acceptsQuotes && isQuoted(local, acceptsUTF8: profile == .utf8)
    switch profile {
    case .html:
      return (isQuoted || isAtom(local, dots: .anywhere))
        && isHost(domain, acceptsUnderscores: acceptsUnderscores)
    case .standard, .utf8, .idn:
      return at <= maximumLocalBytes
        && (isQuoted || isAtom(local, dots: .between, acceptsUTF8: profile == .utf8))
        && isHost(domain, acceptsUTF8: profile != .standard, acceptsUnderscores: acceptsUnderscores)
        && HostName(
          topLevel: .domain, international: profile != .standard ? .letters : .none,
          acceptsUnderscores: acceptsUnderscores
        ).matches(domain)
    case .rfc5321, .rfc5322:
      return at <= maximumLocalBytes && (isAtom(local, dots: .between) || Self.isQuoted(local))
        && (isHost(domain, acceptsUnderscores: acceptsUnderscores) || isAddressLiteral(domain))
    }
  }

  private enum Dots {
    case anywhere, between
  }

  /// `atext` and dots (RFC 5322, 3.2.3: dot-atom-text; or HTML, valid e-mail address).
  private static func isAtom(_ text: Span<UInt8>, dots: Dots, acceptsUTF8: Bool = false) -> Bool {
    var index = 0
    // Treats the start of the text like a dot, so that the text cannot begin with one.
    var isAfterDot = true
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ".") {
        if isAfterDot, dots == .between { return false }
        isAfterDot = true
        index += 1
        continue
      }
      isAfterDot = false
      if byte < 0x80 {
        guard atext.contains(byte) else { return false }
        index += 1
      } else {
        guard acceptsUTF8, isVisible(text.nextScalar(&index)) else { return false }
      }
    }
    return dots == .anywhere || !isAfterDot
  }

  /// `atext` (RFC 5322, 3.2.3).
  private static let atext = ASCIISet.alphanumerics.union("!#$%&'*+-/=?^_`{|}~")

  /// Whether the scalar is a letter, mark, number, punctuation or symbol. RFC 6532 permits every
  /// scalar outside ASCII; invisible and unassigned ones are mistakes or attacks.
  static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  /// Whether the text is a Quoted-string (RFC 5321, 4.1.2).
  private static func isQuoted(_ text: Span<UInt8>, acceptsUTF8: Bool = false) -> Bool {
    let end = text.count - 1
    guard end >= 1, text[0] == UInt8(ascii: "\""), text[end] == UInt8(ascii: "\"") else {
      return false
    }
    var index = 1
    while index < end {
      if text[index] == UInt8(ascii: "\"") { return false }
      if text[index] == UInt8(ascii: "\\") {
        index += 1
        // A backslash before the closing quote leaves the string open.
        guard index < end else { return false }
      }
      if acceptsUTF8, text[index] >= 0x80 {
        guard isVisible(text.nextScalar(&index)) else { return false }
        continue
      }
      guard (0x20...0x7E).contains(text[index]) else { return false }
      index += 1
    }
    return true
  }

  /// Whether the text consists of labels of letters, digits and hyphens, separated by dots, none of
  /// which begins or ends with a hyphen (RFC 5321, 4.1.2: Domain; RFC 1123, 2.1).
  ///
  /// - Parameter acceptsUTF8: Whether letters, marks and digits outside ASCII are accepted. The
  ///   length of a label is then limited in UTF-8, not in Punycode.
  private static func isHost(
    _ text: Span<UInt8>, acceptsUTF8: Bool = false, acceptsUnderscores: Bool = false
  ) -> Bool {
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ".") {
        guard isLabel(start..<index, of: text) else { return false }
        index += 1
        start = index
      } else if byte < 0x80 {
        guard
          byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-")
            || acceptsUnderscores && byte == UInt8(ascii: "_")
        else { return false }
        index += 1
      } else {
        guard acceptsUTF8, isHostScalar(text.nextScalar(&index)) else { return false }
      }
    }
    return isLabel(start..<text.count, of: text)
  }

  /// Whether the scalar is a letter, mark or decimal digit, except compatibility characters
  /// (ligatures, presentation forms, half-width and full-width forms), which IDNA maps to others
  /// (RFC 5892).
  private static func isHostScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFB00...0xFDFF, 0xFE70...0xFEFF, 0xFF00...0xFFEF: return false
    default:
      return CharacterClass.NamedSet.letter.contains(scalar)
        || CharacterClass.NamedSet.digit.contains(scalar)
    }
  }

  /// Whether the text, which contains no dot, is a host label, possibly with characters outside
  /// ASCII.
  static func isHostLabel(_ text: Span<UInt8>) -> Bool { isHost(text, acceptsUTF8: true) }

  /// Whether the text is a dot-atom (RFC 5322, 3.2.3).
  static func isDotAtom(_ text: Span<UInt8>, acceptsUTF8: Bool) -> Bool {
    isAtom(text, dots: .between, acceptsUTF8: acceptsUTF8)
  }

  /// Whether the byte can belong to an atom, possibly as part of a character outside ASCII.
  static func isAtomText(_ byte: UInt8) -> Bool { byte >= 0x80 || atext.contains(byte) }

  private static func isLabel(_ range: Range<Int>, of text: Span<UInt8>) -> Bool {
    (1...HostName.maximumLabelBytes).contains(range.count)
      && text[range.lowerBound] != UInt8(ascii: "-")
      && text[range.upperBound - 1] != UInt8(ascii: "-")
  }

  /// Whether the text is an address literal, `[192.0.2.1]` or `[IPv6:2001:db8::1]` (RFC 5321,
  /// 4.1.3: `::` replaces at least two groups). No other tag has been registered.
  private static func isAddressLiteral(_ text: Span<UInt8>) -> Bool {
    let end = text.count - 1
    guard end >= 1, text[0] == UInt8(ascii: "["), text[end] == UInt8(ascii: "]") else {
      return false
    }
    let tag = 1..<Swift.min(6, end)
    if text.extracting(tag).isEqualIgnoringCase(to: Self.addressTag) {
      return IPAddress.version6(
        text.extracting(tag.upperBound..<end), shortening: 2, acceptsLeadingZeros: true) != nil
    }
    return IPAddress.version4(text.extracting(1..<end), acceptsLeadingZeros: true) != nil
  }

  private static let addressTag = Array("IPv6:".utf8)
}
