import FormBytes
import FormTestSupport
import Testing

@testable import FormInput

/// Files whose names do not fit their content.
@Suite struct MarkupSignatureTests {
  private func read(
    _ bytes: [UInt8], name: String, _ options: ReaderOptions = ReaderOptions()
  ) -> (remarks: [String], error: ReaderError?) {
    do throws(ReaderError) {
      let result = readAll(
        try openReader(source: MemoryByteSource(bytes), name: name, options: options))
      return (result.detected.closingRemarks, result.error)
    } catch {
      return ([], error)
    }
  }

  @Test(
    arguments: [
      ("<html xmlns:x=\"urn:schemas-microsoft-com:office:excel\"><table><tr><td>a", "an HTML page"),
      ("\u{FEFF}\n <!DOCTYPE html>\n<title>Sign in", "an HTML page"),
      ("<!-- x --><table border=1><tr>", "an HTML page"), ("<META charset=utf-8>", "an HTML page"),
      ("<?xml version='1.0'?><html>", "an HTML page"),
      (
        "<?xml version=\"1.0\"?>\n<?mso-application progid=\"Excel.Sheet\"?>\n<Workbook "
          + "xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\">", "XML of Excel 2003"
      ),
      (
        "<?xml version='1.0'?><office:document office:mimetype="
          + "\"application/vnd.oasis.opendocument.spreadsheet\">", "fods"
      ),
      ("<?xml version='1.0'?><records/>", "an XML file"), ("{\\rtf1\\ansi", "RTF"),
      ("MIME-Version: 1.0\nContent-Type: multipart/related", "mht"),
    ])
  func markupIsNamed(_ text: String, _ words: String) {
    for name in ["x.xls", "x.csv"] {
      let error = read(Array(text.utf8), name: name).error
      #expect(error?.kind == .content)
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "nothing")")
    }
    var utf16 = Array("\u{FEFF}\(text)".utf8)
    _ = TextEncoding.utf16LittleEndian.encode(&utf16, from: 0)
    #expect(read(utf16, name: "x.xls").error?.message.contains(words) == true)
  }

  @Test(arguments: ["<a>,b\n1,2\n", "< 5,b\n1,2\n", "<tab>\n1\n", "htmlx,b\n1,2\n"])
  func headersWithBracketsAreRead(_ text: String) {
    #expect(read(Array(text.utf8), name: "x.csv").error == nil)
  }

  @Test func oldExcelFilesAreNamed() {
    for start in [[0x09, 0x08, 0x10, 0x00, 0x00, 0x06], [0x09, 0x04, 0x06, 0x00, 0x00, 0x00]] {
      let error = read(start.map { UInt8($0) } + Array(repeating: 0, count: 64), name: "x.xls")
        .error
      #expect(error?.message.contains("an old Excel file") == true)
    }
  }

  @Test func namesOfOtherFormatsAreNoted() {
    let book = SmallWorkbook.bytes(
      "<row><c t='str'><v>a</v></c></row><row><c><v>1</v></c></row>")
    #expect(read(book, name: "x.csv").remarks.first?.contains("a workbook (xlsx)") == true)
    #expect(read(book, name: "x.xlsx").remarks == [])
    #expect(read(Array("a\n1\n".utf8), name: "x.XLSX").remarks.first?.contains("is text") == true)
    let error = read(book, name: "x.csv", ReaderOptions { $0.format = .csv }).error
    #expect(error?.message.contains("is a workbook (xlsx), not a file in the format csv") == true)
  }
}
