import FormBytes
import FormInput
import Foundation
import Testing

@Suite struct StoredCellsTests {
  /// Converts cells to JSON and back, twice.
  @Test(arguments: [
    [], [""], ["a", "", "b"], ["\"", "\\", "\"\\\"", "a\"b"], ["\0", "\u{1F}", "\n\r\t", "\u{7F}"],
    ["\u{2028}\u{2029}", "é€😀\u{10FFFF}", "</script>", "/"], [String(repeating: "x", count: 100)],
    ["1234567890123456", "12345678901234567", "123456789012345"],
    Array(repeating: "\u{1}", count: 300),
  ])
  func cellsRoundTrip(_ texts: [String]) throws {
    var csv: [UInt8] = []
    var writer = DelimitedWriter()
    for text in texts { writer.append(text, to: &csv) }
    writer.endRecord(to: &csv)
    let options = ReaderOptions {
      $0.headerLine = 0
      $0.delimiter = UInt8(ascii: ",")
    }
    var reader = try DelimitedReader(source: MemoryByteSource(csv), options: options)
    var batch = RecordBatch()
    guard try reader.read(into: &batch, maximumRecords: 1) else {
      #expect(texts.isEmpty)
      return
    }
    var json = Array("before".utf8)
    batch.appendCellsJSON(of: 0, to: &json)
    json.removeFirst(6)
    #expect(try JSONDecoder().decode([String].self, from: Data(json)) == texts)
    #expect(!json.contains { $0 < 0x20 })

    var stored = RecordBatch()
    for line in 1...3 { try StoredCells.append(json.span, line: line, to: &stored) }
    for (index, record) in stored.readRecords().enumerated() {
      #expect(record.texts == texts)
      #expect(record.line == index + 1)
      #expect(record.raw == json)
      var again: [UInt8] = []
      stored.appendCellsJSON(of: index, to: &again)
      #expect(again == json)
    }
  }

  @Test func cellKindsRoundTrip() throws {
    let json = Array(#"["a",null,-1.50e3,true,false,[1, {"b":null}],{"c" : "\n"},"\u0000"]"#.utf8)
    var batch = RecordBatch()
    try StoredCells.append(json.span, to: &batch)
    #expect(
      batch.cells.map(\.kind)
        == [.string, .missing, .number, .boolean, .boolean, .array, .object, .string])
    let stored = #"""
      ["a",null,"\u002d1.50e3","\u0074rue","\u0066alse","\u005b1, {\"b\":null}]","\u007b\"c\" : \"\\n\"}","\u0000"]
      """#
    var first: [UInt8] = []
    batch.appendCellsJSON(of: 0, to: &first)
    #expect(String(decoding: first, as: UTF8.self) == stored)
    try StoredCells.append(first.span, to: &batch)
    var second: [UInt8] = []
    batch.appendCellsJSON(of: 1, to: &second)
    #expect(second == first)
    let records = batch.readRecords()
    #expect(records[0].texts == records[1].texts)
    #expect(Array(batch.cells[8...].map(\.kind)) == batch.cells[..<8].map(\.kind))
  }

  /// Values that SQLite and DuckDB do not show as written are stored as strings.
  @Test(arguments: [
    ("0", true), ("-1", true), ("123456789012345", true), ("-999999999999999", true),
    ("1234567890123456", false), ("-0", false), ("1.0", false), ("1e2", false),
  ])
  func numbersKeepTheirText(_ number: String, isPlain: Bool) throws {
    var json: [UInt8] = []
    json.appendCellJSON(Array(number.utf8).span, .number)
    #expect((json == Array(number.utf8)) == isPlain)
    #expect(
      try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed) is String
        == !isPlain)
    var batch = RecordBatch()
    try StoredCells.append(([UInt8(ascii: "[")] + json + [UInt8(ascii: "]")]).span, to: &batch)
    #expect(batch.cells[0].kind == .number)
    #expect(batch.text(of: batch.cells[0]) == number)
  }

  /// Bytes that are not text round-trip, and so does text that resembles their notation.
  @Test func invalidUTF8RoundTrips() throws {
    let cells: [[UInt8]] = [
      [0xF1], Array(#"\xF1\u005cxF1"#.utf8) + [0xFF, 0xC3],
      Array("é\\".utf8) + [0xE9] + Array(#"\x"#.utf8),
    ]
    var json = Array("[".utf8)
    for cell in cells {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      json.appendCellJSON(cell.span, .string)
    }
    json.append(UInt8(ascii: "]"))
    let shown = try JSONDecoder().decode([String].self, from: Data(json))
    #expect(shown == [#"\xF1"#, #"\xF1\u005cxF1\xFF\xC3"#, #"é\\xE9\x"#])
    var batch = RecordBatch()
    try StoredCells.append(json.span, to: &batch)
    #expect(batch.cells.map { Array(batch.bytes[$0.range]) } == cells)
    var again: [UInt8] = []
    batch.requireUTF8(ofLastRecordAt: 1)
    batch.appendCellsJSON(of: 0, to: &again)
    #expect(again == json)
  }

  @Test(arguments: [
    "", "[", "]", "[1", "[1,", "[1,]", "[1]x", "{}", "null", "[\"a]", "[\"\\ud800\"]", "[1 2]",
    "[\"\n\"]", #"["\u00311x"]"#, #"["\u006eull"]"#, #"["\u005B1"]"#, #"["\u0041"]"#,
  ])
  func damagedCellsAreAnError(_ json: String) throws {
    var batch = RecordBatch()
    try StoredCells.append(Array("[1]".utf8).span, to: &batch)
    let before = batch.readRecords()
    #expect(throws: RecordFault.self) {
      try StoredCells.append(Array(json.utf8).span, line: 7, to: &batch)
    }
    #expect(batch.readRecords() == before)
    #expect(batch.bytes.count == 3 && batch.cells.count == 1)
  }

  @Test func stringsAreWrittenAsJSON() {
    var output: [UInt8] = []
    output.appendJSONString(Array("a\"\\\n\u{1F}é\u{2028}/".utf8).span)
    #expect(String(decoding: output, as: UTF8.self) == #""a\"\\\n\u001fé\#u{2028}/""#)
  }
}
