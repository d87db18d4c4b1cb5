import FormBytes
import Testing

@testable import FormInput

/// JSON Lines: an object per line.
@Suite struct NDJSONTests {
  @Test(
    arguments: JSONRecordCases.all + [
      (#"{"a":1}//c"#, nil, "json.syntax 8"), (#"{"a":1}{}"#, nil, "json.syntax 8"),
    ])
  func readsALine(_ line: String, cells: [String?]?, fault: String?) throws {
    let text = "\n\(line)\r\n{\"a\":\"next\"}"
    for bufferBytes in Array(1...(text.utf8.count + 1)) {
      let result = readJSONLines(text, .twoColumns { $0.bufferBytes = bufferBytes })
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

  /// Escapes are found in the order of the members, which may differ from that of the columns.
  @Test func escapesAreResolvedInMembersOfAnyOrder() {
    let text = #"""
      {"b":"1\t","a":"2\n"}
      {"b":"3\t","a":"4\n",}
      {"b":"5\t","a":"6\n"}
      """#
    let result = readJSONLines(text)
    #expect(result.records.map(\.texts) == [["2\n", "1\t"], [], ["6\n", "5\t"]])
  }

  @Test func newKeysBecomeColumns() {
    let text = #"""
      {"z":1}
      {"y":2,"a":3}
      {"bad":1,}
      {"x\n":4,"y":5}
      {"overflow":6}
      """#
    let result = readJSONLines(text, .twoColumns { $0.maximumColumns = 5 })
    #expect(result.header == ["a", "b", "z", "y", "x\n"])
    #expect(
      result.records.map(\.texts) == [
        [nil, nil, "1"], ["3", nil, nil, "2"], [], [nil, nil, nil, "5", "4"], [],
      ])
    #expect(result.records[4].fault?.code == .tooManyKeys)
  }

  @Test func keysOfOneFieldAreOneColumn() {
    let text = #"""
      {"new":0,"A":1}
      {"NEW":2,"b":3,"bad":}
      {"NEW":2,"b":3}
      {"x":4,"New":5,"X":6}
      {"B":7,"b":8}
      """#
    let options = ReaderOptions.twoColumns {
      $0.initialJSONColumns = ["a", "b", "B"]
      $0.fieldOfKey = { ["a": 0, "b": 1, "new": 2][$0.lowercased()] }
    }
    let result = readJSONLines(text, options)
    #expect(result.header == ["a", "b", "B", "new", "x", "X"])
    #expect(
      result.records.map(\.texts) == [
        ["1", nil, nil, "0"], [], [nil, "3", nil, "2"], [nil, nil, nil, "5", "4", "6"], [],
      ])
    #expect(result.records.map(\.fault?.code) == [nil, .jsonSyntax, nil, nil, .duplicateKey])
  }

  @Test func manyColumnsAreLookedUp() {
    let keys = (0..<3_000).map { "key \($0 * 7919 % 3_000)" }
    let object = "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    let reversed = "{" + keys.reversed().map { "\"\($0)\":2" }.joined(separator: ",") + "}"
    let result = readJSONLines(object + "\n" + reversed, .twoColumns { $0.initialJSONColumns = [] })
    #expect(result.header == keys)
    #expect(result.records[1].texts.allSatisfy { $0 == "2" })
  }

  @Test func longLinesAreBounded() {
    let text = "{\"a\":\"xxxxxx\"}\n{\"a\":1}\n{\"a\":\"éé\"}"
    let result = readJSONLines(text, .twoColumns { $0.maximumRecordBytes = 7 })
    #expect(result.records.map(\.fault?.code) == [.tooLong, nil, .tooLong])
    #expect(result.records.map(\.line) == [1, 2, 3])
    #expect(result.records[2].raw == Array("{\"a\":\"".utf8))
    let long = readJSONArray("[{\"a\":\"xxxxxx\"}]", .twoColumns { $0.maximumRecordBytes = 7 })
    #expect(long.records.map(\.fault?.code) == [.tooLong])
    #expect(long.records[0].raw == Array("{\"a\":\"x".utf8))
  }

  @Test func invalidUTF8IsAFault() {
    let bytes =
      Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}\n{\"".utf8) + [0xC0] + Array("\":1}".utf8)
    let result = readJSONLines(bytes)
    #expect(result.records.map(\.fault?.code) == [.encoding, .encoding])
    #expect(result.records.map(\.fault?.column) == [7, 3])
    #expect(result.header == ["a", "b"])
  }

  @Test func kindsOfValuesAreKept() throws {
    var batch = RecordBatch()
    let text = #"{"a":1,"b":"1","c":true,"d":null,"e":[1],"f":{},"g":"\n"}"#
    var reader = try NDJSONReader(source: MemoryByteSource(Array(text.utf8)))
    #expect(try reader.read(into: &batch, maximumRecords: 9))
    #expect(
      batch.cells.map(\.kind) == [.number, .string, .boolean, .missing, .array, .object, .string])
    #expect(batch.cells.map(\.isPlain) == [false, true, false, false, false, false, false])
  }

  /// `JSON: SEED=17443147608910149014` found a cut in the middle of a character, before the first
  /// byte of the record.
  @Test(arguments: 1...4, [[0xA9, 0xA9, 0xA9, 0xA9, 0xA9], Array("é😀é".utf8)] as [[UInt8]])
  func overlongRecordIsCutAfterItsFirstByte(bound: Int, _ bytes: [UInt8]) {
    let options = ReaderOptions.twoColumns { $0.maximumRecordBytes = bound }
    let result = readJSONLines(bytes + [0x0A] + bytes + [0x0A], options)
    #expect(result.records.map(\.fault?.code) == [.tooLong, .tooLong])
    #expect(result.records.allSatisfy { bytes.starts(with: $0.raw) })
  }
}
