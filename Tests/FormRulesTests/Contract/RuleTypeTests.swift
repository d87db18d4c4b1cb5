import Testing

@testable import FormRules

/// The types of fields that rules support.
@Suite struct RuleTypeTests {
  /// The rules for several types that support a type. A new type needs a case here, and is added to
  /// the documentation of each rule that supports it.
  private static func rules(for kind: FieldType.Kind) -> Set<String> {
    let ordered: Set = ["after", "before", "between", "range"]
    let codes: Set = ["ean", "imei", "luhn", "port"]
    let single: Set = ["exists", "in", "notIn", "pattern", "remote"]
    return switch kind {
    case .text:
      codes.union(single).union([
        "byteSize", "contains", "geoCoordinate", "image", "lacks", "length", "media",
      ])
    case .integer:
      ordered.union(codes).union(single).union(["false", "geoCoordinate", "multipleOf", "true"])
    case .decimal: ordered.union(single).union(["false", "geoCoordinate", "multipleOf", "true"])
    case .number: ordered.union(single).union(["false", "geoCoordinate", "true"])
    case .boolean: single.union(["false", "true"])
    case .date, .time, .datetime: ordered.union(single)
    case .list: ["contains", "each", "exists", "in", "lacks", "length", "notIn"]
    case .file: ["byteSize", "image", "media"]
    }
  }

  @Test(arguments: FieldType.Kind.allCases)
  func everyTypeHasItsRules(_ kind: FieldType.Kind) {
    let found = RuleRegistry.all.filter {
      let types = $0.documentation.types
      return types != ["text"] && types.contains(kind.rawValue)
    }
    #expect(Set(found.map { $0.name }) == Self.rules(for: kind))
  }
}
