#if Server
import FormBytes

/// A header value with parameters, such as `text/csv; charset="utf-8"` (RFC 9110, 5.6.6).
struct HeaderValue {
  /// The text in front of the first parameter, without blanks around it.
  let text: String
  private let parameters: [(name: String, value: String)]

  /// Parses a header with one value.
  init(_ header: String) { self.init(Array(header.utf8)[...]) }

  /// Parses a header with a list of values (5.6.1).
  static func list(_ header: String) -> [HeaderValue] {
    Array(header.utf8)[...].split(outsideQuotesAt: UInt8(ascii: ",")).map(HeaderValue.init)
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    let parts = bytes.split(outsideQuotesAt: UInt8(ascii: ";"))
    text = parts[0].trimmedText
    parameters = parts.dropFirst().compactMap { part in
      let pair = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return pair.count == 2
        ? (pair[0].trimmedText.lowercased(), pair[1].trimmed.unquotedText) : nil
    }
  }

  /// The value of the first parameter with a name in lowercase.
  subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }
}

extension HeaderValue {
  /// The name of a file in `Content-Disposition` (RFC 6266, 4.3): `filename*`, if it is UTF-8
  /// (RFC 8187, 3.2), otherwise `filename`.
  var fileName: String? {
    let parts = (self["filename*"] ?? "").utf8.split(
      separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[2].isEmpty,
      String(Substring(parts[0])).lowercased() == "utf-8"
    else { return self["filename"] }
    let encoded = Array(parts[2])
    return String(validating: encoded.span.percentDecoded(), as: UTF8.self) ?? self["filename"]
  }
}

extension ArraySlice<UInt8> {
  /// The parts between separators that are not in a quoted string; at least one.
  fileprivate func split(outsideQuotesAt separator: UInt8) -> [Self] {
    var (isQuoted, isEscaped) = (false, false)
    return split(omittingEmptySubsequences: false) { byte in
      let isContent = isQuoted || byte != separator
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
      return !isContent
    }
  }

  fileprivate var trimmed: Self {
    let rest = drop(while: \.isASCIIBlank)
    return rest[..<(rest.lastIndex { !$0.isASCIIBlank }.map { $0 + 1 } ?? rest.startIndex)]
  }

  fileprivate var trimmedText: String { String(decoding: trimmed, as: UTF8.self) }

  /// The content of a quoted string, or the text itself if it is not quoted.
  ///
  /// A backslash escapes only quotes and backslashes, because browsers do not escape it in the
  /// names of files.
  fileprivate var unquotedText: String {
    guard first == UInt8(ascii: "\"") else { return trimmedText }
    var (rest, content) = (dropFirst(), [UInt8]())
    while var byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), let next = rest.first,
        next == byte || next == UInt8(ascii: "\"")
      {
        byte = rest.removeFirst()
      }
      content.append(byte)
    }
    return String(decoding: content, as: UTF8.self)
  }
}
#endif
