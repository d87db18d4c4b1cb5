/// Names of rules in other systems (JSON Schema, Table Schema, Rails, Laravel, HTML) and the
/// equivalent rules, for suggestions in errors.
package enum ForeignRuleNames {
  /// Returns the rule that corresponds to a name in another system; nil if the name is unknown.
  package static func rule(for name: String) -> String? {
    rules[name.lowercased().filter { $0 != "_" && $0 != "-" }]
  }

  package static let rules: [String: String] = {
    let names: [(rule: String, elsewhere: String)] = [
      ("range", "min max minimum maximum atLeast atMost gt gte lt lte greaterThan lessThan"),
      ("range", "exclusiveMinimum exclusiveMaximum"),
      ("length", "minLength maxLength minSize maxSize size len"),
      ("pattern", "regex regexp regularExpression match matches format"),
      ("in", "enum oneOf choices options allowed inclusion values"),
      ("notIn", "exclusion forbidden disallowed"),
      ("required", "notEmpty nonEmpty notBlank notNull presence mandatory"),
      ("blank", "empty null"),
      ("integer", "int wholeNumber"), ("number", "numeric float double"), ("decimal", "money"),
      ("equals", "eq is const same sameAs confirmed"), ("notEquals", "ne isNot different"),
      ("phone", "tel telephone phoneNumber mobile"), ("email", "mail emailAddress"),
      ("postcode", "zip zipCode postalCode plz"), ("url", "uri link website"),
      ("uuid", "guid"), ("paymentCard", "creditCard card cardNumber"),
      ("date", "day"), ("dateTime", "timestamp"), ("hostname", "host fqdn"),
      ("ip", "ipAddress ipv4 ipv6"), ("startsWith", "prefix"), ("endsWith", "suffix"),
      ("contains", "includes"), ("exists", "foreignKey references lookup"),
      ("unique", "distinct primaryKey"), ("countryCode", "country"), ("currencyCode", "currency"),
      ("languageCode", "language"), ("hexColor", "colour"), ("multipleOf", "step divisibleBy"),
      ("all", "allOf and"), ("any", "anyOf or"), ("not", "none"),
    ]
    return Dictionary(
      names.flatMap { pair in
        pair.elsewhere.split(separator: " ").map { ($0.lowercased(), pair.rule) }
      }, uniquingKeysWith: { first, _ in first })
  }()
}
