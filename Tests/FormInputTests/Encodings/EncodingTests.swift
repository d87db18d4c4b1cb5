import FormBytes
import Testing

@testable import FormInput

@Suite struct EncodingTests {
  private func read(
    _ bytes: [UInt8], name: String = "", chunkSize: Int = .max,
    _ change: (inout ReaderOptions) -> Void = { _ in }
  ) -> (records: [ReadRecord], header: [String], detected: DetectedProperties, error: ReaderError?)
  {
    do throws(ReaderError) {
      let source = MemoryByteSource(bytes, chunkSize: chunkSize)
      return readAll(try openReader(source: source, name: name, options: ReaderOptions(change)))
    } catch {
      return ([], [], DetectedProperties(), error)
    }
  }

  private static let text = "\u{FEFF}id,name\r\n1,Zoë 😀\u{10FFFF}\n2,€\u{0}\n"

  private static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
      return bigEndian ? bytes.reversed() : bytes
    }
  }

  @Test(arguments: [false, true], 1...20)
  func chunkSizesDoNotAffectUTF16(bigEndian: Bool, chunkSize: Int) {
    let expected = read(Array(Self.text.utf8))
    #expect(expected.records.map(\.texts) == [["1", "Zoë 😀\u{10FFFF}"], ["2", "€\0"]])
    let encoding = bigEndian ? TextEncoding.utf16BigEndian : .utf16LittleEndian
    let bytes = Self.utf16(Self.text, bigEndian: bigEndian)
    let byMark = read(bytes, chunkSize: chunkSize)
    #expect(byMark.records == expected.records)
    #expect(byMark.header == ["id", "name"])
    #expect(byMark.detected.encoding == encoding)
    #expect(byMark.detected.hasByteOrderMark)
    let named = read(Array(bytes.dropFirst(2)), chunkSize: chunkSize) { $0.encoding = encoding }
    #expect(named.records.map(\.texts) == expected.records.map(\.texts))
  }

  @Test(arguments: [
    (Array("a\0\n\0\u{3D}".utf8) + [0xD8], 4, "surrogate"),
    (Array("a\0\n\0x".utf8), 4, "incomplete"),
    (Array("a\0\n\0".utf8) + [0x00, 0xDC, 0x61, 0], 4, "surrogate"),
    (Array("a\0\n\0".utf8) + [0x00, 0xD8, 0x61, 0], 4, "surrogate"),
  ])
  func invalidUTF16StopsReading(_ bytes: [UInt8], offset: Int, why: String) {
    let result = read(bytes) { $0.encoding = .utf16LittleEndian }
    #expect(result.error?.kind == .encoding)
    #expect(result.error?.byteOffset == offset)
    #expect(result.error?.message.contains(why) == true)
  }

  @Test func recordsBeforeInvalidUTF16AreRead() {
    let result = read(Self.utf16("a\n1\n2\n", bigEndian: false) + [0x00, 0xDC]) {
      $0.encoding = .utf16LittleEndian
    }
    #expect(result.records.map(\.texts) == [["1"], ["2"]])
    #expect(result.error?.byteOffset == 12)
  }

  @Test func singleByteEncodingsAreDecoded() {
    let bytes = Array("a\n".utf8) + [0x63, 0xE9, 0x80, 0x9F, 0x81, 0xFF]
    #expect(read(bytes) { $0.encoding = .latin1 }.records[0].texts == ["cé\u{80}\u{9F}\u{81}ÿ"])
    #expect(read(bytes) { $0.encoding = .windows1252 }.records[0].texts == ["cé€Ÿ\u{81}ÿ"])
  }

  @Test func explicitUTF8MakesInvalidBytesFaults() {
    let result = read(Array("a\nb".utf8) + [0xFF, 0x0A] + Array("c\n".utf8)) { $0.encoding = .utf8 }
    #expect(result.records.map(\.fault?.code) == [.encoding, nil])
    #expect(result.records[0].fault?.byteOffset == 3)
    #expect(result.error == nil)
  }

  @Test(
    arguments: [[0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61]] as [[UInt8]])
  func utf32IsRefused(_ bytes: [UInt8]) {
    #expect(read(bytes).error?.message.contains("UTF-32") == true)
  }

  @Test func encodingNamesAreRecognized() {
    #expect(TextEncoding(name: "UTF8") == .utf8)
    #expect(TextEncoding(name: "Windows-1252") == .windows1252)
    #expect(TextEncoding(name: "latin1") == .latin1)
    #expect(TextEncoding(name: "utf-7") == nil)
    for encoding in TextEncoding.allCases {
      #expect(TextEncoding(name: encoding.rawValue) == encoding)
    }
  }

  @Test(
    arguments: [
      ("x.tsv", "a,b\n", .tsv), ("x.TAB", "a", .tsv), ("x.csv.gz", "[{", .csv),
      ("x.jsonl", "[{", .ndjson), ("x.json", "x", .json), ("-", " \n[ {", .json),
      ("-", "[]", .json),
      ("x.json", "{\"a\":1,\"a\":2}\n{}", .ndjson), ("-", "{\"a\":1,}\n{}", .ndjson),
      ("-", "{\"a\":{\n}}", .json),
      ("-", "[x],y", .csv), ("-", "{\"a\":1}\n{", .ndjson), ("x.json", "{\"a\":1}", .ndjson),
      ("x.json", "{\n\"a\":1}", .json), ("-", "{\n\"a\":1}", .json),
      ("x.json", "{ \"a\":1}\n", .ndjson), ("-", "{ }", .ndjson), ("-", "{a},b", .csv),
      ("-", "\u{FEFF}{}", .ndjson), ("", "", .csv),
    ] as [(String, String, RecordFormat)])
  func formatIsDetected(name: String, text: String, format: RecordFormat) {
    let bytes = Array(text.utf8)
    #expect(RecordFormat(name: name, content: bytes.span) == format)
  }
}
