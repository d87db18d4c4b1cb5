@testable import FormRules

/// Letters, numbers and codes in texts.
extension VectorTables {
  static let codes = [
    alpha("alpha"), alpha("alphanumeric"), boolean, byteSize, contains, countryCode, currencyCode,
    decimal, emoji, integer, languageCode, length, locale, multipleOf, number,
  ]

  private static func alpha(_ rule: String) -> VectorTable {
    VectorTable(
      rule, floor: 94,
      disagreements: rule == "alpha" ? alphaDisagreements : alphanumericDisagreements
    ) {
      vector in
      let locale = vector.text("locale")
      return .rule(
        .parameters([
          "alphabet": locale.map { .text($0 == "sr-RS@latin" ? "sr-Latn" : $0) },
          "ignore": ignored(vector, locale, points: rule == "alphanumeric"),
        ]))
    }
  }

  /// Characters that are accepted among the letters: an option, and the meaning of a locale.
  private static func ignored(
    _ vector: Vector, _ locale: String?, points: Bool
  ) -> DefinitionNode? {
    // The only pattern in the vectors: `[\s/-]`.
    if case .object = vector["ignore"] { return ["space", "/", "-"] }
    let characters = (vector.text("ignore") ?? "") + (vector.texts("also") ?? []).joined()
    if !characters.isEmpty { return .list(Set(characters).sorted().map(String.init)) }
    if locale == "th-TH" { return [" "] }
    // Indian digits may contain a point, except those of Hindi and Bengali.
    return points && locale?.hasSuffix("-IN") == true && locale != "hi-IN" && locale != "bn-IN"
      ? ["."] : nil
  }

  private static let alphaDisagreements = [
    Disagreement(
      "A text that consists of ignored characters has no letter", inputs: ["!@#$%^&*(){}"]),
    loanLetters([
      "w\u{259}kil", "\u{401}\u{427}\u{41F}\u{421}", "\u{D8}re", "A\u{130}\u{131}\u{D6}",
      "Hei\u{DF}",
    ]),
  ]

  /// The characters that CLDR's auxiliary exemplars add to an alphabet.
  private static func loanLetters(_ inputs: [String]) -> Disagreement {
    Disagreement("Letters of loan words are accepted (CLDR, auxiliary exemplar characters)") {
      vector in !vector.isValid && inputs.contains { vector.input.hasPrefix($0) }
    }
  }

  private static let alphanumericDisagreements = [
    Disagreement("ASCII digits are accepted in addition to Bengali and Thai digits") {
      !$0.isValid && ["bn-IN", "th-TH"].contains($0.text("locale"))
    },
    loanLetters([
      "J\u{F6}n", "w\u{259}kil", "A\u{130}\u{131}\u{D6}", "\u{D8}re", "\u{C4}BC",
      "\u{42B}\u{44B}\u{42A}",
    ]),
    Disagreement("Ukrainian is not written with a Latin I") {
      $0.isValid && $0.text("locale") == "uk-UA" && $0.input.contains("I")
    },
  ]

  private static let boolean = VectorTable(
    "boolean", floor: 97
  ) { vector in
    // Presence is judged by `required`.
    if vector.input.isEmpty { return .inapplicable("The value is empty") }
    switch vector.source {
    case "validator.js" where vector.flag("loose") != true:
      return .rule(["yes": ["true", "1"], "no": ["false", "0"], "ignoreCase": "false"])
    case "respect/validation":
      return .rule(
        ["yes": ["true", "1", "on", "yes"], "no": ["false", "0", "off", "no"]], trim: true)
    case "django-forms": return .inapplicable("The library reads every text except False as true")
    case "frictionless":
      return .rule([
        "yes": .list(vector.texts("trueValues") ?? ["true", "True", "TRUE", "1"]),
        "no": .list(vector.texts("falseValues") ?? ["false", "False", "FALSE", "0"]),
        "ignoreCase": "false",
      ])
    default: return .rule()
    }
  }

  private static let byteSize = VectorTable("byteSize", files: ["byte_length"], floor: 100) {
    .rule(.parameters(["min": $0.node("min"), "max": $0.node("max")]))
  }

  private static let contains = VectorTable("contains", floor: 97) { vector in
    guard let value = vector.text("value"), !value.isEmpty else {
      return .inapplicable("An empty text to search for is refused when the rule is bound")
    }
    return .rule(
      .parameters([
        "values": .text(value), "times": vector.node("minOccurrences"),
        "ignoreCase": vector.flag("ignoreCase").map(DefinitionNode.flag),
      ]))
  }

  private static let countryCode = VectorTable(
    "countryCode", files: ["country_alpha2", "country_alpha3", "country_numeric", "country_code"],
    floor: 97
  ) { vector in
    let form: DefinitionNode =
      switch (vector.fn, vector.text("set") ?? vector.text("iso_format")) {
      case ("isISO31661Alpha3", _), (_, "alpha-3"), (_, "alpha3"): "alpha3"
      case ("isISO31661Numeric", _), (_, "numeric"): "numeric"
      case (_, "auto"): "any"
      default: "alpha2"
      }
    if vector.fn == "country_code",
      vector.text("iso_format") == nil || vector.text("iso_format") == "unknown"
    {
      return .inapplicable("The form of code does not exist")
    }
    let isJavaScript = vector.source == "validator.js"
    // The project ignores unknown codes.
    let width = form == "alpha3" ? 3 : 2
    let also = vector.texts("userAssignedCodes")?.filter { $0.utf8.count == width }
    return .rule(
      .parameters([
        "form": form, "ignoreCase": .flag(isJavaScript),
        "also": also.flatMap { $0.isEmpty ? nil : .list($0) },
      ]))
  }

  private static let currencyCode = VectorTable(
    "currencyCode", files: ["currency_code"], floor: 97
  ) { vector in
    if vector.flag("skip_symbols") == false {
      return .inapplicable("Currency signs instead of codes")
    }
    if vector.text("set") == "numeric" { return .rule("numeric") }
    let ignores = vector.source == "validator.js" || vector.flag("ignore_case") == true
    return .rule(["ignoreCase": .flag(ignores)])
  }

  private static let commas = ["bg", "cs", "da", "de", "el", "es", "fr", "it", "nb", "ru", "sv"]

  /// The decimal sign of a locale.
  private static func point(_ vector: Vector) -> DefinitionNode? {
    guard let locale = vector.texts("locale")?.first ?? vector.text("locale") else { return nil }
    if locale.hasPrefix("ar") { return locale == "ar-EG" ? "." : "\u{66B}" }
    return commas.contains(String(locale.prefix(2))) ? "," : nil
  }

  private static let decimal = VectorTable(
    "decimal", floor: 97,
    disagreements: [
      Disagreement(
        "Exponents are supported by the rule `number`",
        inputs: ["7.42403889818E+17", "1E-1", "0.546e+2"])
    ]
  ) { vector in
    let digits = vector.integer("max_digits")
    let places = vector.integer("decimal_places")
    if vector.source == "respect/validation", let places = vector.integer("places") {
      return .rule(["scale": .text(String(places)), "minScale": .text(String(places))])
    }
    if vector.source.hasPrefix("django"), !vector.numberRules.isEmpty {
      return .type(.decimal(.init(scale: places)), trim: true, and: vector.numberRules)
    }
    return .rule(
      .parameters([
        "point": point(vector),
        "minScale": vector.flag("force_decimal") == true ? "1" : nil,
        "scale": places.map { .text(String($0)) }
          ?? (vector.text("decimal_digits") == nil ? nil : "3"),
        "digits": digits.map { .text(String($0)) },
        "whole": digits.flatMap { digits in places.map { .text(String(digits - $0)) } },
      ]), trim: vector.flag("trim") == true)
  }

  private static let emoji = VectorTable("emoji", floor: 97) { _ in .rule(["only": "true"]) }

  private static let integer = VectorTable(
    "integer", floor: 97,
    disagreements: [
      Disagreement("Only ASCII digits are accepted", inputs: ["\u{FF15}\u{FF10}"])
    ]
  ) { vector in
    if vector.flag("bareNumber") == false {
      return .inapplicable("Signs and words before or after numbers")
    }
    let trim = vector.flag("trim") == true || vector.source == "frictionless"
    if !vector.numberRules.isEmpty {
      return .type(.integer, trim: trim, and: vector.numberRules)
    }
    return .rule(
      .parameters([
        "leadingZeros": vector.flag("allow_leading_zeroes").map(DefinitionNode.flag),
        "zeroFraction": vector.source == "django-forms" ? "true" : nil,
      ]),
      trim: trim)
  }

  private static let languageCode = VectorTable(
    "languageCode", files: ["language_code"], floor: 97
  ) { vector in .rule(vector.text("set") == "alpha-3" ? "alpha3" : "alpha2") }

  private static let length = VectorTable("length", floor: 97) { vector in
    let units = ["codepoints": "scalar", "bytes": "utf8", "graphemes": "character"]
    let min = vector.integer("min")
    let max = vector.integer("max")
    if min == nil, max == nil, vector.texts("discreteLengths") == nil {
      return .inapplicable("No bounds")
    }
    if let min, let max, min > max || min < 0 {
      return .inapplicable(
        "Bounds that no value satisfies are refused when the rule is bound")
    }
    // The project ignores a single number; a list applies in addition to the bounds.
    if let lengths = vector.texts("discreteLengths")?.compactMap({ Int($0) }) {
      let taken = lengths.filter { $0 >= min ?? 0 && $0 <= max ?? .max }
      return .rule(["exact": .list(taken.map(String.init))])
    }
    let unit = vector.text("countUnit").flatMap { units[$0] } ?? "scalar"
    let trim = vector.flag("trim") == true || vector.text("normalizer") == "trim"
    return .rule(
      .parameters([
        "min": min.map { .text(String($0)) }, "max": max.map { .text(String($0)) },
        "unit": vector.source == "validator.js" ? "character" : .text(unit),
      ]), trim: trim)
  }

  private static let locale = VectorTable(
    "locale", files: ["locale_code"], floor: 97
  ) { _ in .rule() }

  private static let multipleOf = VectorTable(
    "multipleOf", files: ["divisible_by", "step"], floor: 97
  ) { vector in
    .rule(
      .parameters([
        "step": (vector.text("divisor") ?? vector.text("value") ?? vector.text("step")).map(
          DefinitionNode.text),
        "offset": vector.node("offset"),
      ]), type: .decimal())
  }

  private static let number = VectorTable("number", files: ["number", "float"], floor: 97) {
    vector in
    if vector.flag("bareNumber") == false {
      return .inapplicable("Signs and words before or after numbers")
    }
    let trim = vector.flag("trim") == true
    if !vector.numberRules.isEmpty {
      guard let point = point(vector)?.scalar else {
        return .type(.decimal(), trim: trim, and: vector.numberRules)
      }
      return .type(
        .decimal(.init(point: point)),
        and: [("range", .parameters(["min": vector.text("min").map(DefinitionNode.text)]))])
    }
    return .rule(
      .parameters([
        "point": vector.node("decimalChar") ?? point(vector),
        "group": vector.node("groupChar"),
      ]), trim: trim)
  }
}

extension Vector {
  /// The bounds as parameters of `range`, or nil if there are none.
  fileprivate var range: DefinitionNode? {
    let parameters: KeyValuePairs<String, DefinitionNode?> = [
      "min": text("gt") == nil ? node("min") : nil, "max": text("lt") == nil ? node("max") : nil,
      "minExclusive": node("gt"), "maxExclusive": node("lt"),
    ]
    return parameters.contains { $0.value != nil } ? .parameters(parameters) : nil
  }

  /// Converts an option to a parameter.
  fileprivate func node(_ option: String) -> DefinitionNode? {
    text(option).map(DefinitionNode.text)
  }

  /// The additional rules on numbers that the options require.
  fileprivate var numberRules: [(String, DefinitionNode?)] {
    var rules: [(String, DefinitionNode?)] = []
    if let range { rules.append(("range", range)) }
    if let step = node("step") {
      rules.append(("multipleOf", .parameters(["step": step, "offset": node("min")])))
    }
    return rules
  }
}
