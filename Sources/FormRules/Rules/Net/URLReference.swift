import FormBytes

/// Where the parts of a URL stand (RFC 3986, 3 and appendix B). Nothing is checked yet.
struct URLReference {
  /// Empty when there is none.
  var scheme = 0..<0
  /// What stands between `//` and the path; nil without `//`.
  var authority: Range<Int>?
  var path = 0..<0
  /// Behind `?`.
  var query: Range<Int>?
  /// Behind `#`.
  var fragment: Range<Int>?

  /// Splits the text.
  ///
  /// - Parameters:
  ///   - takesBareHost: whether a text that does not go on with `//` behind a scheme begins with
  ///     its authority, as `www.example.com:80/path` does.
  ///   - isKnown: whether the scheme is one that counts without `//` all the same.
  init(
    _ text: Span<UInt8>, takesBareHost: Bool = false,
    isKnown: (Span<UInt8>) -> Bool = { _ in false }
  ) {
    var index = Self.schemeEnd(text)
    let hasSlashes = Self.hasSlashes(text, at: index > 0 ? index + 1 : 0)
    let takesBareHost = takesBareHost && !(index > 0 && isKnown(text.extracting(0..<index)))
    if index > 0, hasSlashes || !takesBareHost {
      scheme = 0..<index
      index += 1
    } else {
      index = 0
    }
    if hasSlashes || takesBareHost {
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

  /// Where the colon behind a scheme stands, or 0 when the text does not begin with one.
  private static func schemeEnd(_ text: Span<UInt8>) -> Int {
    guard !text.isEmpty, text[0].isASCIILetter else { return 0 }
    var index = 1
    while index < text.count, inScheme.contains(text[index]) { index += 1 }
    return index < text.count && text[index] == UInt8(ascii: ":") ? index : 0
  }

  private static func hasSlashes(_ text: Span<UInt8>, at index: Int) -> Bool {
    index + 1 < text.count && text[index] == UInt8(ascii: "/")
      && text[index + 1] == UInt8(ascii: "/")
  }

  private static let inScheme = ASCIISet {
    $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0)
  }
  private static let endsAuthority = ASCIISet { "/?#".utf8.contains($0) }
  private static let endsPath = ASCIISet { "?#".utf8.contains($0) }
}

/// Where the parts of an authority stand (RFC 3986, 3.2).
struct URLAuthority {
  /// Before `@`; nil without it.
  var userinfo: Range<Int>?
  /// With the brackets of an IPv6 address.
  var host: Range<Int>
  /// Behind the colon; nil without it.
  var port: Range<Int>?

  /// Splits what stands in the range.
  init(_ text: Span<UInt8>, _ range: Range<Int>) {
    var start = range.lowerBound
    // The first @: in userinfo it would be written %40.
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
