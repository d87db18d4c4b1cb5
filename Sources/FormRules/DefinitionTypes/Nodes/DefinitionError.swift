/// An error in a definition, with its location.
public struct DefinitionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The cause of an error, for programs.
  public enum Cause: Sendable, Equatable {
    /// The text is not YAML or JSON, or uses a feature that definition files do not support, such
    /// as aliases.
    case syntax
    /// A file, a list or a nesting exceeds a limit.
    case limit
    /// A mapping has an unknown key, or a rule an unknown parameter.
    case unknownKey(String)
    /// There is no rule with this name.
    case unknownRule(String)
    /// The form has no field with this name.
    case unknownField(String)
    /// There is no preset, list, parameter, predicate, function, code or rule identifier with this
    /// name.
    case unknownName(String)
    /// A key, a parameter or an item of a list is missing. The name is nil if there are several
    /// alternatives.
    case missing(String?)
    /// A value has the wrong kind, such as a list instead of a mapping, or not the type of its
    /// field.
    case wrongType
    /// A name, key, value or identifier occurs twice.
    case duplicate(String)
    /// A value is not among the supported ones.
    case unsupportedValue(String)
    /// Two parts are valid separately but contradict each other.
    case conflict
    /// A rule, a key or a definition is not allowed in this place.
    case misplaced(String)
    /// The definition is a catalogue of messages instead of a form or a rule set.
    case messages
    /// A pattern that this build cannot match, because the package was built without a trait.
    case requiresTrait(String)
    /// Another reason: a value is not valid.
    case invalidValue
  }

  /// The problem and its remedy, in one line, without the location.
  public var message: String
  /// The cause of the error.
  public var cause: Cause
  /// The location of the error; `.none` for definitions created in Swift.
  public var location: DefinitionLocation

  /// Creates an error at a location.
  public init(
    _ message: String, _ cause: Cause = .invalidValue, at location: DefinitionLocation
  ) {
    self.message = message
    self.cause = cause
    self.location = location
  }

  /// `line:column: message`.
  public var description: String {
    location.line == 0 ? message : "\(location.line):\(location.column): \(message)"
  }

  /// Returns an error for a rule whose nested rules or parameters have too many levels.
  static func nestedTooDeep(_ rule: String, at location: DefinitionLocation) -> DefinitionError {
    DefinitionError(
      "'\(rule)': rules are nested more than \(RuleEntry.maximumLevels) levels deep", .limit,
      at: location)
  }

  /// Returns an error for a rule of single fields among those of the record.
  static func appliesToFields(_ rule: String, at location: DefinitionLocation) -> DefinitionError {
    let remedy = location.isInFile ? "move it to fields" : "pass it to a Property"
    return DefinitionError(
      "'\(rule)' applies to fields; \(remedy)", .misplaced(rule), at: location)
  }

  /// Returns an error for a rule of the record among those of a field.
  static func appliesToRecords(_ rule: String, at location: DefinitionLocation) -> DefinitionError {
    let remedy = location.isInFile ? "move it to record" : "pass it to RecordRules"
    return DefinitionError(
      "'\(rule)' applies to records; \(remedy)", .misplaced(rule), at: location)
  }

  /// Returns an error for an unknown word, with the message of `String.unknown`.
  package static func unknown(
    _ kind: String, _ word: String, known: [String], at location: DefinitionLocation
  ) -> DefinitionError {
    DefinitionError(.unknown(kind, word, known: known), cause(kind, word), at: location)
  }

  private static func cause(_ kind: String, _ word: String) -> Cause {
    switch kind.prefix(while: { $0 != " " }) {
    case "key", "parameter": .unknownKey(word)
    case "rule": .unknownRule(word)
    case "field": .unknownField(word)
    case "preset", "list", "run", "predicate", "function", "code", "code:", "name", "unique":
      .unknownName(word)
    default: .unsupportedValue(word)
    }
  }
}
