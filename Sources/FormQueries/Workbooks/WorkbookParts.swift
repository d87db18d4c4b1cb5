import FormBytes
import FormInput

/// The parts of a workbook that depend little on its content.
enum WorkbookParts {
  /// The paths of the parts of a sheet, by its number, from 1.
  static func sheetPath(_ sheet: Int) -> String { "xl/worksheets/sheet\(sheet).xml" }
  static func sheetRelationsPath(_ sheet: Int) -> String {
    "xl/worksheets/_rels/sheet\(sheet).xml.rels"
  }
  static func commentsPath(_ sheet: Int) -> String { "xl/comments\(sheet).xml" }
  static func drawingPath(_ sheet: Int) -> String { "xl/drawings/vmlDrawing\(sheet).vml" }

  private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let package = "http://schemas.openxmlformats.org/package/2006"
  private static let types = "application/vnd.openxmlformats-officedocument"

  /// - Parameter hasComments: Whether each sheet has comments.
  static func contentTypes(hasComments: [Bool]) -> String {
    let sheets = hasComments.enumerated().map { index, hasComments in
      override(sheetPath(index + 1), "worksheet")
        + (hasComments ? override(commentsPath(index + 1), "comments") : "")
    }
    return head + """
      <Types xmlns="\(package)/content-types">\
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
      <Default Extension="xml" ContentType="application/xml"/>\
      <Default Extension="vml" ContentType="\(types).vmlDrawing"/>\
      \(override("xl/workbook.xml", "sheet.main"))\(override("xl/styles.xml", "styles"))\
      \(sheets.joined())</Types>
      """
  }

  private static func override(_ path: String, _ type: String) -> String {
    "<Override PartName=\"/\(path)\" ContentType=\"\(types).spreadsheetml.\(type)+xml\"/>"
  }

  static let packageRelations = relations([("officeDocument", "xl/workbook.xml")])

  static func workbookRelations(sheets: Int) -> String {
    relations(
      (1...sheets).map { ("worksheet", "worksheets/sheet\($0).xml") } + [("styles", "styles.xml")])
  }

  static func sheetRelations(_ sheet: Int) -> String {
    relations([
      ("vmlDrawing", "../drawings/vmlDrawing\(sheet).vml"), ("comments", "../comments\(sheet).xml"),
    ])
  }

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

  /// - Parameter sheets: The sheets, with the cell ranges of their automatic filters.
  static func workbook(_ sheets: [(sheet: WorkbookSheet, filter: String?)]) -> String {
    let items = sheets.enumerated().map { index, item in
      let state = item.sheet.isHidden ? " state=\"hidden\"" : ""
      return """
        <sheet name="\(item.sheet.name.escapedForXML)" sheetId="\(index + 1)"\(state) \
        r:id="rId\(index + 1)"/>
        """
    }
    let filters = sheets.enumerated().compactMap { index, item in
      item.filter.map {
        """
        <definedName name="_xlnm._FilterDatabase" localSheetId="\(index)" hidden="1">\
        \(item.sheet.name.quoted().escapedForXML)!\($0)</definedName>
        """
      }
    }
    let names = filters.isEmpty ? "" : "<definedNames>\(filters.joined())</definedNames>"
    return head + """
      <workbook xmlns="\(main)" xmlns:r="\(office)"><bookViews><workbookView/></bookViews>\
      <sheets>\(items.joined())</sheets>\(names)</workbook>
      """
  }

  /// The styles by the raw values of `WorkbookFile.Style`. Cells have the text format, so that
  /// edited cells stay text.
  static let styles: String = {
    let colors = ["FFFFC7CE", "FFFFEB9C", "FFDDEBF7"]
    let fills = colors.map {
      "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"\($0)\"/></patternFill></fill>"
    }
    let formats = [
      format(isText: false), format(), format(isText: false, font: 1), format(isLocked: false),
      format(fill: 4, isLocked: false), format(fill: 2, isLocked: false),
      format(fill: 3, isLocked: false),
    ]
    return head + """
      <styleSheet xmlns="\(main)"><fonts count="2">\
      <font><sz val="11"/><name val="Calibri"/><family val="2"/></font>\
      <font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>\
      <fills count="\(fills.count + 2)"><fill><patternFill patternType="none"/></fill>\
      <fill><patternFill patternType="gray125"/></fill>\(fills.joined())</fills>\
      <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
      <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
      <cellXfs count="\(formats.count)">\(formats.joined())</cellXfs>\
      <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
      </styleSheet>
      """
  }()

  private static func format(
    isText: Bool = true, font: Int = 0, fill: Int = 0, isLocked: Bool = true
  ) -> String {
    """
    <xf numFmtId="\(isText ? 49 : 0)" fontId="\(font)" fillId="\(fill)" borderId="0" xfId="0" \
    applyNumberFormat="1" applyFont="1" applyFill="1" applyProtection="1">\
    <protection locked="\(isLocked ? 1 : 0)"/></xf>
    """
  }

  /// The beginning of a sheet, with a frozen header row.
  static func sheetBeginning(_ sheet: WorkbookSheet) -> String {
    let selected = sheet.isHidden ? "" : " tabSelected=\"1\""
    let columns = sheet.columns.enumerated().map { index, column in
      """
      <col min="\(index + 1)" max="\(index + 1)" width="\(column.width)" \
      style="\(column.style.rawValue)" customWidth="1"/>
      """
    }
    return head + """
      <worksheet xmlns="\(main)" xmlns:r="\(office)"><sheetViews>\
      <sheetView\(selected) workbookViewId="0">\
      <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>\
      <selection pane="bottomLeft"/></sheetView></sheetViews>\
      \(columns.isEmpty ? "" : "<cols>\(columns.joined())</cols>")<sheetData>
      """
  }

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
