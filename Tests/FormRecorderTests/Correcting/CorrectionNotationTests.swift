import FormRecorderTestSupport
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// Values that a spreadsheet program wrote in another notation.
@Suite struct CorrectionNotationTests {
  /// A stored cell, the returned one, and what is stored; nil if the cell is unchanged.
  private static let apostrophes: [(before: String, after: String, stored: String?)] = [
    ("=1", "'=1", nil), ("=1", "'=2", "=2"), ("=1", "=2", "=2"), ("'=1", "'=1", nil),
    ("'=1", "'=2", "'=2"), ("'=1", "=1", "=1"), ("", "'=x", "'=x"), ("a", "'=x", "'=x"),
  ]

  /// Other apostrophes before a formula belong to the text.
  @Test(arguments: apostrophes)
  func onlyApostrophesOfTheExportAreRemoved(
    _ before: String, _ after: String, _ stored: String?
  ) {
    let cell = ReturnedCell(Array(before.utf8), Array(after.utf8), isMasked: false)
    #expect(cell == stored.map { ReturnedCell.changed(Array($0.utf8)) } ?? .unchanged)
  }

  /// Each column is decided separately.
  @Test func changesAreDecidedPerColumn() throws {
    let store = try RejectedPeople.store()
    var rows = try store.openTable()
    for row in 1...20 {
      rows[row][2] = rows[row][2].replacing("ö", with: "o")
      rows[row][4] = rows[row][4] + ".0"
      rows[row][3] = "50"
    }
    let text = RejectedPeople.text(rows)
    let stopped = try store.correct(text)
    #expect(stopped.corrections?.protectedChanges.map(\.column) == ["city", "zip"])
    #expect(stopped.corrections?.protectedChanges.map(\.cause) == [.encoding, .notation])
    let half = try store.correct(text) { $0.acceptedColumns = ["zip"] }
    #expect(half.isRefused)
    #expect(half.corrections?.protectedChanges.map(\.decision) == [nil, .accepted])
    #expect(throws: RecorderError.self) {
      try store.correct(text) { $0.acceptedColumns = ["nothing"] }
    }
    let taken = try store.correct(text) {
      $0.acceptedColumns = ["zip"]
      $0.keptColumns = ["all"]
    }
    #expect(taken.corrections?.closed == 20)
    #expect(taken.corrections?.kept == 5)
    #expect(taken.corrections?.cellsByField == ["amount": 20, "zip": 20])
    #expect(try store.export(.accepted).contains("Köln"))
  }

  /// Changes of cells that no failure concerns, whatever made them. The bugs of spreadsheet
  /// programs and of people are countless; none of them changes such a cell.
  @Test(arguments: [
    ("text", "01234", "1234"), ("text", "+491234567", "491234567"),
    ("text", "73928e03", "7.39E+07"), ("text", "SEPT1", "1-Sep"), ("text", "12.50", "1250"),
    ("text", "1350,94", "135094"), ("text", "1350,94", "1351"),
    ("text", "51.5073509123456", "51.50735091"), ("text", "0.000012345", "1.23E-05"),
    ("text", "9:30", "0.395833333"), ("text", "abc", "#NAME?"),
    ("date", "2026-03-04", "2022-03-03"),
    ("date", "2026-03-04", "2026-03-05"), ("text", "Ana", "ANA"), ("text", "a b", "a  b"),
    ("text", "a b", "a\u{A0}b"), ("text", "it's", "it\u{2019}s"), ("text", "=a", "0"),
    ("text", "long text", "long"), ("integer", "1", "2"), ("boolean", "true", "FALSCH"),
    ("text", "", "x"), ("text", "x", ""), ("text", "é", "e\u{301}"), ("text", "1-2", "02. Jan"),
  ])
  func protectedCellsDoNotChangeUnnoticed(type: String, before: String, after: String) throws {
    let store = try Self.store(type)
    try store.add("id,value,limit\n1,\"\(before)\",9\n2,,9\n")
    let shown = SpreadsheetText.isFormula(Array(before.utf8).span) ? "'\(before)" : before
    var rows = try store.openCells()
    #expect(rows[1][1] == shown)
    rows[1][1] = after
    rows[1][2] = "1"
    let text = rows.map { $0.map { "\"\($0)\"" }.joined(separator: ",") + "\n" }.joined()
    let stopped = try store.correct(text)
    #expect(stopped.isRefused)
    #expect(stopped.corrections?.protectedChanges.map(\.column) == ["value"])
    let kept = try store.correct(text) { $0.keptColumns = ["value"] }
    #expect(kept.corrections?.closed == 1)
    #expect(try store.cells(ofCorrectionOf: 1)[1] == before)
  }

  /// The same value in another notation keeps its original text.
  @Test(arguments: [
    ("decimal", "1.50", "1.5"), ("boolean", "true", "TRUE"), ("text", " a ", "a"),
    ("text", "a\nb", "a\r\nb"), ("integer", "01", "1"), ("text", "=1+1", "=1+1"),
  ])
  func equalValuesKeepTheirText(type: String, before: String, after: String) throws {
    let store = try Self.store(type)
    try store.add("id,value,limit\n1,\"\(before)\",9\n")
    var rows = try store.openCells()
    rows[1][1] = after
    rows[1][2] = "1"
    let text = rows.map { $0.map { "\"\($0)\"" }.joined(separator: ",") + "\n" }.joined()
    #expect(try store.correct(text).corrections?.closed == 1)
    #expect(try store.cells(ofCorrectionOf: 1)[1] == before)
  }

  /// What a person wants to do with a failing cell is never refused.
  @Test(arguments: [
    ("[0-9]{5}", "1234", "01234"), ("\\+[0-9]+", "49123", "+49123"), ("[A-Z]+", "abc", "ABC"),
    ("[^ ].*[^ ]", " a b ", "a b"), ("[^\u{201C}]*", "\u{201C}a", "a"),
    ("\\d{4}-\\d\\d-\\d\\d", "4.3.2026", "2026-03-04"), ("\\d+", "1.2E+3", "1200"),
    ("x?", "abc", ""), ("\\d+", "20歳", "20"), ("\\d+", "12é", "12"), ("x?", "неизвестно", ""),
  ])
  func openCellsAreTakenAsTheyAre(pattern: String, before: String, after: String) throws {
    let store = try TemporaryStore(
      """
      form: values
      fields:
        - {name: id, type: integer}
        - {name: value, type: text}
      ---
      rules: values
      form: values
      fields:
        value: [{pattern: '\(pattern)'}]
      """)
    try store.add("id,value\n1,\"\(before)\"\n")
    var rows = try store.openCells()
    rows[1][1] = after
    let report = try store.correct(RejectedPeople.text(rows))
    #expect(report.corrections?.closed == 1)
    #expect(try store.cells(ofCorrectionOf: 1)[1] == after)
  }

  /// A value that a spreadsheet program wrote in place of a failing one.
  @Test(arguments: ["#NAME?", "#N/A", "#REF!", "####"])
  func errorValuesAreRefusedByLine(_ value: String) throws {
    let store = try RejectedPeople.store()
    var rows = try store.openTable()
    rows[1][3] = value
    rows[2][3] = "5"
    let counts = try #require(try store.correct(RejectedPeople.text(rows)).corrections)
    #expect(counts.refused.map(\.reason) == [.damaged(column: "amount")])
    #expect(counts.closed == 1)
  }

  private static func store(_ type: String) throws -> TemporaryStore {
    try TemporaryStore(
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
    var correction = CorrectionRequest(path: store.path("back.xlsx"))
    correction.acceptedColumns = ["all"]
    let report = try store.recorder.importCorrections(correction)
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
  /// The rows of an export of the open submissions, whose cells have no quotes and line ends.
  fileprivate func openCells() throws -> [[String]] {
    try write(try export(.open), to: "open.csv")
    let table = try FileTable(reading: path("open.csv"))
    return [table.header] + table.rows.map(\.cells)
  }

  /// The stored cells of the last correction of a submission.
  fileprivate func cells(ofCorrectionOf submission: Int64) throws -> [String] {
    let id = try #require(try recorder.latestCorrection(of: submission))
    return try JSONDecoder().decode(
      [String].self,
      from: Data(try #require(try rows("SELECT cells FROM submission WHERE id = \(id)").first).utf8)
    )
  }

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
