import FormModels
import Testing

/// Rules and parameters that a program nests too deeply are refused, however deep they are.
@Suite struct NestingLimitTests {
  struct Model: Sendable { var email = "" }

  private static let ways: [@Sendable (RuleEntry) -> RuleEntry] = [
    { .not($0) }, { .all($0, .email()) }, { .any(.email(), $0) }, { .each($0) },
  ]

  private func nested(_ levels: Int, _ way: (RuleEntry) -> RuleEntry) -> RuleEntry {
    (0..<levels).reduce(.email()) { rule, _ in way(rule) }
  }

  private func words(_ make: () throws -> Void) -> String {
    #expect(throws: DefinitionErrors.self) { try make() }?.description ?? ""
  }

  @Test(arguments: [9, 5_000, 100_000], ways.indices)
  func rulesOfAValidator(_ levels: Int, _ way: Int) throws {
    let rule = nested(levels, Self.ways[way])
    #expect(words { _ = try Validator(rule) }.contains("more than 8 levels"))
    #expect(words { _ = try InputFilter(rule) }.contains("more than 8 levels"))
    #expect(rule == rule && rule != nested(8, Self.ways[way]))
    let model = words {
      _ = try ModelValidator<Model> { Property("email", \.email).adding([rule]) }
    }
    #expect(model.contains("more than 8 levels"))
  }

  @Test func eightLevelsAreAllowed() throws {
    #expect(try Validator(nested(8) { .not($0) }).isValid("a@example.com"))
    let rules = (0..<8).reduce(ModelRule<Model>.email()) { rule, _ in .all(rule) }
    let validator = try ModelValidator<Model> { Property("email", \.email, rules) }
    #expect(!validator.validate(Model(email: "a")).isValid)
  }

  @Test(arguments: [9, 100_000]) func rulesOfAModel(_ levels: Int) {
    let rule = (0..<levels).reduce(ModelRule<Model>.email()) { rule, _ in
      .any(rule.message("m"), .email())
    }
    let words = words { _ = try ModelValidator<Model> { Property("email", \.email, rule) } }
    #expect(words.contains("'any': rules are nested more than 8 levels deep"))
  }

  @Test(arguments: [9, 100, 5_000, 100_000]) func rulesAsParameters(_ levels: Int) {
    let node = (0..<levels).reduce(DefinitionNode.text("email")) { node, _ in ["not": node] }
    #expect(!words { _ = try Validator(RuleEntry("all", [node])) }.isEmpty)
    #expect(!words { _ = try Validator(RuleEntry("length", ["max": node])) }.isEmpty)
    #expect(throws: DefinitionError.self) { try Preset("p", [node]) }
  }
}
