/// Requires a text, or a list, whose length is within bounds.
struct LengthRule: Rule {
  static let name = "length"
  static let min = Parameter<Int?>("min", effect: .stricterIfGreater, "The minimum length.")
  static let max = Parameter<Int?>("max", effect: .looserIfGreater, "The maximum length.")
  static let exact = Parameter<[Int]?>(
    "exact", effect: .onlyListed(),
    "The exact length, or a list of accepted lengths; excludes min and max.")
  static let unit = Parameter<RuleEntry.LengthUnit>(
    "unit", effect: .unknown,
    "The unit of length of a text: `character`, `scalar` (Unicode scalar values), "
      + "`utf16` (as Java and JavaScript count) or `utf8` (bytes).", default: .character)
  static let ignore = Parameter<[RuleEntry.Characters]?>(
    "ignore", effect: .unknown,
    "Characters that are not counted, such as space, punctuation or - (see the rule `characters`). "
      + "With `trim: true`, white space at the ends of the remaining text is not counted either.")

  static let documentation = RuleDocumentation(
    "The length of the text, or the number of items of the list, is within bounds.",
    discussion: """
      A character is what people perceive as one (an extended grapheme cluster, UAX #29): é is one \
      character whether it is one code point or two, and so is a flag. Databases and other systems \
      may count differently; `unit` selects the unit. White space counts unless the field or the \
      entry sets `trim: true`.
      """,
    types: ["text", "list"],
    parameters: [min, max, exact, unit, ignore],
    codes: [
      .init(
        "length.tooShort",
        "{label} must have at least \(counted("min"))\(MessageTemplate.known("length", ", not {length}"))."
      ),
      .init(
        "length.tooLong",
        "{label} must have at most \(counted("max"))\(MessageTemplate.known("length", ", not {length}"))."
      ),
      .init(
        "length.different",
        "{label} must have exactly \(counted("exact"))\(MessageTemplate.known("length", ", not {length}"))."
      ),
    ],
    examples: [
      .init(
        ["min": 2, "max": 4], accepts: ["ab", "abcd", "e\u{301}e\u{301}e\u{301}e\u{301}"],
        rejects: ["a", "e\u{301}", "\r\n", "\u{1F1E9}\u{1F1EA}"]),
      .init(
        ["max": 3], accepts: ["a", "   "], rejects: ["abcd", "\u{E4}\u{F6}\u{FC}\u{DF}"],
        code: "length.tooLong"),
      .init(["exact": 2], accepts: ["DE"], rejects: ["D", "DEU"], code: "length.different"),
      .init(
        ["exact": ["2", "5"]], accepts: ["DE", "12345"], rejects: ["D", "DEU", "1234", "123456"],
        code: "length.different"),
      .init(
        ["max": 2, "unit": "scalar"], accepts: ["e\u{301}", "\u{1F1E9}\u{1F1EA}"],
        rejects: ["e\u{301}x"], code: "length.tooLong"),
      .init(
        ["max": 2, "unit": "utf16"], accepts: ["\u{1F600}", "\u{20AC}\u{20AC}"],
        rejects: ["\u{1F600}a"], code: "length.tooLong"),
      .init(
        ["max": 3, "unit": "utf8"], accepts: ["abc", "\u{20AC}"], rejects: ["\u{1F600}"],
        code: "length.tooLong"),
      .init(
        ["exact": 4, "ignore": ["space", "-"]], accepts: ["12 34", "1-2-3-4", "\u{E4}\u{2003}bcd"],
        rejects: ["1 23", "\u{E4} bc"], code: "length.different"),
      .init(
        ["min": 2, "max": 3], type: .list(separator: ";"), accepts: ["a;b", "a;;", ";"],
        rejects: ["a,b"]),
      .init(["max": 1], type: .list(), accepts: ["abc"], rejects: ["a,b"], code: "length.tooLong"),
    ])

  private static func counted(_ name: String) -> String {
    MessageTemplate.counted(
      name,
      [
        "scalar": "one {# code point} other {# code points}",
        "utf16": "one {# UTF-16 unit} other {# UTF-16 units}",
        "utf8": "one {# byte} other {# bytes}",
        "item": "one {# item} other {# items}",
        "other": "one {# character} other {# characters}",
      ])
  }

  private let min, max: Int
  /// The accepted lengths if there are several; otherwise empty.
  private let lengths: [Int]
  private let unit: RuleEntry.LengthUnit
  private let ignored: CharacterClass?
  private let trims: Bool
  private let items: ListItems?
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let lengths = try parameters[Self.exact]
    let exact = lengths?.first
    let minimum = try parameters[Self.min]
    let maximum = try parameters[Self.max]
    unit = try parameters[Self.unit]
    ignored = try parameters.characters(Self.ignore)
    trims = parameters.trims
    items = ListItems(parameters)
    (min, max) = (exact ?? minimum ?? 0, lengths?.last ?? maximum ?? Int.max)
    self.lengths = exact == max ? [] : lengths ?? []

    if exact == nil, minimum == nil, maximum == nil {
      throw parameters.error("requires min, max or exact", .missing(nil))
    }
    if exact != nil, minimum != nil || maximum != nil {
      throw parameters.error("exact cannot be combined with min and max", at: Self.exact)
    }
    if min > max {
      throw parameters.error("min \(min) is above max \(max)", .conflict, at: Self.max)
    }
    let textParameters: [any DeclaredParameter] = [Self.unit, Self.ignore]
    if items != nil, let parameter = textParameters.first(where: { parameters.node($0) != nil }) {
      throw parameters.error(
        "\(parameter.name) is for text; in a list items are counted", at: parameter)
    }

    var arguments = [MessageArgument("unit", term: items == nil ? unit.rawValue : "item")]
    if let lengths, lengths.count > 1 {
      arguments.append(MessageArgument("exact", alternatives: lengths.map(String.init)))
    } else if min == max {
      arguments.append(MessageArgument("exact", min))
    } else {
      // Messages omit a bound that no value fails if there is another one.
      if let minimum, minimum > 0 || maximum ?? .max == .max {
        arguments.append(MessageArgument("min", minimum))
      }
      if let maximum, maximum < .max || minimum == nil {
        arguments.append(MessageArgument("max", maximum))
      }
    }
    self.arguments = arguments
  }

  @inline(__always)
  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    // A text has at most as many units as bytes, and a text that is not empty has at least one
    // unit. So the most common rule, a large maximum, need not scan the text.
    if min <= 1, text.count <= max, !text.isEmpty, ignored == nil, items == nil, lengths.isEmpty {
      return .passes
    }
    let length = length(text, record)
    if length >= min, length <= max, lengths.isEmpty || lengths.contains(length) { return .passes }
    let code =
      min == max || !lengths.isEmpty
      ? "length.different" : length < min ? "length.tooShort" : "length.tooLong"
    return .fails(code, [MessageArgument("length", length)])
  }

  private func length(_ text: Span<UInt8>, _ record: borrowing RecordContext) -> Int {
    if let items { return items.count(text, record) }
    guard let ignored else { return length(text) }
    if text.isASCII, !trims { return length(ofASCII: text, without: ignored) }
    let rest = text.removing(ignored)
    return length(trims ? rest.span.extracting(rest.span.trimmedRange) : rest.span)
  }

  /// Counts without allocating. In ASCII, only CR followed by LF is one character.
  private func length(ofASCII text: Span<UInt8>, without ignored: CharacterClass) -> Int {
    var length = 0
    var last: UInt8 = 0
    for index in 0..<text.count {
      let byte = text[index]
      if ignored.contains(Unicode.Scalar(byte)) { continue }
      let isSecondHalf = byte == UInt8(ascii: "\n") && last == UInt8(ascii: "\r")
      if unit != .character || !isSecondHalf { length += 1 }
      last = byte
    }
    return length
  }

  private func length(_ text: Span<UInt8>) -> Int {
    switch unit {
    case .character: text.characterCount
    case .scalar: text.scalarCount
    case .utf16: text.utf16Count
    case .utf8: text.count
    }
  }
}

extension DeclaredRule {
  /// The length of the text, or the number of items of the list, is within bounds.
  ///
  /// - Parameters:
  ///   - min: The minimum length, inclusive.
  ///   - max: The maximum length, inclusive.
  ///   - exact: The exact length; excludes `min` and `max`.
  ///   - unit: The unit of length of a text; the default is `.character`.
  ///   - ignore: Characters that are not counted.
  public static func length(
    min: Int? = nil, max: Int? = nil, exact: Int? = nil, unit: RuleEntry.LengthUnit? = nil,
    ignore: [RuleEntry.Characters]? = nil
  ) -> Self {
    Self(
      LengthRule.self, LengthRule.min(min), LengthRule.max(max), LengthRule.exact(exact),
      LengthRule.unit(unit), LengthRule.ignore(ignore))
  }

  /// The length of the text, or the number of items of the list, is in a range: `3...10`, `3...`.
  ///
  /// - Parameters:
  ///   - range: The accepted lengths.
  ///   - unit: The unit of length of a text; the default is `.character`.
  ///   - ignore: Characters that are not counted.
  public static func length(
    _ range: some RuleRange<Int>, unit: RuleEntry.LengthUnit? = nil,
    ignore: [RuleEntry.Characters]? = nil
  ) -> Self {
    let bounds = range.ruleBounds
    let max = bounds.upper.map { bounds.excludesUpper && $0 > .min ? $0 - 1 : $0 }
    return length(min: bounds.lower, max: max, unit: unit, ignore: ignore)
  }
}

extension RuleEntry {
  /// The unit of length of a text.
  public enum LengthUnit: String, ParameterValue, CaseIterable, Sendable {
    /// Extended grapheme clusters (UAX #29).
    case character
    /// Unicode scalar values.
    case scalar
    /// UTF-16 code units, as in Java and JavaScript.
    case utf16
    /// Bytes of UTF-8.
    case utf8
  }
}
