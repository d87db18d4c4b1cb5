/// Spellings that `countryCode` and `currencyCode` accept in addition to the standard one.
struct CodeSpelling: Sendable {
  static let ignoreCase = Parameter<Bool>(
    "ignoreCase", effect: .looserIfTrue, "Whether lowercase letters are accepted too.")
  static let also = Parameter<[String]?>(
    "also", effect: .looserIfMore, "Additional codes that are accepted.")
  static let parameters: [any DeclaredParameter] = [ignoreCase, also]

  let ignoresCase: Bool
  let also: ByteStringSet

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    ignoresCase = try parameters[Self.ignoreCase]
    also = ByteStringSet(
      try parameters[Self.also]?.map { Array($0.utf8) } ?? [], ignoresCase: ignoresCase)
  }
}
