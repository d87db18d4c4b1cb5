/// Requires what a named list of rules does.
struct UseRule: Rule {
  static let name = "use"
  static let documentation = RuleDocumentation(
    "The value satisfies every rule of a preset.",
    discussion: """
      A preset is a list of rules with a name: \
      \(RulePresets.all.map(\.name).joined(separator: ", ")). What a name means does not change.
      """,
    mainParameter: "preset",
    types: ["text"],
    parameters: [.init("preset", "The preset's name.")],
    codes: [.init("use.failed", "{label} must be as {preset} demands. It fails with {failed}.")],
    examples: [
      .init("slug", accepts: ["a-b-1", "x"], rejects: ["A", "a--b", "-a", "a b"]),
      .init("personName", accepts: ["Ana Lima-O'Neil", "Zo\u{EB} St. John"], rejects: ["R2D2"]),
      .init("identifier", accepts: ["_a1"], rejects: ["1a", "a-b"]),
      .init("atg.email", accepts: ["a..b@c.com"], rejects: ["a@b", "o'neil@c.com"]),
      .init("fvs.email", accepts: ["O'Neil@c.com"], rejects: ["a%b@c.com"]),
      .init("ajw.email", accepts: ["a@b.info"], rejects: ["user@valid.museum"]),
      .init("val.email", accepts: ["user@valid.museum"], rejects: ["a..b@c.com"]),
      .init("ngr.phone", accepts: ["+123456", "00123456"], rejects: ["123456", "+123 456"]),
    ])

  private let preset: String
  private let rules: NestedRules

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let preset = try parameters.text("preset") else {
      throw parameters.error("needs the name of a preset")
    }
    guard let node = RulePresets.rules(named: preset) else {
      throw .unknown(
        "preset", preset, known: RulePresets.all.map(\.name),
        at: parameters["preset"]?.location ?? parameters.location)
    }
    self.preset = preset
    rules = try NestedRules(node, parameters)
  }

  var arguments: [MessageArgument] { [MessageArgument("preset", preset)] }

  var demands: [RuleDemand] { rules.demands }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> Failure? {
    guard let failure = rules.firstFailure(value, text, record) else { return nil }
    return Failure("use.failed", [MessageArgument("failed", failure.code)])
  }
}
