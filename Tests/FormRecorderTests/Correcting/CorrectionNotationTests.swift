import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// Values that a spreadsheet program wrote in another notation.
@Suite struct CorrectionNotationTests {
  @Test func changesAreAcceptedPerColumn() throws {
    let store = try RejectedPeople.store()
    var rows = try store.openTable()
    for row in 1...20 {
      rows[row][2] = rows[row][2].replacing("ö", with: "o")
      rows[row][4] = rows[row][4] + ".0"
      rows[row][3] = "50"
    }
    let stopped = try store.correct(RejectedPeople.text(rows))
    #expect(stopped.corrections?.suspiciousChanges.map(\.column) == ["city", "zip"])
    let half = try store.correct(RejectedPeople.text(rows)) { $0.acceptedColumns = ["zip"] }
    #expect(half.isRefused)
    #expect(half.corrections?.suspiciousChanges.map(\.isAccepted) == [false, true])
    #expect(throws: RecorderError.self) {
      try store.correct(RejectedPeople.text(rows)) { $0.acceptedColumns = ["nothing"] }
    }
    // A deleted column keeps its stored values.
    let kept = rows.map { row in row.indices.filter { $0 != 2 }.map { row[$0] } }
    let taken = try store.correct(RejectedPeople.text(kept)) { $0.acceptedColumns = ["zip"] }
    #expect(taken.corrections?.closed == 20)
    #expect(try store.export(.accepted).contains("Köln"))
  }

  /// A value that the type of the field rejects is not a notation of a valid value, so rewriting it
  /// is a correction.
  @Test(arguments: [
    ("decimal", "1,234.50", "1234.5", false), ("text", "1,234.50", "1234.5", true),
    ("date", "15.01.2024", "2024-01-15", false), ("text", "15.01.2024", "2024-01-15", true),
  ])
  func notationFixesAreAccepted(type: String, before: String, after: String, isRefused: Bool) throws
  {
    let store = try TemporaryStore(
      """
      form: values
      fields:
        - {name: id, type: integer}
        - {name: value, type: \(type)}
        - {name: limit, type: integer}
      ---
      rules: values
      form: values
      fields:
        limit: [{range: {max: 1}}]
      """)
    try store.add("id,value,limit\n" + (1...5).map { "\($0),\"\(before)\",9\n" }.joined())
    let text = try store.export(.open).replacing("\"\(before)\"", with: after)
      .replacing(",\(before),", with: ",\(after),").replacing(",9,", with: ",1,")
    let report = try store.correct(text)
    #expect(report.isRefused == isRefused)
    #expect(report.corrections?.closed == (isRefused ? 0 : 5))
  }

  /// Typed cells are written in the formats of their fields, as in an import of a workbook.
  @Test func typedCellsUseTheFormatsOfTheirFields() throws {
    let store = try TemporaryStore(
      """
      form: orders
      fields:
        - {name: id, type: integer}
        - {name: amount, type: decimal, point: ",", group: "."}
        - {name: day, type: date, format: dd.MM.yyyy}
        - {name: paid, type: boolean, true: [ja], false: [nein]}
        - {name: limit, type: integer}
      ---
      rules: orders
      form: orders
      fields:
        limit: [{range: {max: 1}}]
      """)
    try store.add("id;amount;day;paid;limit\n1;1,5;01.02.2026;nein;9\n2;1,5;01.02.2026;ja;9\n")
    let header = ["id", "amount", "day", "paid", "limit", "_submission"]
    let rows =
      "<row>" + header.map { "<c t='str'><v>\($0)</v></c>" }.joined() + "</row>"
      + "<row><c><v>1</v></c><c><v>1.234</v></c><c s='1'><v>46082</v></c><c t='b'><v>1</v></c>"
      + "<c><v>1</v></c><c><v>1</v></c></row>"
    for name in ["back.xlsx", "new.xlsx"] {
      let bytes = SmallWorkbook.bytes(rows, formats: ["yyyy-mm-dd"])
      try Data(bytes).write(to: URL(fileURLWithPath: store.path(name)))
    }
    let report = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("back.xlsx")))
    #expect(report.corrections?.closed == 1)
    let cells = "1,234;01.03.2026;ja;1"
    #expect(try store.exported(report.importID).contains(cells))
    // Importing a workbook produces the same cells.
    var request = ImportRequest(path: store.path("new.xlsx"))
    request.storesExports = true
    let imported = try store.recorder.importFile(request)
    #expect(try store.exported(imported.importID).contains(cells))
  }
}

extension TemporaryStore {
  fileprivate func exported(_ importID: Int64?) throws -> String {
    var request = ExportRequest()
    request.scope = .all
    request.isRaw = true
    request.delimiter = ";"
    request.selection.importID = importID
    var output: [UInt8] = []
    _ = try recorder.export(request, to: .stream { output += $0 })
    return String(decoding: output, as: UTF8.self)
  }
}
