extension FieldType {
  /// A senseless option of a type. Names are those of definition files.
  package struct Fault {
    /// The option, or nil for several.
    package var option: String?
    /// The item of the option, if it is a list.
    package var item: String?
    package var message: String
    package var cause: DefinitionError.Cause

    fileprivate init(
      _ option: String?, item: String? = nil, cause: DefinitionError.Cause = .invalidValue,
      _ message: String
    ) {
      (self.option, self.item, self.message, self.cause) = (option, item, message, cause)
    }
  }

  /// The senseless options of the type.
  package var faults: [Fault] {
    switch self {
    case .decimal(let format): format.faults
    case .boolean(let words): words.faults
    case .list(let separator):
      separator.isEmpty ? [Fault("separator", "separator must not be empty")] : []
    case .text, .integer, .number, .date, .time, .datetime, .file: []
    }
  }
}

extension FieldType.BooleanWords {
  fileprivate var faults: [FieldType.Fault] {
    var faults: [FieldType.Fault] = []
    let lowercased = yes.map { $0.lowercased() }
    if let both = no.first(where: { lowercased.contains($0.lowercased()) }) {
      faults.append(
        .init(
          "true", cause: .conflict,
          "'\(both)' means both true and false; specify both lists and remove it from one"))
    }
    if yes.isEmpty || no.isEmpty || (yes + no).contains("") {
      faults.append(
        .init(
          nil, cause: .missing(nil),
          "true and false each require at least one word; words must not be empty"))
    }
    return faults
  }
}

extension FieldType.DecimalFormat {
  fileprivate var faults: [FieldType.Fault] {
    var faults: [FieldType.Fault] = []
    if let scale, !(0...ExactDecimal.maximumDigits).contains(scale) {
      faults.append(.init("scale", "scale must be 0 to \(ExactDecimal.maximumDigits)"))
    }
    if !point.isASCIISeparator || point.hasNumberCharacter {
      faults.append(.init("point", "point must be an ASCII character other than a digit or sign"))
    }
    return faults + groupFaults + negativeFaults + strip.compactMap(fault(ofWord:))
  }

  private var groupFaults: [FieldType.Fault] {
    var faults: [FieldType.Fault] = []
    for (index, character) in group.enumerated() {
      if character.unicodeScalars.count != 1 || character.hasNumberCharacter {
        faults.append(
          .init(
            "group", item: character,
            "group must be a character other than a digit or sign, a list of them, or blank"))
      } else if character == point {
        faults.append(
          .init(
            "group", item: character, cause: .conflict,
            "group and point are both '\(point)'; change one"))
      } else if group[..<index].contains(character) {
        faults.append(
          .init(
            "group", item: character, cause: .duplicate(character),
            "'\(character)' occurs twice in group; keep one"))
      }
    }
    return faults
  }

  private var negativeFaults: [FieldType.Fault] {
    var faults: [FieldType.Fault] = []
    for (index, notation) in negative.enumerated() where negative[..<index].contains(notation) {
      faults.append(
        .init(
          "negative", item: notation.rawValue, cause: .duplicate(notation.rawValue),
          "'\(notation.rawValue)' occurs twice in negative; keep one"))
    }
    if negative.contains(.credit), negative.contains(.debit) {
      faults.append(
        .init(
          "negative", cause: .conflict,
          "negative has both credit, in which CR is negative, and debit, in which it is positive; "
            + "keep one"))
    }
    return faults
  }

  /// The fault of a text around a number, which must not contain a part of its value.
  private func fault(ofWord word: String) -> FieldType.Fault? {
    if word.isEmpty { return .init("strip", item: word, "an empty text in strip; remove it") }
    let hasMarks = negative.contains(.credit) || negative.contains(.debit)
    guard word.isPartOfNumber || hasMarks && word.consistsOfMarkLetters else { return nil }
    return .init(
      "strip", item: word, cause: .conflict,
      "'\(word)' in strip can be part of the value of a number; remove it, or describe negative "
        + "numbers with negative")
  }
}

extension String {
  private static let digitsAndSigns = "0123456789+-\u{2212}".unicodeScalars

  /// Whether it is one ASCII character that can separate parts of a text.
  package var isASCIISeparator: Bool {
    utf8.count == 1 && utf8.allSatisfy { $0 == 0x09 || (0x20..<0x7F).contains($0) }
  }

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

  /// Whether it consists of letters of `CR` and `DR`, which mark negative numbers, and blanks.
  fileprivate var consistsOfMarkLetters: Bool {
    let letters = utf8.filter { $0 != UInt8(ascii: " ") }
    return !letters.isEmpty && letters.allSatisfy { "CDRcdr".utf8.contains($0) }
  }
}
