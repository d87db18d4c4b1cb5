// type 'RuleEntry' has no member 'emial'
import FormModels

func validator() throws -> Validator<String> {
  try Validator(.required, .emial())
}
