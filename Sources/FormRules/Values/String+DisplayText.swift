extension String {
  /// The text escaped for terminals and messages: control characters, bidirectional controls,
  /// invisible characters and line breaks are escaped.
  package var escapedForTerminal: String {
    // Most texts are plain ASCII.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    var result = ""
    for scalar in unicodeScalars { result.append(scalar, escaped: !scalar.isHarmless) }
    return result
  }

  /// The text escaped for terminals, in which texts that differ also look different: blanks other
  /// than a space are escaped too.
  package var visibleText: String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    var result = ""
    for scalar in unicodeScalars {
      let isBlank = scalar != " " && scalar.properties.generalCategory == .spaceSeparator
      result.append(scalar, escaped: isBlank || !scalar.isHarmless)
    }
    return result
  }

  /// The visible text, cut off after 80 characters.
  package var displayText: String {
    let start = unicodeScalars.prefix(80)
    return start.endIndex == endIndex ? visibleText : String(start).visibleText + "…"
  }

  private mutating func append(_ scalar: Unicode.Scalar, escaped: Bool) {
    if escaped {
      self += "\\u{" + String(scalar.value, radix: 16) + "}"
    } else {
      unicodeScalars.append(scalar)
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
