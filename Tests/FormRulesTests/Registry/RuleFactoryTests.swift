import FormTestSupport
import Foundation
import Testing

@testable import FormRules

/// The Swift functions that create rules, such as `.iban(countries: ["DE"])`. They are generated,
/// except those in the files of their rules: they have parameters without label or default, or of
/// a Swift type that the rule converts.
@Suite struct RuleFactoryTests {
  @Test func factoriesMatchTheRules() throws {
    let folder = Repository.root.appendingPathComponent("Sources/FormRules/Rules")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Rule.swift") }.sorted()
    var generated: [String: [String]] = [:]
    for path in paths {
      let source = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      let rule = try #require(RuleRegistry.all.first { path.hasSuffix("/\($0).swift") })
      let factory = try Regex("public static (func|var) `?\(rule.name)`?[(:]")
      if source.contains(factory) {
        try expectAllParameters(of: rule.name, in: source)
      } else {
        let kind = String(path.prefix { $0 != "/" })
        generated[kind, default: []].append(Self.factory(of: rule))
      }
    }
    for (kind, factories) in generated {
      let text = "extension DeclaredRule {\n\(factories.joined(separator: "\n"))}\n"
      let file = GeneratedSource("FormRules/Rules/\(kind)", "DeclaredRule+\(kind)", by: Self.self)
      #expect(try file.difference(of: text) == nil)
    }
  }

  /// A factory in the file of its rule passes every declared parameter.
  private func expectAllParameters(of rule: String, in source: String) throws {
    let declarations = /static let (\w+) = (?:HostList\.|Parameter<([^(]*)>\()/
    for declared in source.matches(of: declarations) where declared.2 != "ParameterRules?" {
      let use = try Regex("\\w+\\.\(declared.1)(\\.comparand)?\\(")
      #expect(source.contains(use), "the factory of '\(rule)' does not give '\(declared.1)'")
    }
  }

  private static func factory(of rule: any Rule.Type) -> String {
    let (summary, parameters) = (rule.documentation.summary, rule.documentation.parameters)
    let name = ["true", "false"].contains(rule.name) ? "`\(rule.name)`" : rule.name
    if parameters.isEmpty {
      return "  /// \(summary)\n  public static var \(name): Self { Self(\(rule).self) }\n"
    }
    let documented = parameters.map { item("\($0.name): \(description(of: $0))") }
    let declared = parameters.map { "    \($0.name): \(typeName(of: $0))? = nil" }
    let passed = parameters.map { "      .init(\"\($0.name)\", parameter: \($0.name))" }
    return """
        /// \(summary)
        ///
        /// - Parameters:
      \(documented.joined(separator: "\n"))
        public static func \(name)(
      \(declared.joined(separator: ",\n"))
        ) -> Self {
          Self(
            \(rule).self,
      \(passed.joined(separator: ",\n")))
        }

      """
  }

  /// An item of a list in a comment, in lines of at most 100 columns. No line begins with a mark
  /// such as `-`, which might begin an item; the line before it has room for one.
  private static func item(_ text: String) -> String {
    var (lines, line) = ([String](), "  ///   -")
    for word in text.split(separator: " ") {
      let isMark = !word.contains { $0.isLetter || $0.isNumber || $0 == "`" }
      if !isMark, line.count + 1 + word.count > 98 {
        lines.append(line)
        line = "  ///    "
      }
      line += " \(word)"
    }
    return (lines + [line]).joined(separator: "\n")
  }

  /// The Swift type of the parameter, which is optional in the factory.
  private static func typeName(of parameter: ParameterDocumentation) -> String {
    String(reflecting: parameter.valueType)
      .replacing("FormRules.", with: "").replacing("Swift.", with: "")
      .replacing(/^Optional<(.+)>$/) { $0.1 }
      .replacing(/^Array<(.+)>$/) { "[\($0.1)]" }
  }

  /// The description, in which words are the names of their cases in Swift.
  private static func description(of parameter: ParameterDocumentation) -> String {
    guard let type = element(of: parameter.valueType) as? any CaseIterable.Type else {
      return parameter.description
    }
    return zip(parameter.type.words, caseNames(type)).reduce(parameter.description) { text, word in
      text.replacing("`\(word.0)`", with: "`.\(word.1)`")
    }
  }

  private static func element(of type: Any.Type) -> Any.Type {
    guard let container = type as? any Container.Type else { return type }
    return element(of: container.element)
  }

  private static func caseNames<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
    type.allCases.map { "\($0)" }
  }
}

/// A type whose values contain values of another type.
private protocol Container {
  static var element: Any.Type { get }
}

extension Optional: Container {
  static var element: Any.Type { Wrapped.self }
}

extension Array: Container {
  static var element: Any.Type { Element.self }
}
