import FormTestSupport
import Foundation

/// The Swift functions that create rules, from the sources in which they are declared.
enum RuleFactories {
  /// Adds to each rule of the catalogue in Markdown, before its examples in YAML, the Swift
  /// functions that create it.
  static func added(to page: String) throws -> String {
    let calls = try calls()
    return page.components(separatedBy: "\n## ").map { section in
      let name = String(section.prefix { $0 != "\n" })
      guard let factories = calls[name], let start = section.range(of: "```yaml\n") else {
        return section
      }
      let code = "```swift\n" + factories.joined(separator: "\n") + "\n```\n\n"
      return section.replacingCharacters(in: start, with: code + "```yaml\n")
    }.joined(separator: "\n## ")
  }

  /// The calls by rule, such as `.length(min: Int?, max: Int?)`. A parameter whose default is nil
  /// has an optional type, so defaults are left out.
  private static func calls() throws -> [String: [String]] {
    let rules = try Repository.files(in: "Sources", ending: ".swift")
      .filter { $0.wholeMatch(of: /FormRules\/Rules\/.*(Rule|\/DeclaredRule\+\w+)\.swift/) != nil }
    var constants: [String: [String]] = [:]
    var functions: [String: [String]] = [:]
    for file in rules + ["FormModels/Validation/ModelRule+Paths.swift"] {
      let source = try Repository.text("Sources/\(file)")
      for declaration in source.components(separatedBy: "public static ").dropFirst() {
        let words = declaration.split(maxSplits: 1) { $0 == " " }
        guard words.count == 2 else { continue }
        let name = words[1].drop { $0 == "`" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let rest = words[1][name.endIndex...].drop { $0 == "`" }
        if words[0] == "var", rest.hasPrefix(": Self") {
          constants[String(name), default: []].append(".\(name)")
        } else if words[0] == "func", rest.hasPrefix("(") || rest.hasPrefix("<") {
          functions[String(name), default: []].append(".\(name)(\(parameters(rest)))")
        }
      }
    }
    return constants.merging(functions, uniquingKeysWith: +)
  }

  /// The list of parameters, on one line.
  private static func parameters(_ rest: Substring) -> String {
    guard let start = rest.firstIndex(of: "(") else { return "" }
    var depth = 1
    let list = rest[rest.index(after: start)...].prefix { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth > 0
    }
    return list.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing("RuleEntry.", with: "").replacing(" = nil", with: "")
      .replacing(" = RuleReference.unspecified", with: "").replacing(" = { _ in }", with: "")
  }
}
