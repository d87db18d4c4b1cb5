import FormBytes
import FormInput

/// The parts of a workbook that depend little on its content.
enum WorkbookParts {
  static let sheetPath = "xl/worksheets/sheet1.xml"
  static let sheetRelationsPath = "xl/worksheets/_rels/sheet1.xml.rels"
  static let commentsPath = "xl/comments1.xml"
  static let drawingPath = "xl/drawings/vmlDrawing1.vml"

  private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let package = "http://schemas.openxmlformats.org/package/2006"
  private static let types = "application/vnd.openxmlformats-officedocument"

  static func contentTypes(hasComments: Bool) -> String {
    let comments =
      """
      <Default Extension="vml" ContentType="\(types).vmlDrawing"/>\
      <Override PartName="/\(commentsPath)" ContentType="\(types).spreadsheetml.comments+xml"/>
      """
    return head + """
      <Types xmlns="\(package)/content-types">\
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
      <Default Extension="xml" ContentType="application/xml"/>\
      <Override PartName="/xl/workbook.xml" ContentType="\(types).spreadsheetml.sheet.main+xml"/>\
      <Override PartName="/xl/styles.xml" ContentType="\(types).spreadsheetml.styles+xml"/>\
      <Override PartName="/\(sheetPath)" ContentType="\(types).spreadsheetml.worksheet+xml"/>\
      \(hasComments ? comments : "")</Types>
      """
  }

  static let packageRelations = relations([("officeDocument", "xl/workbook.xml")])
  static let workbookRelations = relations([
    ("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml"),
  ])
  static let sheetRelations = relations([
    ("vmlDrawing", "../drawings/vmlDrawing1.vml"), ("comments", "../comments1.xml"),
  ])

  private static func relations(_ targets: [(type: String, target: String)]) -> String {
    let items = targets.enumerated().map { index, item in
      """
      <Relationship Id="rId\(index + 1)" Type="\(office)/\(item.type)" Target="\(item.target)"/>
      """
    }
    return
      "\(head)<Relationships xmlns=\"\(package)/relationships\">" + items.joined()
      + "</Relationships>"
  }

  /// - Parameter filter: The cell range of the automatic filter.
  static func workbook(sheet: String, filter: String) -> String {
    head + """
      <workbook xmlns="\(main)" xmlns:r="\(office)">\
      <bookViews><workbookView/></bookViews>\
      <sheets><sheet name="\(sheet.escapedForXML)" sheetId="1" r:id="rId1"/></sheets>\
      <definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">\
      \(sheet.quoted().escapedForXML)!\(filter)</definedName></definedNames></workbook>
      """
  }

  /// The styles by the raw values of `WorkbookFile.Style`. Cells have the text format, so that
  /// edited cells stay text.
  static let styles =
    head + """
      <styleSheet xmlns="\(main)"><fonts count="2">\
      <font><sz val="11"/><name val="Calibri"/><family val="2"/></font>\
      <font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>\
      <fills count="4"><fill><patternFill patternType="none"/></fill>\
      <fill><patternFill patternType="gray125"/></fill>\
      <fill><patternFill patternType="solid"><fgColor rgb="FFFFC7CE"/></patternFill></fill>\
      <fill><patternFill patternType="solid"><fgColor rgb="FFFFEB9C"/></patternFill></fill></fills>\
      <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
      <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
      <cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
      <xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
      <xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
      <xf numFmtId="49" fontId="0" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1"/>\
      <xf numFmtId="49" fontId="0" fillId="3" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1"/>\
      </cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
      </styleSheet>
      """

  /// The beginning of the sheet, with a frozen header row.
  static let sheetBeginning =
    head + """
      <worksheet xmlns="\(main)" xmlns:r="\(office)"><sheetViews>\
      <sheetView tabSelected="1" workbookViewId="0">\
      <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>\
      <selection pane="bottomLeft"/></sheetView></sheetViews><sheetData>
      """

  static let commentsBeginning =
    "\(head)<comments xmlns=\"\(main)\"><authors><author></author></authors><commentList>"

  static let drawingBeginning = """
    <xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" \
    xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="_x0000_t202" \
    coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">\
    <v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>
    """

  /// Returns the letters of a column, counted from 0.
  static func column(_ index: Int) -> String {
    var (letters, rest) = ("", index)
    repeat {
      letters = "\(Unicode.Scalar(UInt8(ascii: "A") + UInt8(rest % 26)))" + letters
      rest = rest / 26 - 1
    } while rest >= 0
    return letters
  }
}

/// The comments of a sheet: their texts and, in a legacy (VML) drawing, their positions.
struct WorkbookComments {
  private var items: [(row: Int, column: Int, text: String)] = []

  var isEmpty: Bool { items.isEmpty }

  mutating func append(_ text: String, row: Int, column: Int) {
    items.append((row, column, text))
  }

  func write(to archive: inout ZipWriter) throws {
    var xml = Array(WorkbookParts.commentsBeginning.utf8)
    try archive.begin(WorkbookParts.commentsPath)
    for item in items {
      let cell = "\(WorkbookParts.column(item.column))\(item.row + 1)"
      xml += "<comment ref=\"\(cell)\" authorId=\"0\"><text><t xml:space=\"preserve\">".utf8
      xml.appendXML(item.text)
      xml += "</t></text></comment>".utf8
      try archive.append(&xml)
    }
    xml += "</commentList></comments>".utf8
    try archive.append(&xml)
    try archive.end()
    try archive.begin(WorkbookParts.drawingPath)
    xml += WorkbookParts.drawingBeginning.utf8
    for (index, item) in items.enumerated() {
      let (row, column) = (item.row, item.column)
      xml +=
        """
        <v:shape id="_x0000_s\(1_025 + index)" type="#_x0000_t202" \
        style="position:absolute;width:192pt;height:55.5pt;z-index:\(index + 1);visibility:hidden" \
        fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/>\
        <v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>\
        <v:textbox style="mso-direction-alt:auto"/><x:ClientData ObjectType="Note">\
        <x:MoveWithCells/><x:SizeWithCells/><x:Anchor>\(column + 1), 15, \(max(0, row - 1)), 10, \
        \(column + 4), 15, \(row + 3), 4</x:Anchor><x:AutoFill>False</x:AutoFill>\
        <x:Row>\(row)</x:Row><x:Column>\(column)</x:Column></x:ClientData></v:shape>
        """.utf8
      try archive.append(&xml)
    }
    xml += "</xml>".utf8
    try archive.append(&xml)
    try archive.end()
  }
}

extension ZipWriter {
  /// Appends bytes to the current entry, and clears the buffer.
  fileprivate mutating func append(_ bytes: inout [UInt8]) throws {
    try append(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
