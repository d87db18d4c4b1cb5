/// The set of combinations of values of several fields for `exists`. A lookup takes constant time.
///
/// It keeps keyed 128-bit hashes, which makes an accidental match practically impossible.
struct ListedCombinations: Sendable {
  private let fields: [Int]
  private let ignoresCase: Bool
  private let hashes: Set<Hash128>
  private let key: HashKey

  /// - Parameter fields: The positions of the fields; values are parsed by their types.
  init(
    _ fields: [Int], _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) {
    self.fields = fields
    ignoresCase = try parameters[ExistsRule.ignoreCase]
    key = .random
    guard case .sequence(let rows)? = parameters.node(ExistsRule.values)?.content, !rows.isEmpty
    else { throw parameters.error("requires a list of lists of values", at: ExistsRule.values) }
    var hashes: Set<Hash128> = []
    for row in rows {
      guard case .sequence(let cells) = row.content, cells.count == fields.count else {
        throw DefinitionError(
          "'\(parameters.rule)': must be a list of \(fields.count) values", .wrongType,
          at: row.location)
      }
      var hasher = SipHasher128(key: key)
      for (field, cell) in zip(fields, cells) {
        guard let text = cell.scalar else {
          throw DefinitionError(
            "'\(parameters.rule)': must be a single value", .wrongType, at: cell.location)
        }
        let literal = try parameters.literal(text, ofField: field, at: cell.location)
        _ = hasher.combine(literal.value, literal.bytes.span, ignoresCase: ignoresCase)
      }
      hashes.insert(hasher.finalize())
    }
    self.hashes = hashes
  }

  /// Whether the record's combination of values is listed. Nil if a value is missing, empty or not
  /// of its type.
  func contains(_ record: borrowing RecordContext) -> Bool? {
    var hasher = SipHasher128(key: key)
    guard hasher.combine(record, fields, ignoresCase: ignoresCase) else { return nil }
    return hashes.contains(hasher.finalize())
  }
}
