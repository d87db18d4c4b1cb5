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
    case type
    /// A rule that the form implies for a field with an expression.
    case implied(any Rule)
    /// A rule of the rule set.
    case rule(any Rule)
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

  /// Creates a requirement of the form, without conditions and with severity `error`.
  convenience init(
    id: String, field: Int?, kind: Kind, ruleName: String, codes: [RuleDocumentation.Code],
    arguments: [MessageArgument] = []
  ) {
    self.init(
      kind, id: id, ruleName: ruleName, subject: field, shownAt: field,
      causes: codes.map { RuleCause($0) }, ruleCodes: [], arguments: arguments)
  }

  /// Creates a rule that the form implies for a field.
  ///
  /// - Parameters:
  ///   - condition: The condition under which the field is shown, if the rule applies only then.
  ///   - fields: The other fields that the rule reads.
  convenience init(
    implied rule: any Rule, at field: Field, position: Int, condition: Expression?,
    reading fields: [Int] = []
  ) {
    let name = type(of: rule).name
    self.init(
      .implied(rule), id: "\(field.name).\(name)", ruleName: name, subject: position,
      shownAt: position, causes: rule.causes, ruleCodes: [], arguments: rule.messageArguments,
      rule: rule, shownWhen: condition,
      reads: RuleInputs(fields: Set(fields)))
  }

  /// Creates a rule of the rule set.
  convenience init(
    id: String, rule: any Rule, entry: RuleEntry, subject: Int?, shownAt: Int?,
    shownWhen: Expression?, when: Expression?, needs: [Int], reads: RuleInputs
  ) {
    let causes = rule.causes.map { cause in
      var cause = cause
      cause.code = entry.code(of: cause)
      return cause
    }.withKeys()
    let codes = rule.causes.map(\.code)
    let areCodesEqual = causes.map(\.code) == codes && causes.allSatisfy { $0.key == nil }
    self.init(
      .rule(rule), id: id, ruleName: entry.rule, subject: subject, shownAt: shownAt,
      causes: causes, ruleCodes: areCodesEqual ? [] : codes, arguments: rule.messageArguments,
      rule: rule, entry: entry, shownWhen: shownWhen, when: when, needs: needs, reads: reads)
  }

  private init(
    _ kind: Kind, id: String, ruleName: String, subject: Int?, shownAt: Int?,
    causes: [RuleCause], ruleCodes: [String], arguments: [MessageArgument],
    rule: (any Rule)? = nil, entry: RuleEntry? = nil, shownWhen: Expression? = nil,
    when: Expression? = nil, needs: [Int] = [], reads: RuleInputs = RuleInputs()
  ) {
    self.kind = kind
    self.id = id
    self.ruleName = ruleName
    self.subject = subject
    field = shownAt
    self.causes = causes
    self.ruleCodes = ruleCodes
    self.arguments = arguments
    self.entry = entry
    (self.shownWhen, self.when) = (shownWhen, when)
    self.needs = needs
    var reads = reads
    reads.fields.formUnion(
      (shownWhen?.fields ?? []) + (when?.fields ?? []) + [subject].compactMap { $0 })
    self.reads = reads
    messages = entry?.messagesOfCauses ?? CauseMessages()
    severity = entry?.severity ?? .error
    scenarios = entry?.scenarios ?? []
    empty = entry?.empty
    trims = entry?.trim == true
    stop = entry?.stop
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
    return !scenarios.contains(scenario)
  }

  /// Whether the rule compares each record with counts over all records.
  package var comparesWithAllRecords: Bool { countingRule != nil }

  /// Whether an error of this rule reports a missing answer from an external source.
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
    case .implied(let rule), .rule(let rule): rule
    case .reader, .required, .type: nil
    }
  }
}
