/// A named, ordered list of rules for one form, as written: names and parameters that are not yet
/// bound to the fields of the form. `Plan` binds it.
public struct RuleSet: Sendable, Equatable {
  /// The stored name, `[a-z][a-z0-9_]*`, at most 63 characters.
  public var name: String
  /// The name of the form whose records it judges.
  public var form: String
  /// The rules of fields, each list with the name (or range of names) of its fields.
  public var fields: [FieldRules]
  /// The rules of whole records.
  public var recordRules: [RuleEntry]
  /// The parameters of a run.
  public var parameters: [RunParameter]
  /// The limits; an import that exceeds one is marked as failed.
  public var limits: [Limit] = []
  /// Records that must be accepted, or rejected by exactly the named rules.
  public var examples: [Example] = []
  /// Named lists of rules for the rule `use`; they take precedence over the built-in presets.
  public var presets: [Preset] = []

  /// Creates a rule set without limits, examples and presets.
  public init(
    name: String, form: String, fields: [FieldRules] = [], recordRules: [RuleEntry] = [],
    parameters: [RunParameter] = []
  ) {
    self.name = name
    self.form = form
    self.fields = fields
    self.recordRules = recordRules
    self.parameters = parameters
  }
}
