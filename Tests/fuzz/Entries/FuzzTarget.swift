/// The entry points for fuzzing, which the regular test and libFuzzer call.
enum FuzzTarget: String, CaseIterable {
  case csv, ndjson, json, file, definitions, expressions, patterns, rules

  /// Runs an input.
  ///
  /// - Returns: A description of the violated invariant, or nil.
  func failure(on input: [UInt8]) -> String? {
    switch self {
    case .csv: ReaderEntry.csv(input)
    case .ndjson: ReaderEntry.ndjson(input)
    case .json: ReaderEntry.json(input)
    case .file: ReaderEntry.file(input)
    case .definitions: DefinitionEntry.failure(on: input)
    case .expressions: ExpressionEntry.failure(on: input)
    case .patterns: PatternEntry.failure(on: input)
    case .rules: RuleEntryPoint.failure(on: input)
    }
  }
}

extension [UInt8] {
  /// The parts of the input between NULs.
  var parts: [[UInt8]] { split(separator: 0, omittingEmptySubsequences: false).map(Array.init) }
}
