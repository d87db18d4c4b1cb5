public import FormRules

// The rules that compare a value with another field, by the key path of its property.
extension ModelRule {
  private init(
    _ paths: [FieldPath], _ make: @escaping @Sendable ([String]) -> RuleEntry
  ) {
    self.init { names throws(DefinitionError) in
      var fields: [String] = []
      for path in paths { fields.append(try names.name(of: path)) }
      return make(fields)
    }
  }

  /// The value equals that of another property.
  public static func equals(
    _ other: any PartialKeyPath<Root> & Sendable, normalize: RuleEntry.Normalization? = nil
  ) -> ModelRule {
    ModelRule([FieldPath(other)]) { .equals(.field($0[0]), normalize: normalize) }
  }

  /// The value differs from that of another property.
  public static func notEquals(
    _ other: any PartialKeyPath<Root> & Sendable, normalize: RuleEntry.Normalization? = nil
  ) -> ModelRule {
    ModelRule([FieldPath(other)]) { .notEquals(.field($0[0]), normalize: normalize) }
  }

  /// The date or time is before that of another property.
  ///
  /// - Parameter orEqual: Whether an equal value passes too; the default is false.
  public static func before(
    _ other: any PartialKeyPath<Root> & Sendable, orEqual: Bool? = nil
  ) -> ModelRule {
    ModelRule([FieldPath(other)]) { .before(.field($0[0]), orEqual: orEqual) }
  }

  /// The date or time is after that of another property.
  ///
  /// - Parameter orEqual: Whether an equal value passes too; the default is false.
  public static func after(
    _ other: any PartialKeyPath<Root> & Sendable, orEqual: Bool? = nil
  ) -> ModelRule {
    ModelRule([FieldPath(other)]) { .after(.field($0[0]), orEqual: orEqual) }
  }

  /// The date or time is between those of two other properties.
  ///
  /// - Parameter inclusive: Whether the bounds themselves are accepted; the default is true.
  public static func between(
    _ from: any PartialKeyPath<Root> & Sendable, and to: any PartialKeyPath<Root> & Sendable,
    inclusive: Bool? = nil
  ) -> ModelRule {
    ModelRule([FieldPath(from), FieldPath(to)]) {
      .between(.field($0[0]), and: .field($0[1]), inclusive: inclusive)
    }
  }

  /// The value is at least that of another property.
  ///
  /// - Parameter max: The largest accepted value, if any.
  public static func range(
    min: any PartialKeyPath<Root> & Sendable, max: some RuleOperand = RuleReference.unspecified
  ) -> ModelRule {
    ModelRule([FieldPath(min)]) { .range(min: .field($0[0]), max: max) }
  }

  /// The value is at most that of another property.
  ///
  /// - Parameter min: The smallest accepted value, if any.
  public static func range(
    min: some RuleOperand = RuleReference.unspecified, max: any PartialKeyPath<Root> & Sendable
  ) -> ModelRule {
    ModelRule([FieldPath(max)]) { .range(min: min, max: .field($0[0])) }
  }

  /// The value is at least that of one property and at most that of another one.
  public static func range(
    min: any PartialKeyPath<Root> & Sendable, max: any PartialKeyPath<Root> & Sendable
  ) -> ModelRule {
    ModelRule([FieldPath(min), FieldPath(max)]) {
      .range(min: .field($0[0]), max: .field($0[1]))
    }
  }

  /// The value is greater than that of another property.
  public static func range(minExclusive: any PartialKeyPath<Root> & Sendable) -> ModelRule {
    ModelRule([FieldPath(minExclusive)]) { .range(minExclusive: .field($0[0])) }
  }

  /// The value is less than that of another property.
  public static func range(maxExclusive: any PartialKeyPath<Root> & Sendable) -> ModelRule {
    ModelRule([FieldPath(maxExclusive)]) { .range(maxExclusive: .field($0[0])) }
  }

  /// No earlier model has the same values in these properties.
  public static func unique(
    _ first: any PartialKeyPath<Root> & Sendable, _ others: (any PartialKeyPath<Root> & Sendable)...
  ) -> ModelRule {
    ModelRule(([first] + others).map { FieldPath($0) }) {
      .unique(fields: $0)
    }
  }

  /// Sets the property at which the errors of a record rule are shown.
  public func at(_ property: any PartialKeyPath<Root> & Sendable) -> ModelRule {
    replacing { [entry, path = FieldPath(property)] names throws(DefinitionError) in
      let name = try names.name(of: path)
      return try entry(&names).at(name)
    }
  }
}
