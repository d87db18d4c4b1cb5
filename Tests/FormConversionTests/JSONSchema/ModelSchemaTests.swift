import FormConversion
import FormModels
import Foundation
import Testing

/// The JSON Schema of models.
@Suite struct ModelSchemaTests {
  struct Item: Sendable {
    var name = ""
    var count: Int?
  }
  struct Order: Sendable {
    enum Payment: Sendable { case cash }
    var id = 0
    var email: String?
    var plan = "free"
    var scores: [Int] = []
    var first: Item?
    var items: [Item] = []
    var prices: [String: Item]?
    var payment = Payment.cash
  }

  private func object(_ schema: ModelSchema) throws -> NSDictionary {
    try #require(
      try JSONSerialization.jsonObject(with: Data(schema.text.utf8)) as? NSDictionary)
  }

  private func value(_ path: String, of object: NSDictionary) -> NSDictionary? {
    path.split(separator: ".").reduce(object) { $0?[String($1)] as? NSDictionary }
  }

  @Test func membersHaveTypesRulesAndDefaults() throws {
    let validator = try ModelValidator<Order>(name: "orders") {
      Property("id", \.id, .range(1...9))
      Property("email", \.email, .required, .email(), .length(max: 80)).label("E-mail")
      Property("plan", \.plan, default: "free", .in(["free", "paid"]))
      Property("scores", \.scores, .length(max: 3))
      Property("isNew", reading: { $0.id > 5 }, .true())
      Nested("first", \.first) { Property("name", \.name, transform: { $0 }, .length(max: 5)) }
      Each("items", \.items) { Property("count", \.count, .range(min: 1).when { $0.name != "" }) }
      Each("prices", \.prices) { Property("name", \.name) }
      Nested("cash", reading: { _ -> Item? in nil }) { Property("name", \.name) }
      Check("total", "wrong") { _ in true }
    }
    let schema = validator.jsonSchema
    let expected: NSDictionary = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "orders",
      "type": "object", "required": ["id", "email", "scores", "items"],
      "properties": [
        "id": ["type": "integer", "minimum": 1, "maximum": 9],
        "email": [
          "title": "E-mail", "type": "string", "format": "email", "minLength": 1, "maxLength": 80,
        ],
        "plan": [
          "type": ["string", "null"], "enum": ["free", "paid", NSNull()], "default": "free",
        ],
        "scores": ["type": "array", "maxItems": 3, "items": ["type": "integer"]],
        "first": [
          "anyOf": [
            [
              "type": "object", "required": ["name"], "properties": ["name": ["type": "string"]],
            ], ["type": "null"],
          ]
        ],
        "items": [
          "type": "array",
          "items": [
            "type": "object", "required": [] as [String],
            "properties": ["count": ["type": ["integer", "null"]]],
          ],
        ],
        "prices": [
          "type": ["object", "null"],
          "additionalProperties": [
            "type": "object", "required": ["name"], "properties": ["name": ["type": "string"]],
          ],
        ],
      ],
    ]
    #expect(try object(schema) == expected, "\(schema.text)")
    #expect(
      schema.notes == [
        "isNew: rule 'true': not converted: a closure computes the value",
        "total: check: not converted",
        "email: rule 'length': counts code points in the schema but characters in the form",
        "properties: rule 'email' becomes the format 'email', which accepts other texts: 'email'",
        "properties: an empty text is validated by the schema but missing in the form: 'plan'",
        "first.name: rule 'length': not converted: the value is transformed",
        "items[].count: rule 'range': not converted",
        "cash: not converted: a closure computes the value",
      ], "\(schema.notes)")
  }

  struct Comment: Sendable {
    var text = ""
    var replies: [Comment] = []
  }
  struct Page: Sendable { var comments: [Comment] = [] }
  static let comments: ModelValidator<Comment> = try! ModelValidator {
    Property("text", \.text)
    Each("replies", \.replies).using(comments)
  }

  @Test func recursiveModelsAreReferences() throws {
    let own = try object(Self.comments.jsonSchema)
    let replies = value("properties.replies.items", of: own)
    #expect(replies == ["$ref": "#"] as NSDictionary)
    let pages = try ModelValidator<Page> {
      Each("comments", \.comments).using(Self.comments)
    }
    let schema = try object(pages.jsonSchema)
    let items = value("properties.comments.items", of: schema)
    #expect(items == ["$ref": "#/$defs/value1"] as NSDictionary)
    #expect(value("$defs.value1.properties.replies.items", of: schema) != nil)
  }
}
