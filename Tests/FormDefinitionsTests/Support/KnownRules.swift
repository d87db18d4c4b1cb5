import FormDefinitions
import FormRules

/// The names of rules in the contract. These tests do not need the rules.
let knownRules = [
  "required", "length", "range", "equals", "notEquals", "pattern", "characters", "email", "url",
  "ip", "domain", "uuid", "hexColor", "price", "geoCoordinate", "isbn", "emoji", "phone",
  "postcode", "paymentCard", "cardExpiry", "passwordStrength", "true", "false", "before", "after",
  "between", "in", "notIn", "contains", "lacks", "byteSize", "media", "image", "unique", "exists",
  "blank", "depends", "resembles", "must", "remote", "custom", "all", "any", "each", "not", "use",
]

func parse(_ text: String) throws(DefinitionErrors) -> [Definition] {
  try DefinitionFile.parse(text, file: "f.yaml", knownRules: knownRules)
}

func form(_ text: String) throws -> Form? {
  if case .form(let form) = try parse(text).first { form } else { nil }
}

func ruleSet(_ text: String) throws -> RuleSet? {
  if case .ruleSet(let ruleSet) = try parse(text).last { ruleSet } else { nil }
}

/// The errors in a text, one per line, without the file's name.
func errors(_ text: String) -> [String] {
  do {
    _ = try parse(text)
    return []
  } catch {
    return error.errors.map(\.description)
  }
}
