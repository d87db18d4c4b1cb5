import FormBytes
import FormInput
import Testing

@Suite struct HeaderTests {
  private func read(
    _ text: String, _ change: (inout ReaderOptions) -> Void = { _ in }
  ) -> (header: [String], texts: [[String?]], detected: DetectedProperties?, error: ReaderError?) {
    do throws(ReaderError) {
      let source = MemoryByteSource(Array(text.utf8))
      let result = readAll(try DelimitedReader(source: source, options: ReaderOptions(change)))
      return (result.header, result.records.map(\.texts), result.detected, result.error)
    } catch {
      return ([], [], nil, error)
    }
  }

  @Test(arguments: ["", "\u{FEFF}", "\n", "\r\n\n", "\u{FEFF}\n", "sep=;\n"])
  func aFileWithoutAHeaderIsRefused(_ text: String) {
    let error = read(text).error
    #expect(error?.kind == .missingHeader)
    #expect(error?.message.hasPrefix("no header") == true)
    #expect(read(text) { $0.headerLine = 0 }.error == nil)
  }

  @Test(arguments: [
    ("a,b,a\n", 1, "columns 1 and 3"), ("\n\na,\"x\ny\",\"a\",\n", 3, "columns 1 and 3"),
    ("a,b\0c\n", 1, "NUL"), ("a,b\"c\n", 1, "quote"), ("a,\"b\n\n", 1, "not closed"),
    ("a\0,\0b\0\r\0\n\0", 1, "UTF-16"), ("\0a\0,\0b\0\n", 1, "UTF-16"),
    ("a,b,c,d,e\n1,2,3,4,5\n", 1, "4 columns"), ("a,aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", 1, "long"),
  ])
  func anUnusableHeaderIsRefused(_ text: String, line: Int, why: String) {
    let error = read(text) {
      $0.maximumColumns = 4
      $0.maximumRecordBytes = 30
    }.error
    let kind: ReaderError.Kind =
      why == "4 columns" ? .tooManyColumns : why.hasPrefix("columns") ? .repeatedName : .header
    #expect(error?.kind == kind)
    #expect(error?.line == line)
    #expect(error?.message.contains(why) == true, "\(error?.message ?? "none")")
    #expect(error?.message.contains("aaa") == false)
    let isLittleEndian = text.hasPrefix("a\0")
    #expect(
      error?.likelyEncoding
        == (why == "UTF-16" ? isLittleEndian ? .utf16LittleEndian : .utf16BigEndian : nil))
  }

  @Test func headerNamesAreUnchanged() {
    #expect(read("a,A, a,,\"\", ,\"x\ny\"").header == ["a", "A", " a", "", "", " ", "x\ny"])
    #expect(read("\u{FEFF}\"a,\",b\n").header == ["a,", "b"])
    #expect(read("\u{FEFF}a").detected?.hasByteOrderMark == true)
  }

  @Test func headerLineCanBeChosen() {
    let preamble = "Report of \"May\nfor, us\n\nid,name\n1,Ann\n"
    #expect(read(preamble) { $0.headerLine = 4 }.header == ["id", "name"])
    #expect(read(preamble) { $0.headerLine = 4 }.texts == [["1", "Ann"]])
    #expect(read(preamble) { $0.headerLine = 3 }.error?.message.contains("blank") == true)
    #expect(read(preamble) { $0.headerLine = 9 }.error?.kind == .missingHeader)
    #expect(read("1,2\n") { $0.headerLine = 0 }.texts == [["1", "2"]])
  }

  @Test func separatorLineIsNotARecord() {
    let result = read("sep=;\r\nid;name\r\n1;Ann,B\r\n")
    #expect(result.header == ["id", "name"])
    #expect(result.texts == [["1", "Ann,B"]])
    #expect(result.detected?.hasSeparatorLine == true)
    #expect(read("sep=;\n1;2\n") { $0.headerLine = 0 }.texts == [["1", "2"]])
    #expect(read("sep=;\na;b\n") { $0.headerLine = 1 }.header == ["a", "b"])
    #expect(read("sep=ab,c\n").header == ["sep=ab", "c"])
    #expect(read("sep=\0\n").error?.message.contains("NUL byte") == true)
    #expect(read("sep=\"\n").error?.message.contains("quote") == true)
    #expect(read("\"sep=\"\n").header == ["sep="])
    #expect(read("\"sep=;\",b\n").header == ["sep=;", "b"])
  }

  @Test(arguments: [
    "SEP=|\na|b,\n", "Sep=|\r\na|b,\n", "\"sep=|\"\na|b,\n", "\u{FEFF}\"SEP=|\"\r\na|b,\r\n",
  ])
  func separatorLineMayBeCapitalizedOrQuoted(_ text: String) {
    #expect(read(text).header == ["a", "b,"])
    #expect(read(text).detected?.hasSeparatorLine == true)
  }

  @Test func repeatedNamesAreNumberedIfColumnsAreMatchedByPosition() {
    let header = read("n,n,\"n (2)\",,n,\n") { $0.numbersRepeatedNames = true }.header
    #expect(header == ["n", "n (2)", "n (2) (2)", "", "n (3)", ""])
  }

  @Test(arguments: [
    ("a,b;c\n1,2\n3,4\n", ","), ("a;b\n1,5;2\n1,7;3\n", ";"), ("a\tb\n1;2;\t2\n", "\t"),
    ("a|b|c\n1,1|2|3\n", "|"), ("name\nAnn\nBob, jr.\n", ","), ("a\n", ","),
    ("\"x;y\",b\n\"1;2\",2\n", ","), ("\"x,y,z\";\"b\"\n1;\"2\"\"\"\n", ";"),
    ("a;b\n1;\"x\n,,,,\n\"\n2;3\n", ";"), ("a,b\n1;2\n", ","), ("5\";b,c;d\n1;2;3", ";"),
    ("a;b,c\n1;2,3\n", ","),
  ])
  func delimiterIsDetected(_ text: String, delimiter: Character) {
    #expect(
      read(text) { $0.headerLine = 0 }.detected?.delimiter == delimiter.asciiValue)
  }

  @Test(arguments: [0, 10, 13, 34, 0x80, 0xE9])
  func invalidDelimiterIsRefused(_ byte: UInt8) {
    #expect(read("a,b\n") { $0.delimiter = byte }.error?.kind == .options)
  }

  @Test func blankLinesAreCounted() {
    #expect(read("\na\n\n1\n\n\n2\n").detected?.blankLines == 4)
  }
}
