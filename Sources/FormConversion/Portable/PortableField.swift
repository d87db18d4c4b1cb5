import FormDefinitions
import FormRules

/// A column.
struct PortableField {
  var name: String
  /// The location of its description in a schema.
  var location = DefinitionLocation.none
  var label: String?
  var help: String?
  var header: String?
  var aliases: [String] = []
  var type = FieldType.text
  var required = false
  var trim = false
  /// The texts that count as missing, or nil for those of the file.
  var missing: [String]?
  var unique = false
  /// A note for keys, if the rule `unique` does not compare the values of the source type.
  var uniqueNote: String?
  /// The number of Unicode code points, as in other languages, or of the items of a list.
  var minLength: String?
  var maxLength: String?
  var bounds: [Bound: String] = [:]
  var multipleOf: String?
  var pattern: PortablePattern?
  var choices: [String] = []
  /// The format, which corresponds to a rule.
  var format: PortableFormat?
  /// Whether the rule is that of the format, not only nearly the same.
  var isFormatExact = true
  /// Additional rules, as definitions, which follow those of the other properties.
  var otherRules: [DefinitionNode] = []

  /// Equal values may have several texts, but texts are compared.
  static let textsAreCompared = "unique values are compared as text"

  init(_ name: String) { self.name = name }

  /// A bound of a range. The raw value is its name in the rule `range`.
  enum Bound: String, CaseIterable {
    case min, minExclusive, max, maxExclusive

    /// The bounds in the order of tabular schemas.
    static let inclusiveFirst = [Bound.min, .max, .minExclusive, .maxExclusive]

    /// Whether values are not below the bound.
    var isLower: Bool { self == .min || self == .minExclusive }

    /// The bound that values may equal.
    var inclusive: Bound { isLower ? .min : .max }

    /// The keyword of JSON Schema and Table Schema.
    var keyword: String {
      switch self {
      case .min: "minimum"
      case .minExclusive: "exclusiveMinimum"
      case .max: "maximum"
      case .maxExclusive: "exclusiveMaximum"
      }
    }
  }

  var isNumeric: Bool { type.isNumeric }

  var isList: Bool { if case .list = type { true } else { false } }
}

extension PortableField {
  /// The rules as definitions.
  var rules: [DefinitionNode] {
    var rules: [DefinitionNode] = []
    if unique { rules.append(.bare("unique")) }
    var length = MappingBuilder()
    length.add("min", minLength)
    length.add("max", maxLength)
    if !length.entries.isEmpty {
      if !isList { length.add("unit", "scalar") }
      rules.append(.rule("length", length.node))
    }
    var range = MappingBuilder()
    for bound in Bound.allCases { range.add(bound.rawValue, bounds[bound]) }
    if !range.entries.isEmpty { rules.append(.rule("range", range.node)) }
    if let multipleOf { rules.append(.rule("multipleOf", .text(multipleOf))) }
    if let pattern { rules.append(pattern.rule) }
    if !choices.isEmpty { rules.append(.rule("in", .list(choices))) }
    if let rule = format?.rule { rules.append(rule) }
    return rules + otherRules
  }

  /// Adds a rule if other languages can express it and it always rejects. Otherwise returns false.
  mutating func add(_ rule: RuleEntry, lists: [ValueList]) -> Bool {
    // Ids and messages have no effect on verdicts.
    guard rule.modifiers.entries.allSatisfy({ $0.key == "id" || $0.isMessage }) else {
      return false
    }
    switch rule.rule {
    case "unique" where rule.parameters == nil && !unique: unique = true
    case "required" where rule.parameters == nil: required = true
    case "length": return addLength(rule)
    case "range": return addRange(rule)
    case "multipleOf" where multipleOf == nil && rule.parameters?.scalar != nil:
      multipleOf = rule.parameters?.scalar
    case "pattern" where pattern == nil: return addPattern(rule)
    case "in" where choices.isEmpty: return addChoices(rule, lists: lists)
    default:
      guard format == nil, let found = PortableFormat(rule) else { return false }
      (format, isFormatExact) = (found, found.isRule(rule))
    }
    return true
  }

  private mutating func addLength(_ rule: RuleEntry) -> Bool {
    guard let texts = rule.texts(of: ["min", "max", "unit"]),
      texts["unit"] ?? "scalar" == "scalar", minLength == nil, maxLength == nil
    else { return false }
    (minLength, maxLength) = (texts["min"], texts["max"])
    return minLength != nil || maxLength != nil
  }

  private mutating func addRange(_ rule: RuleEntry) -> Bool {
    guard let texts = rule.texts(of: Bound.allCases.map(\.rawValue)), !texts.isEmpty,
      bounds.isEmpty,
      // `today` changes every day.
      !texts.values.contains(where: { ["today", "now"].contains($0) })
    else { return false }
    for bound in Bound.allCases { bounds[bound] = texts[bound.rawValue] }
    return true
  }

  private mutating func addPattern(_ rule: RuleEntry) -> Bool {
    guard let texts = rule.texts(of: PortablePattern.parameters),
      let found = PortablePattern(parameters: texts, main: rule.parameters?.scalar)
    else { return false }
    pattern = found
    return true
  }

  private mutating func addChoices(_ rule: RuleEntry, lists: [ValueList]) -> Bool {
    if case .sequence(let items) = rule.parameters?.content {
      choices = items.compactMap(\.scalar)
    } else if let only = rule.parameters?.scalar {
      choices = [only]
    } else if let texts = rule.texts(of: ["list"]),
      let list = lists.first(where: { $0.name == texts["list"] })
    {
      choices = list.values
    }
    return !choices.isEmpty
  }
}

extension RuleEntry {
  /// Returns the parameters by name, or nil if there are others than these, or any is not a single
  /// value.
  fileprivate func texts(of names: [String]) -> [String: String]? {
    var texts: [String: String] = [:]
    for entry in parameters?.entries ?? [] {
      guard names.contains(entry.key), let text = entry.value.scalar else { return nil }
      texts[entry.key] = text
    }
    return texts
  }
}

extension DefinitionNode.Entry {
  /// Whether the entry is a message of a rule, in any language.
  var isMessage: Bool { key == "message" || key.hasPrefix("message.") }
}

extension PortableField {
  /// Sets the format of a field with a date or time.
  ///
  /// - Parameters:
  ///   - typeName: The name of the type in the schema.
  ///   - formatted: The type whose values have the format, if there is one.
  ///   - pattern: The regular expression of the format, if there is one. It becomes a rule of a
  ///     text.
  /// - Returns: A note on a loss, or nil if there is none.
  mutating func setFormat(
    _ format: String, ofType typeName: String, as formatted: FieldType?, pattern: String?
  ) -> String? {
    if let formatted {
      type = formatted
      return nil
    }
    guard let pattern else { return "format '\(format)': not converted; ISO 8601 is used" }
    (type, self.pattern) = (.text, PortablePattern(pattern))
    return "type '\(typeName)' becomes text of the format '\(format)'; days are not validated"
  }
}
