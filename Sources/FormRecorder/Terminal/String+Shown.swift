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
    if scalar.isHarmless {
      unicodeScalars.append(scalar)
    } else {
      self += "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is seen, and changes nothing but what is seen of itself.
  fileprivate var isHarmless: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
    // Selectors of the look of the character before them, as in emoji, do no harm.
    default:
      !properties.isNoncharacterCodePoint
        && (!properties.isDefaultIgnorableCodePoint || (0xFE00...0xFE0F).contains(value))
    }
  }
}
