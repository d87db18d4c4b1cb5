import ArgumentParser
import FormRules

/// An argument such as `name=value`.
struct NameValue {
  let name: String
  let value: String

  enum Separator {
    /// The first equals sign after the first character, for values that may contain equals signs.
    case first
    /// The last equals sign, for names that may contain equals signs.
    case last
  }

  /// Parses an argument. Returns nil if it has no equals sign after a name.
  init?(_ argument: String, at separator: Separator = .first) {
    let rest = argument.dropFirst()
    let sign = separator == .first ? rest.firstIndex(of: "=") : rest.lastIndex(of: "=")
    guard let sign else { return nil }
    name = String(argument[..<sign])
    value = String(argument[argument.index(after: sign)...])
  }
}

extension NameValue {
  /// - Throws: If an entry of an option is not a condition.
  static func checkCondition(_ entry: String, option: String) throws {
    // The message omits the value, which may be personal data.
    guard let condition = Self(entry) else {
      throw ValidationError("\(option) must be written FIELD=VALUE")
    }
    if condition.value.isEmpty {
      throw ValidationError("\(option) \(condition.name.displayText)= requires a value")
    }
  }
}
