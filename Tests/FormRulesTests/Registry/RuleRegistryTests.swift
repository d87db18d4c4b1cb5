import FormTestSupport
import Foundation
import Testing

@testable import FormRules

@Suite struct RuleRegistryTests {
  /// A rule that was written but not listed does not exist: its file must be in the registry.
  @Test func everyRuleFileIsListedInOrder() throws {
    let folder = Repository.root.appendingPathComponent("Sources/FormRules/Rules")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Rule.swift") }
      .map { String($0.split(separator: "/").last?.dropLast(".swift".count) ?? "") }
    let listed = RuleRegistry.all.map { String(describing: $0) }
    let inOrder = files.sorted { $0.dropLast(4).lowercased() < $1.dropLast(4).lowercased() }
    #expect(
      listed == inOrder,
      "add the missing line to RuleRegistry.swift")
  }

  @Test func namesMatchTypes() {
    #expect(Set(RuleRegistry.names).count == RuleRegistry.names.count)
    for rule in RuleRegistry.all {
      #expect(rule.name.wholeMatch(of: /[a-z][a-zA-Z0-9]*/) != nil, "\(rule.name)")
      // Acronyms are in uppercase in names of types.
      #expect(String(describing: rule).lowercased() == "\(rule.name)rule".lowercased())
      #expect(RuleRegistry.rule(named: rule.name) == rule)
    }
  }

  @Test(arguments: RuleRegistry.all.map { $0.name })
  func everyRuleIsDocumented(_ name: String) throws {
    let rule = try #require(RuleRegistry.rule(named: name))
    let documentation = rule.documentation
    #expect(documentation.summary.hasSuffix("."))
    let fails = rule.usesNestedCodes
    #expect(documentation.codes.isEmpty == fails)
    #expect(documentation.parameters.allSatisfy { $0.text.hasSuffix(".") })
    #expect(documentation.examples.contains { !$0.accepted.isEmpty })
    #expect(documentation.examples.contains { !$0.rejected.isEmpty })
    #expect(documentation.types.allSatisfy(FieldType.names.contains))
    let parameters = documentation.parameters.map(\.name)
    #expect(Set(parameters).count == parameters.count)
    if let main = documentation.mainParameter { #expect(parameters.contains(main)) }
    let codes = documentation.codes.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0 == name || $0.hasPrefix(name + ".") })
    if fails { return }
    #expect(documentation.examples.allSatisfy { $0.code.map(codes.contains) ?? true })
  }

  /// Messages refer to the label, parameters, and arguments of a failure, but not to the value.
  @Test(arguments: RuleRegistry.all.map { $0.name }.filter { hasPCRE2 || $0 != PatternRule.name })
  func messagesNameKnownArguments(_ name: String) throws {
    let rule = try #require(RuleRegistry.rule(named: name))
    var known = Set(rule.documentation.parameters.map(\.name) + ["label"])
    for example in rule.documentation.examples {
      let bound = try bind(rule, example.parameters, of: example.form)
      known.formUnion(bound.messageArguments.map(\.name))
      let run = example.run(of: bound)
      for text in example.rejected {
        let failure = failure(bound, of: example.form, example.record(text), in: run)
        known.formUnion(failure?.arguments.map(\.name) ?? [])
      }
    }
    #expect(!known.contains("value"))
    for code in rule.documentation.codes {
      #expect(try known.isSuperset(of: names(inMessageOf: code.code, rule)), "\(code.message)")
    }
  }

  /// The page on rules names the options for files with these rules.
  @Test func rulesThatReadFiles() throws {
    let readers = RuleRegistry.all.filter { $0.readsFiles }
    #expect(readers.map { $0.name } == ["byteSize", "image", "media"])
    for rule in RuleRegistry.all {
      for example in rule.documentation.examples {
        guard let bound = try? bind(rule, example.parameters, of: example.form) else { continue }
        // Rules that contain others read files if those do.
        #expect(
          !bound.externalInputs.contains(.files) || rule.readsFiles || rule.usesNestedCodes,
          "\(rule.name)")
      }
    }
  }

  @Test(arguments: RuleRegistry.all.map { $0.name })
  func unknownParametersAreRefused(_ name: String) throws {
    let rule = try #require(RuleRegistry.rule(named: name))
    let form = rule.documentation.examples[0].form
    #expect(throws: DefinitionError.self) {
      try bind(rule, ["noSuchParameter": 1], of: form)
    }
  }

  private static let examples = RuleRegistry.all.flatMap { rule in
    rule.documentation.examples.indices
      .filter { hasPCRE2 || !requiresPCRE2(rule, rule.documentation.examples[$0]) }
      .map { (rule.name, $0) }
  }

  private static func requiresPCRE2(_ rule: any Rule.Type, _ example: RuleExample) -> Bool {
    do {
      _ = try bind(rule, example.parameters, of: example.form)
      return false
    } catch {
      return error.cause == .requiresTrait("PCRE2")
    }
  }

  @Test(arguments: examples)
  func examplesHold(_ name: String, _ index: Int) throws {
    let rule = try #require(RuleRegistry.rule(named: name))
    let example = rule.documentation.examples[index]
    let expected = try #require(example.code ?? rule.documentation.codes.first?.code)
    let bound = try bind(rule, example.parameters, of: example.form)
    let run = example.run(of: bound)
    for text in example.accepted {
      #expect(isOfType(text, example), "\(text.debugDescription) is not of the example's type")
      let code = code(bound, of: example.form, example.record(text), in: run)
      #expect(code == nil, "\(text.debugDescription)")
    }
    for text in example.rejected where isOfType(text, example) {
      let failure = failure(bound, of: example.form, example.record(text), in: run)
      #expect(failure?.code == expected, "\(text.debugDescription)")
      // Every name in a message of a possible failure has an argument, except names in selections.
      let arguments = Set(
        ((failure?.arguments ?? []) + bound.messageArguments).map(\.name) + ["label", "mode"])
      #expect(try arguments.isSuperset(of: names(inMessageOf: expected, rule)))
    }
  }

  /// The names of the placeholders in a message.
  private func names(inMessageOf code: String, _ rule: any Rule.Type) throws -> [String] {
    let message = rule.documentation.codes.first { $0.code == code }?.message ?? ""
    return try MessageTemplate(message).names
  }

  private func isOfType(_ text: String, _ example: RuleExample) -> Bool {
    text.isEmpty || example.type.literal(text) != nil
  }
}
