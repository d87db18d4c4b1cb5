/// One requirement on a value. A rule is a small value with typed parameters; it answers yes, no
/// with a `Failure`, or that it cannot tell. It does no I/O, keeps nothing between calls (what a
/// `RememberingRule` has seen stands with the run), and is never called for a missing or empty value
/// unless it says so itself (`looksAtBlank`) or its entry does (`empty: validate`).
///
/// One file a rule; `RuleRegistry` lists them all.
package protocol Rule: Sendable {
  /// The stored name, such as `length`; it is forever.
  static var name: String { get }
  /// What people read about the rule, and what tests run.
  static var documentation: RuleDocumentation { get }
  /// What kind of thing the rule judges.
  static var scope: RuleScope { get }

  /// Reads and checks the parameters, once, when a rule set is bound to its form.
  init(_ parameters: borrowing RuleParameters) throws(DefinitionError)

  /// The parameters that messages may name, as text.
  var arguments: [MessageArgument] { get }

  /// Whether it is called for missing and empty values too.
  var looksAtBlank: Bool { get }

  /// What it needs from outside.
  var demands: [RuleDemand] { get }

  /// Whether a value satisfies the rule.
  ///
  /// - Parameters:
  ///   - value: the value as its field's type reads it.
  ///   - text: its bytes, trimmed if field or rule says so; valid UTF-8.
  ///   - record: the other fields and the run.
  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer

  /// Judges a column over the records for which the rule is asked. What it finds is what `check`
  /// says value by value, which is all that the default does, compiled for each rule by itself.
  func judge(_ column: borrowing Column, _ findings: inout ColumnFindings)
}

extension Rule {
  /// Most rules judge fields.
  package static var scope: RuleScope { .field }
  /// Most rules have no parameters to name.
  package var arguments: [MessageArgument] { [] }
  /// Those whose scope says so look at missing and empty values.
  package var looksAtBlank: Bool { Self.scope == .presence }

  /// Most rules need nothing from outside.
  package var demands: [RuleDemand] { [] }
}

/// A rule whose parameters decide how it can fail.
protocol RuleWithCauses: Rule {
  /// The ways in which it can fail, the usual one first. Where two have one code, `Failure.cause`
  /// says which it is.
  var ownCauses: [RuleCause] { get }
}

/// A rule that fails as the rules inside it do: with their codes and messages.
protocol RuleOfRules: RuleWithCauses {}

extension Rule {
  /// The ways in which it can fail.
  var causes: [RuleCause] {
    (self as? any RuleWithCauses)?.ownCauses ?? Self.documentation.codes.map { RuleCause($0) }
  }

  /// The codes that may be said to mean one of its causes.
  var knownCodes: [String] {
    causes.flatMap { [$0.code, $0.source] } + Self.documentation.codes.map(\.code)
  }
}

/// What kind of thing a rule judges.
package enum RuleScope: Sendable {
  /// The value of one field, present.
  case field
  /// The value of one field, also when it is missing or empty.
  case presence
  /// A whole record.
  case record
  /// One field or, with other parameters, a whole record.
  case fieldOrRecord
}

/// What people read about a rule: in `formrec rules`, in `docs/rules.md`, and as the source of
/// tests.
public struct RuleDocumentation: Sendable {
  /// One sentence: what the rule requires.
  public var summary: String
  /// What needs more words: edge cases, the standard it follows, cost.
  public var discussion: String
  /// The parameters.
  public var parameters: [Parameter]
  /// The parameter that a scalar or list in place of a mapping means; nil when there is none.
  public var mainParameter: String?
  /// The types of field that the rule fits, by stored name; empty means all. Checked when the rule
  /// is bound.
  public var types: [String]
  /// The codes it can fail with, each with its English message; none for a rule that fails with
  /// those of the rules inside it.
  public var codes: [Code]
  /// Values that pass and fail, run as tests.
  public var examples: [RuleExample]
  /// Whether there may be parameters that are not listed; the rule itself refuses unknown ones.
  public var takesMoreParameters: Bool

  /// One code with its English message, in which `{label}` and the arguments' names are filled in.
  public struct Code: Sendable {
    /// The stable machine name.
    public var code: String
    /// The English message.
    public var message: String

    /// Whether it says that something outside, which had to answer, did not.
    public var isOfSilence: Bool

    /// A code with its message.
    public init(_ code: String, _ message: String, isOfSilence: Bool = false) {
      self.code = code
      self.message = message
      self.isOfSilence = isOfSilence
    }
  }

  /// A rule's documentation.
  public init(
    _ summary: String, discussion: String = "", mainParameter: String? = nil,
    types: [String] = [], parameters: [Parameter] = [], codes: [Code], examples: [RuleExample],
    takesMoreParameters: Bool = false
  ) {
    self.summary = summary
    self.discussion = discussion
    self.mainParameter = mainParameter
    self.types = types
    self.parameters = parameters
    self.codes = codes
    self.examples = examples
    self.takesMoreParameters = takesMoreParameters
  }
}

/// Values that a rule with the given parameters accepts and rejects: the texts, one record each, of
/// a field called `value`. They are judged in order, the accepted ones first.
public struct RuleExample: Sendable {
  /// The rule's parameters; nil for a bare name.
  public var parameters: DefinitionNode?
  /// The type of the field that it stands on.
  public var type: FieldType
  /// Texts that pass.
  public var accepted: [String]
  /// Texts that fail, or are not of the type.
  public var rejected: [String]
  /// The code that the rejected texts fail with; nil means the rule's first code.
  public var code: String?

  /// An example on a field of the given type.
  public init(
    _ parameters: DefinitionNode? = nil, type: FieldType = .text, accepts: [String] = [],
    rejects: [String] = [], code: String? = nil
  ) {
    self.parameters = parameters
    self.type = type
    self.accepted = accepts
    self.rejected = rejects
    self.code = code
  }
}

extension DefinitionNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A quoted scalar.
  public init(stringLiteral value: String) { self.init(.scalar(value, isPlain: false)) }
  /// A plain scalar.
  public init(integerLiteral value: Int) { self.init(.scalar(String(value), isPlain: true)) }
  /// A list.
  public init(arrayLiteral elements: DefinitionNode...) { self.init(.sequence(elements)) }
  /// A mapping.
  public init(dictionaryLiteral elements: (String, DefinitionNode)...) {
    self.init(.mapping(elements.map { Entry($0.0, $0.1) }))
  }
}
