/// A named, ordered list of rules for one form, as written: names and parameters that are not yet
/// bound to the fields of the form. `Plan` binds it.
public struct RuleSet: Sendable, Equatable {
  /// The stored name, `[a-z][a-z0-9_]*`, at most 63 characters.
  public var name: String
  /// The name of the form that it judges.
  public var form: String
  /// The rules of fields, each list with the name (or range of names) of its fields.
  public var fields: [FieldRules]
  /// The rules of whole records.
  public var record: [RuleEntry]
  /// The parameters of a run.
  public var parameters: [RunParameter]
  /// The limits; an import that exceeds one is marked as failed.
  public var limits: [Limit]
  /// Records that must be accepted, or rejected by exactly the named rules.
  public var examples: [Example]
  /// Named lists of rules for the rule `use`; they take precedence over the built-in presets.
  public var presets: [Preset]

  /// Creates a rule set.
  public init(
    name: String, form: String, fields: [FieldRules] = [], record: [RuleEntry] = [],
    parameters: [RunParameter] = [], limits: [Limit] = [], examples: [Example] = [],
    presets: [Preset] = []
  ) {
    self.name = name
    self.form = form
    self.fields = fields
    self.record = record
    self.parameters = parameters
    self.limits = limits
    self.examples = examples
    self.presets = presets
  }
}

/// The rules of a field, or of a range of fields such as `score_1..score_10`.
public struct FieldRules: Sendable, Equatable {
  /// A field's name, or `first..last`.
  public var field: String
  /// The rules, in order.
  public var rules: [RuleEntry]
  /// The location of the name.
  public var location: SourceLocation

  /// Creates rules for a field or range of fields.
  public init(field: String, rules: [RuleEntry], location: SourceLocation = .none) {
    self.field = field
    self.rules = rules
    self.location = location
  }

  /// Compares the content, not locations.
  public static func == (a: FieldRules, b: FieldRules) -> Bool {
    a.field == b.field && a.rules == b.rules
  }
}

/// A rule as written: its name, parameters and modifiers.
public struct RuleEntry: Sendable {
  /// The stored name of the rule, such as `length`.
  public var rule: String
  /// The parameters; nil for a bare name.
  public var parameters: DefinitionNode?
  /// The nested rules of a rule such as `all`. A list of rules in `parameters` is read when the
  /// rule is bound.
  public package(set) var rules: [RuleEntry]
  /// The id in reports; nil means `field.rule`.
  public var id: String?
  /// The custom message, in the language of the rule set.
  public var message: String?
  /// The custom message in other languages, by language code.
  public var messages: [String: String]
  /// Messages for single causes, by code; they take precedence over `message`.
  public var causeMessages: [String: String]
  /// The messages for single causes in other languages: by language code, then by code.
  public var causeMessagesInLanguages: [String: [String: String]]
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
  package var says: Located<String>?
  /// The location of the entry.
  public var location: SourceLocation
  /// The requirements of `custom`, by name, if the entry was created with them. They are not
  /// stored.
  var customs: [String: CustomCheck] = [:]

  /// The keys of modifiers; `message.LANGUAGE` is one, too. Any other key beside a rule's name is a
  /// parameter.
  package static let modifierKeys = [
    "id", "message", "code", "severity", "when", "needs", "scenarios", "empty", "trim", "stop",
    "at",
  ]

  /// The key of `says`.
  package static let saysKey = "says"

  /// The key of the main parameter in `parameters` if there are other parameters:
  /// `{pattern: x, mode: search}` has the parameters `{"": x, mode: search}`.
  package static let mainParameter = ""

  /// The key, in a mapping of codes, of the value for all other codes.
  package static let otherCode = "other"

  /// The treatment of missing and empty values.
  public enum Empty: String, Sendable, CaseIterable {
    /// Both are judged, as empty text.
    case validate
    /// Empty values are skipped, even by a rule that judges them, such as `required`.
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
    _ rule: String, _ parameters: DefinitionNode? = nil, location: SourceLocation = .none
  ) {
    self.rule = rule
    self.parameters = parameters
    self.rules = []
    self.messages = [:]
    self.causeMessages = [:]
    self.causeMessagesInLanguages = [:]
    self.codes = [:]
    self.severity = .error
    self.needs = []
    self.scenarios = []
    self.location = location
  }
}

/// A value with its source location.
public struct Located<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The value.
  public var value: Value
  /// The source location.
  public var location: SourceLocation

  /// Creates a value at a location.
  public init(_ value: Value, at location: SourceLocation = .none) {
    self.value = value
    self.location = location
  }

  /// Compares the values, not locations.
  public static func == (a: Located, b: Located) -> Bool { a.value == b.value }
}

/// The severity of a failure. Only `error` rejects a record.
public enum Severity: String, Sendable, CaseIterable {
  /// The record is rejected.
  case error
  /// The record is accepted with a warning.
  case warning
  /// The record is accepted with a note.
  case info

  /// Whether a failure of this severity rejects the record.
  public var rejects: Bool { self == .error }
}

/// A parameter of a run, which sets its value and records it.
public struct RunParameter: Sendable, Equatable {
  /// The name, `param.name` in expressions.
  public var name: String
  /// The type of its value.
  public var type: FieldType
  /// The location of the parameter.
  public var location: SourceLocation

  /// Creates a run parameter.
  public init(name: String, type: FieldType, location: SourceLocation = .none) {
    self.name = name
    self.type = type
    self.location = location
  }

  /// Compares the content, not locations.
  public static func == (a: RunParameter, b: RunParameter) -> Bool {
    a.name == b.name && a.type == b.type
  }
}

/// A limit on an import as a whole.
public struct Limit: Sendable, Equatable {
  /// What is counted.
  public enum Subject: String, Sendable, CaseIterable {
    /// All records.
    case records
    /// Rejected records.
    case rejected
    /// Records with at least one warning.
    case warned
    /// Failures of severity `error`.
    case errors
  }

  /// A number of records, or a share of them.
  public enum Amount: Sendable, Equatable {
    /// A number of records.
    case count(Int)
    /// A percentage of the records.
    case percent(ExactDecimal)
  }

  /// What is counted.
  public var subject: Subject
  /// The minimum, inclusive.
  public var min: Amount?
  /// The maximum, inclusive.
  public var max: Amount?
  /// The maximum difference from the preceding import of the same form and source, inclusive. A
  /// percentage of `records` is of the earlier number; any other is a difference of shares, in
  /// percentage points.
  public var change: Amount?

  /// Creates a limit; all bounds are inclusive.
  public init(_ subject: Subject, min: Amount? = nil, max: Amount? = nil, change: Amount? = nil) {
    self.subject = subject
    self.min = min
    self.max = max
    self.change = change
  }
}

/// A record that a rule set must accept, or reject for exactly the named reasons.
public struct Example: Sendable, Equatable {
  /// The field names with their text; nil is a missing value.
  public var record: [(field: String, text: String?)]
  /// Whether the record must be accepted.
  public var isAccepted: Bool
  /// For a rejected record: the ids of exactly the rules of severity `error` that fail; nil means
  /// any.
  public var because: [String]?
  /// The location of the example.
  public var location: SourceLocation

  /// Creates an example.
  public init(
    _ record: [(field: String, text: String?)], isAccepted: Bool, because: [String]? = nil,
    location: SourceLocation = .none
  ) {
    self.record = record
    self.isAccepted = isAccepted
    self.because = because
    self.location = location
  }

  /// Compares the content, not locations.
  public static func == (a: Example, b: Example) -> Bool {
    a.isAccepted == b.isAccepted && a.because == b.because
      && a.record.elementsEqual(b.record) { $0.field == $1.field && $0.text == $1.text }
  }
}
