import Foundation
import Testing

@testable import FormRules

@Suite struct JSONEncodingTests {
  private struct Counts: Encodable {
    var open = 1
    var closed: Int64? = nil
  }

  private struct Report: Encodable {
    var name: String? = "a"
    var reason: String?
    var share = JSON.number("0.0250")

    func encode(to encoder: any Encoder) throws {
      try encoder.encodeMembers(["name": name, "reason": reason, "items": [1, nil]])
      try Counts().encode(to: encoder)
      try encoder.encodeMembers(["share": share, "none": [String](), "inner": [Counts(closed: 2)]])
    }
  }

  @Test func membersAreInOrder() {
    #expect(
      Report().json.text == """
        {"name":"a","reason":null,"items":[1,null],"open":1,"share":0.0250,"none":[],\
        "inner":[{"open":1,"closed":2}]}
        """)
  }

  @Test func foundationEncodesTheSameMembers() throws {
    let data = try JSONEncoder().encode(Report())
    let keys = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any]).keys
    #expect(keys.sorted() == ["inner", "items", "name", "none", "open", "reason", "share"])
  }

  @Test func scalarsAndNestedContainers() {
    struct Nested: Encodable {
      enum CodingKeys: CodingKey { case b, a }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var items = container.nestedUnkeyedContainer(forKey: .b)
        try items.encode("x")
        var inner = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .a)
        try inner.encode(UInt8.max, forKey: .b)
        try items.encodeNil()
      }
    }
    #expect(Nested().json.text == #"{"b":["x",null],"a":{"b":255}}"#)
    #expect([0.5, -1].json.text == "[0.5,-1.0]")
    #expect([true: "é"][true].json.text == #""é""#)
    #expect(JSON.object([]).json == .object([]))
  }
}
