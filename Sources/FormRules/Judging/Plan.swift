/// A rule set bound to a form: every name resolved, every parameter typed, every condition and
/// pattern compiled. Immutable; any number of threads may judge by it, each with its own `Judge`.
public struct Plan: Sendable {
  /// The form.
  public let form: Form
  /// The rule set.
  public let ruleSet: RuleSet
  /// All demands on a record, by position: 0 is what the reader reports, then field by field the
  /// form's own and the rule set's, then the rules of the record. The order of errors in reports.
  package let rules: [PlanRule]
  /// How each field's cells are read.
  let fields: [PlanField]
  /// How many places in what a run remembers the rules have taken.
  let memories: Int
  /// The rules of the rule set in the order in which they are judged: those that ask services last,
  /// so that they are asked about records only that nothing else rejects.
  let order: [Int]
  /// Whether some rule asks services.
  package let hasRemote: Bool
  /// The fields whose values are stored masked, by position.
  package let maskedFields: [Int]
  /// The rules that look at them, or need one that does: they can't be asked about what is stored.
  package let maskedRules: Set<Int>
  /// Whether some rule needs that others have passed.
  let usesNeeds: Bool
  /// Whether a failure may leave out other rules that would otherwise run.
  let usesStops: Bool

  /// Binds a rule set to its form.
  ///
  /// - Throws: `DefinitionErrors` with everything that is wrong, in source order.
  public init(form: Form, ruleSet: RuleSet) throws(DefinitionErrors) {
    var binder = PlanBinder(form: form, ruleSet: ruleSet)
    try binder.bind()
    self.form = form
    self.ruleSet = ruleSet
    rules = binder.rules
    let bound = binder.rules
    let own = bound.indices.filter { bound[$0].entry != nil }
    order =
      own.filter { !bound[$0].demands.contains(.remote) }
      + own.filter { bound[$0].demands.contains(.remote) }
    hasRemote = bound.contains { $0.demands.contains(.remote) }
    maskedFields = binder.maskedFields
    maskedRules = binder.maskedRules
    fields = binder.fields
    memories = binder.memories
    usesNeeds = rules.contains { !$0.needs.isEmpty }
    usesStops =
      rules.contains { $0.stop == .first || $0.stop == .firstPerField }
      || binder.fields.indices.contains { binder.requiredStops(field: $0) }
  }

  /// What its rules need from outside, each thing once, in order.
  package var demands: [RuleDemand] {
    var seen: Set<RuleDemand> = []
    return rules.flatMap(\.demands).filter { seen.insert($0).inserted }
  }

  /// The position of the rule of that id.
  package func position(ofRule id: String) -> Int? { rules.firstIndex { $0.id == id } }

  /// The positions of the rules that remember records, as `unique` does.
  package var uniquePositions: [Int] { rules.indices.filter { rules[$0].remembering != nil } }

  /// The positions of those that also compare with records that stand stored, as `unique: ever` does.
  package var everUniquePositions: [Int] {
    rules.indices.filter { rules[$0].remembering?.comparesWithStored == true }
  }

  /// Whether two accepted records may have the same key under a rule that remembers: it does not reject,
  /// or is not asked about every record.
  package func mayRepeat(_ position: Int) -> Bool {
    let rule = rules[position]
    return !rule.severity.rejects || rule.when != nil || !rule.needs.isEmpty
      || !rule.scenarios.isEmpty || usesStops
  }
}

/// How one field's cells are read.
///
/// A class, so that errors can hold on to it without copying a dozen strings.
final class PlanField: Sendable {
  let field: Field
  /// The position of the demand `field.required`, if the form has it.
  let required: Int?
  /// The position of the demand that the text is of its type.
  let type: Int
  /// The form's words for missing.
  let missing: [[UInt8]]

  init(field: Field, required: Int?, type: Int, missing: [[UInt8]]) {
    self.field = field
    self.required = required
    self.type = type
    self.missing = missing
  }
}

extension PlanField {
  /// Whether the text is one of the form's words for missing.
  func isMissing(_ text: Span<UInt8>) -> Bool {
    for word in missing where text.isEqual(to: word) { return true }
    return false
  }
}
