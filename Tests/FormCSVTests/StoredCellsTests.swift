import FormBytes
import FormCSV
import Foundation
import Testing

@Suite struct StoredCellsTests {
  /// Cells to JSON and back, and again.
  @Test(arguments: [
    [], [""], ["a", "", "b"], ["\"", "\\", "\"\\\"", "a\"b"], ["\0", "\u{1F}", "\n\r\t", "\u{7F}"],
    ["\u{2028}\u{2029}", "é€😀\u{10FFFF}", "</script>", "/"], [String(repeating: "x", count: 100)],
    ["1234567890123456", "12345678901234567", "123456789012345"],
    Array(repeating: "\u{1}", count: 300),
  ])
  func cellsComeBack(_ texts: [String]) throws {
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

  @Test func kindsComeBack() throws {
    let json = Array(#"["a",null,-1.50e3,true,false,[1, {"b":null}],{"c" : "\n"},"\u0000"]"#.utf8)
    var batch = RecordBatch()
    try StoredCells.append(json.span, to: &batch)
    #expect(
      batch.cells.map(\.kind)
        == [.string, .missing, .number, .boolean, .boolean, .array, .object, .string])
    var again: [UInt8] = []
    batch.appendCellsJSON(of: 0, to: &again)
    #expect(again == json)
  }

  @Test(arguments: [
    "", "[", "]", "[1", "[1,", "[1,]", "[1]x", "{}", "null", "[\"a]", "[\"\\ud800\"]", "[1 2]",
    "[\"\n\"]",
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

  @Test func jsonStrings() {
    var output: [UInt8] = []
    output.appendJSONString(Array("a\"\\\n\u{1F}é\u{2028}/".utf8).span)
    #expect(String(decoding: output, as: UTF8.self) == #""a\"\\\u000a\u001fé\#u{2028}/""#)
  }
}
