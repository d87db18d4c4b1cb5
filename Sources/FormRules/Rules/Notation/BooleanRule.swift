/// Requires a word for true or false in a text.
struct BooleanRule: Rule {
  static let name = "boolean"
  static let documentation = RuleDocumentation(
    "The text is a word for true or false.",
    discussion: """
      A field of type `boolean` reads the word as well, so that `true` and `false` can be demanded: \
      use that where you can.
      """,
    types: ["text"],
    parameters: [
      .texts("yes", "The words for true.", usual: FieldType.BooleanWords().yes),
      .texts("no", "The words for false.", usual: FieldType.BooleanWords().no),
      .flag("ignoreCase", "Whether the case of ASCII letters does not matter.", usual: true),
    ],
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
    let yes = try parameters.words("yes")
    let no = try parameters.words("no")
    if yes.isEmpty || no.isEmpty { throw parameters.error("needs words for both") }
    if let both = yes.first(where: no.contains) {
      throw parameters.error("'\(both)' cannot mean both", at: "no")
    }
    words = ByteStringSet(
      (yes + no).map { Array($0.utf8) },
      ignoresCase: try parameters.flag("ignoreCase"))
    arguments = [MessageArgument("words", list: yes + no)]
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    words.contains(text) ? .passes : .fails("boolean.invalid")
  }
}
