@testable import FormRules

/// The equivalent of a rule of a source library.
enum SeedReading {
  /// A preset, with our names of the parameters that have other names there.
  case use(String, [String: String] = [:], type: FieldType? = nil)
  /// Several rules that all apply.
  case rules([SeedRule])
  /// At least one of several rules.
  case any([SeedRule])
  /// The negation of a rule.
  case not([SeedRule])
  /// Rules that apply if there is a value.
  case optional([SeedRule])
  /// Two presets, of which the second applies to values that satisfy the first.
  case cardWithTwoMessages
  /// Several fields, each with its rules.
  case fields([SeedField])
  /// The type of a complete or incomplete card number, by the table of a preset.
  case cardType(String)
  case suggestedCardType(String)
  /// A field that may reject keys, with its rule.
  case typing(SeedRule, refuses: Bool)
  /// Combines an earlier result with a rule, or two results.
  case results([SeedRule], SeedCombination)
  /// Not a rule.
  case none
}

enum SeedCombination { case all, any, merge }

/// A field of a form of a source library.
struct SeedField {
  var name = "value"
  var label: String?
  var value = VectorOption.null
  let rules: [SeedRule]
  var scenarios: [String] = []
  /// Messages by the library's name of the error.
  var messages: [String: VectorOption] = [:]
}

/// Every rule of the source libraries with its equivalent.
enum SeedTable {
  static func reading(_ rule: SeedRule) -> SeedReading? {
    switch rule.system {
    case .atg: atg(rule)
    case .fvs: fvs(rule)
    case .ngr: ngr(rule)
    case .ajw: ajw(rule)
    case .val: val(rule)
    }
  }

  private static func atg(_ rule: SeedRule) -> SeedReading? {
    let length = ["trim": "trimWhiteSpace", "ignore": "ignoreCharactersIn"]
    let bounds = ["min": "minimum", "max": "maximum", "ignore": "ignoreCharactersIn"]
    switch rule.name {
    case "EqualityRule":
      return .use(rule["mode"]?.text == "notEqual" ? "atg.notEqual" : "atg.equal")
    case "RangeRule": return .use("atg.range")
    case "StringLengthRule": return .use("atg.length", length)
    case "StringLengthRule.min": return .use("atg.length.min", length)
    case "StringLengthRule.max": return .use("atg.length.max", length)
    case "StringLengthRule.equal": return .use("atg.length.equal", length)
    case "StringRegexRule": return .use("atg.regex")
    case "StringRegexRule.email": return .use("atg.email")
    case "StringRegexRule.containsNumber": return .use("atg.containsNumber")
    case "StringRegexRule.containsUpperCase": return .use("atg.containsUpperCase")
    case "StringRegexRule.containsLowerCase": return .use("atg.containsLowerCase")
    case "StringRegexRule.numbersOnly": return .use("atg.numbersOnly")
    case "StringRegexRule.upperCaseOnly": return .use("atg.upperCaseOnly")
    case "StringRegexRule.lowerCaseOnly": return .use("atg.lowerCaseOnly")
    case "StringValueMatchRule": return .use("atg.valueMatch")
    case "CharacterSetRule":
      return .use("atg.characterSet.\(rule["mode"]?.text ?? "contains")", length)
    case "CharacterSetRule.containsNumber": return .use("atg.characterSet.containsNumber", bounds)
    case "CharacterSetRule.containsUpperCase":
      return .use("atg.characterSet.containsUpperCase", bounds)
    case "CharacterSetRule.containsLowerCase":
      return .use("atg.characterSet.containsLowerCase", bounds)
    case "CharacterSetRule.containsSymbols": return .use("atg.characterSet.containsSymbols", bounds)
    case "CharacterSetRule.numbersOnly": return .use("atg.characterSet.numbersOnly", bounds)
    case "CharacterSetRule.upperCaseOnly": return .use("atg.characterSet.upperCaseOnly", bounds)
    case "CharacterSetRule.lowerCaseOnly": return .use("atg.characterSet.lowerCaseOnly", bounds)
    case "PaymentCardRule":
      return rule["invalidCardNumberError"] == nil
        ? .use("atg.paymentCard", ["accepted": "acceptedTypes"]) : .cardWithTwoMessages
    case "PaymentCardType(cardNumber:)": return .cardType("atg.paymentCard")
    case "PaymentCardType.suggestedTypeForCardNumber": return .suggestedCardType("atg.paymentCard")
    case "satisfyAll": return .rules(rule.rules("rules"))
    case "satisfyAny": return .any(rule.rules("rules"))
    case "Result.and": return .results([earlier(rule, "previous")] + rule.rules("rule"), .all)
    case "Result.or": return .results([earlier(rule, "previous")] + rule.rules("rule"), .any)
    case "Result.merge": return .results([earlier(rule, "left"), earlier(rule, "right")], .merge)
    case "FormValidator": return .fields(fields(rule, "fields"))
    default: return nil
    }
  }

  /// A rule whose result on the value is the earlier result.
  private static func earlier(_ rule: SeedRule, _ param: String) -> SeedRule {
    let result = rule[param]?.object ?? [:]
    switch result["errors"]?.list?.first?.text {
    case "invalidEmail": return SeedRule("StringRegexRule.email", result, like: rule)
    case "invalidType": return SeedRule("StringRegexRule.upperCaseOnly", result, like: rule)
    default: return SeedRule("EqualityRule", result, like: rule)
    }
  }

  private static func fields(_ rule: SeedRule, _ param: String) -> [SeedField] {
    (rule[param]?.list ?? []).compactMap(\.object).map { field in
      let owner = SeedRule(rule.name, field, like: rule)
      let name = field["name"]?.text ?? ""
      return SeedField(
        name: name,
        rules: field["validator"].map { [SeedRule($0.text ?? "", [:], like: rule)] }
          ?? owner.rules("rules"),
        scenarios: field["onScenarios"]?.list?.compactMap(\.text) ?? [],
        messages: rule["messages"]?.object?[name]?.object ?? [:])
    }
  }

  private static func fvs(_ rule: SeedRule) -> SeedReading? {
    // A validator has the verdicts of its condition.
    let name = rule.name.replacing("Validator", with: "Condition")
    // The judge handles these: our parameters have the opposite meaning, or are computed.
    let alphabet = ["allowsUnicode": "ascii", "allowsWhitespace": "whitespace"]
    switch name {
    case "AlphabeticCondition": return .use("fvs.alphabetic", alphabet)
    case "AlphanumericCondition": return .use("fvs.alphanumeric", alphabet)
    case "NumericCondition": return .use("fvs.numeric", alphabet)
    case "CreditCardCondition": return .use("fvs.creditCard")
    case "EmailCondition": return .use("fvs.email")
    case "PasswordStrengthCondition": return .use("fvs.passwordStrength")
    case "PostcodeCondition":
      return .use("fvs.postcode.\(rule["country"]?.text?.lowercased() ?? "gbr")")
    case "PresentCondition": return .use("fvs.present")
    case "RangeCondition": return .use("fvs.range")
    case "URLCondition": return .use("fvs.url")
    case "URLShorthandCondition": return .use("fvs.urlShorthand")
    case "AndCondition": return .rules(rule.rules("conditions"))
    case "CompositeCondition": return .rules(rule.rules("validators"))
    case "OrCondition": return .any(rule.rules("conditions"))
    case "NotCondition": return .not(rule.rules("condition"))
    case "OptionalCondition": return .optional(rule.rules("conditions"))
    case "CreditCardCondition.validCardTypes": return .cardType("fvs.creditCard")
    case "CreditCardType.description": return SeedReading.none
    case "ControlForm.isValid": return .fields(fields(rule, "fields"))
    case "ValidatorTextField.typing", "ConditionTextField.typing":
      return .typing(
        SeedRule(rule["validator"]?.text ?? "", [:], like: rule),
        refuses: rule["shouldAllowViolation"] == .bool(false)
          && rule["validateOnFocusLossOnly"] == .bool(false))
    default: return nil
    }
  }

  private static func ngr(_ rule: SeedRule) -> SeedReading? {
    let isOld = rule.version == "0.2.1"
    switch rule.name {
    case "required", "minLength", "maxLength", "lengthRange", "exactLength", "match", "differ",
      "decimal", "emoji", "includes", "excludes", "includedIn", "excludedFrom", "min", "max",
      "range", "exact", "beTrue", "beFalse":
      return .use("ngr.\(rule.name)")
    case "regex": return .use("ngr.regex", ["options": "ignoreCase"])
    case "trueValue", "falseValue": return .use("ngr0.\(rule.name)")
    case "earlierThan", "earlierThanOrEqualTo", "laterThan", "laterThanOrEqualTo", "betweenDates":
      return .use("ngr.\(rule.name)", type: .datetime())
    case "earlierThanUnixTimestamp", "earlierThanOrEqualToUnixTimestamp",
      "laterThanUnixTimestamp", "laterThanOrEqualToUnixTimestamp":
      return .use(
        "ngr.\(rule.name.replacing("UnixTimestamp", with: ""))", ["timestamp": "date"],
        type: .datetime())
    case "creditCard": return .use("ngr.creditCard.\(rule["property"]?.text ?? "")")
    case "syntax":
      switch rule["syntax"]?.text {
      case "Email": return .use(isOld ? "ngr0.syntax.email" : "ngr.syntax.email")
      case "Name": return .use("ngr.syntax.name")
      case "HTTP": return .use("ngr.syntax.http")
      case "HTTPS": return .use("ngr.syntax.https")
      case "WebSocket": return .use("ngr.syntax.webSocket")
      case "SecureWebSocket": return .use("ngr.syntax.secureWebSocket")
      case "URL": return .use("ngr0.syntax.url")
      case "File": return .use("ngr.syntax.file")
      case "IPv4": return .use("ngr.syntax.ipv4")
      case "IPv6": return .use("ngr.syntax.ipv6")
      case "Domain": return .use("ngr.syntax.domain")
      case "UUID": return .use("ngr.syntax.uuid")
      case "GeoCoord": return .use("ngr.syntax.geoCoord")
      case "Price": return .use("ngr.syntax.price")
      case "ISBN": return .use("ngr.syntax.isbn")
      case "HexColor": return .use("ngr.syntax.hexColor")
      case "PhoneNumber": return .use("ngr.syntax.phoneNumber")
      case "PostalCode": return .use("ngr.syntax.postalCode")
      default: return nil
      }
    case "mimeType": return .use("ngr.mimeType", ["mime": "type", "type": ""])
    case "image", "video", "audio", "archive", "minByteSize", "maxByteSize", "minWidth", "maxWidth",
      "minHeight", "maxHeight", "minSize", "maxSize", "minRatio", "maxRatio":
      return .use("ngr.\(rule.name)")
    case "property", "onScenarios", "when": return .rules(rule.rules("rules"))
    case "validateModel", "validate(model:)": return .fields(fields(rule, "properties"))
    default: return nil
    }
  }

  private static func ajw(_ rule: SeedRule) -> SeedReading? {
    switch rule.name {
    case "required", "minimumLength", "maximumLength", "equal", "regularExpression", "email",
      "stringContainsNumber", "custom", "remote":
      return .use("ajw.\(rule.name)")
    case "range": return .use("ajw.range.\(rule["type"]?.text ?? "")")
    case "validator": return .rules(rule.rules("rules"))
    // A control is a field, and attaching is binding.
    case "attachValidator": return .use("ajw.required")
    default: return nil
    }
  }

  private static func val(_ rule: SeedRule) -> SeedReading? {
    switch rule.name {
    case "ValidationRuleRequired": return .use("val.required")
    case "ValidationRuleComparison": return .use("val.comparison")
    case "ValidationRuleCondition": return .use("val.condition")
    case "ValidationRuleContains": return .use("val.contains")
    case "ValidationRuleEquality": return .use("val.equality", ["dynamicTarget": "target"])
    case "ValidationRuleLength": return .use("val.length")
    case "ValidationRulePattern":
      switch rule["pattern"]?.text {
      case "EmailAddress", "EmailValidationPattern.standard":
        return .use("val.email", ["pattern": ""])
      case "ContainsNumberValidationPattern": return .use("val.containsNumber", ["pattern": ""])
      case "UKPostcode": return .use("val.ukPostcode", ["pattern": ""])
      default: return .use("val.pattern")
      }
    case "ValidationRulePaymentCard": return .use("val.paymentCard", ["accepted": "acceptedTypes"])
    case "ValidationRuleURL": return .use("val.url")
    case "PaymentCardType(cardNumber:)": return .cardType("val.paymentCard")
    case "ValidationRuleSet": return .rules(rule.rules("rules"))
    case "validate() with no rules": return .rules([])
    default: return nil
    }
  }
}
