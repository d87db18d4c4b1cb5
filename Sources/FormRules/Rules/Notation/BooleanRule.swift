/// Requires text that is a word for true or false.
struct BooleanRule: TextRule {
  static let name = "boolean"
  static let yes = Parameter<[String]>(
    "yes", effect: .looserIfMore, "The words for true.", default: FieldType.BooleanWords().yes)
  static let no = Parameter<[String]>(
    "no", effect: .looserIfMore, "The words for false.", default: FieldType.BooleanWords().no)
  static let ignoreCase = Parameter<Bool>(
    "ignoreCase", effect: .looserIfTrue, "Whether to ignore the case of ASCII letters.",
    default: true)

  static let documentation = RuleDocumentation(
    "The text is a word for true or false.",
    discussion: """
      A field of type `boolean` also parses the word, so that the rules `true` and `false` apply: \
      prefer that type where possible.
      """,
    types: ["text"],
    parameters: [yes, no, ignoreCase],
    codes: [.init("boolean.invalid", "{label} must be one of: {words}.")],
    examples: [
      .init(
        accepts: ["true", "FALSE", "Yes", "no", "1", "0"],
        rejects: ["t", "on", "2", "true ", "1.0", "truth"]),
      .init(
        ["yes": ["ja", "j"], "no": "nein", "ignoreCase": "false"], accepts: ["ja", "nein"],
        rejects: ["Ja", "true", "n"]),
    ])

  private let words: ByteStringSet
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let yes = try parameters[Self.yes]
    let no = try parameters[Self.no]
    if yes.isEmpty || no.isEmpty {
      throw parameters.error("requires words for both", .missing(nil))
    }
    if let both = yes.first(where: no.contains) {
      throw parameters.error("'\(both)' cannot mean both", .conflict, at: Self.no)
    }
    words = ByteStringSet(
      (yes + no).map { Array($0.utf8) },
      ignoresCase: try parameters[Self.ignoreCase])
    arguments = [MessageArgument("words", list: yes + no)]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    words.contains(text) ? .passes : .fails("boolean.invalid")
  }
}
