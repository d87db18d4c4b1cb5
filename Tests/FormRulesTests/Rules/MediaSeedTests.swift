import FormTestSupport
import Foundation
import Testing

@testable import FormRules

/// The beginnings of NGRValidator's test files, with its verdicts on them.
@Suite(.enabled(if: Repository.hasShared, "third-party data in ../shared is absent"))
struct MediaSeedTests {
  private struct Seed: Decodable {
    let rule: String
    let params: [String: VectorOption]
    let input: VectorOption
    let expect: String
  }

  private struct Medium: Decodable {
    let media: String
    let prefix_base64: String
  }

  private static func lines<Line: Decodable>(_ file: String) throws -> [Line] {
    try Data(contentsOf: Repository.shared("vectors/\(file)")).split(separator: UInt8(ascii: "\n"))
      .compactMap {
        try? JSONDecoder().decode(Line.self, from: $0)
      }
  }

  @Test func verdictsMatchNGRValidator() throws {
    let seeds: [Seed] = try Self.lines("seeds.jsonl")
    let media: [Medium] = try Self.lines("seeds-media.jsonl")
    let form = Form(name: "f", fields: [Field(name: "value", type: .file)])
    let contents = Dictionary(uniqueKeysWithValues: media.map { ($0.media, $0.prefix_base64) })
    var judged = 0
    for seed in seeds {
      guard case .object(let input) = seed.input, let parameters = parameters(seed) else {
        continue
      }
      let content =
        input["media"]?.text.flatMap { contents[$0] }
        ?? input["text"]?.text.map { Data($0.utf8).base64EncodedString() }
      let rule = try bind(
        MediaRule.self, DefinitionNode(.mapping(parameters + [.init("encoding", "base64")])),
        of: form)
      let text = try #require(content)
      let accepted = code(rule, of: form, ["value": text]) == nil
      #expect(accepted == (seed.expect == "pass"), "\(seed.rule) \(seed.params) \(input)")
      judged += 1
    }
    #expect(judged == 808)
  }

  private func parameters(_ seed: Seed) -> [DefinitionNode.Entry]? {
    switch seed.rule {
    case "mimeType":
      let name = seed.params["mime"]?.text ?? ""
      return [.init("types", .text(name.hasPrefix("text/plain") ? "text/plain" : name))]
    case "image", "video", "audio", "archive": return [.init("kinds", .text(seed.rule))]
    default: return nil
    }
  }
}
