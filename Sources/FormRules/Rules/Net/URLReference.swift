import FormBytes

/// The ranges of the parts of a URL (RFC 3986, 3 and appendix B). Their contents are not checked.
struct URLReference {
  /// Empty if there is none.
  var scheme = 0..<0
  /// The part between `//` and the path; nil without `//`.
  var authority: Range<Int>?
  var path = 0..<0
  /// The part after `?`.
  var query: Range<Int>?
  /// The part after `#`.
  var fragment: Range<Int>?

  /// Splits the text.
  ///
  /// - Parameters:
  ///   - acceptsBareHost: Whether a text without `//` after a scheme begins with its authority, as
  ///     `www.example.com:80/path` does.
  ///   - isKnown: Whether a scheme is recognized even without `//`.
  init(
    _ text: Span<UInt8>, acceptsBareHost: Bool = false,
    isKnown: (Span<UInt8>) -> Bool = { _ in false }
  ) {
    var index = Self.schemeEnd(text)
    let hasSlashes = Self.hasSlashes(text, at: index > 0 ? index + 1 : 0)
    let acceptsBareHost = acceptsBareHost && !isKnown(text.extracting(0..<index))
    if index > 0, hasSlashes || !acceptsBareHost {
      scheme = 0..<index
      index += 1
    } else {
      index = 0
    }
    if hasSlashes || acceptsBareHost {
      if hasSlashes { index += 2 }
      let start = index
      while index < text.count, !Self.endsAuthority.contains(text[index]) { index += 1 }
      authority = start..<index
    }
    let start = index
    while index < text.count, !Self.endsPath.contains(text[index]) { index += 1 }
    path = start..<index
    if index < text.count, text[index] == UInt8(ascii: "?") {
      let start = index + 1
      index = text.firstIndex(of: UInt8(ascii: "#"), from: start) ?? text.count
      query = start..<index
    }
    if index < text.count { fragment = index + 1..<text.count }
  }

  /// The offset of the colon after a scheme; 0 if the text does not begin with a scheme.
  private static func schemeEnd(_ text: Span<UInt8>) -> Int {
    guard !text.isEmpty, text[0].isASCIILetter else { return 0 }
    var index = 1
    while index < text.count, URLCharacters.scheme.contains(text[index]) { index += 1 }
    return index < text.count && text[index] == UInt8(ascii: ":") ? index : 0
  }

  private static func hasSlashes(_ text: Span<UInt8>, at index: Int) -> Bool {
    index + 1 < text.count && text[index] == UInt8(ascii: "/")
      && text[index + 1] == UInt8(ascii: "/")
  }

  private static let endsAuthority = ASCIISet("/?#")
  private static let endsPath = ASCIISet("?#")
}

/// The ranges of the parts of an authority (RFC 3986, 3.2).
struct URLAuthority {
  /// The part before `@`; nil without it.
  var userinfo: Range<Int>?
  /// The host, including the brackets of an IPv6 address.
  var host: Range<Int>
  /// The part after the colon; nil without it.
  var port: Range<Int>?

  /// Splits the authority in the range.
  init(_ text: Span<UInt8>, _ range: Range<Int>) {
    var start = range.lowerBound
    // The first @ is the separator, because userinfo encodes @ as %40.
    if let at = text.extracting(range).firstIndex(of: UInt8(ascii: "@")) {
      userinfo = start..<start + at
      start += at + 1
    }
    var end = range.upperBound
    var colon = end - 1
    while colon >= start, text[colon].isASCIIDigit { colon -= 1 }
    if colon >= start, text[colon] == UInt8(ascii: ":") {
      port = colon + 1..<end
      end = colon
    }
    host = start..<end
  }
}
