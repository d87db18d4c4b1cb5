import FormRules

extension String {
  /// The text with blanks behind it, so that it is at least so many characters long.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text in lines of at most so many characters, broken at blanks.
  func wrapped(at width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension Severity {
  /// What stands behind a rule's name: nothing for the severity that is usual.
  var remark: String { rejects ? "" : " (\(rawValue))" }
}
