@testable import FormRules

/// Identifiers with check digits and of fixed form.
extension VectorTables {
  static let identifiers: [VectorTable] = [
    VectorTable("iban", floor: 97, disagreements: ibanDisagreements, reading: iban),
    VectorTable("isbn", floor: 97, reading: isbn),
    VectorTable("uuid", floor: 97, reading: uuid),
  ]

  private static func iban(_ vector: Vector) -> VectorReading {
    if vector.texts("whitelist")?.contains("XX") == true {
      return .inapplicable("A country that does not exist is an error of the definition")
    }
    return .rule(
      .parameters([
        "countries": (vector.texts("whitelist") ?? vector.texts("include_countries")).map(
          DefinitionNode.list),
        "notCountries": vector.texts("blacklist").map(DefinitionNode.list),
      ]))
  }

  private static let ibanDisagreements: [Disagreement] = [
    Disagreement("Countries outside SWIFT's registry: sources take different lengths for these") {
      ["BF", "BI", "BJ"].contains(String($0.input.prefix(2)))
    },
    Disagreement("Takes hyphens; ISO 13616 groups by spaces") {
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
      case "nil", "max": return .inapplicable("Only the nil or the max UUID: see the rule `equals`")
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
}
