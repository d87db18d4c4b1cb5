/// Requires the value false.
struct FalseRule: TruthRule {
  static let name = "false"
  static let accepted = false
  static let documentation = RuleDocumentation(
    "The value is false.",
    discussion: """
      The type of the field defines which words mean false. With `coerce: number`, number fields \
      are accepted too; only zero is false.
      """,
    types: TruthConversion.types,
    parameters: [TruthConversion.parameter],
    codes: [.init("false.isTrue", "{label} must be false.")],
    examples: [
      .init(type: .boolean(), accepts: ["false", "No", "0"], rejects: ["true", "YES", "1"]),
      .init(
        ["coerce": "number"], type: .decimal(), accepts: ["0", "-0.00"], rejects: ["0.01"]),
    ])
}
