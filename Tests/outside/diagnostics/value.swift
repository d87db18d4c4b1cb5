// type 'RuleEntry' has no member 'emial'
import FormRules

func validator() throws -> Validator<String> {
  try Validator(.required, .emial())
}
