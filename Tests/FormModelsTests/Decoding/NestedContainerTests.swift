import FormModels
import Testing

@testable import FormRules

@Suite struct NestedContainerTests {
  /// Nested containers may be requested several times.
  @Test func unknownKeysOfNestedContainersAreRejected() throws {
    struct Nested: Decodable {
      enum Key: String, CodingKey { case a, list, x, y }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in [Key.x, .y] {
          _ = try container.nestedContainer(keyedBy: Key.self, forKey: .a)
            .decode(Int.self, forKey: key)
        }
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        while !list.isAtEnd {
          _ = try list.nestedContainer(keyedBy: Key.self).decode(Int.self, forKey: .x)
        }
      }
    }
    let json = #"{"a": {"x": 1, "y": 2, "typo": 3}, "list": [{"x": 1}, {"x": 1, "z": 2}]}"#
    let notes = DecodingNotes(DecodingOptions(unknownKeys: .reject))
    _ = try notes.decode(Nested.self, at: try #require(JSONReader.readValue(json)))
    #expect(
      notes.faults.map(\.path) == [
        [.key("a"), .key("typo")], [.key("list"), .index(1), .key("z")],
      ])
  }
}
