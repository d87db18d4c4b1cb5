import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// Returned files with unintended changes are rejected. Files with intended changes are stored.
@Suite struct CorrectionGuardTests {
  private static let definitions = """
    form: people
    key: [id]
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text, sensitive: true}
      - {name: city, type: text}
      - {name: amount, type: decimal}
      - {name: zip, type: text}
    ---
    rules: people
    form: people
    fields:
      amount: [{range: {max: 100}}]
      city: [{pattern: '[^#]*'}]
    """

  /// Twenty rejected records.
  private static let records =
    "id,name,city,amount,zip\n"
    + (1...20).map { id in
      let city = ["Köln", "Zürich", "Málaga", "Berlin"][id % 4]
      return "\(id),Name \(40 - id),\(city),\(1_000 + id * 7 % 20),\(20_000 + id * 13 % 20)\n"
    }.joined()

  private func filled(key: Bool = true) throws -> TemporaryStore {
    let store = try TemporaryStore(
      key ? Self.definitions : Self.definitions.replacing("key: [id]\n", with: ""))
    try store.add(Self.records)
    return store
  }

  private func correct(
    _ store: TemporaryStore, _ text: String, encoding: String.Encoding = .utf8,
    _ change: (inout CorrectionRequest) -> Void = { _ in }
  ) throws -> ImportReport {
    let path = store.path("back.csv")
    try #require(text.data(using: encoding)).write(to: URL(fileURLWithPath: path))
    var request = CorrectionRequest(path: path)
    change(&request)
    return try store.recorder.importCorrections(request)
  }

  /// The cells of an export, starting with the header.
  private func table(_ store: TemporaryStore) throws -> [[String]] {
    try store.export(.open).split(separator: "\n").map {
      $0.split(separator: ",", maxSplits: 7, omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func text(_ table: [[String]]) -> String {
    table.map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// Sorts the given columns by one of them, independently of the other columns.
  private func sorted(_ table: [[String]], _ columns: Range<Int>, by key: Int) -> [[String]] {
    let order = table.dropFirst().sorted { $0[key] < $1[key] }
    return [table[0]]
      + zip(table.dropFirst(), order).map { row, other in
        row.indices.map { columns.contains($0) ? other[$0] : row[$0] }
      }
  }

  // MARK: Rearranged columns

  @Test(arguments: [true, false])
  func independentlySortedColumnsStopTheImport(key: Bool) throws {
    let store = try filled(key: key)
    let before = try store.dump()
    let report = try correct(store, text(sorted(table(store), 0..<5, by: 3)))
    #expect(report.isRefused)
    let suspiciousChanges = try #require(report.corrections?.suspiciousChanges)
    #expect(suspiciousChanges.contains { $0.column == "id" && $0.cause == .rearranged })
    #expect(suspiciousChanges.allSatisfy { $0.lines.count >= 2 })
    #expect(try store.dump() == before)
  }

  /// Rows may be omitted and returned in any order.
  @Test func sortedRowsAreAccepted() throws {
    let store = try filled()
    var rows = try sorted(table(store), 0..<8, by: 3)
    rows.remove(at: 3)
    for row in 1..<rows.count { rows[row][3] = "50" }
    let report = try correct(store, text(rows))
    #expect(report.corrections?.closed == 19)
    #expect(report.corrections?.refused.isEmpty == true)
  }

  /// Spreadsheet programs save empty rows as lines that contain only delimiters.
  @Test func emptyRowsAreIgnored() throws {
    let store = try filled()
    let report = try correct(store, store.export(.open) + ",,,,,,,\n,,,,,,,\n")
    #expect(report.corrections?.unchanged == 20)
    #expect(report.corrections?.refused.isEmpty == true)
  }

  @Test(arguments: ["partial sort", "shifted up", "pasted block", "deleted cells"])
  func movedCellsStopTheImport(kind: String) throws {
    let store = try filled(key: false)
    var rows = try table(store)
    switch kind {
    case "partial sort": rows = sorted(rows, 4..<5, by: 4)
    case "shifted up": for row in 1..<20 { rows[row][4] = rows[row + 1][4] }
    case "pasted block":
      for row in 1...5 { rows[row + 10].replaceSubrange(3..<5, with: rows[row][3..<5]) }
    default: for row in 6...20 { rows[row][4] = row < 20 ? rows[row + 1][4] : "" }
    }
    let report = try correct(store, text(rows))
    #expect(report.isRefused)
    #expect(report.corrections?.suspiciousChanges.contains { $0.column == "zip" } == true)
  }

  // MARK: Keys

  @Test func changedKeyIsRefusedByLine() throws {
    let store = try filled()
    var rows = try table(store)
    for row in 1...20 { rows[row][3] = "50" }
    rows[2][0] = "99"
    // Another notation of the same value does not change the key.
    rows[3][0] = "03"
    let report = try correct(store, text(rows))
    #expect(
      report.corrections?.refused == [
        .init(line: 3, reason: .keyChanged(2, fields: ["id"]))
      ])
    #expect(report.corrections?.closed == 19)
    let taken = try correct(store, text(rows)) { $0.acceptsKeyChanges = true }
    #expect(taken.corrections?.closed == 1)
    #expect(try store.recorder.verify().isOK)
  }

  // MARK: Masks

  @Test(arguments: ["Dr •••", "•••!", "x ••• y"])
  func maskAmongOtherTextIsRefusedByLine(cell: String) throws {
    let store = try filled()
    var rows = try table(store)
    rows[1][1] = cell
    rows[1][3] = "50"
    rows[2][3] = "50"
    let report = try correct(store, text(rows))
    #expect(report.corrections?.refused == [.init(line: 2, reason: .mask(column: "name"))])
    #expect(report.corrections?.closed == 1)
  }

  /// A mask stands for the value of its own submission. A mask in a cell that was not masked in the
  /// export has been moved there.
  @Test func masksOfUnmaskedValuesStopTheImport() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add("id,name,city,amount,zip\n1,Ana,A,200,1\n2,,B,200,2\n")
    let report = try correct(
      store, store.export(.open).replacing("2,,B", with: "2,•••,B"))
    #expect(report.isRefused)
    #expect(report.corrections?.suspiciousChanges.map(\.cause) == [.movedMask])
  }

  // MARK: Encodings

  @Test func wrongEncodingStopsTheImport() throws {
    let store = try filled()
    let before = try store.dump()
    let export = try store.export(.open)
    let utf8 = Data(export.utf8)
    let read = try #require(String(data: utf8, encoding: .isoLatin1))
    for (text, words) in [
      (read, ["UTF-8", "windows-1252"]),
      (export.replacing("ö", with: "?").replacing("ü", with: "?").replacing("á", with: "?"), []),
      (export.replacing("ö", with: "o").replacing("ü", with: "u").replacing("á", with: "a"), []),
    ] {
      let report = try correct(store, text)
      #expect(report.isRefused)
      let change = try #require(report.corrections?.suspiciousChanges.first { $0.column == "city" })
      #expect(change.encodings == words)
      #expect(change.lines.count == 15)
    }
    #expect(try store.dump() == before)
    // A file saved in an encoding that can represent its text is read unchanged.
    let saved = try correct(store, export, encoding: .windowsCP1252)
    #expect(saved.corrections?.unchanged == 20)
  }

  @Test func oneDamagedCellStopsTheImport() throws {
    let store = try filled()
    var rows = try table(store)
    rows[4][2] = "Bonn"
    rows[5][2] = "ZÃ¼rich"
    let report = try correct(store, text(rows))
    #expect(report.isRefused)
    #expect(report.corrections?.suspiciousChanges.map(\.lines) == [[6]])
  }

  /// Otherwise, a column with a damaged header would be ignored together with its corrections.
  @Test(arguments: ["StÃ¤dte", "St?dte", "Stadte"])
  func damagedHeaderStopsTheImport(_ header: String) throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add("id,name,amount,Städte\n1,Ana,1,a\n2,Bo,1000,b\n")
    let export = try store.export(.open)
    let back = export.replacing("Städte", with: header).replacing("1000", with: "20")
    let report = try correct(store, back)
    #expect(report.isRefused)
    #expect(report.corrections?.suspiciousChanges.map(\.cause) == [.damagedHeader])
    // An added column is not a damaged header.
    let more = back.replacing(header, with: "Städte").split(separator: "\n")
    let noted = "\(more[0]),Notes\n\(more[1]),Städte\n"
    #expect(try correct(store, noted).corrections?.closed == 1)
  }

  /// Accents may be removed from a field whose rule forbids them.
  @Test func forbiddenAccentsMayBeRemoved() throws {
    let store = try TemporaryStore(Self.definitions.replacing("[^#]*", with: "[A-Za-z]*"))
    try store.add("id,name,city,amount,zip\n1,Ana,Köln,20,1\n2,Bo,MŸnchen,20,2\n3,Cy,Bonn1,20,3\n")
    let export = try store.export(.open)
    let report = try correct(
      store, export.replacing("Köln", with: "Koln").replacing("Bonn1", with: "Bonn"))
    #expect(report.corrections?.closed == 2)
    // Values that were already damaged on import may be repaired.
    #expect(try !correct(store, export.replacing("MŸnchen", with: "München")).isRefused)
  }

  // MARK: Spreadsheet programs

  @Test func changesAreAcceptedPerColumn() throws {
    let store = try filled()
    var rows = try table(store)
    for row in 1...20 {
      rows[row][2] = rows[row][2].replacing("ö", with: "o")
      rows[row][4] = rows[row][4] + ".0"
      rows[row][3] = "50"
    }
    let stopped = try correct(store, text(rows))
    #expect(stopped.corrections?.suspiciousChanges.map(\.column) == ["city", "zip"])
    let half = try correct(store, text(rows)) { $0.acceptedColumns = ["zip"] }
    #expect(half.isRefused)
    #expect(half.corrections?.suspiciousChanges.map(\.isAccepted) == [false, true])
    #expect(throws: RecorderError.self) {
      try correct(store, text(rows)) { $0.acceptedColumns = ["nothing"] }
    }
    // A deleted column keeps its stored values.
    let kept = rows.map { row in row.indices.filter { $0 != 2 }.map { row[$0] } }
    let taken = try correct(store, text(kept)) { $0.acceptedColumns = ["zip"] }
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
    let report = try correct(store, text)
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
    let imported = try store.recorder.importFile(ImportRequest(path: store.path("new.xlsx")))
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
