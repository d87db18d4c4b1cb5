import FormRules
import Testing

@testable import FormConversion
@testable import FormDefinitions

/// The rules that the writers of schemas know.
@Suite struct ConvertedRuleTests {
  /// The rules that no schema language expresses with the parameters of their examples. Their
  /// conversion results in a note.
  private static let unconverted = [
    "after", "alpha", "alphanumeric", "any", "ascii", "base32", "before", "between", "bic",
    "boolean", "byteSize", "cardExpiry", "characters", "cidr", "color", "contains", "countryCode",
    "currencyCode", "custom", "dateTime", "decimal", "depends", "domain", "ean", "emoji",
    "endsWith", "equals", "exists", "false", "geoCoordinate", "hash", "hex", "hexColor", "iban",
    "image", "imei", "integer", "isbn", "isin", "isoWeek", "issn", "json", "jwt", "lacks",
    "languageCode", "latLong", "locale", "lowercase", "luhn", "mac", "media", "mime", "notEquals",
    "notIn", "number", "passwordStrength", "paymentCard", "phone", "port", "postcode", "price",
    "remote", "resembles", "semver", "slug", "startsWith", "trimmed", "true", "ulid", "uppercase",
    "use", "vat",
  ]

  /// A new rule is converted (`PortableField.add`, `PortableFormat`, `PortableSchema.addSchema`),
  /// or belongs in the list above.
  @Test func everyRuleIsConvertedOrListed() throws {
    let found = try RuleRegistry.all.filter { rule in
      try !rule.documentation.examples.contains { try isConverted(rule, $0) }
    }
    #expect(found.map { $0.name } == Self.unconverted)
  }

  /// Whether a language expresses the rule with the parameters of an example.
  private func isConverted(_ rule: any Rule.Type, _ example: RuleExample) throws -> Bool {
    let entry = DefinitionNode.rule(rule.name, example.parameters ?? .null())
    var rules = MappingBuilder()
    rules.add("rules", "f")
    rules.add("form", "f")
    if rule.scope == .record {
      rules.add("record", [entry])
    } else {
      var fields = MappingBuilder()
      fields.add("value", [entry])
      rules.add("fields", fields)
    }
    let form = Form(
      name: "f",
      fields: [Field(name: "value", type: example.type)]
        + example.constants.keys.sorted().map { Field(name: $0, type: .text) })
    let definitions = try parseDefinitions(form.yaml + "---\n" + rules.node.yaml)
    return try SchemaFormat.allCases.contains { format in
      try !SchemaConversion.schema(definitions, format).losses.contains { $0.hasPrefix("rule '") }
    }
  }
}
