import FormBytes
import FormInput
import FormTestSupport
import Testing

/// A delimited file without a header, with the expected records.
struct DelimitedCase: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]
  /// `line: cells`, or `line: cells !code line:column@byte`.
  var expected: [String]
  var options = ReaderOptions()

  init(
    _ name: String, _ text: String, _ expected: [String],
    _ change: (inout ReaderOptions) -> Void = { _ in }
  ) {
    self.init(name, Array(text.utf8), expected, change)
  }

  init(
    _ name: String, _ bytes: [UInt8], _ expected: [String],
    _ change: (inout ReaderOptions) -> Void = { _ in }
  ) {
    self.name = name
    self.bytes = bytes
    self.expected = expected
    options.headerLine = 0
    options.delimiter = UInt8(ascii: ",")
    options.encoding = .utf8
    options.fieldCount = 2
    change(&options)
  }

  var testDescription: String { name }

  static let all: [DelimitedCase] = [
    .init("nothing", "", []),
    .init("blank lines", "\n\r\n\r\ra,b\n\n", ["5: a|b"]),
    .init("blanks", " \n", ["1:   !csv.tooFewFields 1:2@0"]),
    .init("LF", "a,b\nc,d\n", ["1: a|b", "2: c|d"]),
    .init("CRLF", "a,b\r\nc,d\r\n", ["1: a|b", "2: c|d"]),
    .init("CR", "a,b\rc,d\r", ["1: a|b", "2: c|d"]),
    .init("mixed", "a,b\rc,d\ne,f\r\ng,h", ["1: a|b", "2: c|d", "3: e|f", "4: g|h"]),
    .init("LF CR", "a,b\n\rc,d\n\r", ["1: a|b", "3: c|d"]),
    .init("empty cells", ",\n\"\",\n,\"\"", ["1: |", "2: |", "3: |"]),
    .init("one empty quoted cell", "\"\"\n\n\"\"", ["1: ", "3: "]) { $0.fieldCount = 1 },
    .init("not trimmed", " a , b \n", ["1:  a | b "]),
    .init("quoted", "\"a\",\"b,c\"\n", ["1: a|b,c"]),
    .init(
      "doubled quotes", "\"\"\"\",\"a\"\"b\"\"\"\n\"\"\"\"\"\",", ["1: \"|a\"b\"", "2: \"\"|"]),
    .init("line ends in quotes", "\"a\nb\r\nc\rd\",e\nf,g", ["1: a\nb\r\nc\rd|e", "5: f|g"]),
    .init("CR before the quote", "\"a\r\",b\r\nc,d", ["1: a\r|b", "3: c|d"]),
    .init("backslash is text", "a\\,b\\\"\n\"\\\",c", ["1: a\\ !csv.strayQuote 1:2@5", "2: \\|c"]),
    .init(
      "too few, too many", "1\n1,2,3\n1,2",
      [
        "1: 1 !csv.tooFewFields 1:2@0", "2: 1|2|3 !csv.tooManyFields 2:3@2", "3: 1|2",
      ]),
    .init("quote in a cell", "a,b\"c\nd,e\n", ["1: a !csv.strayQuote 1:2@3", "2: d|e"]),
    .init("after a quote", "a,\"b\"c\nd,e\n", ["1: a !csv.strayQuote 1:2@5", "2: d|e"]),
    .init("blank after a quote", "\"a\" ,b\nd,e\n", ["1:  !csv.strayQuote 1:1@3", "2: d|e"]),
    .init(
      "stray on a later line", "\"a\nb\"c,d\ne,f",
      [
        "1:  !csv.strayQuote 1:1@0", "2:  !csv.strayQuote 2:1@4", "3: e|f",
      ]),
    .init(
      "open on a later line", "\"a\nb\",\"c\nd\"e,f\ng,h",
      [
        "1:  !csv.strayQuote 2:2@6", "2:  !csv.strayQuote 2:1@4", "3:  !csv.strayQuote 3:1@10",
        "4: g|h",
      ]),
    .init(
      "unterminated", "a,b\nc,\"d\ne,f\ng,h",
      [
        "1: a|b", "2: c !csv.unterminatedQuote 2:2@6", "3: e|f", "4: g|h",
      ]),
    .init(
      "unterminated, on a later line", "\"a\nb\",\"c\nd,e",
      [
        "1:  !csv.unterminatedQuote 2:2@6", "2:  !csv.strayQuote 2:1@4", "3: d|e",
      ]),
    .init("a quote alone", "\"", ["1:  !csv.unterminatedQuote 1:1@0"]),
    .init("a quote at the end", "a,\"", ["1: a !csv.unterminatedQuote 1:2@2"]),
    .init(
      "unterminated, bounded", "\"abc\nd,e\nf,g\n",
      [
        "1:  !csv.unterminatedQuote 1:1@0", "2: d|e", "3: f|g",
      ]
    ) { $0.maximumRecordBytes = 6 },
    .init(
      "closed past the bound", "\"abcdef\",x\nd,e\n",
      [
        "1:  !csv.tooLong 1:1@6", "2: d|e",
      ]
    ) { $0.maximumRecordBytes = 6 },
    .init(
      "as long as allowed", "abc,ef\r\n\"bc\",f\nabcd,ef\nd,e",
      [
        "1: abc|ef", "2: bc|f", "3:  !csv.tooLong 3:2@21", "4: d|e",
      ]
    ) { $0.maximumRecordBytes = 6 },
    .init(
      "too long, closed at the bound", "\"bcde\"\"\n\"bcde\"x\nd,e",
      [
        "1:  !csv.tooLong 1:1@6", "2:  !csv.tooLong 2:1@14", "3: d|e",
      ]
    ) { $0.maximumRecordBytes = 6 },
    .init(
      "too long with quoted lines", "\"\n\",efghi\"\nd,e", ["1:  !csv.tooLong 2:2@6", "3: d|e"]
    ) {
      $0.maximumRecordBytes = 6
    },
    .init(
      "too long with a quote open at the limit", "\"abcdef\nghi\",\"j\nk\"\nd,e",
      ["1:  !csv.tooLong 1:1@6", "4: d|e"]
    ) { $0.maximumRecordBytes = 6 },
    .init(
      "a stray quote behind the limit", "\"abcdef\ng\"h,i\nd,e",
      ["1:  !csv.unterminatedQuote 1:1@0", "2:  !csv.strayQuote 2:1@9", "3: d|e"]
    ) { $0.maximumRecordBytes = 6 },
    .init(
      "a quote that is open for too long",
      "\"abcdef\n" + String(repeating: "a,b\n", count: 30) + "\"\n",
      ["1:  !csv.unterminatedQuote 1:1@0"] + (2...31).map { "\($0): a|b" }
        + ["32:  !csv.unterminatedQuote 32:1@128"]
    ) { $0.maximumRecordBytes = 6 },
    .init("cut between scalars", "abcdeé,f\nd,e", ["1:  !csv.tooLong 1:1@6", "2: d|e"]) {
      $0.maximumRecordBytes = 6
    },
    .init(
      "NUL", "a,b\0c\n\"\n\0\",d\n\0\0",
      [
        "1: a|b\0c !csv.nul 1:2@3", "2: \n\0|d !csv.nul 3:1@8", "4: \0\0 !csv.nul 4:1@13",
      ]),
    .init("Ctrl-Z", "a,b\n\u{1A}", ["1: a|b", "2: \u{1A} !csv.tooFewFields 2:2@4"]),
    .init(
      "bytes, not characters", "a,\u{301}b\n\"\u{301}x\",\r\n", ["1: a|\u{301}b", "2: \u{301}x|"]),
    .init(
      "other separators are text", "a\u{2028}b\u{85}c\u{0B}\u{0C},d",
      ["1: a\u{2028}b\u{85}c\u{0B}\u{0C}|d"]),
    .init("BOM inside", "a,\u{FEFF}b\n\u{FEFF},c", ["1: a|\u{FEFF}b", "2: \u{FEFF}|c"]),
    .init("tabs", "a,b\tc\t\"d\te\"", ["1: a,b|c|d\te"]) {
      $0.delimiter = 9
      $0.fieldCount = 3
    },
    .init(
      "a wide gap", String(repeating: "x", count: 200) + ",b",
      [
        "1: " + String(repeating: "x", count: 200) + "|b"
      ]),
    .init(
      "no count given", "a,b,c\nd,e,f\ng",
      [
        "1: a|b|c", "2: d|e|f", "3: g !csv.tooFewFields 3:2@12",
      ]
    ) { $0.fieldCount = nil },
    .init(
      "overlong", [0x61, 0x2C, 0xC0, 0xAF, 0x0A, 0x62, 0x2C, 0x63],
      [
        "1: a|\u{FFFD}\u{FFFD} !csv.encoding 1:2@2", "2: b|c",
      ]),
    .init(
      "surrogate", [0x22, 0x0A, 0xED, 0xA0, 0x80, 0x22, 0x2C, 0x0A],
      [
        "1: \n\u{FFFD}\u{FFFD}\u{FFFD}| !csv.encoding 2:1@2"
      ]),
    .init(
      "too high", [0xF4, 0x90, 0x80, 0x80, 0x2C],
      [
        "1: \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}| !csv.encoding 1:1@0"
      ]),
    .init(
      "cut short", [0x61, 0x2C, 0xE2, 0x82, 0x0A, 0xE2],
      [
        "1: a|\u{FFFD} !csv.encoding 1:2@2", "2: \u{FFFD} !csv.encoding 2:1@5",
      ]),
  ]
}

@Suite struct DelimitedReaderTests {
  /// The cells, joined by `|`, followed by the fault.
  static func describe(_ record: ReadRecord) -> String {
    let fault = record.fault.map {
      " !\($0.code.rawValue) \($0.line):\($0.column)@\($0.byteOffset)"
    }
    let cells = record.texts.map { $0 ?? "" }.joined(separator: "|")
    return "\(record.line): \(cells)\(fault ?? "")"
  }

  @Test(arguments: DelimitedCase.all)
  func chunkSizesDoNotAffectRecords(_ test: DelimitedCase) throws {
    var reference = ReferenceReader(test.options)
    let expected = reference.read(test.bytes)
    #expect(expected.map(Self.describe) == test.expected, "the reference reader is wrong")
    for bufferBytes in Array(1...(test.bytes.count + 2)) + [1 << 18] {
      for maximumRecords in [1, 2, Int.max] {
        var options = test.options
        options.bufferBytes = bufferBytes
        let source = MemoryByteSource(test.bytes, chunkSize: max(1, bufferBytes / 2))
        let result = readAll(
          try DelimitedReader(source: source, options: options), maximumRecords: maximumRecords)
        try #require(result.error == nil)
        try #require(result.records == expected, "block \(bufferBytes)")
      }
    }
  }

  @Test func readsRandomBytesLikeTheReference() throws {
    let structure = Array("\"\"\"\",,\n\r\nab\\\u{0}\t ".utf8)
    let text = Array("\"\",,\nabé€😀".utf8) + [0xC0, 0xED, 0xFF]
    let failure = try RandomRounds.run("DelimitedReader", 2_000, long: 6_000) { random, show in
      let alphabet = Bool.random(using: &random) ? structure : text
      let bytes = (0..<Int.random(in: 0...120, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      let options = ReaderOptions {
        $0.headerLine = 0
        $0.delimiter = Bool.random(using: &random) ? UInt8(ascii: ",") : UInt8(ascii: "\t")
        $0.encoding = .utf8
        $0.fieldCount = [nil, 1, 2, 3].randomElement(using: &random)!
        $0.maximumRecordBytes = [1, 2, 3, 5, 8, 20, 100, 1 << 20].randomElement(using: &random)!
        $0.bufferBytes = Int.random(in: 1...150, using: &random)
      }
      show("\(bytes) \(options)")
      var reference = ReferenceReader(options)
      let result = readAll(
        try DelimitedReader(source: MemoryByteSource(bytes), options: options),
        maximumRecords: Int.random(in: 1...20, using: &random))
      return result.records == reference.read(bytes) ? nil : "other records"
    }
    #expect(failure == nil)
  }
}
