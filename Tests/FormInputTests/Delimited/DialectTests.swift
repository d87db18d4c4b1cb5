import FormBytes
import FormInput
import FormTestSupport
import Testing

/// Delimited files that differ from RFC 4180.
@Suite struct DialectTests {
  private static func file(
    _ name: String, _ text: String, _ expected: [String], _ change: (inout DelimitedDialect) -> Void
  ) -> DelimitedCase {
    DelimitedCase(name, text, expected) { change(&$0.dialect) }
  }

  static let cases: [DelimitedCase] = [
    file("no quotes", "5\" pipe,\"a\nb,\"\n", ["1: 5\" pipe|\"a", "2: b|\""]) { $0.quote = nil },
    file("other quote", "'a,b','it''s'\n\"x,y\"\n", ["1: a,b|it's", "2: \"x|y\""]) {
      $0.quote = UInt8(ascii: "'")
    },
    file("stray other quote", "a,b'c\nd,e\n", ["1: a !csv.strayQuote 1:2@3", "2: d|e"]) {
      $0.quote = UInt8(ascii: "'")
    },
    file(
      "escape", "\"a\\\"b\",c\\,d\ne\\\\,C:\\temp\nx\\\r\ny,\\N\nf,\"g\\\\\"\n",
      ["1: a\"b|c,d", "2: e\\|C:\\temp", "3: x\r\ny|\\N", "5: f|g\\"]
    ) { $0.escape = .backslash },
    file("escape and doubled quote", "\"a\"\"b\\\"\",c\n", ["1: a\"b\"|c"]) {
      $0.escape = .backslash
    },
    file("escape at the end", "a,b\\", ["1: a|b\\"]) { $0.escape = .backslash },
    file("escaped quote at the end", "a,\"b\\\"", ["1: a !csv.unterminatedQuote 1:2@2"]) {
      $0.escape = .backslash
    },
    file("escape without quotes", "a\\,b,\"\\\"\n", ["1: a,b|\"\\\""]) {
      $0.escape = .backslash
      $0.quote = nil
    },
    file(
      "comments", "# a \"b\n1,2\n#,\n 3,#4\n\"5\n#6\",7\n#", ["2: 1|2", "4:  3|#4", "5: 5\n#6|7"]
    ) { $0.comment = Array("#".utf8) },
    file("comment of two bytes", "//a\n/b,c\n///", ["2: /b|c"]) { $0.comment = Array("//".utf8) },
    file(
      "initial space", " a,\t b \n \"c,d\", \"e\" \nf, \"g\"\n",
      ["1: a|b ", "2: c,d !csv.strayQuote 2:2@19", "3: f|g"]
    ) { $0.skipInitialSpace = true },
    file(
      "trailing delimiter", "a,b,\n1,2\n1,,\n1,\n,,\n\"x\",\"\",\n1,2,3,\n",
      [
        "1: a|b", "2: 1|2", "3: 1|", "4: 1 !csv.tooFewFields 4:2@13", "5: |", "6: x|",
        "7: 1|2|3 !csv.tooManyFields 7:3@27",
      ]
    ) { $0.trailingDelimiter = true },
    file("blank rows", ",,,\n,\n1,\n\"\",\"\"\n\n,2\n", ["3: 1|", "6: |2"]) {
      $0.skipBlankRows = true
    },
    file(
      "NUL", "a\0,b\n'\n',c\n",
      ["1: a\0|b !csv.nul 1:1@1", "2: ' !csv.tooFewFields 2:2@5", "3: '|c"]
    ) { $0.quote = nil },
  ]

  @Test(arguments: cases)
  func chunkSizesDoNotAffectRecords(_ test: DelimitedCase) throws {
    for bufferBytes in Array(1...(test.bytes.count + 2)) + [1 << 18] {
      let records = try read(test.bytes, test.options, bufferBytes)
      try #require(records.map(DelimitedReaderTests.describe) == test.expected, "\(bufferBytes)")
    }
  }

  private func read(
    _ bytes: [UInt8], _ options: ReaderOptions, _ bufferBytes: Int
  ) throws -> [ReadRecord] {
    var options = options
    options.bufferBytes = bufferBytes
    let source = MemoryByteSource(bytes, chunkSize: max(1, bufferBytes / 2))
    let result = readAll(try DelimitedReader(source: source, options: options), maximumRecords: 3)
    #expect(result.error == nil)
    return result.records
  }

  /// The copy of an earlier cell, which begins with a line feed, follows the escaped carriage
  /// return.
  @Test func escapeEndsWithItsCell() throws {
    let bytes = Array("\\\n#\ra\\\r".utf8)
    var options = ReaderOptions {
      $0.headerLine = 0
      $0.delimiter = UInt8(ascii: ",")
      $0.encoding = .utf8
    }
    options.dialect.quote = nil
    options.dialect.escape = .backslash
    for size in Array(1...(bytes.count + 2)) + [1 << 18] {
      let records = try read(bytes, options, size)
      #expect(
        records.map(\.cells) == [[Array("\n#".utf8)], [Array("a\r".utf8)]], "\(size)")
    }
  }

  /// A comment that does not occur selects the loop for dialects, which must read standard files
  /// like the reference. In other dialects, no byte is lost, whatever the size of blocks.
  @Test func readsRandomBytesLikeTheReference() throws {
    let alphabet = Array("\"\"\"\",,\n\r\nab\\\\''# \t\u{0}".utf8)
    let failure = try RandomRounds.run("Dialect", 1_000, long: 3_000) { random, show in
      let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      var options = ReaderOptions {
        $0.headerLine = 0
        $0.delimiter = UInt8(ascii: ",")
        $0.encoding = .utf8
        $0.fieldCount = [nil, 1, 2].randomElement(using: &random)!
        $0.maximumRecordBytes = [1, 3, 8, 20, 1 << 20].randomElement(using: &random)!
        $0.dialect.comment = Array("never".utf8)
      }
      let bufferBytes = Int.random(in: 1...100, using: &random)
      show("\(bytes) \(options) \(bufferBytes)")
      var reference = ReferenceReader(options)
      if try read(bytes, options, bufferBytes) != reference.read(bytes) { return "not standard" }
      options.dialect = DelimitedDialect()
      options.dialect.quote = [nil, .quote, UInt8(ascii: "'")].randomElement(using: &random)!
      options.dialect.escape = [nil, .backslash].randomElement(using: &random)!
      options.dialect.comment = [[], Array("#".utf8)].randomElement(using: &random)!
      options.dialect.skipInitialSpace = Bool.random(using: &random)
      options.dialect.trailingDelimiter = Bool.random(using: &random)
      options.dialect.skipBlankRows = Bool.random(using: &random)
      show("\(bytes) \(options) \(bufferBytes)")
      let whole = try read(bytes, options, 1 << 18)
      if try read(bytes, options, bufferBytes) != whole { return "other records" }
      guard options.dialect.comment.isEmpty, !options.dialect.skipBlankRows,
        options.maximumRecordBytes > bytes.count
      else { return nil }
      let count = whole.reduce(0) { $0 + $1.raw.count { $0 != 0x0A && $0 != 0x0D } }
      return count == bytes.count { $0 != 0x0A && $0 != 0x0D } ? nil : "lost bytes"
    }
    #expect(failure == nil)
  }

  @Test func delimiterAndHeaderAreFoundAfterComments() throws {
    let text = "# a;b;c;d\n#\n'x,1';'b;c'\n1;2\n# ;;;\n3;4\n"
    let options = ReaderOptions {
      $0.dialect.comment = Array("#".utf8)
      $0.dialect.quote = UInt8(ascii: "'")
    }
    let result = readAll(
      try DelimitedReader(source: MemoryByteSource(Array(text.utf8)), options: options))
    #expect(result.header == ["x,1", "b;c"])
    #expect(result.records.map(\.texts) == [["1", "2"], ["3", "4"]])
    #expect(result.detected.blankLines == 3)
  }

  /// Records that were read ahead are divided if the next maximum is smaller.
  @Test func maximaMayChangeBeforeAFooter() throws {
    let text = "a\n1\n2\n3\n4\n5\n6\n(6 rows)\n"
    var reader = try openReader(
      source: MemoryByteSource(Array(text.utf8)), options: ReaderOptions { $0.footer = 1 })
    var batch = RecordBatch()
    var records: [ReadRecord] = []
    var maximum = 3
    while try reader.read(into: &batch, maximumRecords: maximum) {
      #expect(batch.records.count <= maximum)
      records += batch.readRecords()
      maximum = maximum == 3 ? 1 : 3
    }
    #expect(records.map(\.texts) == [["1"], ["2"], ["3"], ["4"], ["5"], ["6"]])
  }

  @Test(arguments: [0, 1, 2, 3, 9], [1, 2, Int.max])
  func footerIsNotRead(_ footer: Int, maximumRecords: Int) throws {
    let text = "a,b\n1,2\n3,4\n5,6\n(3 rows)\n\n"
    let options = ReaderOptions {
      $0.footer = footer
      $0.bufferBytes = 9
    }
    let reader = try openReader(source: MemoryByteSource(Array(text.utf8)), options: options)
    let result = readAll(reader, maximumRecords: maximumRecords)
    let all = [["1", "2"], ["3", "4"], ["5", "6"], ["(3 rows)"]]
    #expect(result.records.map(\.texts) == Array(all.dropLast(footer)))
  }
}
