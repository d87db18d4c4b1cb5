/// Requires one of the listed values.
struct InRule: ListRule {
  static let name = "in"
  static let acceptsListed = true
  static let documentation = RuleDocumentation(
    "The value is one of those listed.",
    discussion: """
      Values are read with the field's type and compared by value: 1.50 is 1.5, and a date is the \
      same in every format. Text is compared byte by byte. Every item of a list must be listed. A \
      lookup takes the same time for two values as for ten thousand.
      """,
    mainParameter: "values",
    types: FieldType.names.filter { $0 != "file" },
    parameters: ListedValues.parameters,
    codes: [.init("in.notListed", "{label} must be one of: {values}.")],
    examples: [
      .init(
        ["DE", "FR", "NO"], accepts: ["DE", "NO"], rejects: ["de", "DE ", "D", "DEU", "DE, FR"]),
      .init(
        ["values": ["yes", "\u{C4}"], "ignoreCase": "true"], accepts: ["YES", "yEs", "\u{C4}"],
        rejects: ["ye", "\u{E4}"]),
      .init(
        ["1.5", "2"], type: .decimal(), accepts: ["1.50", "2.0", "+2"], rejects: ["1.51", "-2"]),
      .init(
        ["2026-01-01"], type: .date(formats: [DateFormat("dd/MM/yyyy")!]), accepts: ["01/01/2026"],
        rejects: ["02/01/2026"]),
      .init(
        ["red", "blue"], type: .list(), accepts: ["blue", "red,blue"], rejects: ["red, blue"]),
      .init("only", accepts: ["only"], rejects: ["other"]),
      .init(
        ["values": ["\u{212A}", "1\u{37E}"], "normalize": "nfc"],
        accepts: ["K", "\u{212A}", "1;", "1\u{37E}"], rejects: ["k", ";"]),
      .init(
        ["values": ["\u{E9}", "a"], "normalize": "nfc"], accepts: ["\u{E9}", "e\u{301}", "a"],
        rejects: ["e"]),
    ])

  let listed: ListedValues
}

extension DeclaredRule {
  /// The value is one of the listed values; for a list, every item is.
  public static func `in`(
    _ values: [some FormValue], ignoreCase: Bool? = nil, normalize: RuleEntry.Normalization? = nil
  ) -> Self {
    Self(
      InRule.self, ListedValues.values(values), ListedValues.ignoreCase(ignoreCase),
      TextNormalization.parameter(normalize))
  }

  /// The value occurs in one of the form's named lists.
  public static func `in`(
    list: String, ignoreCase: Bool? = nil, normalize: RuleEntry.Normalization? = nil
  ) -> Self {
    Self(
      InRule.self, ListedValues.list(list), ListedValues.ignoreCase(ignoreCase),
      TextNormalization.parameter(normalize))
  }
}
