/// Where we differ from a source library on purpose.
struct SeedDeviation: Sendable {
  let system: SeedSystem
  /// Why, as a sentence without its full stop, for `docs/conformance.md`.
  let reason: String
  /// Whether it is for this seed.
  let covers: @Sendable (Seed) -> Bool

  static let all = [
    SeedDeviation(
      system: .fvs, reason: "The names of several card types in one line, no verdict",
      covers: { $0.rule == "CreditCardType.description" }),
    SeedDeviation(
      system: .ngr,
      reason: "A list of values that is empty is refused when the rule set is bound",
      covers: {
        ["includedIn", "excludedFrom"].contains($0.rule) && $0.params["values"] == .list([])
      }),
  ]
}
