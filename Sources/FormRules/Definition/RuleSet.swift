/// A named, ordered list of rules for one form, as it was written: names and parameters, not yet
/// bound to the form's fields. `Plan` binds it.
public struct RuleSet: Sendable, Equatable {
  /// The stored name, `[a-z][a-z0-9_]*`, at most 63 characters.
  public var name: String
  /// The form that it judges.
  public var form: String
  /// The rules of single fields: each with the names (or ranges of names) that it is for.
  public var fields: [FieldRules]
  /// The rules of whole records.
  public var record: [RuleEntry]
  /// Parameters of a run.
  public var parameters: [RunParameter]
  /// Over a limit an import is marked failed.
  public var limits: [Limit]
  /// Records that must be accepted, or rejected by exactly the rules named.
  public var examples: [Example]
  /// Lists of rules with a name, for the rule `use`; they go before the program's own.
  public var presets: [Preset]

  /// A rule set.
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
  /// Where the name stands.
  public var location: SourceLocation

  /// Rules for a field or range of fields.
  public init(field: String, rules: [RuleEntry], location: SourceLocation = .none) {
    self.field = field
    self.rules = rules
    self.location = location
  }

  /// Equal by content.
  public static func == (a: FieldRules, b: FieldRules) -> Bool {
    a.field == b.field && a.rules == b.rules
  }
}

/// One rule as written: its name, its parameters and what modifies it.
public struct RuleEntry: Sendable {
  /// The stored name of the rule, such as `length`.
  public var rule: String
  /// Its parameters; nil for a bare name.
  public var parameters: DefinitionNode?
  /// The rules inside it, of a rule that is made of rules, such as `all`. A list of them that stands in
  /// `parameters` is read when the rule is bound.
  public package(set) var rules: [RuleEntry]
  /// The id in reports; nil means `field.rule`.
  public var id: String?
  /// The message, in the rule set's own words.
  public var message: String?
  /// The same in other languages, by language code.
  public var messages: [String: String]
  /// Messages for single causes, by the code of each; they go before `message`.
  public var causeMessages: [String: String]
  /// The same in other languages: by language code, then by code.
  public var causeMessagesInLanguages: [String: [String: String]]
  /// A code of one's own in place of the rule's.
  public var code: String?
  /// Codes of one's own in place of single ones of the rule's; they go before `code`.
  public var codes: [String: String]
  /// What a failure means.
  public var severity: Severity
  /// The rule applies only where this condition is true.
  public var when: Located<String>?
  /// Ids of rules that must have passed.
  public var needs: [Located<String>]
  /// The rule applies only in these scenarios; empty means always.
  public var scenarios: [String]
  /// What becomes of missing and empty values; nil means what the rule makes of them, which is
  /// nothing for most.
  public var empty: Empty?
  /// Whether this rule sees the text without blanks at its ends; nil means as the field says.
  public var trim: Bool?
  /// What happens after a failure of this rule.
  public var stop: Stop?
  /// For a record rule: the field that its errors are shown at.
  public var at: Located<String>?
  /// Inside another rule: the documented code whose message stands for those of all causes.
  package var says: Located<String>?
  /// Where the entry stands.
  public var location: SourceLocation
  /// The requirements behind `custom`, by name, when the entry was made with some. They are no part
  /// of the data.
  var customs: [String: CustomCheck] = [:]

  /// The keys that modify a rule; `message.LANGUAGE` is one too. Any other key beside a rule's name
  /// is a parameter.
  package static let modifierKeys = [
    "id", "message", "code", "severity", "when", "needs", "scenarios", "empty", "trim", "stop",
    "at",
  ]

  /// The key of `says`.
  package static let saysKey = "says"

  /// The key under which a rule's main parameter stands in `parameters` when others were written
  /// beside it: `{pattern: x, mode: search}` has the parameters `{"": x, mode: search}`.
  package static let mainParameter = ""

  /// The key under which, in a mapping of codes, stands what holds for the others.
  package static let otherCode = "other"

  /// What becomes of missing and empty values.
  public enum Empty: String, Sendable, CaseIterable {
    /// Both are judged, as empty text.
    case validate
    /// Empty ones are left out, also by a rule that looks at them, such as `required`.
    case skip
  }

  /// What is left out after a failure.
  public enum Stop: String, Sendable, CaseIterable {
    /// Nothing more is judged in this record.
    case first
    /// Nothing more is judged in this field.
    case firstPerField
    /// Everything is judged.
    case never
  }

  /// A rule with its parameters; the rest may be set afterwards.
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

/// Something with the place where it was written.
public struct Located<Value: Sendable & Equatable>: Sendable, Equatable {
  /// What was written.
  public var value: Value
  /// Where.
  public var location: SourceLocation

  /// A value at a place.
  public init(_ value: Value, at location: SourceLocation = .none) {
    self.value = value
    self.location = location
  }

  /// Equal by value, wherever they stand.
  public static func == (a: Located, b: Located) -> Bool { a.value == b.value }
}

/// What a failure means. Only `error` rejects.
public enum Severity: String, Sendable, CaseIterable {
  /// The record is rejected.
  case error
  /// The record is kept with a warning.
  case warning
  /// Noted, no more.
  case info

  /// Whether a failure of this severity rejects the record.
  public var rejects: Bool { self == .error }
}

/// A parameter of a run, set by `--param name=value` and recorded with it.
public struct RunParameter: Sendable, Equatable {
  /// The name, `param.name` in expressions.
  public var name: String
  /// What text it takes.
  public var type: FieldType
  /// Where it stands.
  public var location: SourceLocation

  /// A parameter of a run.
  public init(name: String, type: FieldType, location: SourceLocation = .none) {
    self.name = name
    self.type = type
    self.location = location
  }

  /// Equal by content.
  public static func == (a: RunParameter, b: RunParameter) -> Bool {
    a.name == b.name && a.type == b.type
  }
}

/// A bound on an import as a whole.
public struct Limit: Sendable, Equatable {
  /// What is counted.
  public enum Subject: String, Sendable, CaseIterable {
    /// All records.
    case records
    /// Rejected records.
    case rejected
    /// Records with a warning.
    case warned
    /// Errors of severity error.
    case errors
  }

  /// A number of records, or a share of them.
  public enum Amount: Sendable, Equatable {
    /// So many.
    case count(Int)
    /// So many of a hundred, inclusive.
    case percent(ExactDecimal)
  }

  /// What is counted.
  public var subject: Subject
  /// At least so many.
  public var min: Amount?
  /// At most so many.
  public var max: Amount?

  /// A bound; both ends are inclusive.
  public init(_ subject: Subject, min: Amount? = nil, max: Amount? = nil) {
    self.subject = subject
    self.min = min
    self.max = max
  }
}

/// A record that a rule set must accept, or reject for exactly the reasons named.
public struct Example: Sendable, Equatable {
  /// Field names with their text; nil is a missing value.
  public var record: [(field: String, text: String?)]
  /// Whether it is accepted.
  public var isAccepted: Bool
  /// For a rejected one: the ids of exactly the error-severity rules that fail; nil means any.
  public var because: [String]?
  /// Where it stands.
  public var location: SourceLocation

  /// An example.
  public init(
    _ record: [(field: String, text: String?)], isAccepted: Bool, because: [String]? = nil,
    location: SourceLocation = .none
  ) {
    self.record = record
    self.isAccepted = isAccepted
    self.because = because
    self.location = location
  }

  /// Equal by content.
  public static func == (a: Example, b: Example) -> Bool {
    a.isAccepted == b.isAccepted && a.because == b.because
      && a.record.elementsEqual(b.record) { $0.field == $1.field && $0.text == $1.text }
  }
}
