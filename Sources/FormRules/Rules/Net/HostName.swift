import FormBytes

/// The grammar of host names.
struct HostName: Sendable {
  /// The maximum length of a name, in bytes, without a trailing dot (RFC 1035, 2.3.4).
  static let maximumBytes = 253
  /// The maximum length of a label, in bytes (RFC 1035, 2.3.4).
  static let maximumLabelBytes = 63

  /// Requirements on the last label.
  enum TopLevel {
    /// Any label.
    case any
    /// Not a number, so that the name cannot be mistaken for an address (RFC 1123, 2.1; WHATWG URL,
    /// 3.5).
    case notNumeric
    /// Like `notNumeric`, and not the only label.
    case notAlone
    /// At least two characters without digits, or Punycode, after another label: a possible domain
    /// in the public DNS (RFC 3696, 2).
    case domain
  }

  /// Characters outside ASCII.
  enum International {
    /// None. Labels that begin with `xn--` must be valid Punycode.
    case none
    /// None. Punycode is not decoded.
    case unchecked
    /// The characters of IDNA 2008.
    case letters
    /// Also symbols, as in web browsers.
    case symbols
  }

  var topLevel = TopLevel.any
  var international = International.none
  /// Whether `_` is accepted like a letter.
  var acceptsUnderscores = false
  /// Whether a trailing dot is accepted.
  var acceptsTrailingDot = false

  /// Whether the text is a host name.
  ///
  /// - Precondition: the text is valid UTF-8.
  func matches(_ text: Span<UInt8>) -> Bool {
    if text.isASCII || !international.acceptsLetters { return isName(text) }
    guard let mapped = DomainMapping.mapped(text, dropsInvisible: false) else { return false }
    var name: [UInt8] = []
    for value in mapped {
      guard let scalar = Unicode.Scalar(value) else { return false }
      name += UTF8.encode(scalar) ?? .init()
    }
    return isName(name.span)
  }

  /// Whether a text that is ASCII or already mapped is a host name.
  private func isName(_ text: Span<UInt8>) -> Bool {
    var (labels, start, bytes) = (0, 0, 0)
    var directions = Directions()
    for end in 0...text.count {
      let isDot = end < text.count && text[end] == UInt8(ascii: ".")
      guard isDot || end == text.count else { continue }
      if start == end {
        // The empty label after a trailing dot.
        guard !isDot, labels > 0, acceptsTrailingDot else { return false }
        break
      }
      let label = text.extracting(start..<end)
      guard let length = length(ofLabel: label, &directions) else { return false }
      labels += 1
      bytes += length + (labels > 1 ? 1 : 0)
      if end + 1 >= text.count, !isTopLevel(label, isOnly: labels == 1) { return false }
      start = end + 1
    }
    return labels > 0 && bytes <= Self.maximumBytes && directions.agree
  }

  /// The writing directions of the labels of a name.
  struct Directions {
    private var isRightToLeft = false
    private var isRuleSatisfied = true

    /// If a label is right-to-left, all labels must satisfy the Bidi rule (RFC 5893, 2).
    var agree: Bool { !isRightToLeft || isRuleSatisfied }

    mutating func add(_ label: Span<UInt32>) {
      isRightToLeft = isRightToLeft || InternationalLabel.isRightToLeft(label)
      isRuleSatisfied = isRuleSatisfied && InternationalLabel.satisfiesBidiRule(label)
    }

    /// Adds an ASCII label, which ends with a letter or digit.
    mutating func add(ascii label: Span<UInt8>) {
      isRuleSatisfied = isRuleSatisfied && label[0].isASCIILetter
    }
  }

  /// The length of the label in its DNS form, in bytes; nil if it is not a label.
  private func length(ofLabel label: Span<UInt8>, _ directions: inout Directions) -> Int? {
    let last = label.count - 1
    guard label[0] != UInt8(ascii: "-"), label[last] != UInt8(ascii: "-") else { return nil }
    for index in 0..<label.count where !Self.ordinary.contains(label[index]) {
      if label[index] == UInt8(ascii: "_"), acceptsUnderscores { continue }
      guard label[index] >= 0x80, international.acceptsLetters else { return nil }
      return internationalLength(label, &directions)
    }
    guard label.count <= Self.maximumLabelBytes else { return nil }
    if label.count >= 4, international != .unchecked, Self.hasPunycodePrefix(label) {
      guard isPunycode(label.extracting(4..<label.count), &directions) else { return nil }
    } else {
      directions.add(ascii: label)
    }
    return label.count
  }

  private static let ordinary = ASCIISet.alphanumerics.union("-")

  /// Whether the label begins with `xn--`, ignoring case.
  static func hasPunycodePrefix(_ label: Span<UInt8>) -> Bool {
    label.count >= 4 && label[0] | 0x20 == UInt8(ascii: "x")
      && label[1] | 0x20 == UInt8(ascii: "n") && label[2] == UInt8(ascii: "-")
      && label[3] == UInt8(ascii: "-")
  }

  /// Whether the text after `xn--` is the Punycode of a valid label with letters outside ASCII.
  private func isPunycode(_ text: Span<UInt8>, _ directions: inout Directions) -> Bool {
    var scalars = InlineArray<63, UInt32>(repeating: 0)
    guard let count = Punycode.decode(text, into: &scalars) else { return false }
    let span = scalars.span.extracting(0..<count)
    guard InternationalLabel.isValid(span, acceptsSymbols: international == .symbols),
      DomainMapping.isMapped(span)
    else { return false }
    directions.add(span)
    return true
  }

  private func internationalLength(
    _ label: Span<UInt8>, _ directions: inout Directions
  ) -> Int? {
    var scalars = InlineArray<63, UInt32>(repeating: 0)
    var (count, index) = (0, 0)
    while index < label.count {
      guard count < scalars.count else { return nil }
      scalars[count] = label.nextScalar(&index).value
      count += 1
    }
    let span = scalars.span.extracting(0..<count)
    guard
      InternationalLabel.isValid(span, acceptsSymbols: international == .symbols),
      case let length = Punycode.encodedLength(span), length <= Self.maximumLabelBytes
    else { return nil }
    directions.add(span)
    return length
  }

  private func isTopLevel(_ label: Span<UInt8>, isOnly: Bool) -> Bool {
    if topLevel == .any { return true }
    if international == .symbols, !label.isASCII {
      // Symbols are accepted in front of the top-level domain, but not in it.
      var others = self
      (others.international, others.topLevel) = (.letters, .any)
      guard others.matches(label) else { return false }
    }
    var digits = 0
    for index in 0..<label.count where label[index].isASCIIDigit { digits += 1 }
    switch topLevel {
    case .any: return true
    case .notNumeric: return digits < label.count
    case .notAlone: return !isOnly && digits < label.count
    case .domain:
      return !isOnly && label.count >= 2 && (digits == 0 || Self.hasPunycodePrefix(label))
        && label.firstIndex(of: UInt8(ascii: "_")) == nil
    }
  }
}

extension HostName.International {
  fileprivate var acceptsLetters: Bool { self == .letters || self == .symbols }
}
