@testable import FormRules

/// Identifiers with check digits or a fixed form.
extension VectorTables {
  static let identifiers: [VectorTable] = [
    VectorTable("bic", floor: 99) { _ in .rule() },
    VectorTable("ean", floor: 99) { _ in .rule(["lengths": ["8", "13", "14"]]) },
    VectorTable("iban", floor: 97, disagreements: ibanDisagreements, reading: iban),
    VectorTable("imei", floor: 99) { vector in
      .rule(
        .parameters([
          "separators": vector.source == "validator.js"
            ? .flag(vector.flag("allow_hyphens") == true) : nil
        ]))
    },
    VectorTable("isbn", floor: 97, reading: isbn),
    VectorTable("isin", floor: 99) { _ in .rule() },
    VectorTable("issn", floor: 99, reading: issn),
    VectorTable("luhn", floor: 99) { vector in
      .rule(["separators": .flag(vector.source == "validator.js")])
    },
    VectorTable("uuid", floor: 97, reading: uuid),
    VectorTable("vat", floor: 92, disagreements: vatDisagreements, reading: vat),
  ]

  private static func iban(_ vector: Vector) -> VectorReading {
    if vector.texts("whitelist")?.contains("XX") == true {
      return .inapplicable("A country that does not exist is an error in the definition")
    }
    return .rule(
      .parameters([
        "countries": (vector.texts("whitelist") ?? vector.texts("include_countries")).map(
          DefinitionNode.list),
        "notCountries": vector.texts("blacklist").map(DefinitionNode.list),
      ]))
  }

  private static let ibanDisagreements: [Disagreement] = [
    Disagreement("Countries outside SWIFT's registry, for which sources accept different lengths") {
      ["BF", "BI", "BJ"].contains(String($0.input.prefix(2)))
    },
    Disagreement("The library accepts hyphens; ISO 13616 separates groups with spaces") {
      $0.input.contains("-")
    },
  ]

  private static func isbn(_ vector: Vector) -> VectorReading {
    let version: DefinitionNode? =
      switch vector.text("version") ?? vector.text("type") {
      case "10", "isbn10": "10"
      case "13", "isbn13": "13"
      default: nil
      }
    let isLoose = vector.source == "respect/validation"
    return .rule(
      .parameters([
        "version": version, "checksum": isLoose ? "false" : nil, "label": isLoose ? "true" : nil,
      ]))
  }

  private static func uuid(_ vector: Vector) -> VectorReading {
    switch vector.source {
    case "symfony":
      if vector.flag("strict") == false {
        return .rule(["profile": "loose", "forms": ["hyphenated", "plain", "braced"]])
      }
      return .rule(
        .parameters(["versions": vector.texts("versions").map(DefinitionNode.list)]),
        trim: vector.text("normalizer") == "trim")
    case "validator.js":
      switch vector.text("version") {
      case nil, "loose": return .rule(["profile": "loose"])
      case "all": return .rule()
      case let version?: return .rule(["versions": .text(version)])
      }
    case "uuidjs": return .rule()
    case "json-schema-test-suite": return .rule(["profile": "loose"])
    default:
      return .rule(
        ["profile": "loose", "forms": ["hyphenated", "plain", "braced", "urn"]],
        trim: vector.flag("trim") == true)
    }
  }

  private static func issn(_ vector: Vector) -> VectorReading {
    let needsHyphen = vector.flag("require_hyphen") ?? vector.flag("requireHyphen") ?? false
    let isSensitive = vector.flag("case_sensitive") ?? vector.flag("caseSensitive") ?? false
    return .rule([
      "hyphen": needsHyphen ? "required" : "optional", "lowerCase": .flag(!isSensitive),
    ])
  }

  private static func vat(_ vector: Vector) -> VectorReading {
    guard let country = vector.text("country"),
      VATFormat.all.contains(where: { $0.country == (country == "EL" ? "GR" : country) })
    else { return .inapplicable("Countries for which the library accepts the country code alone") }
    // It computes check digits for two countries, and accepts separators for few.
    let punctuated = [
      "BR", "CH", "CL", "DO", "GB", "GT", "NG", "NI", "PH", "PL", "PY", "SV", "VE",
    ]
    return .rule([
      "countries": .text(country), "checksum": .flag(["AU", "CH"].contains(country)),
      "separators": .flag(punctuated.contains(country)),
    ])
  }

  private static let vatDisagreements: [Disagreement] = [
    Disagreement("A blank is allowed after the country code") {
      !$0.isValid && $0.input.dropFirst(2).hasPrefix(" ") && $0.text("country") != "GB"
    },
    Disagreement(
      "Numbers of Albania begin with a letter, and numbers of India contain letters",
      inputs: [
        "123456789A", "IN123456789012345",
      ]),
    Disagreement("Numbers of New Zealand have eight or nine digits", inputs: ["12345678"]),
    Disagreement("A number may be written without punctuation", inputs: ["12345678901234"]),
    Disagreement("A number of Cyprus ends with a letter (VIES)") {
      $0.text("country") == "CY" && $0.isValid
    },
    Disagreement("Spaces are allowed anywhere; the last two digits are at most 97") {
      $0.text("country") == "GB"
    },
  ]
}
