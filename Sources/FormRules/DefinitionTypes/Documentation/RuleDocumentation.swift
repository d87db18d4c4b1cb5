/// The documentation of a rule, for the command line, `docs/rules.md` and tests.
public struct RuleDocumentation: Sendable {
  /// One sentence: what the rule requires.
  public var summary: String
  /// The details: edge cases, the standard that it follows, cost.
  public var discussion: String
  /// The parameters.
  public var parameters: [ParameterDocumentation]
  /// The parameter whose value may replace the mapping of parameters; nil if there is none.
  public var mainParameter: String?
  /// The stored names of the field types that the rule supports; empty means all. Checked when the
  /// rule is bound.
  public var types: [String]
  /// The codes of its failures, each with its English message; empty for a rule that fails with the
  /// codes of its nested rules.
  public var codes: [Code]
  /// Values that pass and fail, which tests run.
  public var examples: [RuleExample]
  /// Whether there may be unlisted parameters; the rule itself then rejects unknown ones.
  public var acceptsMoreParameters: Bool

  /// A code with its English message, in which `{label}` and the names of arguments are replaced.
  public struct Code: Sendable {
    /// The stable code.
    public var code: String
    /// The English message.
    public var message: String

    /// Whether it means that a service did not answer.
    public var isUnanswered: Bool

    /// Creates a code with its message.
    @inline(never)
    public init(_ code: String, _ message: String, isUnanswered: Bool = false) {
      self.code = code
      self.message = message
      self.isUnanswered = isUnanswered
    }
  }

  /// Creates the documentation of a rule.
  @inline(never)
  init(
    _ summary: String, discussion: String = "", mainParameter: String? = nil,
    types: [String] = [], parameters: [any DeclaredParameter] = [], codes: [Code],
    examples: [RuleExample],
    acceptsMoreParameters: Bool = false
  ) {
    self.summary = summary
    self.discussion = discussion
    self.mainParameter = mainParameter
    self.types = types
    self.parameters = parameters.map(\.declaration)
    self.codes = codes
    self.examples = examples
    self.acceptsMoreParameters = acceptsMoreParameters
  }
}

/// Values that a rule with these parameters accepts and rejects. Each text is the field `value` of
/// a record. The records are judged in order, the accepted ones first.
public struct RuleExample: Sendable {
  /// The rule's parameters; nil for a bare name.
  public var parameters: DefinitionNode?
  /// The type of the field.
  public var type: FieldType
  /// Other text fields, by name, with the text that they have in every record.
  public var constants: [String: String]
  /// Texts that pass.
  public var accepted: [String]
  /// Texts that fail, or are not of the type.
  public var rejected: [String]
  /// The code that the rejected texts fail with; nil means the rule's first code.
  public var code: String?

  /// Creates an example for a field of a type.
  @inline(never)
  public init(
    _ parameters: DefinitionNode? = nil, type: FieldType = .text, constants: [String: String] = [:],
    accepts: [String] = [], rejects: [String] = [], code: String? = nil
  ) {
    self.parameters = parameters
    self.type = type
    self.constants = constants
    self.accepted = accepts
    self.rejected = rejects
    self.code = code
  }
}
