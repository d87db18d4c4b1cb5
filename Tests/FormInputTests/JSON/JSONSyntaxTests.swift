import FormBytes
import FormTestSupport
import Foundation
import Testing

@testable import FormInput

/// What both readers accept as JSON, however it is divided into blocks.
@Suite struct JSONSyntaxTests {
  @Test func depthIsBounded() {
    func nested(_ depth: Int) -> String {
      #"{"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    }
    // The record itself is a level.
    let most = JSONScanner.maximumDepth - 1
    #expect(readJSONLines(nested(most)).records[0].fault == nil)
    #expect(readJSONLines(nested(most + 1)).records[0].fault?.code == .tooDeep)
    #expect(readJSONLines(nested(most + 1)).records[0].fault?.column == most + 6)
    #expect(
      readJSONArray("[\(nested(most + 1)),{}]").records.map(\.fault?.code) == [.tooDeep, nil])
    let deep = String(repeating: "[", count: 100_000)
    #expect(readJSONLines("{\"a\":" + deep).records[0].fault?.code == .tooDeep)
    let objects = String(repeating: #"{"a":"#, count: 100_000)
    #expect(readJSONLines(objects).records[0].fault?.code == .tooDeep)
  }

  /// JSONTestSuite. formrec rejects duplicate keys, although the RFC only discourages them.
  @Test(.enabled(if: Repository.hasShared, "third-party data in ../shared is absent"))
  func jsonTestSuiteAgrees() throws {
    struct Vector: Decodable {
      var name: String
      var expect: String
      var base64: Data
    }
    let url = Repository.shared("csv/json_parsing.jsonl")
    let refused = [
      "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
    ]
    var count = 0
    for line in try Data(contentsOf: url).split(separator: 0x0A) {
      let vector = try JSONDecoder().decode(Vector.self, from: line)
      let bytes = Array(vector.base64)
      var scanner = JSONScanner(bytes.span)
      var isAccepted = false
      do throws(JSONError) {
        _ = try scanner.value()
        scanner.skipBlanks()
        isAccepted = scanner.current == nil && bytes.span.firstInvalidUTF8() == nil
      } catch {}
      count += 1
      if vector.expect == "either" { continue }
      let expected = vector.expect == "accept" && !refused.contains(vector.name)
      #expect(isAccepted == expected, "\(vector.name)")
    }
    #expect(count == 316)
  }

  @Test func chunkSizesDoNotAffectRandomInput() throws {
    let alphabet = Array("{}[]\"\":,,\\u00d8ntrue1e-. \n\r\u{7F}é".utf8)
    let failure = RandomRounds.run("JSON", 1_000, long: 3_000) { random, show in
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      var options = ReaderOptions.twoColumns {
        $0.maximumRecordBytes = Int.random(in: 1...80, using: &random)
        $0.bufferBytes = Int.random(in: 1...80, using: &random)
      }
      if Bool.random(using: &random) { options.encoding = nil }
      show("\(text) \(String(decoding: text, as: UTF8.self).debugDescription) \(options)")
      var whole = options
      whole.bufferBytes = 1 << 16
      let (cut, uncut) = (readJSONLines(text, options), readJSONLines(text, whole))
      if cut.records != uncut.records || cut.error != uncut.error { return "other lines" }
      for start in ["[", "[{\"a\":", ""] {
        let text = start.utf8 + text
        let (cut, uncut) = (readJSONArray(text, options), readJSONArray(text, whole))
        if cut.records != uncut.records || cut.error != uncut.error {
          return "other elements after \(start): \(cut.records) \(cut.error?.message ?? "none"), "
            + "\(uncut.records) \(uncut.error?.message ?? "none")"
        }
      }
      return nil
    }
    #expect(failure == nil)
  }
}
