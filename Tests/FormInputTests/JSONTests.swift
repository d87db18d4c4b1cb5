import FormBytes
import FormTestSupport
import Foundation
import Testing

@testable import FormInput

@Suite struct JSONTests {
  private static func twoColumns(_ change: (inout ReaderOptions) -> Void = { _ in })
    -> ReaderOptions
  {
    ReaderOptions {
      $0.encoding = .utf8
      $0.initialJSONColumns = ["a", "b"]
      change(&$0)
    }
  }

  private func lines(
    _ text: String, _ options: ReaderOptions = twoColumns()
  ) -> (records: [ReadRecord], header: [String], detected: DetectedProperties, error: ReaderError?)
  {
    lines(Array(text.utf8), options)
  }

  private func lines(
    _ bytes: [UInt8], _ options: ReaderOptions = twoColumns()
  ) -> (records: [ReadRecord], header: [String], detected: DetectedProperties, error: ReaderError?)
  {
    do throws(ReaderError) {
      return readAll(try JSONLinesReader(source: MemoryByteSource(bytes), options: options))
    } catch {
      return ([], [], DetectedProperties(), error)
    }
  }

  private func array(
    _ text: String, _ options: ReaderOptions = twoColumns()
  ) -> (records: [ReadRecord], header: [String], detected: DetectedProperties, error: ReaderError?)
  {
    array(Array(text.utf8), options)
  }

  private func array(
    _ bytes: [UInt8], _ options: ReaderOptions = twoColumns()
  ) -> (records: [ReadRecord], header: [String], detected: DetectedProperties, error: ReaderError?)
  {
    do throws(ReaderError) {
      let source = MemoryByteSource(bytes)
      return readAll(try JSONArrayReader(source: source, options: options))
    } catch {
      return ([], [], DetectedProperties(), error)
    }
  }

  /// A line with its expected cells, or `code column`.
  static let table: [(String, [String?]?, String?)] = [
    (#"{"a":"x","b":1}"#, ["x", "1"], nil),
    (#" { "b" : -1.50e+3 , "a" : true } "#, ["true", "-1.50e+3"], nil),
    (#"{"b":"\u0041\n\"\\\/\b\f\r\t"}"#, [nil, "A\n\"\\/\u{8}\u{C}\r\t"], nil),
    (#"{"a":null,"b":""}"#, [nil, ""], nil),
    (#"{"\u0061":"\ud83d\ude00\u0000","b":"\u00e9\u20ac"}"#, ["😀\0", "é€"], nil),
    (
      #"{"a":[1, {"x":[]}],"b":{ "y":"\"" , "z":[[]]}}"#,
      [#"[1, {"x":[]}]"#, #"{ "y":"\"" , "z":[[]]}"#], nil
    ),
    (
      #"{"a":"12345678901234567890123","b":12345678901234567890123}"#,
      ["12345678901234567890123", "12345678901234567890123"], nil
    ),
    ("{}", [nil, nil], nil),
    ("{\"a\":\"x\u{2028}\"}", ["x\u{2028}", nil], nil),
    (#"{"a":1,}"#, nil, "json.syntax 8"), (#"{'a':1}"#, nil, "json.syntax 2"),
    (#"{a:1}"#, nil, "json.syntax 2"), (#"{"a":NaN}"#, nil, "json.syntax 6"),
    (#"{"a":Infinity}"#, nil, "json.syntax 6"), (#"{"a":01}"#, nil, "json.syntax 7"),
    (#"{"a":+1}"#, nil, "json.syntax 6"), (#"{"a":.5}"#, nil, "json.syntax 6"),
    (#"{"a":1.}"#, nil, "json.syntax 8"), (#"{"a":1e}"#, nil, "json.syntax 8"),
    (#"{"a":0x1}"#, nil, "json.syntax 7"), (#"{"a":"\x"}"#, nil, "json.syntax 8"),
    (#"{"a":"\u12"}"#, nil, "json.syntax 11"), ("{\"a\":\"\t\"}", nil, "json.syntax 7"),
    (#"{"a":"\ud800"}"#, nil, "json.syntax 7"), (#"{"a":"\udc00x"}"#, nil, "json.syntax 7"),
    (#"{"a":"\ud800\u0041"}"#, nil, "json.syntax 7"), (#"{"a":tru}"#, nil, "json.syntax 9"),
    (#"{"a":[1,]}"#, nil, "json.syntax 9"), (#"{"a":{"b":1,}}"#, nil, "json.syntax 13"),
    (#"{"a":[1}"#, nil, "json.syntax 8"), (#"{"a":"#, nil, "json.syntax 6"),
    (#"{"a""#, nil, "json.syntax 5"), ("{", nil, "json.syntax 2"),
    (#"{"a":"x"#, nil, "json.syntax 8"),
    (#"{"a":1,"a":2}"#, nil, "json.duplicateKey 8"),
    (#"{"\u0061":1,"a":null}"#, nil, "json.duplicateKey 13"),
    (#"{"new":1,"new":2}"#, nil, "json.duplicateKey 10"),
    (#"{"a":{"x":1,"\u0078":2}}"#, nil, "json.duplicateKey 13"),
    (
      #"{"a":{"x":{"x":1},"y":[{"x":1},{"x":1}]}}"#,
      [#"{"x":{"x":1},"y":[{"x":1},{"x":1}]}"#, nil], nil
    ),
    ("[1]", nil, "json.notAnObject 1"), (" 1", nil, "json.notAnObject 2"),
    ("\"x\"", nil, "json.notAnObject 1"), ("x", nil, "json.notAnObject 1"),
  ]

  @Test(
    arguments: table + [
      (#"{"a":1}//c"#, nil, "json.syntax 8"), (#"{"a":1}{}"#, nil, "json.syntax 8"),
    ])
  func readsALine(_ line: String, cells: [String?]?, fault: String?) throws {
    let text = "\n\(line)\r\n{\"a\":\"next\"}"
    for blockBytes in Array(1...(text.utf8.count + 1)) {
      let result = lines(text, Self.twoColumns { $0.blockBytes = blockBytes })
      try #require(result.records.count == 2 && result.error == nil)
      let record = result.records[0]
      #expect(record.line == 2)
      #expect(record.byteOffset == 1)
      #expect(record.raw == Array(line.utf8))
      #expect(record.texts == cells ?? [])
      #expect(record.fault.map { "\($0.code.rawValue) \($0.column)" } == fault)
      #expect(record.fault.map { $0.byteOffset - $0.column } ?? 0 == 0)
      #expect(result.records[1].texts == ["next", nil])
      #expect(result.header == ["a", "b"])
      #expect(result.detected.blankLines == 1)
    }
  }

  /// Elements whose end cannot be determined.
  private static let withoutEnd = [
    #"{"a":[1}"#, #"{"a":"#, #"{"a""#, "{", #"{"a":"x"#,
  ]

  @Test(arguments: table)
  func readsAnElement(_ line: String, cells: [String?]?, fault: String?) throws {
    let text = "[{\"a\":\"first\"},\r\n\(line) , {\"a\":\"next\"}]\n"
    for blockBytes in Array(1...(text.utf8.count + 1)) {
      let result = array(text, Self.twoColumns { $0.blockBytes = blockBytes })
      #expect(result.records.first?.texts == ["first", nil])
      let place = fault.map { $0.split(separator: " ") } ?? []
      if Self.withoutEnd.contains(line) {
        try #require(result.records.count == 1, "block \(blockBytes)")
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
    for blockBytes in 1...(text.utf8.count + 1) {
      let result = array(text, Self.twoColumns { $0.blockBytes = blockBytes })
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
    for blockBytes in 1...(text.utf8.count + 1) {
      let options = Self.twoColumns {
        $0.blockBytes = blockBytes
        $0.maximumRecordBytes = 20
      }
      let result = array(text, options)
      #expect(result.error == nil)
      #expect(result.records.first?.texts == ["1", nil])
      #expect(result.records.last?.texts == ["2", nil])
      #expect(result.records.last?.line == 3)
      #expect(result.records.dropFirst().dropLast().allSatisfy { $0.fault != nil })
      #expect(result.records.allSatisfy { $0.raw.count <= 20 })
    }
  }

  @Test func singleObjectIsOneRecord() {
    #expect(array(" {\n\"a\": 1}\n ").records.map(\.texts) == [["1", nil]])
    #expect(array("[ ]").error == nil)
    #expect(array("\u{FEFF}[{}]").records.map(\.byteOffset) == [4])
  }

  @Test func depthIsBounded() {
    func nested(_ depth: Int) -> String {
      #"{"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    }
    // The record itself is a level.
    let most = JSONScanner.maximumDepth - 1
    #expect(lines(nested(most)).records[0].fault == nil)
    #expect(lines(nested(most + 1)).records[0].fault?.code == .tooDeep)
    #expect(lines(nested(most + 1)).records[0].fault?.column == most + 6)
    #expect(array("[\(nested(most + 1)),{}]").records.map(\.fault?.code) == [.tooDeep, nil])
    let deep = String(repeating: "[", count: 100_000)
    #expect(lines("{\"a\":" + deep).records[0].fault?.code == .tooDeep)
    let objects = String(repeating: #"{"a":"#, count: 100_000)
    #expect(lines(objects).records[0].fault?.code == .tooDeep)
  }

  @Test func newKeysBecomeColumns() {
    let text = #"""
      {"z":1}
      {"y":2,"a":3}
      {"bad":1,}
      {"x\n":4,"y":5}
      {"overflow":6}
      """#
    let result = lines(text, Self.twoColumns { $0.maximumColumns = 5 })
    #expect(result.header == ["a", "b", "z", "y", "x\n"])
    #expect(
      result.records.map(\.texts) == [
        [nil, nil, "1"], ["3", nil, nil, "2"], [], [nil, nil, nil, "5", "4"], [],
      ])
    #expect(result.records[4].fault?.code == .tooManyKeys)
  }

  @Test func manyColumnsAreLookedUp() {
    let keys = (0..<3_000).map { "key \($0 * 7919 % 3_000)" }
    let object = "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    let reversed = "{" + keys.reversed().map { "\"\($0)\":2" }.joined(separator: ",") + "}"
    let result = lines(object + "\n" + reversed, Self.twoColumns { $0.initialJSONColumns = [] })
    #expect(result.header == keys)
    #expect(result.records[1].texts.allSatisfy { $0 == "2" })
  }

  @Test func longLinesAreBounded() {
    let text = "{\"a\":\"xxxxxx\"}\n{\"a\":1}\n{\"a\":\"éé\"}"
    let result = lines(text, Self.twoColumns { $0.maximumRecordBytes = 7 })
    #expect(result.records.map(\.fault?.code) == [.tooLong, nil, .tooLong])
    #expect(result.records.map(\.line) == [1, 2, 3])
    #expect(result.records[2].raw == Array("{\"a\":\"".utf8))
    let long = array("[{\"a\":\"xxxxxx\"}]", Self.twoColumns { $0.maximumRecordBytes = 7 })
    #expect(long.records.map(\.fault?.code) == [.tooLong])
    #expect(long.records[0].raw == Array("{\"a\":\"x".utf8))
  }

  @Test func invalidUTF8IsAFault() {
    let bytes =
      Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}\n{\"".utf8) + [0xC0] + Array("\":1}".utf8)
    let result = lines(bytes)
    #expect(result.records.map(\.fault?.code) == [.encoding, .encoding])
    #expect(result.records.map(\.fault?.column) == [7, 3])
    #expect(result.header == ["a", "b"])
  }

  @Test func kindsOfValuesAreKept() throws {
    var batch = RecordBatch()
    let text = #"{"a":1,"b":"1","c":true,"d":null,"e":[1],"f":{},"g":"\n"}"#
    var reader = try JSONLinesReader(source: MemoryByteSource(Array(text.utf8)))
    #expect(try reader.read(into: &batch, maximumRecords: 9))
    #expect(
      batch.cells.map(\.kind) == [.number, .string, .boolean, .missing, .array, .object, .string])
    #expect(batch.cells.map(\.isPlain) == [false, true, false, false, false, false, false])
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
    let failure = RandomRounds.run("JSON", 3_000) { random, show in
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      var options = Self.twoColumns {
        $0.maximumRecordBytes = Int.random(in: 1...80, using: &random)
        $0.blockBytes = Int.random(in: 1...80, using: &random)
      }
      if Bool.random(using: &random) { options.encoding = nil }
      show("\(text) \(String(decoding: text, as: UTF8.self).debugDescription) \(options)")
      var whole = options
      whole.blockBytes = 1 << 16
      let (cut, uncut) = (lines(text, options), lines(text, whole))
      if cut.records != uncut.records || cut.error != uncut.error { return "other lines" }
      for start in ["[", "[{\"a\":", ""] {
        let text = start.utf8 + text
        let (cut, uncut) = (array(text, options), array(text, whole))
        if cut.records != uncut.records || cut.error != uncut.error {
          return "other elements after \(start): \(cut.records) \(cut.error?.message ?? "none"), "
            + "\(uncut.records) \(uncut.error?.message ?? "none")"
        }
      }
      return nil
    }
    #expect(failure == nil)
  }

  /// `JSON: SEED=17443147608910149014` found a cut in the middle of a character, before the first
  /// byte of the record.
  @Test(arguments: 1...4, [[0xA9, 0xA9, 0xA9, 0xA9, 0xA9], Array("é😀é".utf8)] as [[UInt8]])
  func overlongRecordIsCutAfterItsFirstByte(bound: Int, _ bytes: [UInt8]) {
    let options = Self.twoColumns { $0.maximumRecordBytes = bound }
    let result = lines(bytes + [0x0A] + bytes + [0x0A], options)
    #expect(result.records.map(\.fault?.code) == [.tooLong, .tooLong])
    #expect(result.records.allSatisfy { bytes.starts(with: $0.raw) })
  }
}
