import FormBytes
import FormTestSupport
import Testing

@testable import FormInput

/// Workbooks whose parts have other names, places or namespaces than those of most programs.
@Suite struct WorkbookPackageTests {
  private static let main = SmallWorkbook.main
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let packages = "http://schemas.openxmlformats.org/package/2006/relationships"

  private func read(
    _ parts: [(String, String)], _ options: ReaderOptions = ReaderOptions()
  ) -> (texts: [[String?]], error: ReaderError?) {
    do throws(ReaderError) {
      let result = readAll(
        try openReader(source: MemoryByteSource(StoredZip.bytes(parts)), options: options))
      return (result.records.map(\.texts), result.error)
    } catch {
      return ([], error)
    }
  }

  private func relationships(_ list: [(String, String)]) -> String {
    let entries = list.enumerated().map {
      "<Relationship Id='r\($0.offset)' Type='\(Self.office)/\($0.element.0)' Target='\($0.element.1)'/>"
    }
    return "<Relationships xmlns='\(Self.packages)'>\(entries.joined())</Relationships>"
  }

  /// A workbook of one date column with one row, whose parts are in a folder.
  private func parts(
    folder: String = "xl/", separator: String = "/", properties: String = "",
    extensions: String = "",
    rows: String = "<row><c t='str'><v>d</v></c></row><row><c s='1'><v>41331</v></c></row>"
  ) -> [(String, String)] {
    let target = folder.replacing("/", with: separator)
    return [
      ("[Content_Types].xml", "<Types/>"),
      ("_rels\(separator).rels", relationships([("officeDocument", "\(target)workbook.xml")])),
      (
        "\(target)_rels\(separator)workbook.xml.rels",
        relationships([("worksheet", "sheet1.xml"), ("styles", "styles.xml")])
      ),
      (
        "\(target)workbook.xml",
        """
        <workbook xmlns='\(Self.main)' xmlns:r='\(Self.office)'>\(properties)<sheets>\
        <sheet name='S' sheetId='1' r:id='r0'/></sheets>\(extensions)</workbook>
        """
      ),
      (
        "\(target)styles.xml",
        """
        <styleSheet xmlns='\(Self.main)'><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs>\
        <dxfs><dxf><numFmt numFmtId='14' formatCode='0'/></dxf></dxfs></styleSheet>
        """
      ),
      (
        "\(target)sheet1.xml",
        "<worksheet xmlns='\(Self.main)'><sheetData>\(rows)</sheetData></worksheet>"
      ),
    ]
  }

  @Test(arguments: ["", "xl/", "office/deep/"], ["/", "\\"])
  func partsAreFoundByTheirRelationships(_ folder: String, _ separator: String) {
    let result = read(parts(folder: folder, separator: separator))
    #expect(result.error == nil)
    #expect(result.texts == [["2013-02-26"]])
  }

  /// Extensions have elements with the names of other elements.
  @Test(
    arguments: [
      ("", ""),
      ("x14", "<x14:workbookPr xmlns:x14='urn:x14' defaultImageDpi='32767'/>"),
      ("x15", "<x15:workbookPr xmlns:x15='urn:x15' date1904='0'/>"),
      ("nested", "<workbookPr date1904='0'/>"),
      ("sheets", "<x:sheets xmlns:x='urn:x'><x:sheet name='T' r:id='r0'/></x:sheets>"),
    ])
  func extensionsDoNotMatter(_ name: String, _ element: String) {
    let extensions = "<extLst><ext>\(element)</ext></extLst>"
    let result = read(
      parts(properties: "<workbookPr date1904='1'/>", extensions: element.isEmpty ? "" : extensions)
    )
    #expect(result.texts == [["2017-02-27"]])
  }

  @Test(
    arguments: [
      ("<c t='inlineStr'><v>1.0</v><is><t>1.</t></is></c>", "1."),
      ("<c t='inlineStr'><is><t>1.</t></is><v>1.0</v></c>", "1."),
      ("<c t='inlineStr'><is><r><t>a</t></r><r><t>b</t></r><rPh><t>c</t></rPh></is></c>", "ab"),
      ("<c t='str'><v>x</v><is><t>y</t></is></c>", "x"), ("<c><is><t>y</t></is><v>7</v></c>", "7"),
      ("<c><v>7</v><extLst><ext><v>8</v></ext></extLst></c>", "7"),
      ("<c><v>7</v><x:v xmlns:x='urn:x'>8</x:v></c>", "7"),
      ("<c t='inlineStr'><v>7</v></c>", "7"),
      ("<c t='b'><v>1</v></c>", "TRUE"), ("<c t='b'><v>true</v></c>", "TRUE"),
      ("<c t='b'><v>TRUE</v></c>", "TRUE"), ("<c t='b'><v>0</v></c>", "FALSE"),
      ("<c t='b'><v>false</v></c>", "FALSE"), ("<c t='str'><v>_x0041_</v></c>", "A"),
      ("<c t='str'><v>_x+041_</v></c>", "_x+041_"),
      ("<c t='str'><f>A1</f><v></v></c><c><v>1</v></c>", ""),
    ])
  func valueOfACellIsRead(_ cell: String, _ text: String) {
    let rows = "<row><c t='str'><v>n</v></c><c t='str'><v>m</v></c></row><row>\(cell)</row>"
    #expect(read(parts(rows: rows)).texts.first?.first == text)
  }

  @Test func theFirstPartOfATypeIsRead() {
    let others = (1...7).map { "styles\($0).xml" }
    var files = parts()
    files[2].1 = relationships(
      [("worksheet", "sheet1.xml"), ("styles", "styles.xml")] + others.map { ("styles", $0) })
    files += others.map { ("xl/\($0)", "<styleSheet xmlns='\(Self.main)'/>") }
    let result = read(files)
    #expect(result.error == nil)
    #expect(result.texts == [["2013-02-26"]])
  }

  /// A sheet would have two parts.
  @Test func identifiersOfRelationshipsAreUnique() {
    var files = parts()
    files[2].1 = relationships(
      [("worksheet", "sheet1.xml"), ("worksheet", "styles.xml")]
    ).replacing("'r1'", with: "'r0'")
    let error = read(files).error
    #expect(error?.kind == .content)
    #expect(error?.message.contains("two relationships") == true)
  }

  @Test func entriesWithOneNameAreRefused() {
    let sheet = parts()[5]
    for name in [sheet.0, "XL/Sheet1.xml", "xl\\sheet1.xml"] {
      let error = read(parts() + [(name, sheet.1)]).error
      #expect(error?.message.contains("two entries") == true)
    }
    #expect(read([("a.csv", "a\n1\n"), ("a.csv", "a\n2\n")]).error?.kind == .compression)
    #expect(read([("x/", ""), ("x/", ""), ("x/a.csv", "a\n1\n")]).texts == [["1"]])
  }

  /// An error value or a formula without a value is a fault of its cell.
  @Test(
    arguments: [
      ("<c t='e'><v>#REF!</v></c>", "cellError 1"), ("<c><f>1+1</f></c>", "noValue 1"),
      ("<c><f>1+1</f><v></v></c>", "noValue 1"), ("<c t='str'><f>A1</f></c>", "noValue 1"),
      ("<c><v>1</v></c><c t='e'><f>B1</f><v>#N/A</v></c>", "cellError 2"),
      ("<c><f>1+1</f><v>2</v></c>", "none"), ("<c t='str'><v>#REF!</v></c>", "none"),
      ("<c t='b'><v>yes</v></c>", "cellError 1"), ("<c t='b'><v>10</v></c>", "cellError 1"),
    ])
  func errorsOfCellsAreFaults(_ cells: String, _ fault: String) throws {
    let rows =
      "<row><c t='str'><v>n</v></c><c t='str'><v>m</v></c></row><row>\(cells)</row>"
    let bytes = StoredZip.bytes(parts(rows: rows))
    let result = readAll(try openReader(source: MemoryByteSource(bytes)))
    #expect(result.records.map { $0.fault.map { "\($0.code) \($0.column)" } ?? "none" } == [fault])
    let ignoring = ReaderOptions { options in
      options.cellFormats = { header in
        header.map { _ in
          var format = CellFormat()
          format.requiresValues = false
          return format
        }
      }
    }
    let records = readAll(try openReader(source: MemoryByteSource(bytes), options: ignoring))
      .records
    #expect(records.allSatisfy { $0.fault == nil })
  }

  /// Cells that share long texts expand like compressed data, to a thousand times the size of the
  /// file, which is greater if the rows are not compressed.
  @Test(arguments: [false, true])
  func expansionOfSharedStringsIsLimited(isPacked: Bool) throws {
    let rows = String(repeating: "<row><c t='s'><v>0</v></c></row>", count: 1_500)
    let packed = StoredZip.Packed(
      "xl/worksheets/sheet1.xml", CompressionTests.bytes(Self.packedRows), size: 48_112,
      checksum: 1_626_791_002)
    let bytes = SmallWorkbook.bytes(
      rows, strings: ["<t>\(String(repeating: "x", count: 10_000))</t>"],
      packed: isPacked ? [packed] : [])
    let options = ReaderOptions {
      $0.headerLine = 0
      $0.sharedBytes = 1 << 10
    }
    let result = readAll(try openReader(source: MemoryByteSource(bytes), options: options))
    #expect(result.error?.kind == (isPacked ? .compression : nil))
    #expect((result.records.count == 1_500) == !isPacked)
  }

  /// The sheet with 1,500 rows.
  private static let packedRows = """
    7cs7bsMwEATQq7hTFwopUgQ0K1+EUJgosPWBSFg+fgRdI68YYGcfJu7Ldq9jKe3ymh5zvXZja+tnCHUYy5Tr27KW+ZDv
    ZZtyO+r2E+q6lfx1jqZHeO/7jzDl37lL8fzdcsspbsue4nBp164e8Ex9DM8Uw3DkJM4555xzzjnnnHPOOeecc84555xz
    zjnnnHPOOeecc84555xzzjnnnHPOOeecc84555xzzjnnnHPOOeecc84555xzzjnnnHPOOeecc84555xzzjnnnHPOOeec
    c84555xzzjnnnHPOOeecc84555xzzjnnnHP+vzzUsZR2yy0f975s97OnPw==
    """

  @Test func atMost20SheetsAreNamed() {
    let sheet = "<sheet name='S' sheetId='1' r:id='r0'/>"
    let sheets = (1...21).map { sheet.replacing("'S'", with: "'S\($0)'") }.joined()
    let workbook = parts().map { ($0.0, $0.1.replacing(sheet, with: sheets)) }
    let error = read(workbook, ReaderOptions { $0.sheet = "none" }).error
    #expect(error?.kind == .sheet)
    #expect(error?.message.hasSuffix("'S19', 'S20'") == true, "\(error?.message ?? "none")")
  }

  @Test func otherPackagesAreNamed() {
    let word = parts().map { part in
      (
        part.0.replacing("workbook", with: "document"),
        part.1.replacing("workbook", with: "document")
      )
    }
    let error = read(word).error?.message
    #expect(error?.contains("not a workbook") == true, "\(error ?? "none")")
  }
}
