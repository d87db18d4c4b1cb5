@testable import FormRules

/// The closures that seeds describe, registered under their descriptions.
enum SeedPredicates {
  static let areRegistered: Bool = {
    for (name, predicate) in all {
      CustomPredicates.register(name) { _ throws(CustomPredicates.ArgumentError) in predicate }
    }
    return true
  }()

  private static let all: [String: CustomPredicates.Predicate] = [
    "contains 'A'": { text in (0..<text.count).contains { text[$0] == UInt8(ascii: "A") } },
    "does not contain 'A'": { text in
      !(0..<text.count).contains { text[$0] == UInt8(ascii: "A") }
    },
    "equals 5": { $0.isEqual(to: Array("5".utf8)) },
    "equals U+1F600": { $0.isEqual(to: Array("\u{1F600}".utf8)) },
    "count > 0": { !$0.isEmpty },
    "sum of elements > 50": { text in
      String(copying: text).split { !$0.isNumber }.reduce(0) { $0 + (Int($1) ?? 0) } > 50
    },
    "true": { _ in true },
    "false": { _ in false },
  ]
}
