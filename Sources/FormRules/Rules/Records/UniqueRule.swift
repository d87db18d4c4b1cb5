/// Requires that no earlier record has the same value in a field, or the same values in several
/// fields.
///
/// Compares a record with the earlier records of the run and, with `ever`, with the keys of
/// stored submissions, which are looked up during the run.
package struct UniqueRule: StatefulRule {
  package static let name = "unique"
  package static let scope = RuleScope.fieldOrRecord
  static let fields = Parameter<[String]?>(
    "fields", effect: .unknown, "Under `record`: the fields that are compared together.")
  static let ever = Parameter<Bool>(
    "ever", effect: .stricterIfTrue,
    "Whether to compare with accepted records that are already stored.")
  static let ignoreCase = Parameter<Bool>(
    "ignoreCase", effect: .stricterIfTrue, "Whether to ignore the case of ASCII letters.")

  package static let documentation = RuleDocumentation(
    "No earlier record has the same value, or the same values in several fields.",
    discussion: """
      On a field, the rule is written without parameters or with `ever`; under `record` it lists \
      fields. It compares a record with every earlier record of the import, including rejected \
      ones, and only the later record fails. With `ever` it also compares with the accepted \
      records that are already stored. A single submission is not an import: without `ever`, the \
      rule always passes it. A record is not compared if one of the fields is missing, empty or \
      not of its type. Numbers and dates are compared by value (1.50 is 1.5), text byte by byte, and \
      lists item by item. Values are kept as keyed 128-bit hashes of 16 to 24 bytes each, which makes \
      an accidental match practically impossible; for stored records, the store keeps 64 bits of \
      each hash.
      """,
    mainParameter: "fields",
    parameters: [fields, ever, TextNormalization.parameter.reversed, ignoreCase],
    codes: [
      .init("unique.repeated", "An earlier record has the same {fields}."),
      .init("unique.stored", "A stored record has the same {fields}."),
    ],
    examples: [
      .init(accepts: ["a", "A", "a ", ""], rejects: ["a", "A"]),
      .init("ever", accepts: ["a"], rejects: ["a"]),
      .init(type: .decimal(), accepts: ["1.5", "15", "-1.5"], rejects: ["1.50", "015.0"]),
      .init(
        ["ignoreCase": "true", "normalize": "nfc"], accepts: ["Zo\u{EB}", "\u{CB}", "\u{EB}"],
        rejects: ["zoe\u{308}", "E\u{308}"]),
    ])

  package let stateIndex: StateIndex
  package let comparesWithStored: Bool
  package let arguments: [MessageArgument]
  /// Positions of the fields; empty if the rule belongs to a field.
  private let fields: [Int]
  private let items: ListItems?
  private let normalizes: Bool
  private let ignoresCase: Bool

  package init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    normalizes = try parameters[TextNormalization.parameter] == .nfc
    ignoresCase = try parameters[Self.ignoreCase]
    stateIndex = parameters.reserveStateIndex()
    let words = try parameters[Self.fields] ?? []
    let ever = try parameters[Self.ever]
    items = ListItems(parameters)
    if let field = parameters.field {
      guard words.isEmpty || words == ["ever"] else {
        throw parameters.error(
          "on a field it has no parameters except ever; list fields in a rule of record",
          at: Self.fields
        )
      }
      comparesWithStored = ever || words == ["ever"]
      fields = []
      arguments = [MessageArgument("fields", fields: [field])]
    } else {
      if words.isEmpty { throw parameters.error("requires fields", .missing(nil)) }
      let fields = try parameters.fieldIndices(Self.fields)
      comparesWithStored = ever
      arguments = [parameters.argument("fields", fields: fields)]
      self.fields = fields
    }
  }

  package func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    result(value, text, in: record, state: record.run[stateIndex])
  }

  package func evaluate(_ column: borrowing RuleColumn, _ results: inout ColumnResults) {
    // Looked up once instead of for every value.
    let state = column.context.run[stateIndex]
    let comparesIntegers =
      !comparesWithStored && column.context.run.comparesRecords && state.comparesWithinRun
      && state.comparing == .withEarlier
    column.evaluate(
      &results,
      unless: { value in
        guard comparesIntegers, case .integer(let number) = value else { return false }
        return state.integers.insert(number)
      },
      by: { value, text, record in result(value, text, in: record, state: state) })
  }

  @inline(__always)
  private func result(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext, state: RuleState
  ) -> RuleResult {
    guard state.comparing == .withEarlier else {
      return resultApart(value, text, in: record, state: state)
    }
    guard record.run.comparesRecords else {
      guard comparesWithStored, let key = key(value, text, in: record) else { return .passes }
      return state.isStored(key, record) ? .fails("unique.stored") : .passes
    }
    if case .integer(let number) = value, fields.isEmpty, !comparesWithStored,
      state.comparesWithinRun
    {
      return state.integers.insert(number) ? .passes : .fails("unique.repeated")
    }
    guard let key = key(value, text, in: record) else { return .passes }
    let isNew =
      // Keys may be stored during a run, so the set must not depend on whether any are.
      if case .integer(let number) = value, fields.isEmpty {
        state.integers.insert(number)
      } else {
        state.keys.insert(key)
      }
    guard isNew else { return .fails("unique.repeated") }
    guard state.isStored(key, record) else { return .passes }
    return .fails(comparesWithStored ? "unique.stored" : "unique.repeated")
  }

  /// The result if the earlier records are not available.
  private func resultApart(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext, state: RuleState
  ) -> RuleResult {
    switch state.comparing {
    case .withEarlier, .never: break
    case .elsewhere:
      if let key = key(value, text, in: record) { state.evaluated.append((record.record, key)) }
    case .known:
      if state.repeated.contains(record.record) { return .fails("unique.repeated") }
    }
    return .passes
  }

  /// The key of the record's values; nil if a value is missing, empty or not of its type.
  package func key(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> Hash128? {
    var hasher = SipHasher128(key: record.run.configuration.hashKey)
    if fields.isEmpty {
      let list = items?.source(record)
      guard
        hasher.combine(
          value, text, list: list, ignoresCase: ignoresCase, normalizes: normalizes)
      else { return nil }
    }
    return hasher.combine(record, fields, ignoresCase: ignoresCase, normalizes: normalizes)
      ? hasher.finalize() : nil
  }
}

extension DeclaredRule {
  /// No earlier record in the input has the same value.
  ///
  /// - Parameters:
  ///   - fields: For rules of records, the fields that are compared together; none for a field's
  ///     rule.
  ///   - ever: Whether to compare with stored accepted records too.
  ///   - normalize: The Unicode normalization that is applied before the comparison.
  ///   - ignoreCase: Whether to ignore the case of ASCII letters.
  public static func unique(
    _ fields: String..., ever: Bool? = nil, normalize: RuleEntry.Normalization? = nil,
    ignoreCase: Bool? = nil
  ) -> Self {
    Self(
      UniqueRule.self, UniqueRule.fields(fields.isEmpty ? nil : fields), UniqueRule.ever(ever),
      TextNormalization.parameter(normalize), UniqueRule.ignoreCase(ignoreCase))
  }

  /// No earlier record in the input has the same values in these fields, at least one.
  package static func unique(fields: [String]) -> Self {
    Self(UniqueRule.self, UniqueRule.fields(fields))
  }
}
