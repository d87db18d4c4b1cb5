/// A rule as written: its name, parameters and modifiers.
public struct RuleEntry: Sendable {
  /// The stored name of the rule, such as `length`.
  public var rule: String
  /// The parameters; nil for a bare name.
  public var parameters: DefinitionNode?
  /// The nested rules of a rule such as `all`. A list of rules in `parameters` is read when the
  /// rule is bound. Empty if they are nested more than 8 levels deep; the rule then cannot be
  /// bound.
  public package(set) var rules: [RuleEntry] {
    didSet {
      levels = rules.reduce(0) { max($0, $1.levels + 1) }
      if isNestedTooDeep { rules = [] }
    }
  }
  /// The number of levels of nested rules, including those that were dropped.
  private var levels = 0
  /// The id in reports; nil means `field.rule`.
  public var id: String?
  /// The custom message, in the language of the rule set.
  public var message: String?
  /// The custom message in other languages, by language code.
  public var messageTranslations: [String: String]
  /// Messages for single causes, by code; they take precedence over `message`.
  public var causeMessages: [String: String]
  /// The messages for single causes in other languages: by language code, then by code.
  public var causeMessageTranslations: [String: [String: String]]
  /// A custom code that replaces the codes of the rule.
  public var code: String?
  /// Custom codes that replace single codes of the rule; they take precedence over `code`.
  public var codes: [String: String]
  /// The severity of a failure.
  public var severity: Severity
  /// The condition; the rule applies only if it is true.
  public var when: Located<String>?
  /// The ids of rules that must have passed.
  public var needs: [Located<String>]
  /// The scenarios in which the rule applies; empty means all.
  public var scenarios: [String]
  /// The treatment of missing and empty values; nil means that of the rule: most rules skip them.
  public var empty: Empty?
  /// Whether this rule sees the text without leading and trailing blanks; nil means the setting of
  /// the field.
  public var trim: Bool?
  /// Which rules are skipped after a failure of this rule.
  public var stop: Stop?
  /// For a record rule: the field at which its errors are shown.
  public var at: Located<String>?
  /// Inside another rule: the documented code whose message replaces those of all causes.
  package var messageCode: Located<String>?
  /// The location of the entry.
  public var location: DefinitionLocation
  /// The requirements of `custom`, by name, if the entry was created with them. They are not
  /// stored.
  var customs: [String: CustomCheck] = [:]

  /// The maximum number of levels of nested rules. Readable definitions have at most three.
  package static let maximumLevels = 8

  /// Whether the rules were nested more than `maximumLevels` deep, so that they were dropped.
  /// Entries keep no deeper rules, because every function over them, even releasing them, recurses.
  package var isNestedTooDeep: Bool { levels > Self.maximumLevels }

  /// The entry of a rule whose nested rules were dropped.
  package var nestedTooDeep: RuleEntry {
    var entry = self
    entry.rules = []
    entry.levels = Self.maximumLevels + 1
    return entry
  }

  /// The keys of modifiers; `message.LANGUAGE` is one, too. Any other key beside a rule's name is a
  /// parameter.
  package static let modifierKeys = [
    "id", "message", "code", "severity", "when", "needs", "scenarios", "empty", "trim", "stop",
    "at",
  ]

  /// The key of `messageCode`.
  package static let messageCodeKey = "says"

  /// The key of the main parameter in `parameters` if there are other parameters:
  /// `{pattern: x, mode: search}` has the parameters `{"": x, mode: search}`.
  package static let mainParameter = ""

  /// The key, in a mapping of codes, of the value for all other codes.
  package static let otherCode = "other"

  /// The treatment of missing and empty values.
  public enum Empty: String, Sendable, CaseIterable {
    /// Both are evaluated, as empty text.
    case validate
    /// Empty values are skipped, even by a rule that evaluates them, such as `required`.
    case skip
  }

  /// Which rules are skipped after a failure.
  public enum Stop: String, Sendable, CaseIterable {
    /// All remaining rules of the record.
    case first
    /// All remaining rules of the field.
    case firstPerField
    /// None.
    case never
  }

  /// Creates a rule with its parameters; the modifiers can be set afterwards.
  public init(
    _ rule: String, _ parameters: DefinitionNode? = nil, location: DefinitionLocation = .none
  ) {
    self.rule = rule
    self.parameters = parameters
    self.rules = []
    self.messageTranslations = [:]
    self.causeMessages = [:]
    self.causeMessageTranslations = [:]
    self.codes = [:]
    self.severity = .error
    self.needs = []
    self.scenarios = []
    self.location = location
  }
}
