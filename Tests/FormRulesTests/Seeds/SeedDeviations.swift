/// An intentional difference from a source library.
struct SeedDeviation: Sendable {
  let system: SeedSystem
  /// The reason, as a sentence without a full stop, for `docs/conformance.md`.
  let reason: String
  /// Whether it applies to a seed.
  let covers: @Sendable (Seed) -> Bool

  static let all = [
    SeedDeviation(
      system: .fvs,
      reason: "The library returns the names of several card types in one line and no verdict",
      covers: { $0.rule == "CreditCardType.description" }),
    SeedDeviation(
      system: .ngr,
      reason: "An empty list of values is refused when the rule set is bound",
      covers: {
        ["includedIn", "excludedFrom"].contains($0.rule) && $0.params["values"] == .list([])
      }),
  ]
}
