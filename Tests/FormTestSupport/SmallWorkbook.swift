/// Workbooks written cell by cell.
package enum SmallWorkbook {
  package static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let relations =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  /// Returns a workbook with one sheet of rows in XML.
  package static func bytes(
    _ rows: String, strings: [String] = [], formats: [String] = [], is1904: Bool = false,
    second: String? = nil, sheet: String? = nil, packed: [StoredZip.Packed] = []
  ) -> [UInt8] {
    let parts =
      [("rId1", "worksheet", "worksheets/sheet1.xml")]
      + (second == nil ? [] : [("rId2", "worksheet", "/xl/worksheets/sheet2.xml")])
      + [("rId3", "styles", "styles.xml"), ("rId4", "sharedStrings", "sharedStrings.xml")]
    let relationships = parts.map {
      "<Relationship Id='\($0.0)' Type='\(relations)/\($0.1)' Target='\($0.2)'/>"
    }.joined()
    let codes = formats.enumerated().map {
      "<numFmt numFmtId='\(200 + $0.offset)' formatCode='\($0.element)'/>"
    }
    let styles = formats.indices.map { "<xf numFmtId='\(200 + $0)'/>" }
    return StoredZip.bytes(
      [
        ("[Content_Types].xml", "<Types/>"),
        (
          "xl/workbook.xml",
          """
          <workbook xmlns='\(main)' xmlns:r='\(relations)'><workbookPr date1904='\(is1904 ? 1 : 0)'/>
          <sheets><sheet name='One' sheetId='1' r:id='rId1'/>
          <sheet name='Two &amp; more' sheetId='2' state='hidden' r:id='rId2'/></sheets></workbook>
          """
        ),
        ("xl/_rels/workbook.xml.rels", "<Relationships>\(relationships)</Relationships>"),
        (
          "xl/styles.xml",
          """
          <styleSheet xmlns='\(main)'><numFmts>\(codes.joined())</numFmts><cellXfs><xf numFmtId='0'/>\
          \(styles.joined())</cellXfs></styleSheet>
          """
        ),
        ("xl/sharedStrings.xml", "<sst>\(strings.map { "<si>\($0)</si>" }.joined())</sst>"),
        (
          "xl/worksheets/sheet1.xml",
          sheet ?? "<worksheet xmlns='\(main)'><sheetData>\(rows)</sheetData></worksheet>"
        ),
        (
          "xl/worksheets/sheet2.xml",
          "<worksheet><sheetData>\(second ?? "")</sheetData></worksheet>"
        ),
      ].filter { part in !packed.contains { $0.name == part.0 } }, packed: packed)
  }
}
