/// Resolves URI references (RFC 3986).
enum URIReference {
  /// Resolves a reference against a base, which may be empty (section 5.2).
  static func resolve(_ reference: String, against base: String) -> String {
    if scheme(of: reference) != nil || base.isEmpty { return reference }
    let (outer, fragment) = split(reference, at: "#")
    let (resource, _) = split(base, at: "#")
    let tail = fragment.map { "#\($0)" } ?? ""
    if outer.isEmpty { return resource + tail }
    let start = scheme(of: resource).map { resource[...$0] } ?? ""
    var rest = resource[start.endIndex...]
    if outer.hasPrefix("//") { return start + outer + tail }
    var authority: Substring = ""
    if rest.hasPrefix("//") {
      let end = rest.dropFirst(2).firstIndex { "/?".contains($0) } ?? rest.endIndex
      (authority, rest) = (rest[..<end], rest[end...])
    }
    let (path, query) = split(outer, at: "?")
    let basePath = split(String(rest), at: "?").0
    let joined: String
    if path.hasPrefix("/") {
      joined = path
    } else if path.isEmpty {
      joined = basePath
    } else {
      let folder =
        basePath.lastIndex(of: "/").map { basePath[...$0] } ?? (authority.isEmpty ? "" : "/")
      joined = folder + path
    }
    return start + authority + withoutDots(joined) + (query.map { "?\($0)" } ?? "") + tail
  }

  /// Returns the index of the colon after the scheme.
  private static func scheme(of text: String) -> String.Index? {
    guard let colon = text.firstIndex(of: ":"), text.first?.isLetter == true,
      text[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
      )
    else { return nil }
    return colon
  }

  private static func split(_ text: String, at mark: Character) -> (String, String?) {
    guard let index = text.firstIndex(of: mark) else { return (text, nil) }
    return (String(text[..<index]), String(text[index...].dropFirst()))
  }

  /// Returns the path without `.` and `..` (section 5.2.4).
  private static func withoutDots(_ path: String) -> String {
    var parts: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      switch part {
      case ".": if isLast { parts.append("") }
      case "..":
        if parts.count > 1 { parts.removeLast() }
        if isLast { parts.append("") }
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
