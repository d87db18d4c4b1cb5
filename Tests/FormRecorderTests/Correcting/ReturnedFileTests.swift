import FormRecorderTestSupport
import FormStore
import FormTestSupport
import Foundation
import GRDB
import Testing

@testable import FormRecorder

/// Returned files in which cells or rows were exchanged, lost or renamed, found with spreadsheet
/// programs.
@Suite struct ReturnedFileTests {
  private static let definitions = """
    form: people
    key: [id]
    columns: keep
    fields:
      - {name: id, type: text, required: true}
      - {name: name, type: text}
      - {name: code, type: text}
      - {name: zip, type: text}
    ---
    rules: people
    form: people
    fields:
      name: [{pattern: '[A-Z]\\D*'}]
      code: [{pattern: '[A-Z0-9]+'}]
      zip: [{length: {max: 5}, severity: info}]
    """

  private func store(_ csv: String) throws -> TemporaryStore {
    let store = try TemporaryStore(Self.definitions)
    try store.add(csv)
    return store
  }

  private func current(_ store: TemporaryStore) throws -> [String] {
    try store.recorder.storeForReading().read { db in
      try String.fetchAll(
        db, sql: "SELECT cells FROM submission WHERE id IN (SELECT submission FROM correction)")
    }
  }

  /// The delimiter is the character beside `_submission`, whatever the name of the file, and
  /// corrections have that of the records that they correct.
  @Test func delimitersDoNotDependOnTheFileName() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(#"[{"id": "1", "name": "ana"}]"#, as: "records.json")
    let path = store.path("back.tsv")
    var request = ExportRequest()
    request.delimiter = ";"
    _ = try store.recorder.export(request, to: .file(path, replacing: true))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("id;name;"))
    try text.replacing("ana", with: "bo").write(toFile: path, atomically: true, encoding: .utf8)
    let report = try store.recorder.importCorrections(CorrectionRequest(path: path))
    #expect(report.corrections?.rows == 1)
    request.delimiter = nil
    var output: [UInt8] = []
    _ = try store.recorder.export(request, to: .stream { output += $0 })
    #expect(String(decoding: output, as: UTF8.self).contains("id,name,"))
  }

  @Test func aFieldWithTwoTextsIsRefused() throws {
    let store = try store("id,name\n1,ana\n")
    let text = try store.export(.open)
    try store.write(
      text.replacing("id,name,", with: "id,name,NAME,").replacing("1,ana,", with: "1,Ana,Bo,"),
      to: "back.csv")
    let report = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("back.csv")))
    #expect(report.corrections?.refused.map(\.reason) == [.sameField(columns: ["name", "NAME"])])
  }

  /// Nothing protects the cells of a malformed record but its text in `_raw`.
  @Test func malformedRecordsDoNotExchangeTheirCells() throws {
    let store = try store("id,name,code,zip\n1,Ana,A,1\n2,Bo,B,2,x\n3,Cy,C,3,y\n4,Di,D,4,z\n")
    let lines = try store.export(.open, check: true).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = lines[0]
    let (rest, first) = (
      try #require(header.firstIndex(of: "_rest")),
      try #require(header.firstIndex(of: "_submission"))
    )
    var rows = Array(lines.dropFirst())
    let own = rows.map { Array($0[first..<(first + 3)]) }
    for index in rows.indices {
      rows[index].replaceSubrange(first..<(first + 3), with: own[rows.count - 1 - index])
      rows[index][rest] = ""
    }
    let text = ([header] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n")
    let counts = try #require(try store.correct(text + "\n").corrections)
    #expect(counts.refused.map(\.reason.code) == ["otherRaw", "otherRaw"])
    #expect(counts.rows == 1)
  }

  /// Surplus cells that nobody needs are dropped.
  @Test func clearingTheRestIsACorrection() throws {
    let store = try store("id,name,code,zip\n1,Ana,A,1\n2,Bo,B,2,x\n")
    let text = try store.export(.open, check: true)
    #expect(try store.correct(text).records == 0)
    #expect(try store.correct(text.replacing(",x,", with: ",,")).accepted == 1)
  }

  /// An export of one rule has one open column, and no other cell that shows the rearrangement.
  @Test func anOpenColumnThatWasSortedAloneStopsTheImport() throws {
    let rows = (1...8).map { "\($0),Name,\("hgfedcba".dropFirst($0 - 1).prefix(1))\($0),1234\n" }
    let store = try store("id,name,code,zip\n" + rows.joined())
    let lines = try store.export(.open, check: true).split(separator: "\n").map(String.init)
    let codes = (1...8).map { "\("hgfedcba".dropFirst($0 - 1).prefix(1))\($0)" }
    let sorted = (["H1"] + codes.dropFirst()).sorted()
    var text = lines[0] + "\n"
    for (index, line) in lines.dropFirst().enumerated() {
      text += line.replacing(",\(codes[index]),", with: ",\(sorted[index]),") + "\n"
    }
    let report = try store.correct(text)
    #expect(report.isRefused)
    #expect(report.corrections?.protectedChanges.map(\.cause) == [.sorted])
    #expect(report.corrections?.protectedChanges.map(\.canBeKept) == [false])
    // Half of its cells were corrected before.
    let fixed = codes.enumerated().map { $0 % 2 == 0 ? $1 : $1.uppercased() }.sorted()
    text = lines[0] + "\n"
    for (index, line) in lines.dropFirst().enumerated() {
      text += line.replacing(",\(codes[index]),", with: ",\(fixed[index]),") + "\n"
    }
    #expect(try store.correct(text).corrections?.protectedChanges.map(\.cause) == [.sorted])
    // Fewer texts may have been exchanged on purpose.
    let two = try store.export(.open, check: true).replacing("1,Name,h1", with: "1,Name,g2")
      .replacing("2,Name,g2", with: "2,Name,h1")
    #expect(try store.correct(two).corrections?.rows == 2)
  }

  /// The original values of protected cells do not help if open cells of the column moved, too.
  @Test func openCellsOfASortedColumnCannotBeKept() throws {
    let codes = ["h1", "g2", "F3", "E4", "D5", "C6", "B7", "A8"]
    let rows = codes.enumerated().map { "\($0 + 1),\($0 < 2 ? "N" : "n")ame,\($1),1234\n" }
    let store = try store("id,name,code,zip\n" + rows.joined())
    var text = try store.export(.open, check: true)
    for (index, code) in codes.enumerated() {
      text = text.replacing("ame,\(code),", with: "ame,<\(codes[7 - index])>,")
    }
    text = text.replacing("<", with: "").replacing(">", with: "")
    #expect(try store.correct(text).corrections?.protectedChanges.map(\.canBeKept) == [false])
  }

  @Test func untouchedOpenCellsKeepTheirCharacters() throws {
    let store = try store("id,name,code,zip\n1,zoë,A,1\n2,ñu,B,2\n")
    let text = try store.export(.open)
    // Read as windows-1252 and saved as UTF-8.
    let misread = text.replacing("zoë", with: "Zoë").replacing("ñu", with: "Ã±u")
    #expect(throws: RecorderError.self) { try store.correct(misread) }
    // Saved in an encoding without ñ, by a program that drops characters.
    let marked = try store.export(.open, check: true).replacing("é€字ñřğ", with: "é€???ğ")
    let dropped = try store.correct(marked.replacing("ñu", with: "u"))
    #expect(dropped.corrections?.refused.map(\.reason.code) == ["damaged"])
    let lost = try store.correct(text.replacing("zoë", with: "Zoe").replacing("ñu", with: "?u"))
    #expect(lost.corrections?.refused.map(\.reason.code) == ["damaged"])
    #expect(try current(store) == [#"["1","Zoe","A","1"]"#])
  }

  /// The marker proves that a stated encoding is wrong.
  @Test func aWrongEncodingIsRefused() throws {
    let store = try store("id,name,code,zip\n1,zoë,A,1\n")
    let text = try store.export(.open, check: true).replacing("zoë", with: "Zoë")
    try store.write(text, to: "back.csv")
    var request = CorrectionRequest(path: store.path("back.csv"))
    request.input.encoding = "ibm850"
    #expect(throws: RecorderError.self) { try store.recorder.importCorrections(request) }
    request.input.encoding = "utf-8"
    #expect(try store.recorder.importCorrections(request).accepted == 1)
  }

  /// A note is neither a failure nor a warning.
  @Test func notesOpenNoCells() throws {
    let store = try store("id,name,code,zip\n1,Ana,a,1234567\n")
    let text = try store.export(.open, check: true)
    #expect(try store.correct(text.replacing("1234567", with: "999")).isRefused)
  }

  @Test func carriageReturnsOfOpenCellsCanBeRemoved() throws {
    let store = try store("id,name,code,zip\n1,Ana,\"A\r\",1\n2,Bo,\"B\rC\",2\n")
    let text = "id,name,code,zip,_submission\n1,Ana,A,1,1\n2,Bo,BC,2,2\n"
    #expect(try store.correct(text).accepted == 2)
  }

  @Test func aRenamedColumnStopsTheImport() throws {
    let store = try store("id,name,code,zip\n1,zoe,A,1\n")
    let text = try store.export(.open, check: true).replacing("zoe", with: "Zoe")
      .replacing(",name,", with: ",who,")
    let report = try store.correct(text)
    #expect(report.isRefused)
    #expect(report.corrections?.protectedChanges.map(\.cause) == [.header])
    try store.write(text, to: "back.csv")
    var request = CorrectionRequest(path: store.path("back.csv"))
    request.keptColumns = ["who"]
    #expect(try store.recorder.importCorrections(request).corrections?.unchanged == 1)
  }

  /// The objects of an export, with changed fields, and a table as NDJSON.
  @Test(arguments: [
    #"{"submission":1,"line":2,"fields":{"name":"Ana"}}"#, #"{"_submission":1,"name":"Ana"}"#,
  ])
  func objectsAreCorrections(_ object: String) throws {
    let store = try store("id,name,code,zip\n1,ana,A,1\n")
    try store.write(object + "\n", to: "back.ndjson")
    let request = CorrectionRequest(path: store.path("back.ndjson"))
    #expect(try store.recorder.importCorrections(request).accepted == 1)
    #expect(try current(store) == [#"["1","Ana","A","1"]"#])
  }

  /// Files of other formats cannot contain the character. The other objects are corrections.
  @Test func objectsWithNULAreRefused() throws {
    let store = try store("id,name,code,zip\n1,ana,A,1\n2,bo,B,2\n")
    try store.write(
      #"{"submission":1,"fields":{"name":"An\u0000a"}}"# + "\n"
        + #"{"submission":2,"fields":{"name":"Bo"}}"# + "\n", to: "back.ndjson")
    let request = CorrectionRequest(path: store.path("back.ndjson"))
    let counts = try store.recorder.importCorrections(request).corrections
    #expect(counts?.rows == 1 && counts?.refused.map(\.reason) == [.nul(column: "name")])
  }

  /// A cell that is hidden by a merged one was not cleared by anybody.
  @Test func mergedCellsAreRefused() throws {
    let store = try store("id,name,code,zip\n1,zoe,A,1\n2,bo,B,2\n")
    func cell(_ text: String) -> String { "<c t='str'><v>\(text)</v></c>" }
    let rows = [["_submission", "name"], ["1", "Zoe"], ["2", ""]].map { cells in
      "<row>\(cells.map(cell).joined())</row>"
    }
    let merged = "<mergeCells count='1'><mergeCell ref='B2:B3'/></mergeCells>"
    for (merge, isRefused) in [(merged, true), ("", false)] {
      let sheet = """
        <worksheet xmlns='\(SmallWorkbook.main)'><sheetData>\(rows.joined())</sheetData>\(merge)\
        </worksheet>
        """
      let path = store.path("back.xlsx")
      try Data(SmallWorkbook.bytes("", sheet: sheet)).write(to: URL(fileURLWithPath: path))
      let request = CorrectionRequest(path: path)
      if isRefused {
        let error = #expect(throws: RecorderError.self) {
          try store.recorder.importCorrections(request)
        }
        #expect(error?.description.contains("cells of the sheet are merged") == true)
      } else {
        #expect(try store.recorder.importCorrections(request).records == 1)
      }
    }
  }

  /// A later correction that took a change back is a change, too.
  @Test func anOldCopyDoesNotUndoALaterCorrection() throws {
    let store = try store("id,name,code,zip\n1,zoe,A,1\n")
    let ana = try store.export(.open, check: true).replacing("zoe", with: "zoa")
    #expect(try store.correct(ana).records == 1)
    let bo = try store.export(.open, check: true).replacing("zoa", with: "zoe")
    #expect(try store.correct(bo).records == 1)
    let again = try store.correct(ana)
    #expect(again.records == 0)
    #expect(again.corrections?.refused.map(\.reason.code) == ["conflict"])
  }

  /// A cell that was open when the file was exported is open after a replay by other rules.
  /// A rule of the record that no longer exists opens all cells.
  @Test(arguments: [("", ",A,1,"), ("\nrecord: [{must: length(code) > 1, id: long}]", ",a,12,")])
  func cellsOfEarlierVerdictsAreOpen(rule: String, change: String) throws {
    let store = try TemporaryStore(Self.definitions + rule)
    try store.add("id,name,code,zip\n1,Ana,a,1\n")
    let text = try store.export(.open, check: true).replacing(",a,1,", with: change)
    try store.apply(
      Self.definitions.replacing("[A-Z]\\D*", with: "[B-Z]\\D*")
        .replacing("[A-Z0-9]+", with: "[A-Za-z0-9]+"))
    _ = try store.recorder.replay(ReplayRequest())
    #expect(try store.correct(text).corrections?.rows == 1)
  }

  @Test func surplusCellsOfObjectsAreNotLost() throws {
    let store = try store("id,name,code,zip\n2,Bo,b,2,x\n")
    let text = try store.export(.open, .ndjson)
    try store.write(text.replacing(#""code":"b""#, with: #""code":"B""#), to: "back.ndjson")
    let report = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("back.ndjson")))
    #expect(report.corrections?.refused.map(\.reason.code) == ["surplus"])
    #expect(report.unknownColumns.isEmpty)
  }

  /// Records that cannot be read do not affect the others.
  @Test(arguments: [
    #"{"submission":2,"line":3,"fields":["x"]}"#, #"{"submission":2,"line":3,"fields":"x"}"#,
    #"{"submission":2,"line":3,"fields":{"name":"A","name":"B"}}"#, #"{"submission":2"#,
  ])
  func objectsWithoutFieldsAreRefused(_ object: String) throws {
    let store = try store("id,name,code,zip\n1,ana,A,1\n2,bo,B,2\n3,cy,C,3\n")
    var lines = try store.export(.open, .ndjson).split(separator: "\n").map(String.init)
    lines[0] = lines[0].replacing("ana", with: "Ana")
    lines[1] = object
    try store.write(lines.joined(separator: "\n"), to: "back.ndjson")
    let report = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("back.ndjson")))
    let counts = try #require(report.corrections)
    #expect(counts.refused.map(\.line) == [2] && counts.refused[0].reason.code == "malformed")
    #expect(counts.closed == 1 && counts.unchanged == 1)
  }

  /// `_check` shows that characters became entities.
  @Test func escapesOfCharactersAreRefused() throws {
    let store = try store("id,name,code,zip\n1,zoë,A,1\n2,ñu,B,2\n")
    let text = try store.export(.open, check: true).replacing("zoë", with: "Zoe")
    let escaped = text.unicodeScalars.map { $0.isASCII ? String($0) : "&#\($0.value);" }.joined()
    #expect(throws: RecorderError.self) { try store.correct(escaped) }
  }

  /// The whole export as NDJSON and JSON changes nothing.
  @Test(arguments: [ExportFormat.ndjson, .json])
  func anUnchangedExportIsNoCorrection(_ format: ExportFormat) throws {
    let store = try store("id,name,code,zip\n1,\"a\"\"ñ\n\",A,\n2,Bo,b,2\n3,Cy,C\n")
    try store.write(try store.export(.open, format), to: "back.\(format.rawValue)")
    let report = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("back.\(format.rawValue)")))
    #expect(report.records == 0)
    #expect(report.corrections?.unchanged == 3)
    #expect(report.corrections?.refused.isEmpty == true)
  }

  /// The characters of `_check` show that the file lost those of its cells. ASCII cells can be
  /// corrected.
  @Test func cellsThatLostTheirCharactersAreRefused() throws {
    let store = try store("id,name,code,zip\n1,Ana,5 €,1\n2,Bo,5 $,2\n")
    let text = try store.export(.open, check: true)
    let edited = text.replacing("5 €", with: "A €").replacing("5 $", with: "B")
    let counts = try #require(
      try store.correct(String(edited.unicodeScalars.filter(\.isASCII))).corrections)
    #expect(counts.refused.map(\.reason.code) == ["damaged"] && counts.rows == 1)
  }

  /// If more than half of the changed cells have the text of another record, the column was sorted.
  @Test(arguments: [("41", false), ("40", true)])
  func fewerMovedCellsAreOtherChanges(last: String, isSorted: Bool) throws {
    let store = try store("id,name,code,zip\n1,Ana,a,10\n2,Bo,b,20\n3,Cy,c,30\n4,Di,d,40\n")
    var text = try store.export(.open, check: true)
    for (before, after) in [
      ("a,10", "a,20"), ("b,20", "b,10"), ("c,30", "c,31"), ("d,40", "d,\(last)"),
    ] { text = text.replacing(before, with: after) }
    let change = try #require(try store.correct(text).corrections?.protectedChanges.first)
    #expect(change.column == "zip" && (change.cause == .sorted) == isSorted, "\(change)")
  }

  /// The text of a changed open cell in another row shows that the cells of a column moved.
  @Test func cellsMovedFromOpenCellsCannotBeKept() throws {
    let store = try store("id,name,code,zip\n1,ana,A,1\n2,Bo,b,2\n")
    let text = try store.export(.open, check: true)
    let moved = text.replacing("1,ana,", with: "1,,").replacing("2,Bo,", with: "2,ana,")
    let change = try #require(try store.correct(moved).corrections?.protectedChanges.first)
    #expect(change.column == "name" && change.cause == .sorted && !change.canBeKept)
  }

  /// A field may have the name of a column that exports add. The export distinguishes them.
  @Test(arguments: AddedColumn.allCases, [ExportFormat.csv, .xlsx, .ndjson])
  func fieldsWithNamesOfAddedColumnsAreCorrected(
    _ column: AddedColumn, _ format: ExportFormat
  ) throws {
    let name = column.rawValue
    let store = try TemporaryStore(
      """
      form: f
      fields:
        - {name: id, type: integer}
        - {name: \(name), type: text}
      ---
      rules: f
      form: f
      fields: {\(name): [{in: [ok]}]}
      """)
    try store.add("id,\(name)\n1,bad\n")
    var request = ExportRequest()
    request.format = format
    let path = store.path("open.\(format)")
    _ = try store.recorder.export(request, to: .file(path, replacing: true))
    let unchanged = try store.recorder.importCorrections(CorrectionRequest(path: path))
    #expect(unchanged.corrections?.unchanged == 1)
    guard format != .xlsx else { return }
    try store.write(store.export(.open, format).replacing("bad", with: "ok"), to: "open.\(format)")
    let corrected = try store.recorder.importCorrections(CorrectionRequest(path: path))
    #expect(corrected.corrections?.closed == 1)
  }

  @Test func headersOfAddedColumnsAreEscaped() {
    for header in ["_line", "'_line", "''_check", "line", "'line", "_lines"] {
      let escaped = AddedColumn.escaped(header)
      #expect(!AddedColumn.has(escaped) && AddedColumn.unescaped(escaped) == header)
    }
    #expect(AddedColumn.escaped("_line") == "'_line" && AddedColumn.escaped("'line") == "'line")
  }
}
