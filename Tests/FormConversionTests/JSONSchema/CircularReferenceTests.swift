import FormRules
import Testing

@testable import FormConversion

/// References that lead back to themselves.
@Suite struct CircularReferenceTests {
  private static func read(_ schema: String) throws -> ConvertedSchema {
    try SchemaConversion.definitions(schema, .jsonSchema, name: "a", file: "x.json")
  }

  /// Evaluating such a schema never ends, whichever keyword contains the reference.
  @Test(
    arguments: [
      ##""allOf": [{"$ref": "#/$defs/x"}, {"$ref": "#/$defs/x"}]"##,
      ##""anyOf": [{"$ref": "#/$defs/x"}, {"minLength": 1}]"##,
      ##""oneOf": [{"$ref": "#/$defs/x"}, {"minLength": 1}]"##,
      ##""allOf": [{"$ref": "#/$defs/x"}], "anyOf": [{"$ref": "#/$defs/x"}, {"minLength": 1}]"##,
      ##""not": {"$ref": "#/$defs/x"}"##,
      ##""if": {"minLength": 1}, "then": {"$ref": "#/$defs/y"}"##,
    ])
  func circleIsAnError(_ keyword: String) throws {
    let definitions = ##""$defs": {"x": {\##(keyword)}, "y": {"$ref": "#/$defs/x"}}"##
    for schema in [
      ##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/x"}}, \##(definitions)}"##,
      ##"{"type": "object", "properties": {"a": {"anyOf": [{"$ref": "#/$defs/x"}]}}, \##(definitions)}"##,
    ] {
      let error = #expect(throws: DefinitionErrors.self) { try Self.read(schema) }
      #expect(error?.description.contains("refers back to itself") == true, "\(schema)")
    }
  }

  /// A member may have the schema of its parent.
  @Test func memberOfTheSameKindIsNoCircle() throws {
    let converted = try Self.read(
      """
      {"$ref": "#/$defs/person", "$defs": {"person": {"type": "object", "properties": {
        "name": {"type": "string"}, "manager": {"$ref": "#/$defs/person"}}}}}
      """)
    #expect(converted.text.contains("name: name") && !converted.text.contains("name: manager"))
  }

  /// Definitions that each repeat the next one twice.
  @Test func expansionIsBounded() throws {
    let chain = (0..<30).map {
      ##""x\##($0)": {"anyOf": [{"$ref": "#/$defs/x\##($0 + 1)"}, {"$ref": "#/$defs/x\##($0 + 1)"}]}"##
    }
    let error = #expect(throws: DefinitionErrors.self) {
      try Self.read(
        """
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/x0"}},
        "$defs": {\(chain.joined(separator: ", ")), "x30": {"minLength": 1}}}
        """)
    }
    #expect(error?.description.contains("more than 10,000 references") == true)
  }
}
