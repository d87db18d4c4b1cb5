// Rules that compare a value.
extension RuleEntry {
  /// The value equals a constant or another field.
  public static func equals(
    _ operand: some RuleOperand, normalize: Normalization? = nil
  ) -> RuleEntry {
    comparing(EqualsRule.self, "to", operand, normalize.map { [("normalize", $0)] } ?? [])
  }

  /// The value differs from a constant or another field.
  public static func notEquals(
    _ operand: some RuleOperand, normalize: Normalization? = nil
  ) -> RuleEntry {
    comparing(NotEqualsRule.self, "to", operand, normalize.map { [("normalize", $0)] } ?? [])
  }

  /// The value lies within bounds.
  public static func range(
    min: some RuleOperand = RuleReference.unspecified,
    max: some RuleOperand = RuleReference.unspecified,
    minExclusive: some RuleOperand = RuleReference.unspecified,
    maxExclusive: some RuleOperand = RuleReference.unspecified
  ) -> RuleEntry {
    RuleEntry(
      RangeRule.self,
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
      MultipleOfRule.self,
      ["step": ParameterOperand(step), "offset": offset.map { ParameterOperand($0) }])
  }

  /// The value is one of those listed; of a list, every item.
  public static func `in`(
    _ values: [some FormValue], ignoreCase: Bool? = nil, normalize: Normalization? = nil
  ) -> RuleEntry {
    RuleEntry(
      InRule.self,
      ["values": .constants(values), "ignoreCase": ignoreCase, "normalize": normalize])
  }

  /// The value stands in one of the form's lists.
  public static func `in`(
    list: String, ignoreCase: Bool? = nil, normalize: Normalization? = nil
  ) -> RuleEntry {
    RuleEntry(InRule.self, ["list": list, "ignoreCase": ignoreCase, "normalize": normalize])
  }

  /// The value is none of those listed; of a list, no item.
  public static func notIn(
    _ values: [some FormValue], ignoreCase: Bool? = nil, normalize: Normalization? = nil
  ) -> RuleEntry {
    RuleEntry(
      NotInRule.self,
      ["values": .constants(values), "ignoreCase": ignoreCase, "normalize": normalize])
  }

  /// The value does not stand in one of the form's lists.
  public static func notIn(
    list: String, ignoreCase: Bool? = nil, normalize: Normalization? = nil
  ) -> RuleEntry {
    RuleEntry(NotInRule.self, ["list": list, "ignoreCase": ignoreCase, "normalize": normalize])
  }

  /// The value stands in a column of a file, which `apply` reads into the values.
  public static func exists(
    file: String, column: String? = nil, header: Bool? = nil,
    values: [some FormValue] = [String](), ignoreCase: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      ExistsRule.self,
      [
        "file": file, "column": column, "header": header,
        "values": values.isEmpty ? nil : .constants(values), "ignoreCase": ignoreCase,
      ])
  }

  /// The value stands in a field of another form's stored submissions. Only a recorder has these;
  /// validators skip the rule.
  public static func exists(form: String, field: String, ignoreCase: Bool? = nil) -> RuleEntry {
    RuleEntry(ExistsRule.self, ["form": form, "field": field, "ignoreCase": ignoreCase])
  }

  /// The value is true.
  public static func `true`(coerce: Coercion? = nil) -> RuleEntry {
    RuleEntry(TrueRule.self, ["coerce": coerce])
  }

  /// The value is false.
  public static func `false`(coerce: Coercion? = nil) -> RuleEntry {
    RuleEntry(FalseRule.self, ["coerce": coerce])
  }

  /// What is true and false.
  public enum Coercion: String, ParameterValue, CaseIterable, Sendable {
    /// Booleans.
    case boolean = "none"
    /// Numbers too: 0 is false.
    case number
  }

  /// `rule: constant`, `rule: {field: name}` or `rule: {param: name}`.
  static func comparing(
    _ rule: any Rule.Type, _ main: String, _ operand: some RuleOperand,
    _ others: [(String, any ParameterValue)] = []
  ) -> RuleEntry {
    var entries: [DefinitionNode.Entry]
    if case .mapping(let reference) = operand.parameterNode.content {
      entries = reference
    } else {
      entries = [.init(main, operand.parameterNode)]
    }
    entries += others.map { .init($0.0, $0.1.parameterNode) }
    var entry = RuleEntry(rule.name, DefinitionNode(.mapping(entries)))
    entry.parameters = entry.usualParameters(of: rule.documentation)
    return entry
  }
}

// Dates and times.
extension RuleEntry {
  /// The value lies before a date or moment.
  public static func before(_ date: some RuleOperand, orEqual: Bool? = nil) -> RuleEntry {
    comparing(BeforeRule.self, "date", date, orEqual.map { [("orEqual", $0)] } ?? [])
  }

  /// The value lies after a date or moment.
  public static func after(_ date: some RuleOperand, orEqual: Bool? = nil) -> RuleEntry {
    comparing(AfterRule.self, "date", date, orEqual.map { [("orEqual", $0)] } ?? [])
  }

  /// The value lies between two dates or moments.
  public static func between(
    _ from: some RuleOperand, and to: some RuleOperand, inclusive: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      BetweenRule.self,
      ["from": ParameterOperand(from), "to": ParameterOperand(to), "inclusive": inclusive])
  }
}
