// Whether there is a value, and rules of records.
extension RuleEntry {
  /// There is a value.
  public static var required: RuleEntry { RuleEntry("required") }

  /// There is none.
  public static var blank: RuleEntry { RuleEntry("blank") }

  /// Another record, earlier in the file or judged together, does not have the same value.
  ///
  /// - Parameter fields: for rules of records: the fields that are compared together.
  public static func unique(
    _ fields: String..., ever: Bool? = nil, normalize: Normalization? = nil,
    ignoreCase: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      UniqueRule.self,
      [
        "fields": fields.isEmpty ? nil : ParameterList(fields), "ever": ever,
        "normalize": normalize, "ignoreCase": ignoreCase,
      ])
  }

  /// A condition over the record's fields holds, such as `end is blank or end >= start`. For whole
  /// records.
  public static func must(_ condition: String) -> RuleEntry {
    RuleEntry(MustRule.self, ["condition": condition])
  }
}
