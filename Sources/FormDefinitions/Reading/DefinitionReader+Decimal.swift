import FormRules

extension DefinitionReader {
  /// Reads the notation of a decimal number.
  mutating func decimal(_ keys: KnownEntries) -> FieldType {
    var format = FieldType.DecimalFormat()
    format.scale = keys["scale"].flatMap {
      integer($0, "scale", in: 0...ExactDecimal.maximumDigits)
    }
    if let node = keys["point"], let point = point(node) { format.point = point }
    if let node = keys["group"] { format.group = group(node, point: format.point) }
    if let node = keys["grouping"] {
      format.grouping = choice(node, "grouping") ?? format.grouping
      if keys["group"] == nil {
        report("grouping requires group; add it", .missing("group"), at: node.location)
      }
    }
    if let node = keys["negative"] { format.negative = negative(node) }
    if let node = keys["strip"] { format.strip = strip(node, of: format) }
    return .decimal(format)
  }

  private mutating func point(_ node: DefinitionNode) -> String? {
    guard let text = text(node, "point") else { return nil }
    if isSeparator(text), !text.hasNumberCharacter { return text }
    report("point must be an ASCII character other than a digit or sign", at: node.location)
    return nil
  }

  /// Reads the characters that separate groups of digits.
  private mutating func group(_ node: DefinitionNode, point: String) -> [String] {
    var group: [String] = []
    for text in texts(node, "group") ?? [] {
      let isBlank = text.value == FieldType.DecimalFormat.blankWord
      let characters = isBlank ? FieldType.DecimalFormat.blanks : [text.value]
      if text.value.unicodeScalars.count != 1 && !isBlank || text.value.hasNumberCharacter {
        report(
          "group must be a character other than a digit or sign, a list of them, or blank",
          at: text.location)
      } else if characters.contains(point) {
        report("group and point are both '\(point)'; change one", .conflict, at: text.location)
      } else if characters.contains(where: group.contains) {
        report(
          "'\(text.value)' occurs twice in group; keep one", .duplicate(text.value),
          at: text.location)
      }
      group += characters
    }
    return group
  }

  /// Reads the notations of negative numbers.
  private mutating func negative(
    _ node: DefinitionNode
  ) -> [FieldType.DecimalFormat.NegativeNotation] {
    var notations: [FieldType.DecimalFormat.NegativeNotation] = []
    for text in texts(node, "negative") ?? [] {
      guard let notation = FieldType.DecimalFormat.NegativeNotation(rawValue: text.value) else {
        reportUnknown(
          "notation in negative:", text.value,
          known: FieldType.DecimalFormat.NegativeNotation.allCases.map(\.rawValue),
          at: text.location)
        continue
      }
      if notations.contains(notation) {
        report(
          "'\(text.value)' occurs twice in negative; keep one", .duplicate(text.value),
          at: text.location)
      }
      notations.append(notation)
    }
    if notations.contains(.credit), notations.contains(.debit) {
      report(
        "negative has both credit, in which CR is negative, and debit, in which it is positive; "
          + "keep one", .conflict, at: node.location)
    }
    return notations
  }

  /// Reads the texts around a number. They must not contain a part of its value.
  private mutating func strip(
    _ node: DefinitionNode, of format: FieldType.DecimalFormat
  ) -> [String] {
    let words = texts(node, "strip") ?? []
    let hasMarks = format.negative.contains(.credit) || format.negative.contains(.debit)
    for word in words {
      if word.value.isEmpty {
        report("an empty text in strip; remove it", at: word.location)
      } else if word.value.isPartOfNumber
        || hasMarks && ["CR", "DR"].contains(word.value.uppercased())
      {
        report(
          "'\(word.value)' in strip can be part of the value of a number; remove it, or describe "
            + "negative numbers with negative", .conflict, at: word.location)
      }
    }
    return words.map(\.value)
  }
}

extension String {
  private static let digitsAndSigns = "0123456789+-\u{2212}".unicodeScalars

  /// Whether it contains a digit, a sign or a parenthesis.
  fileprivate var hasNumberCharacter: Bool {
    unicodeScalars.contains { Self.digitsAndSigns.contains($0) || $0 == "(" || $0 == ")" }
  }

  /// Whether a number may have another value without the text: it begins with a digit or sign,
  /// contains one of two parentheses, or consists of points.
  fileprivate var isPartOfNumber: Bool {
    let scalars = unicodeScalars
    return scalars.first.map(Self.digitsAndSigns.contains) == true
      || scalars.count { $0 == "(" } != scalars.count { $0 == ")" }
      || scalars.allSatisfy { $0 == "." || $0 == "," }
  }
}
