import FormBytes

/// One rule of a plan: a rule bound to its position, or a requirement of a field's type or of
/// `required`.
///
/// It is a class, so that a judge can access it without copying a dozen strings.
package final class PlanRule: Sendable {
  /// The kind of a rule.
  package enum Kind: Sendable {
    /// The reader could not parse the record. The code specifies the fault.
    case reader
    /// The form requires the field.
    case required
    /// The text must be of the field's type.
    case type(FieldType)
    /// A rule that the form implies for a field with an expression.
    case implied(any Rule)
    /// A rule of the rule set, with its entry.
    case rule(any Rule, RuleEntry)
  }

  /// What the evaluation of a rule depends on, in addition to its own field.
  struct Dependencies {
    /// The condition under which the field is shown, and that of the entry.
    var shownWhen, when: Expression?
    /// The rules that must have passed.
    var needs: [Int] = []
    /// The fields and run parameters that the rule and its nested rules read.
    var reads = RuleInputs()

    /// Adds the fields that the conditions read.
    fileprivate func inputs(ofRuleAt field: Int?) -> RuleInputs {
      var inputs = reads
      inputs.fields.formUnion(
        (shownWhen?.fields ?? []) + (when?.fields ?? []) + [field].compactMap { $0 })
      return inputs
    }
  }

  /// The identifier in reports, such as `age.range`, which connects versions of a rule.
  package let id: String
  /// The field of the form at which errors are shown.
  package let field: Int?
  /// The field of the form that the rule applies to, or nil for a rule of the whole record.
  package let subject: Int?
  /// The kind.
  package let kind: Kind
  /// The stored name of the rule, `required`, or the type's name.
  package let ruleName: String
  /// The severity of a failure.
  package let severity: Severity
  /// The causes of failure with their reported codes, the default one first.
  package let causes: [RuleCause]
  /// The rule's own codes of these causes. Empty if they equal the reported ones.
  private let ruleCodes: [String]
  /// The rule set's own messages.
  let messages: CauseMessages
  /// The message arguments that do not depend on the value.
  package let arguments: [MessageArgument]

  /// The fields that the rule, its condition and its nested rules read.
  package let reads: RuleInputs
  /// The rule, if it is a stateful rule.
  package let statefulRule: (any StatefulRule)?
  /// The rule, if it is a counting rule.
  package let countingRule: (any CountingRule)?
  /// The condition under which the field is shown, and that of the entry. The rule is evaluated
  /// only if both are true.
  let shownWhen, when: Expression?
  package let needs: [Int]
  let scenarios: [String]
  let empty: RuleEntry.Empty?
  let trims: Bool
  /// Whether the rule also evaluates missing and empty values.
  let evaluatesBlank: Bool
  let stop: RuleEntry.Stop?
  /// Whether the rule evaluates the field's values exactly as the judge has read them, and skips
  /// missing ones: it neither trims nor evaluates blanks.
  let readsUnmodifiedValue: Bool
  /// The external data that the rule needs.
  package let externalInputs: [ExternalInput]
  /// Whether the rule is evaluated at the end of a batch, for records that no other rule rejects.
  package let isDeferred: Bool
  /// Whether the rule is evaluated before the field's other rules, which are skipped if it fails.
  package let isPrerequisite: Bool
  /// The entry of the rule set, or nil for a requirement of the form.
  package let entry: RuleEntry?

  /// - Parameters:
  ///   - field: The position of the field that the rule applies to, or nil for the whole record.
  ///   - shownAt: The position of the field at which errors are shown.
  init(
    _ kind: Kind, id: String, of field: Int?, shownAt: Int?,
    _ dependencies: Dependencies = Dependencies()
  ) {
    self.kind = kind
    self.id = id
    subject = field
    self.field = shownAt
    ruleName = kind.ruleName
    causes = kind.causes
    arguments = kind.arguments
    (shownWhen, when, needs) = (dependencies.shownWhen, dependencies.when, dependencies.needs)
    reads = dependencies.inputs(ofRuleAt: field)

    let entry = kind.entry
    self.entry = entry
    messages = entry?.messagesOfCauses ?? CauseMessages()
    severity = entry?.severity ?? .error
    scenarios = entry?.scenarios ?? []
    empty = entry?.empty
    trims = entry?.trim == true
    stop = entry?.stop

    let rule = kind.rule
    let codes = rule?.causes.map(\.code) ?? []
    let areCodesEqual = causes.map(\.code) == codes && causes.allSatisfy { $0.key == nil }
    ruleCodes = areCodesEqual ? [] : codes
    statefulRule = rule?.statefulRule
    countingRule = rule?.countingRule
    evaluatesBlank = empty == .validate || rule?.evaluatesBlank == true
    readsUnmodifiedValue = rule != nil && subject != nil && !trims && !evaluatesBlank
    externalInputs = rule?.externalInputs ?? []
    isDeferred = rule?.isDeferred == true
    isPrerequisite = rule.map { type(of: $0).isPrerequisite } ?? kind.isRequired
  }

  /// The name of the pseudo-rule for the reader's faults.
  package static let readerName = "reader"

  /// The code of a failure that specifies none.
  package var defaultCode: String { causes.first?.code ?? id }

  /// The code as an error stores it: nil if it is the rule's default.
  package func storedCode(_ code: String) -> String? { code == defaultCode ? nil : code }

  /// The code and arguments to report for a failure.
  func reported(_ failure: Failure) -> (code: String, arguments: [MessageArgument]) {
    guard !ruleCodes.isEmpty, let index = failure.cause ?? ruleCodes.firstIndex(of: failure.code)
    else { return (failure.code, failure.arguments) }
    let cause = causes[index]
    return (cause.code, cause.argument.map { failure.arguments + [$0] } ?? failure.arguments)
  }

  /// Whether the rule is only for scenarios other than that of a run. Without a scenario, every
  /// rule is evaluated.
  func isExcluded(from scenario: String?) -> Bool {
    guard let scenario, !scenarios.isEmpty else { return false }
    return !scenarios.containsBytes(of: scenario)
  }

  /// Whether the rule compares each record with counts over all records.
  package var comparesWithAllRecords: Bool { countingRule != nil }

  /// Whether an error of this rule reports a missing answer of a service.
  package func isUnanswered(_ error: JudgedError) -> Bool {
    causes.cause(error.code, error.arguments)?.isUnanswered == true
  }
}

extension PlanRule.Kind {
  var isRequired: Bool { if case .required = self { true } else { false } }
  var isOfForm: Bool { if case .rule = self { false } else { true } }

  /// The rule that is evaluated for a batch; nil for what the judge finds while it reads.
  var rule: (any Rule)? {
    switch self {
    case .implied(let rule), .rule(let rule, _): rule
    case .reader, .required, .type: nil
    }
  }

  fileprivate var entry: RuleEntry? { if case .rule(_, let entry) = self { entry } else { nil } }

  fileprivate var ruleName: String {
    switch self {
    case .reader: PlanRule.readerName
    case .required: RuleRegistry.requirement.name
    case .type(let type): type.name
    case .implied(let rule): Swift.type(of: rule).name
    case .rule(_, let entry): entry.rule
    }
  }

  /// The causes of failure with their reported codes.
  fileprivate var causes: [RuleCause] {
    switch self {
    case .reader: []
    case .required: RuleRegistry.requirement.documentation.codes.map { RuleCause($0) }
    case .type(let type): type.codes.map { RuleCause($0) }
    case .implied(let rule): rule.causes
    case .rule(let rule, let entry):
      rule.causes.map { cause in
        var cause = cause
        cause.code = entry.code(of: cause)
        return cause
      }.withKeys()
    }
  }

  fileprivate var arguments: [MessageArgument] {
    if case .type(let type) = self { type.arguments } else { rule?.messageArguments ?? [] }
  }
}
