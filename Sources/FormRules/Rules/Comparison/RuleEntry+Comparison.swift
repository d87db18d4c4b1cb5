// Rules that compare a value.
extension RuleEntry {
  /// The value equals a constant or another field.
  public static func equals(
    _ operand: some RuleOperand, normalize: Normalization? = nil
  ) -> RuleEntry {
    comparing("equals", "to", operand, normalize.map { [("normalize", $0)] } ?? [])
  }

  /// The value differs from a constant or another field.
  public static func notEquals(
    _ operand: some RuleOperand, normalize: Normalization? = nil
  ) -> RuleEntry {
    comparing("notEquals", "to", operand, normalize.map { [("normalize", $0)] } ?? [])
  }

  /// The value lies within bounds.
  public static func range(
    min: some RuleOperand = RuleReference.unsaid, max: some RuleOperand = RuleReference.unsaid,
    minExclusive: some RuleOperand = RuleReference.unsaid,
    maxExclusive: some RuleOperand = RuleReference.unsaid
  ) -> RuleEntry {
    RuleEntry(
      "range",
      [
        "min": ParameterOperand(min), "max": ParameterOperand(max),
        "minExclusive": ParameterOperand(minExclusive),
        "maxExclusive": ParameterOperand(maxExclusive),
      ])
  }

  /// The number is a multiple of another.
  public static func multipleOf(_ step: some FormValue, offset: (any FormValue)? = nil) -> RuleEntry
  {
    RuleEntry(
      "multipleOf", ["step": ParameterOperand(step), "offset": offset.map { ParameterOperand($0) }])
  }

  /// The value is one of those listed; of a list, every item.
  public static func `in`(
    _ values: [some FormValue], ignoreCase: Bool? = nil, normalize: Normalization? = nil
  ) -> RuleEntry {
    RuleEntry(
      "in",
      ["values": .constants(values), "ignoreCase": ignoreCase, "normalize": normalize])
  }

  /// The value stands in one of the form's lists.
  public static func `in`(
    list: String, ignoreCase: Bool? = nil, normalize: Normalization? = nil
  ) -> RuleEntry {
    RuleEntry("in", ["list": list, "ignoreCase": ignoreCase, "normalize": normalize])
  }

  /// The value is none of those listed; of a list, no item.
  public static func notIn(
    _ values: [some FormValue], ignoreCase: Bool? = nil, normalize: Normalization? = nil
  ) -> RuleEntry {
    RuleEntry(
      "notIn",
      ["values": .constants(values), "ignoreCase": ignoreCase, "normalize": normalize])
  }

  /// The value does not stand in one of the form's lists.
  public static func notIn(
    list: String, ignoreCase: Bool? = nil, normalize: Normalization? = nil
  ) -> RuleEntry {
    RuleEntry("notIn", ["list": list, "ignoreCase": ignoreCase, "normalize": normalize])
  }

  /// The value stands in a column of a file, which `apply` reads into the values.
  public static func exists(
    file: String, column: String? = nil, header: Bool? = nil,
    values: [some FormValue] = [String](), ignoreCase: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      "exists",
      [
        "file": file, "column": column, "header": header,
        "values": values.isEmpty ? nil : .constants(values), "ignoreCase": ignoreCase,
      ])
  }

  /// The value stands in a field of another form's stored submissions. Only a recorder has these;
  /// validators skip the rule.
  public static func exists(form: String, field: String, ignoreCase: Bool? = nil) -> RuleEntry {
    RuleEntry("exists", ["form": form, "field": field, "ignoreCase": ignoreCase])
  }

  /// The value is true.
  public static func `true`(coerce: Coercion? = nil) -> RuleEntry {
    RuleEntry("true", ["coerce": coerce])
  }

  /// The value is false.
  public static func `false`(coerce: Coercion? = nil) -> RuleEntry {
    RuleEntry("false", ["coerce": coerce])
  }

  /// What is true and false.
  public enum Coercion: String, ParameterValue, CaseIterable, Sendable {
    /// Booleans.
    case boolean = "none"
    /// Numbers too: 0 is false.
    case number
  }

  /// `rule: constant`, `rule: {field: name}` or `rule: {given: name}`.
  static func comparing(
    _ rule: String, _ main: String, _ operand: some RuleOperand,
    _ others: [(String, any ParameterValue)] = []
  ) -> RuleEntry {
    var entries: [DefinitionNode.Entry]
    if case .mapping(let reference) = operand.parameterNode.content {
      entries = reference
    } else {
      entries = [.init(main, operand.parameterNode)]
    }
    entries += others.map { .init($0.0, $0.1.parameterNode) }
    var entry = RuleEntry(rule, DefinitionNode(.mapping(entries)))
    entry.parameters = entry.usualParameters
    return entry
  }
}

// Dates and times.
extension RuleEntry {
  /// The value lies before a date or moment.
  public static func before(_ date: some RuleOperand, orEqual: Bool? = nil) -> RuleEntry {
    comparing("before", "date", date, orEqual.map { [("orEqual", $0)] } ?? [])
  }

  /// The value lies after a date or moment.
  public static func after(_ date: some RuleOperand, orEqual: Bool? = nil) -> RuleEntry {
    comparing("after", "date", date, orEqual.map { [("orEqual", $0)] } ?? [])
  }

  /// The value lies between two dates or moments.
  public static func between(
    _ from: some RuleOperand, and to: some RuleOperand, inclusive: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      "between",
      ["from": ParameterOperand(from), "to": ParameterOperand(to), "inclusive": inclusive])
  }
}
