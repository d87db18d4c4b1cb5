import FormRules

extension String {
  /// The text padded with trailing spaces to at least `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text in lines of at most `width` columns, broken at spaces.
  func wrapped(at width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.columns + 1 + String(word).columns <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension String {
  /// The width in terminal columns. East Asian wide characters take two (UAX #11).
  var columns: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + ($1.unicodeScalars.first?.isWide == true ? 2 : 1) }
  }

  var withoutBlanksAtItsEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension Severity {
  /// The text after a rule's name. Empty for the default severity.
  var remark: String { rejects ? "" : " (\(rawValue))" }
}
