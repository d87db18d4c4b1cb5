/// Requires that a text is not a rare variant of a frequent text of the same field.
package struct ResemblesRule: CountingRule {
  package static let name = "resembles"
  static let times = Parameter(
    "times", effect: .looserIfGreater, "How many times as often the frequent value must occur.",
    in: 2...1_000_000_000,
    default: 5)
  static let least = Parameter(
    "least", effect: .looserIfGreater, "The minimum number of records with the frequent value.",
    in: 1...1_000_000_000,
    default: 4)

  package static let documentation = RuleDocumentation(
    "The value is not similar to a value that occurs far more often, as misspellings are.",
    discussion: """
      The values of the field in all records of an input are counted. A value fails if another \
      value occurs at least `least` times and at least `times` as often, and the two are similar: \
      they have the same digits, and neither the values nor, if they have equally many, any of their \
      words differ in more than 34 % of their characters, counted in bytes. So a word of one or \
      two letters differs from every other: unit A does not resemble unit B. Names that are similar but different, such as \
      Iran and Iraq, fail too if one of them is rare: use the rule for fields whose frequent \
      values are not similar to each other. Values of more than 200 bytes are not compared. If \
      more than 10,000 values are frequent, the rule is skipped.

      The records are counted in a first pass over the whole input, as for `depends`; the same \
      records are counted, and the same holds for replays, corrections and single submissions.

      Errors contain the counts and, unless the field is sensitive, the frequent value, which \
      messages show only on request.
      """,
    types: ["text"],
    parameters: [times, least],
    codes: [
      .init(
        "resembles.frequent",
        "{label} resembles {mode, select, absent {a more frequent value} other {{mode}}} "
          + "(occurrences: {count} against {most}).")
    ],
    examples: [
      .init(
        accepts: ["birmingham", "birmingham", "birmingham", "birmingham", "birmingham", "dothan"],
        rejects: ["birminghxm"]),
      .init(
        ["times": "2", "least": "3"], accepts: ["unit 12", "unit 12", "unit 12", "unit 13"],
        rejects: ["umit 12"]),
      .init(
        ["times": "2", "least": "3"],
        accepts: ["unit A", "unit A", "unit A", "unit B", "no", "no", "no", "on"],
        rejects: ["umit A"]),
    ])

  private let times: Int
  private let least: Int
  package var arguments: [MessageArgument] {
    [MessageArgument("times", times), MessageArgument("least", least)]
  }

  package init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    if parameters.field == nil {
      throw .appliesToFields(Self.name, at: parameters.location)
    }
    times = try parameters[Self.times]
    least = try parameters[Self.least]
  }

  package func makeCounts(
    spillingTo storage: (any SpillStorage)?, collectsTexts: Bool
  ) -> any RuleCounts {
    ValueCounts(
      ratio: times, minimumCount: least, spillingTo: storage, quotesTexts: collectsTexts)
  }

  package func count(_ column: borrowing RuleColumn, into counts: any RuleCounts) {
    column.forEach { _, text, record in counts.add(hash(text, record), count: 1, text) }
  }

  package func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    guard let counts = record.run.counts as? ValueCounts else { return .undecided(.alone) }
    return result(text, record, counts: counts)
  }

  package func evaluate(_ column: borrowing RuleColumn, _ results: inout ColumnResults) {
    // Looked up once instead of for every value.
    let counts = column.context.run.counts as? ValueCounts
    column.evaluate(&results) { _, text, record in
      guard let counts else { return .undecided(.alone) }
      return result(text, record, counts: counts)
    }
  }

  @inline(__always)
  private func result(
    _ text: Span<UInt8>, _ record: borrowing RecordContext, counts: ValueCounts
  ) -> RuleResult {
    if counts.isTooVaried { return .undecided(.varied) }
    guard let resemblance = counts.resemblance(hash(text, record), text) else { return .passes }
    return .fails(
      "resembles.frequent",
      [
        MessageArgument("count", resemblance.count),
        MessageArgument("most", resemblance.frequentCount),
      ] + (resemblance.text.map { [MessageArgument("mode", $0)] } ?? []))
  }

  private func hash(_ text: Span<UInt8>, _ record: borrowing RecordContext) -> Hash128 {
    var hasher = SipHasher128(key: record.run.configuration.hashKey)
    hasher.combine(text)
    return hasher.finalize()
  }
}

extension RuleEntry {
  /// The value is not similar to a value that occurs far more often.
  ///
  /// - Parameters:
  ///   - times: How many times as often the frequent value must occur.
  ///   - least: The minimum number of records with the frequent value.
  public static func resembles(times: Int? = nil, least: Int? = nil) -> RuleEntry {
    RuleEntry(ResemblesRule.self, ResemblesRule.times(times), ResemblesRule.least(least))
  }
}
