extension FieldType {
  /// A senseless option of a type. Names are those of definition files.
  package struct Problem {
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
  package var problems: [Problem] {
    switch self {
    case .decimal(let format): format.problems
    case .boolean(let words): words.problems
    case .list(let separator):
      separator.isEmpty ? [Problem("separator", "separator must not be empty")] : []
    case .text, .integer, .number, .date, .time, .datetime, .file: []
    }
  }
}

extension FieldType.BooleanWords {
  fileprivate var problems: [FieldType.Problem] {
    var problems: [FieldType.Problem] = []
    let lowercased = yes.map { $0.lowercased() }
    if let both = no.first(where: { lowercased.contains($0.lowercased()) }) {
      problems.append(
        .init(
          "true", cause: .conflict,
          "'\(both)' means both true and false; specify both lists and remove it from one"))
    }
    if yes.isEmpty || no.isEmpty || (yes + no).contains("") {
      problems.append(
        .init(
          nil, cause: .missing(nil),
          "true and false each require at least one word; words must not be empty"))
    }
    return problems
  }
}

extension FieldType.DecimalFormat {
  fileprivate var problems: [FieldType.Problem] {
    var problems: [FieldType.Problem] = []
    if let scale, !(0...ExactDecimal.maximumDigits).contains(scale) {
      problems.append(.init("scale", "scale must be 0 to \(ExactDecimal.maximumDigits)"))
    }
    if !point.isASCIISeparator || point.hasNumberCharacter {
      problems.append(.init("point", "point must be an ASCII character other than a digit or sign"))
    }
    if strip.count > Self.maximumWords {
      problems.append(
        .init("strip", "strip has \(strip.count) texts; it can have \(Self.maximumWords)"))
    }
    return problems + groupProblems + negativeProblems + strip.compactMap(problem(ofWord:))
  }

  private var groupProblems: [FieldType.Problem] {
    var problems: [FieldType.Problem] = []
    for (index, character) in group.enumerated() {
      if character.unicodeScalars.count != 1 || character.hasNumberCharacter {
        problems.append(
          .init(
            "group", item: character,
            "group must be a character other than a digit or sign, a list of them, or blank"))
      } else if character == point {
        problems.append(
          .init(
            "group", item: character, cause: .conflict,
            "group and point are both '\(point)'; change one"))
      } else if group[..<index].contains(character) {
        problems.append(
          .init(
            "group", item: character, cause: .duplicate(character),
            "'\(character)' occurs twice in group; keep one"))
      }
    }
    return problems
  }

  private var negativeProblems: [FieldType.Problem] {
    var problems: [FieldType.Problem] = []
    for (index, notation) in negative.enumerated() where negative[..<index].contains(notation) {
      problems.append(
        .init(
          "negative", item: notation.rawValue, cause: .duplicate(notation.rawValue),
          "'\(notation.rawValue)' occurs twice in negative; keep one"))
    }
    if negative.contains(.credit), negative.contains(.debit) {
      problems.append(
        .init(
          "negative", cause: .conflict,
          "negative has both credit, in which CR is negative, and debit, in which it is positive; "
            + "keep one"))
    }
    return problems
  }

  /// The problem of a text around a number, which must not contain a part of its value.
  private func problem(ofWord word: String) -> FieldType.Problem? {
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
