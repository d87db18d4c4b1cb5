/// A rule set bound to a form: every name is resolved, every parameter typed, every condition and
/// pattern compiled. Immutable, so any number of threads may use it, each with its own `Judge`.
public struct Plan: Sendable {
  /// The form.
  public let form: Form
  /// The rule set.
  public let ruleSet: RuleSet
  /// All requirements on a record, by position: `readerPosition` is for the reader's faults,
  /// followed by those of the form and then of the rule set for each field, and by the rules of the
  /// record. This is the order of errors in reports.
  package let rules: [PlanRule]
  /// The position of the rule for the reader's faults, the first one. It is stored, and the views
  /// of a store and the statements of FormStore contain it as 0.
  package static let readerPosition = 0
  /// How to read the cells of each field.
  package let fields: [PlanField]
  /// The expressions of the form's fields.
  package let expressions: FieldExpressions
  /// The number of states that the stateful rules use in a run.
  package let stateCount: Int
  /// The rules of the rule set, and those that the form implies, that are evaluated in order, and
  /// those that are evaluated after them.
  let immediate, deferred: [Int]
  /// The positions of the stateful rules.
  package let statefulRulePositions: [Int]
  /// The positions of the fields whose values are stored masked.
  package let cardFields: [Int]
  /// Whether any rule requires other rules to pass.
  let usesNeeds: Bool
  /// Whether a failure may prevent other rules from being evaluated.
  let usesStops: Bool

  /// Binds a rule set to its form.
  ///
  /// - Throws: `DefinitionErrors` with all errors, in the order of the file.
  public init(form: Form, ruleSet: RuleSet) throws(DefinitionErrors) {
    var binder = PlanBinder(form: form, ruleSet: ruleSet)
    try binder.bind()
    self.form = form
    self.ruleSet = ruleSet
    rules = binder.rules
    let bound = binder.rules
    let evaluated = bound.indices.filter { bound[$0].kind.rule != nil }
    immediate = evaluated.filter { !bound[$0].isDeferred }
    deferred = evaluated.filter { bound[$0].isDeferred }
    statefulRulePositions = bound.indices.filter { bound[$0].statefulRule != nil }
    cardFields = binder.cardFields
    fields = binder.fields
    expressions = binder.expressions
    stateCount = binder.stateCount
    usesNeeds = rules.contains { !$0.needs.isEmpty }
    usesStops =
      rules.contains { $0.stop == .first || $0.stop == .firstPerField }
      || binder.fields.indices.contains { binder.prerequisiteStops(field: $0) }
  }

  /// The distinct external data that the rules need, in order.
  package var externalInputs: [ExternalInput] {
    var seen: Set<ExternalInput> = []
    return rules.flatMap(\.externalInputs).filter { seen.insert($0).inserted }
  }

  /// Whether any rule needs the answer of a service.
  package var needsServices: Bool { rules.contains { $0.externalInputs.contains(.service) } }

  /// The position of the rule with this identifier.
  package func position(ofRule id: String) -> Int? { rules.firstIndex { $0.id == id } }

  /// The positions of the rules that need counts over all records.
  package var countingRulePositions: [Int] {
    rules.indices.filter { rules[$0].countingRule != nil }
  }

  /// The positions of the rules that also compare with stored records.
  package var storeComparingPositions: [Int] {
    rules.indices.filter { rules[$0].statefulRule?.comparesWithStored == true }
  }

  /// Whether two accepted records may have the same key under a stateful rule, because the rule
  /// does not reject or does not apply to every record.
  package func mayRepeat(_ position: Int) -> Bool {
    let rule = rules[position]
    return !rule.severity.rejects || rule.when != nil || rule.shownWhen != nil
      || !rule.needs.isEmpty
      || !rule.scenarios.isEmpty || usesStops
  }
}

/// How to read the cells of a field.
///
/// It is a class, so that errors can refer to it without copying a dozen strings.
package final class PlanField: Sendable {
  package let field: Field
  /// The position of the rule that requires a value of every record, or nil if there is none.
  let requiredRule: Int?
  /// The position of the rule that requires a text of the field's type.
  let typeRule: Int
  /// The words for a missing value, without the empty text.
  let missing: [[UInt8]]
  /// The value of an empty text: missing if the empty text is one of the words, otherwise empty.
  let emptyValue: Value

  /// - Parameter missing: The texts that count as missing.
  init(field: Field, requiredRule: Int?, typeRule: Int, missing: [String]) {
    self.field = field
    self.requiredRule = requiredRule
    self.typeRule = typeRule
    self.missing = missing.map { Array($0.utf8) }.filter { !$0.isEmpty }
    emptyValue = missing.contains("") ? .missing : .empty
  }

  /// Whether the text is one of the words for a missing value.
  func isMissing(_ text: Span<UInt8>) -> Bool {
    for word in missing where text.isEqual(to: word) { return true }
    return false
  }
}

extension Plan {
  /// The distinct stored values that the rules compare with, in order.
  package var storedReferences: [StoredReference] {
    var seen: Set<StoredReference> = []
    return externalInputs.compactMap { demand in
      guard case .stored(let reference, _) = demand, seen.insert(reference).inserted else {
        return nil
      }
      return reference
    }
  }
}
