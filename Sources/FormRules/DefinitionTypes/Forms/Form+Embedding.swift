import FormBytes

extension Form {
  /// The problem of a text as an origin in `embedders`, or nil if it is one: a scheme, a host and
  /// optionally a port, in lowercase and without a path.
  package static func problem(ofOrigin text: String) -> String? {
    let rest = ["https://", "http://"].first(where: text.hasPrefix).map { text.dropFirst($0.count) }
    let parts = rest?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    let isHost =
      parts.first.map { host in
        host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
          !label.isEmpty && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy {
              (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0.isASCIIDigit
                || $0 == UInt8(ascii: "-")
            }
        }
      } ?? false
    let isPort = parts.count < 2 || (parts.count == 2 && UInt16(parts[1]) != nil)
    return isHost && isPort
      ? nil
      : "'\(text)' is not an origin such as https://www.example.org: a scheme and a host in "
        + "lowercase, without a path"
  }
}
