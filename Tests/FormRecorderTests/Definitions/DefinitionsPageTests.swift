import FormTestSupport
import Foundation
import Testing

@testable import FormDefinitions
@testable import FormRecorder
@testable import FormRules

/// The examples in `docs/definitions.md` work: each block is a file that can be applied. The page
/// names every key that the reader accepts.
@Suite struct DefinitionsPageTests {
  private static let page: String = {
    let file = Repository.root.appendingPathComponent("docs/definitions.md")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  /// The YAML blocks.
  private static let blocks = page.components(separatedBy: "\n```yaml\n").dropFirst().compactMap {
    $0.components(separatedBy: "\n```").first.map { $0 + "\n" }
  }

  @Test func pageHasBlocks() {
    #expect(Self.blocks.count > 6)
  }

  @Test(arguments: blocks)
  func everyBlockCanBeApplied(_ block: String) throws {
    if block.hasPrefix("messages:") {
      let messages = try DefinitionFile.messages(bytes: Array(block.utf8), file: "page")
      #expect(messages.count == 1)
      return
    }
    let definitions = try DefinitionFile.parse(
      block, file: "page", knownRules: RuleRegistry.names)
    let forms = definitions.compactMap { if case .form(let form) = $0 { form } else { nil } }
    var ruleSets = 0
    for case .ruleSet(let ruleSet) in definitions {
      let form = try #require(forms.first { $0.name == ruleSet.form })
      let plan = try Plan(form: form, ruleSet: ruleSet)
      let check = try ExampleCheck(plan, now: Instant(seconds: 1_767_225_600))
      #expect(!check.outcomes.isEmpty)
      #expect(check.failures.map { "\($0.location): \($0.problem ?? "")" } == [])
      ruleSets += 1
    }
    #expect(ruleSets == 1)
  }

  /// Covers every key in the schema except rules and their parameters, which `docs/rules.md`
  /// documents.
  @Test func everyKeyIsNamed() {
    let keys =
      DefinitionReader.formKeys + DefinitionReader.fileKeys + DefinitionReader.fieldKeys
      + DefinitionReader.choiceKeys + DefinitionReader.ruleSetKeys + DefinitionReader.exampleKeys
      + DefinitionReader.messageKeys + Preset.keys + DefinitionReader.sourceKeys
      + DefinitionReader.sourceFormKeys + DefinitionReader.sourceFileKeys
      + DefinitionReader.expectationKeys + DefinitionReader.showKeys
      + DefinitionReader.presentationKeys
      + RuleEntry.modifierKeys + FieldType.names + Limit.Subject.allCases.map(\.rawValue)
      + FieldPresentation.Widget.allCases.map(\.rawValue)
      + Severity.allCases.map(\.rawValue) + RuleEntry.Stop.allCases.map(\.rawValue)
      + RuleEntry.Empty.allCases.map(\.rawValue)
    let missing = keys.filter { !Self.page.contains("`\($0)`") }
    #expect(missing == [], "docs/definitions.md does not document these keys")
  }

  @Test func everyFunctionIsNamed() {
    for name in ExpressionFunction.names {
      #expect(Self.page.contains("`\(name)("), "docs/definitions.md does not document \(name)")
    }
  }
}
