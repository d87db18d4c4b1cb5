import FormBytes
import FormTestSupport
import Testing

@testable import FormInput

/// Files in UTF-8 that are stated to be in another encoding.
@Suite struct StatedEncodingTests {
  private func read(
    _ text: String, as encoding: TextEncoding, in written: TextEncoding = .utf8,
    name: String = "x.csv"
  ) -> (records: [ReadRecord], error: ReaderError?) {
    var bytes = Array(text.utf8)
    #expect(written.encode(&bytes, from: 0) == nil)
    do throws(ReaderError) {
      let options = ReaderOptions { $0.encoding = encoding }
      let result = readAll(
        try openReader(source: MemoryByteSource(bytes), name: name, options: options))
      return (result.records, result.error)
    } catch {
      return ([], error)
    }
  }

  private static let texts = [
    "name\nMüller\n", "name\nAnna\nBjörn Å\nŁódź\n", "name\nМосква\n", "name\n山田太郎\n",
    "price\n5 €\n", "name\n“Ann”\n", "t\n20 °C\n", "größe\n1\n", "a\nok 👍\n", "a\nÉCOLE É\n",
  ]

  @Test(arguments: texts, [TextEncoding.windows1252, .latin1, .windows1250, .koi8R, .ibm850])
  func utf8StopsReading(_ text: String, _ encoding: TextEncoding) {
    let error = read(text, as: encoding).error
    #expect(error?.kind == .encoding)
    #expect(error?.likelyEncodings == [.utf8])
    #expect(error?.message.contains("the text is UTF-8, not \(encoding.rawValue)") == true)
  }

  @Test(
    arguments: [TextEncoding.shiftJIS, .eucJP, .eucKR, .big5, .gb18030, .windows874, .macRoman])
  func utf8StopsReadingInOtherEncodings(_ encoding: TextEncoding) {
    let lines = (1...40).map { "\($0),Müller,Köln" }.joined(separator: "\n")
    #expect(read("id,name,town\n\(lines)\n", as: encoding).error?.likelyEncodings == [.utf8])
  }

  /// The first record beyond ASCII decides, however many records precede it: they are the same in
  /// both encodings.
  @Test func lateCharactersStopReading() {
    let lines = String(repeating: "Anna\n", count: 30_000) + "Müller\nJürg\n"
    let result = read("name\n" + lines, as: .windows1252)
    #expect(result.records.count == 30_000)
    #expect(result.error?.line == 30_002)
    let objects = String(repeating: "{\"a\":1}\n", count: 3_000) + "{\"a\":\"ü\"}\n"
    #expect(read(objects, as: .windows1252, name: "x.ndjson").error?.line == 3_001)
  }

  /// Text in the stated encoding that happens to be UTF-8, or that contains some UTF-8.
  @Test(
    arguments: [
      ("a\nFuß…\n", .windows1252), ("a\nCAFÉ™\n", .windows1252), ("a\nSpaß»\n", .windows1252),
      ("a\nMüller\n", .windows1252), ("a\nМосква\n", .windows1251), ("a\nсад рад\n", .ibm866),
      ("a\nMÃ¼ller\nKöln\nBjörn\nZoë\nJosé\n", .windows1252), ("a\nלילה\n", .windows1255),
      ("a\n山田太郎\n", .shiftJIS), ("a\n通用\n", .gb18030), ("a\nŁódź\n", .windows1250),
      ("a\nnur ASCII\n", .windows1252),
    ] as [(String, TextEncoding)])
  func textInTheStatedEncodingIsRead(_ text: String, _ encoding: TextEncoding) {
    let result = read(text, as: encoding, in: encoding)
    #expect(result.error == nil)
    #expect("a\n" + result.records.map { ($0.texts[0] ?? "") + "\n" }.joined() == text)
  }

  /// One cut character does not hide that the other records are UTF-8.
  @Test func damagedRecordDoesNotPreventTheStop() {
    var bytes = Array("name\n".utf8)
    for index in 0..<50 {
      bytes += Array("Müller\n".utf8)
      if index == 20 { bytes += Array("Bj".utf8) + [0xC3, 0x0A] }
    }
    let options = ReaderOptions { $0.encoding = .windows1252 }
    let result = try? readAll(openReader(source: MemoryByteSource(bytes), options: options))
    #expect(result?.error?.likelyEncodings == [.utf8])
  }

  /// A byte order mark takes precedence.
  @Test func markedTextIsRead() {
    #expect(read("\u{FEFF}name\nMüller\n", as: .windows1252).records.map(\.texts) == [["Müller"]])
  }
}
