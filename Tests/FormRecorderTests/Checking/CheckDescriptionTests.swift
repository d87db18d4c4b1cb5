import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Testing

@testable import FormRecorder

/// The description of a check names the fields that columns fill in an import.
@Suite struct CheckDescriptionTests {
  private static let definitions = PeopleDefinitions.yaml(
    fields: ["{name: amount, type: decimal, aliases: [Sum]}"],
    rules: """
      ---
      source: north
      forms:
        people:
          map: {Betrag: amount}
      """)

  private static func fields(
    of columns: [String], format: String? = nil, source: String? = nil
  ) throws -> String? {
    var check = try FileCheck(
      DefinitionSet(yaml: definitions), form: nil, rules: nil, now: Instant(seconds: 0))
    check.input.format = format
    check.source = source
    guard case .object(let members) = try check.description(columns: columns) else { return nil }
    return members.first { $0.key == "columns" }?.value.text
  }

  @Test func columnsOfASourceFillItsFields() throws {
    let columns = ["id", "Betrag"]
    #expect(try Self.fields(of: columns, source: "north") == #"["id","amount"]"#)
    #expect(try Self.fields(of: columns, source: "south") == #"["id",null]"#)
    #expect(try Self.fields(of: columns) == #"["id",null]"#)
  }

  /// Records may have different keys.
  @Test func severalKeysFillAField() throws {
    let keys = ["Sum", "amount", "other"]
    #expect(try Self.fields(of: keys, format: "ndjson") == #"["amount","amount",null]"#)
    #expect(throws: RecorderError.self) { try Self.fields(of: ["id", "Sum", "amount"]) }
  }
}
