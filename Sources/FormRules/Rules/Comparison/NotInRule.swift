/// Requires a value that is not one of the listed values.
struct NotInRule: ListRule {
  static let name = "notIn"
  static let acceptsListed = false
  static let documentation = RuleDocumentation(
    "The value is none of the listed values.",
    discussion: """
      Values are read with the field's type and compared by value: 1.50 is 1.5. Text is compared \
      byte by byte. No item of a list may be listed.
      """,
    mainParameter: "values",
    types: FieldType.names.filter { $0 != "file" },
    parameters: ListedValues.parameters.reversed,
    codes: [.init("notIn.listed", "{label} must not be one of: {values}.")],
    examples: [
      .init(["admin", "root"], accepts: ["ana", "Admin", "roots"], rejects: ["admin", "root"]),
      .init(["values": ["admin"], "ignoreCase": "true"], accepts: ["ana"], rejects: ["ADMIN"]),
      .init(["0", "99"], type: .integer, accepts: ["9", "-99"], rejects: ["0", "-0", "099"]),
      .init(["x"], type: .list(), accepts: ["a,b"], rejects: ["x", "a,x"]),
    ])

  let listed: ListedValues
}

extension DeclaredRule {
  /// The value is none of the listed values; for a list, no item is.
  public static func notIn(
    _ values: [some FormValue], ignoreCase: Bool? = nil, normalize: RuleEntry.Normalization? = nil
  ) -> Self {
    Self(
      NotInRule.self, ListedValues.values(values), ListedValues.ignoreCase(ignoreCase),
      TextNormalization.parameter(normalize))
  }

  /// The value does not occur in one of the form's named lists.
  public static func notIn(
    list: String, ignoreCase: Bool? = nil, normalize: RuleEntry.Normalization? = nil
  ) -> Self {
    Self(
      NotInRule.self, ListedValues.list(list), ListedValues.ignoreCase(ignoreCase),
      TextNormalization.parameter(normalize))
  }
}
