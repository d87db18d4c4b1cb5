import FormRules
import Foundation
import Testing

@testable import FormRecorder

/// Exported files that are edited and imported again as corrections.
@Suite struct CorrectionTests {
  private static let definitions = """
    form: people
    fields:
      - {name: id, type: integer, required: true}
      - {name: email, type: text, sensitive: true}
      - {name: zip, type: text}
      - {name: note, type: text}
    ---
    rules: people
    form: people
    fields:
      id: [unique]
      email: [email]
      zip: [{pattern: '[0-9]{5}'}]
    """

  private static let records = """
    id,email,zip,note
    1,a@b.org,01234,
    2,bad,01234,=1+1
    3,c@b.org,0123,x
    4,bad,0123,
    1,e@b.org,01234,

    """

  private func filled() throws -> TemporaryStore {
    let store = try TemporaryStore(Self.definitions)
    try store.add(Self.records)
    return store
  }

  @discardableResult
  private func correct(
    _ store: TemporaryStore, _ text: String,
    _ change: (inout CorrectionRequest) -> Void = { _ in }
  ) throws -> ImportReport {
    try store.write(text, to: "back.csv")
    var request = CorrectionRequest(path: store.path("back.csv"))
    change(&request)
    return try store.recorder.importCorrections(request)
  }

  @Test func unchangedExportChangesNothing() throws {
    let store = try filled()
    for raw in [false, true] {
      let counts = try #require(
        try correct(store, store.export(.all, raw: raw)).corrections)
      #expect(counts.rows == 0)
      #expect(counts.unchanged == 5)
      #expect(counts.refused.isEmpty)
    }
    try store.recorder.expectValid()
  }

  @Test func correctedRecordsCloseFailures() throws {
    let store = try filled()
    let corrected = try store.export(.open)
      .replacing("0123,x", with: "54321,x")
      .replacing("2,•••", with: "2,b@b.org")
    let report = try correct(store, corrected)
    let counts = try #require(report.corrections)
    #expect(counts.rows == 2)
    #expect(counts.cells == 2)
    #expect(counts.closed == 2)
    #expect(counts.unchanged == 2)
    #expect(report.accepted == 2)
    // Unchanged masked cells and defused formulas keep their original values.
    #expect(
      try store.export(.accepted, raw: true).hasSuffix(
        """
        2,b@b.org,01234,=1+1,6,2,
        3,c@b.org,54321,x,7,3,

        """))
    #expect(try store.export(.open).split(separator: "\n").count == 3)
    try store.recorder.expectValid()
    #expect(try store.recorder.audit(.all).total.open == 2)
    // Importing the same file again changes nothing.
    #expect(try correct(store, corrected).corrections?.unchanged == 4)
  }

  @Test func secondCorrectionFromAnExportCorrectsTheLastOne() throws {
    let store = try filled()
    let export = try store.export(.open)
    try correct(store, export.replacing("0123,x", with: "012,x"))
    #expect(try store.recorder.history(of: 3).correctedBy == 6)
    let second = try correct(store, export.replacing("0123,x", with: "01234,x"))
    #expect(second.corrections?.closed == 1)
    #expect(try store.recorder.history(of: 7).corrects == 6)
    // The failure is closed now.
    let third = try correct(store, export.replacing("0123,x", with: "99999,x"))
    #expect(third.corrections?.refused.map(\.line) == [3])
    #expect(third.corrections?.rows == 0)
    try store.recorder.expectValid()
  }

  @Test func uniqueIgnoresTheReplacedRecord() throws {
    let store = try filled()
    let export = try store.export(.all)
    // Submission 5 has the id of submission 1, submission 3 keeps its id, and submission 4 takes
    // the id of submission 2.
    let report = try correct(
      store,
      export.replacing("1,•••,01234,,5", with: "5,•••,01234,,5")
        .replacing("0123,x", with: "01234,x")
        .replacing("4,•••,0123", with: "2,f@b.org,01234"))
    #expect(report.records == 3)
    #expect(report.byRule.map(\.rule) == ["id.unique"])
    #expect(report.byRule.first?.count == 1)
    // A replay gives the same verdicts.
    var replay = ReplayRequest()
    replay.isFull = true
    let again = try store.recorder.replay(replay)
    #expect(again.newlyAccepted == 0)
    #expect(again.newlyRejected == 0)
  }

  @Test func refusedCorrectionsAreReportedByLine() throws {
    let store = try filled()
    let report = try correct(
      store,
      """
      id,email,zip,note,_submission,_line,_errors
      1,x@b.org,01234,,1,2,
      9,x@b.org,01234,,99,2,
      9,x@b.org,01234,,,2,
      3,c@b.org,01235,x,3,4,
      3,c@b.org,01236,x,3,4,
      short
      """)
    let refused = try #require(report.corrections?.refused)
    #expect(refused.map(\.line) == [2, 3, 4, 5, 6, 7])
    // Two corrections of one submission contradict each other.
    #expect(
      refused.map(\.reason.code) == [
        "accepted", "unknown", "unnamed", "contradicted", "contradicted", "malformed",
      ])
    #expect(report.corrections?.closed == 0)
    #expect(!refused.contains { $0.reason.description.contains("x@b.org") })
  }

  @Test func correctionsRequireSubmissionColumn() throws {
    let store = try filled()
    #expect(throws: RecorderError.self) { try correct(store, "id,email\n1,x\n") }
  }

  @Test func exportsKeepTheDelimiterAndByteOrderMarkOfTheFile() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(
      Data([0xEF, 0xBB, 0xBF]) + Data(Self.records.replacing(",", with: ";").utf8))
    var output: [UInt8] = []
    _ = try store.recorder.export(ExportRequest(), to: .stream { output += $0 })
    let export = String(decoding: output, as: UTF8.self)
    #expect(export.hasPrefix("\u{FEFF}id;email;zip;note;_submission;_line;_errors\n"))
    let back = try correct(store, export.replacing("0123;x", with: "54321;x"))
    #expect(back.corrections?.closed == 1)
  }

  @Test(
    arguments: [
      ("01234", "1234", "zeros"), ("+491234567", "491234567", "zeros"),
      ("1200000000000000", "1.2E+15", "scientific"), ("2026-03-04", "04/03/2026", "date"),
      ("2026-03-04", "2026-04-03", "date"), ("04.03.2026", "3/4/26", "date"),
      ("true", "TRUE", "truth"), ("false", "FALSCH", "truth"), (" a ", "a", "blanks"),
      ("it's", "it\u{2019}s", "quotes"), ("1.10", "1.1", "number"),
      ("1,234.50", "1234.5", "number"), (" 167,539.60 ", "167539.6", "number"),
      ("£1,234.50", "1234.5", "number"), ("23-Sep-11", "23/09/2011", "date"),
      ("5 March 2026", "2026-03-05", nil), ("05/March/2026", "05/03/26", "date"),
      ("1234", "1235", nil), ("abc", "abd", nil), ("2026-03-04", "2027-03-04", nil), ("", "1", nil),
      ("0123", "54321", nil),
      ("1234567890123123", "1234567890123120", "digits"),
      ("123456789012345123", "123456789012345000", "digits"),
      ("1234567890123416", "1234567890123400", "digits"),
      ("0.12345678901234567", "0.123456789012346", "digits"),
      ("123456789012345", "123456789012340", nil), ("1234567890123456", "1234567890123465", nil),
      ("1234567890123456", "1299567890123400", nil),
      ("2024-01-15", "45306", "serial"), ("15.01.2024", "45306", "serial"),
      ("01/15/24", "45306", "serial"), ("2024-01-15T10:30:00", "45306.4375", "serial"),
      ("2024-01-15", "43844", "serial"), ("2024-01-15", "45307", nil), ("45306", "45307", nil),
      ("2024-01-15", "15. January 2024", "date"), ("2024-03-15", "15. Mrz 2024", "date"),
      ("2024-08-15", "15 août 2024", "date"), ("2024-05-15", "15 de mayo de 2024", "date"),
      ("2024-10-15", "15-ott-24", "date"), ("2024-12-15", "15/dez/24", "date"),
      ("2024-03-15", "15-mrt-2024", "date"), ("2024-01-15", "Montag, 15. Januar 2024", "date"),
      ("2024-01-15", "2024-01-15 00:00:00", "date"),
      ("2024-01-15", "2024-01-15T00:00:00", "date"), ("2024-01-15", "15. February 2024", nil),
      ("1-2", "02. Jan", "date"), ("3-4", "4-Mar", "date"), ("5/6", "06. Mai", "date"),
      ("1-2", "2026-02-01", "date"), ("3/2024", "Mrz 24", "date"), ("1-2", "3-4", nil),
      ("1-2", "1/2", nil), ("1-2", "1-2-3", nil),
      ("+49 170 1234", "49 170 1234", "zeros"), ("+49 170 1234", "491701234", "zeros"),
      ("+49 170 1234", "+49 170 1235", nil), ("2024-01-15", "########", "hashes"), ("a", "#", nil),
      (" a ", " a", "blanks"), ("a ", "a", "blanks"), ("a", "a ", nil),
      (" say \"hi\" ", " say \u{201C}hi\u{201D} ", "quotes"),
      (" say \"hi\" ", "say \u{201E}hi\u{201C}", "quotes"),
    ] as [(String, String, String?)])
  func spreadsheetDamageIsClassified(_ before: String, _ after: String, _ kind: String?) {
    let found = SpreadsheetDamage.kind(Array(before.utf8), Array(after.utf8))
    #expect(found.map { "\($0)" } == kind)
  }

  /// A header that begins like a formula is defused like a cell, and corrections still match it to
  /// its column.
  @Test func defusedHeadersAreRecognized() throws {
    let store = try TemporaryStore(
      """
      form: people
      fields:
        - {name: id, type: integer, required: true}
        - {name: handle, header: "@handle", type: text}
      ---
      rules: people
      form: people
      fields:
        handle: [{length: {max: 3}}]
      """)
    try store.add("id,@handle,=x\n1,toolong,a\n2,ok,b\n")
    let export = try store.export(.open)
    #expect(export.hasPrefix("id,'@handle,'=x,_submission"))
    #expect(try correct(store, export).corrections?.unchanged == 1)
    let report = try correct(store, export.replacing("toolong", with: "fit"))
    #expect(report.corrections?.cells == 1)
    #expect(report.corrections?.closed == 1)
    #expect(try store.export(.all).hasPrefix("id,'@handle,'=x,_submission"))
  }

  /// An extra cell of a malformed record does not belong to a column that another import has at
  /// that position.
  @Test func unchangedMalformedRecordsChangeNothing() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add("id,zip\n1,01234,EXTRA\n", as: "a.csv")
    try store.add("id,zip,note,own\nx,01234,n,o\n", as: "b.csv")
    let counts = try correct(store, try store.export(.open)).corrections
    #expect(counts?.rows == 0)
    #expect(counts?.unchanged == 2)
  }

  @Test(arguments: ["???", "¥¥¥", "â€¢â€¢â€¢", "···"])
  func masksInTheWrongEncodingAreRecognized(_ mask: String) throws {
    let store = try filled()
    let counts = try correct(
      store, try store.export(.open).replacing("•••", with: mask)
    ).corrections
    #expect(counts?.rows == 0)
    // In cells that are not masked, the same characters are text.
    let changed = try correct(store, try store.export(.open).replacing("0123,x", with: "0123,???"))
    #expect(changed.corrections?.cells == 1)
  }

  @Test func correctionsOfSeveralImportsListThemAll() throws {
    let store = try filled()
    try store.add("id,email,zip,note\n9,a@b.org,1,\n", as: "other.csv")
    let report = try correct(
      store,
      try store.export(.open).replacing(",0123,", with: ",01234,")
        .replacing(",1,", with: ",12345,"))
    #expect(report.corrections?.imports.count == 2)
    #expect(report.importID == report.corrections?.imports.first)
    let last = try #require(report.corrections?.imports.last)
    #expect(
      try store.rows("SELECT id FROM run WHERE import = \(last)") == [
        report.runID.map { "\($0)" } ?? ""
      ])
  }

  @Test func spreadsheetDamageInAColumnStopsTheImport() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(
      "id,email,zip,note\n" + (1...5).map { "\($0),bad,0123\($0),\n" }.joined())
    let corrected = try store.export(.open).replacing(",0123", with: ",123")
      .replacing("•••", with: "a@b.org")
    let stopped = try correct(store, corrected)
    #expect(stopped.isRefused)
    #expect(
      stopped.corrections?.suspiciousChanges == [
        SuspiciousChange(column: "zip", cause: .zeros, lines: [2, 3, 4, 5, 6], changed: 5)
      ])
    #expect(try store.export(.all).split(separator: "\n").count == 6)
    let taken = try correct(store, corrected) { $0.acceptedColumns = ["zip"] }
    #expect(taken.corrections?.cells == 10)
  }

  @Test func uniqueEverKeysMoveToTheCorrection() throws {
    let store = try TemporaryStore(
      Self.definitions.replacing("[unique]", with: "[{unique: ever}]"))
    try store.add(Self.records)
    let export = try store.export(.open)
    try correct(store, export.replacing("0123,x", with: "01234,x"))
    try store.recorder.expectValid()
    // The correction of submission 3 holds its id now.
    #expect(try store.add("id,email,zip,note\n3,z@b.org,01234,\n").rejected == 1)
    // If new rules also accept the original, its correction still holds the key.
    try store.apply(
      Self.definitions.replacing("[unique]", with: "[{unique: ever}]")
        .replacing("[0-9]{5}", with: "[0-9]{4,5}"))
    let again = try store.recorder.replay(ReplayRequest())
    #expect(again.newlyRejected == 0)
    try store.recorder.expectValid()
  }
}
