/// The grammar of host names, over bytes, in one pass.
struct HostName: Sendable {
  /// The longest name, in bytes, without the dot at its end (RFC 1035, 2.3.4).
  static let maximumBytes = 253
  /// The longest label, in bytes.
  static let maximumLabelBytes = 63

  /// What the last label must be.
  enum TopLevel {
    /// Anything that a label can be.
    case any
    /// No number, so that the name cannot be taken for an address (RFC 1123, 2.1; WHATWG URL, 3.5).
    case notNumeric
    /// Like `notNumeric`, and not the only label.
    case notAlone
    /// Two characters at least without a digit, or punycode, behind another label: what can be a
    /// domain in the public DNS (RFC 3696, 2).
    case domain
  }

  /// Letters beyond ASCII.
  enum International {
    /// None; what claims to be punycode must be it.
    case none
    /// None; punycode is not looked into.
    case unchecked
    /// What IDNA 2008 takes.
    case letters
    /// Also symbols, as web browsers take them.
    case symbols
  }

  var topLevel = TopLevel.any
  var international = International.none
  /// Whether `_` is taken like a letter.
  var takesUnderscores = false
  /// Whether a dot may stand at the end.
  var takesTrailingDot = false

  /// Whether the text, which must be valid UTF-8, is a host name.
  func matches(_ text: Span<UInt8>) -> Bool {
    var labels = 0
    var start = 0
    var index = 0
    var bytes = 0
    var (hasDigitFirst, isRightToLeft) = (false, false)
    while index <= text.count {
      let end = index
      var isDot = false
      if index < text.count {
        let byte = text[index]
        if byte == UInt8(ascii: ".") {
          (index, isDot) = (index + 1, true)
        } else if byte >= 0x80, international.takesLetters {
          isDot = Self.isDot(text.nextScalar(&index))
        } else {
          index += 1
        }
        if !isDot { continue }
      } else {
        index += 1
      }
      let label = start..<end
      if label.isEmpty {
        // Nothing behind the last dot.
        guard !isDot, labels > 0, takesTrailingDot else { return false }
        break
      }
      guard let length = length(ofLabel: text.extracting(label), &isRightToLeft) else {
        return false
      }
      hasDigitFirst = hasDigitFirst || text[start].isASCIIDigit
      labels += 1
      bytes += length + (labels > 1 ? 1 : 0)
      let isLast = !isDot || index == text.count
      if isLast, !isTopLevel(text.extracting(label), isOnly: labels == 1) { return false }
      start = index
    }
    // Beside a label from right to left none may begin with a digit (RFC 5893, 2).
    return labels > 0 && bytes <= Self.maximumBytes && !(isRightToLeft && hasDigitFirst)
  }

  /// The dot, and the characters that mapping turns into it (RFC 5895, 2).
  private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{3002}" || scalar == "\u{FF0E}" || scalar == "\u{FF61}"
  }

  /// How long the label is in bytes, in the form that the DNS stores, or nil when it is none. Sets
  /// the flag when its letters run from right to left.
  private func length(ofLabel label: Span<UInt8>, _ isRightToLeft: inout Bool) -> Int? {
    let last = label.count - 1
    guard label[0] != UInt8(ascii: "-"), label[last] != UInt8(ascii: "-") else { return nil }
    for index in 0..<label.count where !Self.ordinary.contains(label[index]) {
      if label[index] == UInt8(ascii: "_"), takesUnderscores { continue }
      guard label[index] >= 0x80, international.takesLetters else { return nil }
      return internationalLength(label, &isRightToLeft)
    }
    guard label.count <= Self.maximumLabelBytes else { return nil }
    if label.count >= 4, international != .unchecked, Self.hasPunycodePrefix(label) {
      guard isPunycode(label.extracting(4..<label.count), &isRightToLeft) else { return nil }
    }
    return label.count
  }

  private static let ordinary = ASCIISet {
    $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
  }

  /// Whether the label begins with `xn--`, in either case.
  static func hasPunycodePrefix(_ label: Span<UInt8>) -> Bool {
    label.count >= 4 && label[0] | 0x20 == UInt8(ascii: "x")
      && label[1] | 0x20 == UInt8(ascii: "n") && label[2] == UInt8(ascii: "-")
      && label[3] == UInt8(ascii: "-")
  }

  /// Whether what stands behind `xn--` is the one form of a label with letters beyond ASCII.
  private func isPunycode(_ text: Span<UInt8>, _ isRightToLeft: inout Bool) -> Bool {
    var scalars = InlineArray<63, UInt32>(repeating: 0)
    guard let count = Punycode.decode(text, into: &scalars) else { return false }
    let span = scalars.span.extracting(0..<count)
    isRightToLeft = isRightToLeft || InternationalLabel.isRightToLeft(span)
    return InternationalLabel.isValid(
      span, foldsCase: false, takesSymbols: international == .symbols)
  }

  private func internationalLength(
    _ label: Span<UInt8>, _ isRightToLeft: inout Bool
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
      InternationalLabel.isValid(span, foldsCase: true, takesSymbols: international == .symbols),
      case let length = Punycode.encodedLength(span), length <= Self.maximumLabelBytes
    else { return nil }
    isRightToLeft = isRightToLeft || InternationalLabel.isRightToLeft(span)
    return length
  }

  private func isTopLevel(_ label: Span<UInt8>, isOnly: Bool) -> Bool {
    if topLevel == .any { return true }
    if international == .symbols, !label.isASCII {
      // Symbols stand in front of top levels, not in them.
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
  fileprivate var takesLetters: Bool { self == .letters || self == .symbols }
}
