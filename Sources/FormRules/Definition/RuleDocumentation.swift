/// What people read about a rule: in `formrec rules`, in `docs/rules.md`, and as the source of
/// tests.
public struct RuleDocumentation: Sendable {
  /// One sentence: what the rule requires.
  public var summary: String
  /// What needs more words: edge cases, the standard it follows, cost.
  public var discussion: String
  /// The parameters.
  public var parameters: [ParameterDocumentation]
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
    public var isUnanswered: Bool

    /// A code with its message.
    @inline(never)
    public init(_ code: String, _ message: String, isUnanswered: Bool = false) {
      self.code = code
      self.message = message
      self.isUnanswered = isUnanswered
    }
  }

  /// A rule's documentation.
  @inline(never)
  init(
    _ summary: String, discussion: String = "", mainParameter: String? = nil,
    types: [String] = [], parameters: [any DeclaredParameter] = [], codes: [Code],
    examples: [RuleExample],
    takesMoreParameters: Bool = false
  ) {
    self.summary = summary
    self.discussion = discussion
    self.mainParameter = mainParameter
    self.types = types
    self.parameters = parameters.map(\.declaration)
    self.codes = codes
    self.examples = examples
    self.takesMoreParameters = takesMoreParameters
  }
}

/// Values that a rule with the run parameters accepts and rejects: the texts, one record each, of
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
  @inline(never)
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
