import FormBytes
import FormInput

/// The comments of a sheet: their texts and, in a legacy (VML) drawing, their positions.
struct WorkbookComments {
  private var items: [(row: Int, column: Int, text: String)] = []

  var isEmpty: Bool { items.isEmpty }

  mutating func append(_ text: String, row: Int, column: Int) {
    items.append((row, column, text))
  }

  /// - Parameter sheet: The number of the sheet, from 1.
  func write(to archive: inout ZipWriter, ofSheet sheet: Int) throws {
    var xml = Array(WorkbookParts.commentsBeginning.utf8)
    try archive.begin(WorkbookParts.commentsPath(sheet))
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
    try archive.begin(WorkbookParts.drawingPath(sheet))
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
