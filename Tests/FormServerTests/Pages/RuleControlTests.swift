#if Server
import FormRules
import Testing

@testable import FormServer

/// The rules that affect the controls of a page.
@Suite struct RuleControlTests {
  /// The rules without an effect, with the parameters of their examples. The page validates them.
  private static let withoutEffect = [
    "after", "all", "any", "base32", "base64", "before", "between", "bic", "blank", "boolean",
    "byteSize", "cidr", "color", "contains", "countryCode", "currencyCode", "custom", "date",
    "dateTime", "decimal", "depends", "domain", "duration", "each", "ean", "emoji", "endsWith",
    "equals", "exists", "false", "geoCoordinate", "hash", "hex", "hexColor", "hostname", "iban",
    "imei", "integer", "ip", "isbn", "isin", "isoWeek", "issn", "json", "jwt", "lacks",
    "languageCode", "latLong", "locale", "lowercase", "luhn", "mac", "mime", "multipleOf", "must",
    "not", "notEquals", "notIn", "number", "pattern", "port", "price", "remote", "resembles",
    "semver", "slug", "startsWith", "time", "trimmed", "ulid", "unique", "uppercase", "use",
    "uuid", "vat",
  ]

  /// A new rule affects the control (`FieldRuleEntries`, `FieldControl`, `InputPurpose`), or
  /// belongs in the list above.
  @Test func everyRuleAffectsControlsOrIsListed() throws {
    let found = try RuleRegistry.all.filter { rule in
      try !rule.documentation.examples.contains { example in
        try control(example) != control(example, rule)
      }
    }
    #expect(found.map { $0.name } == Self.withoutEffect)
  }

  /// A description of the control for the field of an example, with or without its rule.
  private func control(_ example: RuleExample, _ rule: (any Rule.Type)? = nil) throws -> String {
    var field = Field(name: "value", type: example.type)
    if example.type.isNumeric { field.presentation.widget = .number }
    let form = Form(
      name: "f",
      fields: [field] + example.constants.keys.sorted().map { Field(name: $0, type: .text) })
    let rules = rule.map { [RuleEntry($0.name, example.parameters)] } ?? []
    let isRecordRule = rule?.scope == .record
    let plan = try Plan(
      form: form,
      ruleSet: RuleSet(
        name: "f", form: "f",
        fields: [FieldRules(field: "value", rules: isRecordRule ? [] : rules)],
        recordRules: isRecordRule ? rules : []))
    return Mirror(reflecting: FieldControl(0, of: plan)).children
      .map { "\($0.label ?? ""): \($0.value)" }.joined(separator: "\n")
  }
}
#endif
