extension String {
  /// The text as it may stand on a terminal or in a message: whatever controls a terminal, turns
  /// text around or cannot be seen is escaped, line ends too.
  package var escapedForTerminal: String {
    // Most texts are plain.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    var result = ""
    for scalar in unicodeScalars { result.appendEscaped(scalar) }
    return result
  }

  /// The same, cut at 80 characters.
  package var shown: String {
    var result = ""
    for (index, scalar) in unicodeScalars.enumerated() {
      if index == 80 { return result + "…" }
      result.appendEscaped(scalar)
    }
    return result
  }

  private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
      self += "\\u{" + String(scalar.value, radix: 16) + "}"
    default: unicodeScalars.append(scalar)
    }
  }
}
