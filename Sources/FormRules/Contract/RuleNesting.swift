import Synchronization

/// Bounds the nesting while a plan is bound: the depth of presets, and the number of nested rules
/// of the whole plan. A few lines of presets that use one another could expand to billions of
/// rules.
struct RuleNesting: Sendable {
  /// The number of presets around the rule.
  private var depth = 0
  private let left = Counter()

  /// The maximum number of nested rules in a plan.
  static let maximumRules = 10_000

  private final class Counter: Sendable {
    let value = Atomic(RuleNesting.maximumRules)
  }

  /// Counts one nested rule.
  ///
  /// - Throws: `DefinitionError` if the plan has more than `maximumRules`.
  func countRule(at location: DefinitionLocation) throws(DefinitionError) {
    guard left.value.subtract(1, ordering: .relaxed).newValue >= 0 else {
      throw DefinitionError(
        "presets expand to more than \(Self.maximumRules) rules; use fewer", .limit, at: location)
    }
  }

  /// Returns the nesting inside a preset.
  ///
  /// - Throws: `DefinitionError` if presets are nested more than `RuleEntry.maximumLevels` deep.
  func inside(_ preset: String, at location: DefinitionLocation) throws(DefinitionError)
    -> RuleNesting
  {
    guard depth < RuleEntry.maximumLevels else {
      throw DefinitionError(
        "preset '\(preset)' is nested more than \(RuleEntry.maximumLevels) levels deep; "
          + "does it use itself?", .limit, at: location)
    }
    var deeper = self
    deeper.depth += 1
    return deeper
  }
}
