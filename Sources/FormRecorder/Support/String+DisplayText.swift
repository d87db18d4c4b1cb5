extension String {
  /// The text escaped for terminals and messages: control characters, bidirectional controls,
  /// invisible characters and line breaks are escaped.
  package var escapedForTerminal: String {
    // Most texts are plain ASCII.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    var result = ""
    for scalar in unicodeScalars { result.appendEscaped(scalar) }
    return result
  }

  /// The text escaped for terminals and cut off after 80 characters.
  package var displayText: String {
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
  /// Whether the scalar is visible and affects no other characters.
  fileprivate var isHarmless: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
    // Variation selectors, as in emoji, are harmless.
    default:
      !properties.isNoncharacterCodePoint
        && (!properties.isDefaultIgnorableCodePoint || (0xFE00...0xFE0F).contains(value))
    }
  }
}
