import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormDefinitions

/// The schema for editors is up to date, accepts what the reader accepts, and has the reader's
/// keys.
@Suite struct DefinitionSchemaTests {
  private static let text = DefinitionSchema.document.prettyText + "\n"
  private static let schema = Result { try SchemaCheck(text) }

  @Test func schemaMatchesTheFixture() throws {
    let file = Repository.fixture("definition.schema.json")
    #expect(try Golden.difference(of: Self.text, from: file) == nil)
  }

  /// Every valid YAML file of the checkout, including those in golden cases.
  private static let files: [(name: String, text: String)] = {
    ["fixtures", "Messages"].flatMap { folder in
      let root = Repository.root.appendingPathComponent(folder)
      let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      return (files?.compactMap { $0 as? URL } ?? []).filter { !isWrong($0) }.flatMap { file in
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
          return [(name: String, text: String)]()
        }
        if file.pathExtension == "yaml" { return [(file.path, text)] }
        return text.components(separatedBy: "\n-- ").dropFirst().compactMap { section in
          let parts = section.components(separatedBy: " --\n")
          return parts[0].hasSuffix(".yaml") && parts[0] != "broken.yaml"
            ? ("\(file.path): \(parts[0])", parts[1]) : nil
        }
      }
    }
  }()

  /// Files with errors.
  private static func isWrong(_ file: URL) -> Bool {
    ["/erroneous/", "/fuzz/", "/apply-typo.txt"].contains { file.path.contains($0) }
  }

  @Test func everyDefinitionSatisfiesTheSchema() throws {
    let schema = try Self.schema.get()
    #expect(Self.files.count > 40)
    for file in Self.files {
      let documents = DocumentReader.read(file.text)
      if let error = documents.error { throw error }
      for (index, document) in documents.nodes.enumerated() {
        #expect(try schema.accepts(document), "\(file.name), document \(index + 1)")
      }
    }
  }

  /// The examples in the documentation of rules, as an entry of a rule set.
  @Test(arguments: RuleRegistry.all.map { $0.name })
  func ruleExamplesSatisfyTheSchema(_ name: String) throws {
    let schema = try Self.schema.get()
    let rule = try #require(RuleRegistry.rule(named: name))
    for example in rule.documentation.examples {
      let entry: DefinitionNode =
        example.parameters.map { DefinitionNode.mapping(name, $0) } ?? .text(name)
      let fields = DefinitionNode.mapping("value", DefinitionNode(.sequence([entry])))
      let document = DefinitionNode(
        .mapping([
          .init("rules", .text("r")), .init("form", .text("f")), .init("fields", fields),
        ]))
      #expect(try schema.accepts(document), "\(entry)")
    }
  }

  @Test(arguments: [
    "form: a", "form: a\nfields: [{name: x}]", "form: a\nfields: [{name: x, type: txt}]",
    "form: a\nfields: [{name: x, type: text, requird: true}]",
    "form: a\nfields: [{name: x, type: text, required: maybe}]",
    "form: a\nfields: [{name: x, type: decimal, scale: 39}]",
    "form: a\nfields: [{name: x, type: text, widget: knob}]",
    "rules: a", "rules: a\nform: a\nfields: {x: [emial]}",
    "rules: a\nform: a\nfields: {x: email}",
    "rules: a\nform: a\nfields: {x: [{length: {mix: 1}}]}",
    "rules: a\nform: a\nfields: {x: [{email: , severity: bad}]}",
    "rules: a\nform: a\nlimits: [{rejects: {max: 1}}]",
    "rules: a\nform: a\nexamples: [{acept: {x: 1}}]",
    "messages: de\ncode: {required: x}",
  ])
  func invalidDefinitionsViolateTheSchema(_ text: String) throws {
    let document = try #require(DocumentReader.read(text).nodes.first)
    #expect(try !Self.schema.get().accepts(document))
  }

  /// Every key of the reader is described.
  @Test func schemaHasTheKeysOfTheReader() {
    func keys(_ schema: JSON) -> [String] { schema.properties.map(\.key) }
    #expect(keys(DefinitionSchema.form) == DefinitionReader.formKeys)
    #expect(Set(keys(DefinitionSchema.field)) == Set(DefinitionReader.fieldKeys))
    #expect(Set(keys(DefinitionSchema.ruleSet)) == Set(DefinitionReader.ruleSetKeys))
    #expect(keys(DefinitionSchema.messages) == DefinitionReader.messageKeys)
    #expect(keys(DefinitionSchema.example) == DefinitionReader.exampleKeys)
    #expect(DefinitionSchema.modifiers.map(\.name) == RuleEntry.modifierKeys)
    #expect(Set(DefinitionSchema.typeOptions.map(\.name)) == Set(FieldType.optionNames))
    #expect(Set(DefinitionSchema.fileKeys.map(\.name)) == Set(DefinitionReader.fileKeys))
    #expect(keys(DefinitionSchema.source) == DefinitionReader.sourceKeys)
    let described = DefinitionSchema.document.keysOfProperties
    for keys in [
      DefinitionReader.sourceFormKeys, DefinitionReader.sourceFileKeys,
      DefinitionReader.expectationKeys, DefinitionReader.mailKeys, DefinitionReader.editKeys,
      DefinitionReader.showKeys, DefinitionReader.presentationKeys, DefinitionReader.choiceKeys,
      Preset.keys,
    ] {
      #expect(Set(keys).subtracting(described) == [])
    }
  }
}

extension DefinitionNode {
  fileprivate static func mapping(_ key: String, _ value: DefinitionNode) -> DefinitionNode {
    DefinitionNode(.mapping([.init(key, value)]))
  }
}

extension JSON {
  /// The keys of all objects that the schema describes, at any depth.
  fileprivate var keysOfProperties: Set<String> {
    switch self {
    case .object(let members):
      members.reduce(into: Set(properties.map(\.key))) { $0.formUnion($1.value.keysOfProperties) }
    case .array(let items): items.reduce(into: []) { $0.formUnion($1.keysOfProperties) }
    default: []
    }
  }

  /// The keys in the schema of an object.
  fileprivate var properties: [Member] {
    guard case .object(let members) = self,
      case .object(let keys)? = members.first(where: { $0.key == "properties" })?.value
    else { return [] }
    return keys
  }
}
