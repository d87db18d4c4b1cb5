import Synchronization

/// Where a rule stands while a plan is bound: how deep in presets, and how many rules inside others
/// the plan may still have. A few lines of presets that use one another could make billions.
struct RuleNesting: Sendable {
  /// How many presets the rule stands in.
  private var depth = 0
  private let left = Counter()

  /// The most rules inside others that a plan has.
  static let maximumRules = 10_000

  private final class Counter: Sendable {
    let value = Atomic(RuleNesting.maximumRules)
  }

  /// Counts one more rule.
  func countRule(at location: SourceLocation) throws(DefinitionError) {
    guard left.value.subtract(1, ordering: .relaxed).newValue >= 0 else {
      throw DefinitionError(
        "presets make more than \(Self.maximumRules) rules; use fewer", at: location)
    }
  }

  /// One preset deeper.
  func inside(_ preset: String, at location: SourceLocation) throws(DefinitionError) -> RuleNesting
  {
    guard depth < NestedRules.maximumDepth else {
      throw DefinitionError(
        "preset '\(preset)' stands more than \(NestedRules.maximumDepth) deep in others; "
          + "does it use itself?", at: location)
    }
    var deeper = self
    deeper.depth += 1
    return deeper
  }
}
