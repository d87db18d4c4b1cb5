import FormBytes

/// Texts that web browsers accept as absolute URLs: the failure conditions of the parser in the URL
/// Standard (WHATWG URL, 4.4), without its output. `BrowserHost` checks the host.
struct BrowserURL: ~Escapable {
  /// The result of parsing a text.
  enum Outcome {
    case invalid
    /// A URL whose scheme is not accepted.
    case otherScheme
    case valid
  }

  private let text: Span<UInt8>

  @_lifetime(copy text)
  private init(_ text: Span<UInt8>) { self.text = text }

  /// Parses the text.
  ///
  /// - Parameter schemes: The accepted schemes; nil for all.
  static func evaluate(_ text: Span<UInt8>, schemes: [[UInt8]]?) -> Outcome {
    // Leading and trailing control characters and spaces are ignored.
    var (start, end) = (0, text.count)
    while start < end, text[start] <= 0x20 { start += 1 }
    while end > start, text[end - 1] <= 0x20 { end -= 1 }
    let inner = text.extracting(start..<end)
    // Tabs and line breaks inside, which are rare, are also ignored.
    for index in 0..<inner.count where isIgnored(inner[index]) {
      var bytes: [UInt8] = []
      for index in 0..<inner.count where !isIgnored(inner[index]) { bytes.append(inner[index]) }
      return BrowserURL(bytes.span).evaluate(schemes: schemes)
    }
    return BrowserURL(inner).evaluate(schemes: schemes)
  }

  private static func isIgnored(_ byte: UInt8) -> Bool {
    byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func evaluate(schemes: [[UInt8]]?) -> Outcome {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
      case let scheme = text.extracting(0..<colon), URLSyntax.isScheme(scheme)
    else { return .invalid }
    if scheme.isEqualIgnoringCase(to: Self.file) {
      guard isFile(from: colon + 1) else { return .invalid }
    } else {
      let isSpecial = Self.special.contains { scheme.isEqualIgnoringCase(to: $0) }
      guard isSpecial ? isSpecialURL(from: colon + 1) : isOtherURL(from: colon + 1) else {
        return .invalid
      }
    }
    guard let schemes else { return .valid }
    return schemes.contains { scheme.isEqualIgnoringCase(to: $0) } ? .valid : .otherScheme
  }

  private static let file = Array("file".utf8)
  private static let special = ["http", "https", "ws", "wss", "ftp"].map { Array($0.utf8) }
  private static let slashes = ASCIISet("/\\")
  private static let endsSpecial = ASCIISet("/\\?#")
  private static let endsOther = ASCIISet("/?#")

  private func end(of set: ASCIISet, from start: Int) -> Int {
    var index = start
    while index < text.count, !set.contains(text[index]) { index += 1 }
    return index
  }

  /// A special scheme except file: any number of slashes, then the authority.
  private func isSpecialURL(from start: Int) -> Bool {
    var index = start
    while index < text.count, Self.slashes.contains(text[index]) { index += 1 }
    return isAuthority(index..<end(of: Self.endsSpecial, from: index), isSpecial: true)
  }

  /// A scheme that is not special: there is a host only after two slashes.
  private func isOtherURL(from start: Int) -> Bool {
    guard start + 1 < text.count, text[start] == UInt8(ascii: "/"),
      text[start + 1] == UInt8(ascii: "/")
    else { return true }
    let range = start + 2..<end(of: Self.endsOther, from: start + 2)
    return range.isEmpty || isAuthority(range, isSpecial: false)
  }

  private func isFile(from start: Int) -> Bool {
    guard start + 1 < text.count, Self.slashes.contains(text[start]),
      Self.slashes.contains(text[start + 1])
    else { return true }
    let host = text.extracting(start + 2..<end(of: Self.endsSpecial, from: start + 2))
    // A drive letter, as in file://C:/, belongs to the path.
    let isDrive =
      host.count == 2 && host[0].isASCIILetter
      && (host[1] == UInt8(ascii: ":") || host[1] == UInt8(ascii: "|"))
    return host.isEmpty || isDrive || BrowserHost.isHost(host)
  }

  private func isAuthority(_ range: Range<Int>, isSpecial: Bool) -> Bool {
    var start = range.lowerBound
    for index in range where text[index] == UInt8(ascii: "@") { start = index + 1 }
    var end = range.upperBound
    var index = start
    var isInBrackets = false
    while index < range.upperBound {
      switch text[index] {
      case UInt8(ascii: "["): isInBrackets = true
      case UInt8(ascii: "]"): isInBrackets = false
      case UInt8(ascii: ":") where !isInBrackets && end == range.upperBound: end = index
      default: break
      }
      index += 1
    }
    let port = text.extracting(Swift.min(end + 1, range.upperBound)..<range.upperBound)
    let host = text.extracting(start..<end)
    return !host.isEmpty && Self.isPort(port)
      && (isSpecial ? BrowserHost.isHost(host) : BrowserHost.isOpaque(host))
  }

  /// Whether the text is empty or a number of at most 65535, of any length.
  private static func isPort(_ text: Span<UInt8>) -> Bool {
    var number = 0
    for index in 0..<text.count {
      guard text[index].isASCIIDigit else { return false }
      number = Swift.min(number * 10 + Int(text[index] & 15), 65_536)
    }
    return number <= 65_535
  }
}
