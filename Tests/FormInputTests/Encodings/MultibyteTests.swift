import FormBytes
import Testing

@testable import FormInput

/// Multibyte encodings, and Mac Roman.
@Suite struct MultibyteTests {
  private static let japanese = [
    "山田太郎,東京都千代田区,午後に届けてください", "佐藤花子,大阪市,ありがとうございます", "鈴木一郎,札幌,カタカナ",
  ]

  /// Names, places and comments.
  static let texts: [(TextEncoding, [String])] = [
    (.gb18030, ["张伟,北京市朝阳区,请在下午送货", "王芳,上海市浦东新区,没有意见", "李娜,广州,谢谢你们的帮助€"]),
    (.big5, ["陳怡君,臺北市大安區,請於下午送達", "林志明,高雄市,沒有意見", "黃淑芬,新竹,謝謝您的幫忙"]),
    (.shiftJIS, japanese),
    (.eucJP, japanese),
    (.eucKR, ["김민수,서울특별시 강남구,오후에 배달해 주세요", "이영희,부산,감사합니다", "박철수,대구광역시,의견 없음"]),
    (
      .macRoman,
      ["José Núñez,Málaga,más tarde", "Zoë Müller,Köln,später", "Renée Lefèvre,Orléans,après-midi"]
    ),
  ]

  private static func encoded(_ encoding: TextEncoding, _ lines: [String]) -> [UInt8]? {
    var bytes = Array((["name,city,remark"] + lines).joined(separator: "\n").utf8)
    return encoding.encode(&bytes, from: 0) == nil ? bytes : nil
  }

  @Test(arguments: texts)
  func multibyteTextIsRead(_ encoding: TextEncoding, _ lines: [String]) throws {
    let bytes = try #require(Self.encoded(encoding, lines))
    for chunk in [1, 2, 3, 7, bytes.count] {
      let result = readAll(
        try openReader(
          source: MemoryByteSource(bytes, chunkSize: chunk),
          options: ReaderOptions { $0.encoding = encoding }))
      #expect(result.error == nil)
      #expect(result.records.map { $0.texts.compactMap(\.self).joined(separator: ",") } == lines)
    }
  }

  @Test(arguments: texts)
  func multibyteEncodingIsReported(_ encoding: TextEncoding, _ lines: [String]) throws {
    let bytes = try #require(Self.encoded(encoding, lines))
    let result = readAll(try openReader(source: MemoryByteSource(bytes), options: ReaderOptions()))
    #expect(result.error?.kind == .encoding)
    #expect(result.error?.message.contains("but probably \(encoding.rawValue)") == true)
    #expect(result.error?.likelyEncoding == encoding)
  }

  /// A damaged character is a fault of its record.
  @Test func damagedCharacterIsAFault() throws {
    var bytes = try #require(Self.encoded(.shiftJIS, Self.texts[2].1))
    let place = try #require(bytes.lastIndex(of: 0x0A))
    bytes.insert(0xFD, at: place + 1)
    let result = readAll(
      try openReader(
        source: MemoryByteSource(bytes), options: ReaderOptions { $0.encoding = .shiftJIS }))
    #expect(result.error == nil)
    #expect(result.records.map { $0.fault?.code } == [nil, nil, .encoding])
  }

  /// The bytes of quotes, degrees and trade marks in windows-1252 are not two-byte characters.
  @Test(
    arguments: [
      [0x92, 0x74], [0xB0, 0x43], [0x93, 0x61, 0x94], [0x99, 0x2C], [0x95, 0x69, 0x74],
      [0xA7, 0x61],
      [0x80, 0x75, 0x72, 0x6F], [0xBD, 0x6C],
    ] as [[UInt8]])
  func windows1252SymbolsAreNotMultibyte(_ piece: [UInt8]) throws {
    var signs = MultibyteDetector()
    for _ in 0..<20 { signs.add((Array("don".utf8) + piece + Array(" and more".utf8)).span) }
    #expect(signs.encoding == nil)
  }

  /// Words of single-byte encodings of other scripts, in which most bytes are letters.
  @Test(
    arguments: [
      // Russian in windows-1251 and KOI8-R, Greek in windows-1253.
      [0xCC, 0xEE, 0xF1, 0xEA, 0xE2, 0xE0, 0x20, 0xE8, 0x20, 0xCA, 0xE8, 0xE5, 0xE2],
      [0xED, 0xCF, 0xD3, 0xCB, 0xD7, 0xC1, 0x20, 0xC9, 0x20, 0xEB, 0xC9, 0xC5, 0xD7],
      [0xC1, 0xE8, 0xDE, 0xED, 0xE1, 0x20, 0xEA, 0xE1, 0xE9, 0x20, 0xD0, 0xDC, 0xF4, 0xF1, 0xE1],
    ] as [[UInt8]])
  func singleByteScriptsAreNotMultibyte(_ words: [UInt8]) {
    var signs = MultibyteDetector()
    for _ in 0..<20 { signs.add(words.span) }
    #expect(signs.encoding == nil)
  }
}
