/// One rule of a plan: a rule bound to its place, or what a field's type or `required` demand.
///
/// A class, so that a judge gets at one of them without copying a dozen strings.
package final class PlanRule: Sendable {
  /// What kind of demand it is.
  package enum Kind: Sendable {
    /// What the reader could not make a record of; the code says what.
    case reader
    /// The form requires the field.
    case required
    /// The text must be of the field's type.
    case type
    /// A rule of the rule set.
    case rule(any Rule)
  }

  /// The id in reports, stable over versions that say so, such as `age.range`.
  package let id: String
  /// The form's field that its errors are shown at.
  package let field: Int?
  /// The form's field that it judges; nil for a rule of the whole record.
  let subject: Int?
  /// The kind.
  package let kind: Kind
  /// The stored name of the rule, `required`, or the type's name.
  package let ruleName: String
  /// What a failure means.
  package let severity: Severity
  /// The ways in which it can fail, the usual one first, with the codes that errors say.
  let causes: [RuleCause]
  /// The rule's own codes of these; empty when errors say what the rule does.
  private let ruleCodes: [String]
  /// The rule set's own messages.
  let own: CauseMessages
  /// What messages may name, but for what depends on the value.
  package let arguments: [MessageArgument]

  /// What it, its condition and the rules inside it read of a record.
  let reads: RuleReads
  /// The rule, if it remembers records.
  let remembering: (any RememberingRule)?
  let when: Expression?
  let needs: [Int]
  let scenarios: [String]
  let empty: RuleEntry.Empty?
  let trims: Bool
  /// Whether it judges missing and empty values too.
  let looksAtBlank: Bool
  let stop: RuleEntry.Stop?
  /// Whether it judges the values of its field as the judge has read them, and nothing where there is
  /// none: it neither trims nor looks at blanks.
  let seesFieldAsItIs: Bool
  /// What the rule needs from outside.
  package let demands: [RuleDemand]
  /// The entry of the rule set; nil for what the form demands.
  let entry: RuleEntry?

  /// What the form demands: no conditions, severity error.
  init(
    id: String, field: Int?, kind: Kind, ruleName: String, codes: [RuleDocumentation.Code],
    arguments: [MessageArgument] = []
  ) {
    self.id = id
    self.field = field
    self.kind = kind
    self.ruleName = ruleName
    causes = codes.map { RuleCause($0) }
    ruleCodes = []
    own = CauseMessages()
    self.arguments = arguments
    subject = field
    reads = RuleReads(fields: Set([field].compactMap { $0 }))
    remembering = nil
    severity = .error
    when = nil
    needs = []
    scenarios = []
    empty = nil
    trims = false
    looksAtBlank = false
    stop = nil
    seesFieldAsItIs = false
    demands = []
    entry = nil
  }

  /// A rule of the rule set.
  init(
    id: String, rule: any Rule, entry: RuleEntry, subject: Int?, shownAt: Int?,
    when: Expression?, needs: [Int], reads: RuleReads
  ) {
    self.id = id
    kind = .rule(rule)
    ruleName = entry.rule
    field = shownAt
    self.subject = subject
    severity = entry.severity
    let causes = rule.causes.map { cause in
      var cause = cause
      cause.code = entry.code(of: cause)
      return cause
    }.withKeys()
    let codes = rule.causes.map(\.code)
    self.causes = causes
    ruleCodes = causes.map(\.code) == codes && causes.allSatisfy { $0.key == nil } ? [] : codes
    own = entry.ownMessages
    arguments = rule.messageArguments
    remembering = rule.remembering
    var reads = reads
    reads.fields.formUnion((when?.fields ?? []) + [subject].compactMap { $0 })
    self.reads = reads
    self.when = when
    self.needs = needs
    scenarios = entry.scenarios
    empty = entry.empty
    trims = entry.trim == true
    stop = entry.stop
    looksAtBlank = empty == .validate || rule.looksAtBlank
    seesFieldAsItIs = subject != nil && !trims && !looksAtBlank
    demands = rule.demands
    self.entry = entry
  }

  /// The name of the rule that stands for the reader.
  package static let readerName = "reader"

  /// The code that a failure without one of its own has.
  package var defaultCode: String { causes.first?.code ?? id }

  /// The code as an error stores it: nil if it is the rule's default.
  package func storedCode(_ code: String) -> String? { code == defaultCode ? nil : code }

  /// The code and arguments that an error says.
  func reported(_ failure: Failure) -> (code: String, arguments: [MessageArgument]) {
    guard !ruleCodes.isEmpty, let index = failure.cause ?? ruleCodes.firstIndex(of: failure.code)
    else { return (failure.code, failure.arguments) }
    let cause = causes[index]
    return (cause.code, cause.argument.map { failure.arguments + [$0] } ?? failure.arguments)
  }

  /// Whether it is for other scenarios than that of a run; without one every rule is judged.
  func isLeftOut(of scenario: String?) -> Bool {
    guard let scenario, !scenarios.isEmpty else { return false }
    return !scenarios.contains(scenario)
  }

  /// Whether an error of this rule says that something outside did not answer.
  package func isUnanswered(_ error: JudgedError) -> Bool {
    causes.cause(error.code, error.arguments)?.isUnanswered == true
  }
}
