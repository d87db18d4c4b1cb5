import FormBytes
import Foundation
import Testing

@testable import FormInput

/// A JSON array of objects.
@Suite struct JSONArrayTests {
  /// Elements whose end cannot be determined.
  private static let withoutEnd = [
    #"{"a":[1}"#, #"{"a":"#, #"{"a""#, "{", #"{"a":"x"#,
  ]

  @Test(arguments: JSONRecordCases.all)
  func readsAnElement(_ line: String, cells: [String?]?, fault: String?) throws {
    let text = "[{\"a\":\"first\"},\r\n\(line) , {\"a\":\"next\"}]\n"
    for bufferBytes in Array(1...(text.utf8.count + 1)) {
      let result = readJSONArray(text, .twoColumns { $0.bufferBytes = bufferBytes })
      #expect(result.records.first?.texts == ["first", nil])
      let place = fault.map { $0.split(separator: " ") } ?? []
      if Self.withoutEnd.contains(line) {
        try #require(result.records.count == 1, "block \(bufferBytes)")
        #expect(result.error?.kind == .syntax)
        #expect(result.error?.line == 2)
      } else {
        try #require(result.records.count == 3 && result.error == nil, "\(result)")
        #expect(result.records[1].texts == cells ?? [])
        #expect(result.records[1].raw == Array(line.trimmingCharacters(in: .whitespaces).utf8))
        #expect(result.records[1].fault?.code.rawValue == place.first.map(String.init))
        #expect(result.records[2].line == 2)
        #expect(result.records[2].texts == ["next", nil])
      }
    }
  }

  @Test(arguments: [
    ("", 0, 1, 0), ("[", 0, 1, 1), ("[]x", 0, 1, 2), ("x", 0, 1, 0), ("[{}]\n\r\n]", 1, 3, 7),
    ("[{},\n]", 1, 2, 5), ("[{}\r{}]", 1, 2, 4), ("[{}", 1, 1, 3), ("{} {}", 1, 1, 3),
    ("[,{}]", 0, 1, 1), ("[{},", 1, 1, 4), ("[{\"a\":1,\n\"b\" 2]", 0, 2, 13),
    ("[{\"a\":\"x},\n{\"a\":1}]", 0, 1, 10),
    ("[{}] []", 1, 1, 5), ("[{}//c", 1, 1, 3), ("[{}{}]", 1, 1, 3), ("[1,2", 2, 1, 4),
    ("{\"a\":1,\n}", 0, 2, 8), (" {'a':1}", 0, 1, 2),
  ])
  func nonArrayStopsReading(_ text: String, records: Int, line: Int, byteOffset: Int) {
    for bufferBytes in 1...(text.utf8.count + 1) {
      let result = readJSONArray(text, .twoColumns { $0.bufferBytes = bufferBytes })
      #expect(result.records.count == records)
      #expect(result.error?.line == line)
      #expect(result.error?.byteOffset == byteOffset, "\(result.error?.message ?? "none")")
    }
  }

  /// A value that exceeds the maximum length of a record is kept up to there and skipped.
  @Test(arguments: [
    #"{"a":"0123456789012345678901234567890123456789"}"#, #"{"a":[[{"x":"\"}"}],1],"a":2,"b":3}"#,
    #"{"a":1,} ,"0123456789012345678901234567890123456789""#, "1234567890123456789012345678901234",
  ])
  func overlongElementIsSkipped(_ element: String) {
    let text = "[{\"a\":1},\n\(element)\n,{\"a\":2}]"
    for bufferBytes in 1...(text.utf8.count + 1) {
      let options = ReaderOptions.twoColumns {
        $0.bufferBytes = bufferBytes
        $0.maximumRecordBytes = 20
      }
      let result = readJSONArray(text, options)
      #expect(result.error == nil)
      #expect(result.records.first?.texts == ["1", nil])
      #expect(result.records.last?.texts == ["2", nil])
      #expect(result.records.last?.line == 3)
      #expect(result.records.dropFirst().dropLast().allSatisfy { $0.fault != nil })
      #expect(result.records.allSatisfy { $0.raw.count <= 20 })
    }
  }

  @Test func singleObjectIsOneRecord() {
    #expect(readJSONArray(" {\n\"a\": 1}\n ").records.map(\.texts) == [["1", nil]])
    #expect(readJSONArray("[ ]").error == nil)
    #expect(readJSONArray("\u{FEFF}[{}]").records.map(\.byteOffset) == [4])
  }
}
