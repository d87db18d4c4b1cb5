import FormRecorderTestSupport
import FormRules
import FormStore
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

  /// The store is read for some rows at a time.
  @Test func rowsOfSeveralPagesAreCorrected() throws {
    let store = try TemporaryStore(RejectedPeople.definitions)
    try store.add("id,amount\n" + (1...600).map { "\($0),\($0 + 200)\n" }.joined())
    var table = try store.openTable()
    for row in table.indices.dropFirst() { table[row][1] = "\(row % 100)" }
    let returned = RejectedPeople.text(table.prefix(1) + table.dropFirst().reversed() + [table[1]])
    let counts = try #require(try store.correct(returned).corrections)
    #expect(counts.rows == 600)
    #expect(counts.unchanged == 1)
    #expect(counts.closed == 600)
    #expect(try store.correct(returned).corrections?.unchanged == 601)
    #expect(try store.openTable().count == 1)
  }

  /// The cells of the named submission are deleted, with those of its correction.
  @Test(arguments: [false, true]) func purgedSubmissionsAreRefused(isCorrected: Bool) throws {
    let store = try RejectedPeople.store()
    var table = try store.openTable()
    func returned(_ amount: String) -> String {
      table[1][3] = amount
      return RejectedPeople.text(Array(table.prefix(2)))
    }
    if isCorrected { #expect(try store.correct(returned("999")).rejected == 1) }
    let purged: [Int64] = isCorrected ? [1, 21] : [1]
    _ = try store.recorder.purge(PurgeRequest(.submissions(purged), by: "ana", reason: "r"))
    let counts = try #require(try store.correct(returned("5")).corrections)
    #expect(counts.refused.map(\.reason.code) == ["purged"])
    #expect(counts.rows == 0)
  }

  @Test func stoppedCorrectionsStoreNothing() throws {
    let store = try RejectedPeople.store()
    var table = try store.openTable()
    table[1][3] = "5"
    try store.write(RejectedPeople.text(table), to: "back.csv")
    for checks in 0...1 {
      var count = 0
      let callbacks = ImportCallbacks(shouldStop: {
        count += 1
        return count > checks
      })
      let error = #expect(throws: RecorderError.self) {
        try store.recorder.importCorrections(
          CorrectionRequest(path: store.path("back.csv")), callbacks)
      }
      #expect(error?.reason == .stopped)
    }
    #expect(try store.openTable().count == 21)
  }

  /// A file that was altered with another program must not stop this one from ending.
  @Test func circlesOfCorrectionsEnd() throws {
    let store = try RejectedPeople.store()
    try store.tamper(
      """
      PRAGMA ignore_check_constraints = ON;
      INSERT INTO correction (submission, corrects) VALUES (1, 2), (2, 1)
      """)
    let chains = try Store(readingAt: store.path("store.sqlite")).correctionChains([1, 2, 3])
    #expect(chains[3]?.latest == 3)
    #expect(chains.count == 3)
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

  /// A correction may change the fields that depend on an open one.
  @Test func fieldsThatDependOnOpenOnesAreOpen() throws {
    let store = try TemporaryStore(
      """
      form: people
      fields:
        - {name: id, type: integer, required: true}
        - {name: kind, type: text}
        - {name: firm, type: text, required: true, show: {when: kind = 'firm'}}
        - {name: count, type: integer}
        - {name: twice, type: integer, value: count * 2}
      ---
      rules: people
      form: people
      fields:
        kind: [{in: [firm, person]}]
        count: [{range: {min: 1}}]
      """)
    try store.add("id,kind,firm,count,twice\n1,fir,,3,6\n2,person,,0,0\n")
    let corrected = try store.export(.open).replacing("fir,,3,6", with: "firm,Li,3,6")
      .replacing("person,,0,0", with: "person,,2,4")
    let counts = try #require(try correct(store, corrected).corrections)
    #expect(counts.refused.isEmpty && counts.closed == 2)
    try store.recorder.expectValid()
  }

  @Test func secondCorrectionFromAnExportCorrectsTheLastOne() throws {
    let store = try filled()
    let export = try store.export(.open)
    try correct(store, export.replacing("0123,x", with: "012,x"))
    #expect(try store.recorder.history(of: 3).correctedBy == 6)
    // The export is older than the correction, which changed the same field.
    let conflict = try correct(store, export.replacing("0123,x", with: "01234,x")) {
      $0.by = "bo"
    }
    #expect(
      conflict.corrections?.refused.map(\.reason.code) == ["conflict"])
    let second = try correct(store, store.export(.open).replacing("012,x", with: "01234,x"))
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
        .replacing("4,•••,0123", with: "2,f@b.org,01234")
    ) { $0.acceptedColumns = ["id"] }
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
    #expect(export.hasPrefix("\u{FEFF}id;email;zip;note;_submission;_line;_check;_errors\n"))
    let back = try correct(store, export.replacing("0123;x", with: "54321;x"))
    #expect(back.corrections?.closed == 1)
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

  /// What could not be split into cells is not lost because the visible cells were repaired.
  @Test func unsplitRecordsNeedTheirWholeText() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add("id,email,zip,note\n2,5\" curb,47.2,x\n3,a@b.org,01234,x,y\n")
    let export = try store.export(.open)
    #expect(export.contains("_rest,_raw\n"))
    func refusals(_ text: String) throws -> [String]? {
      try correct(store, text).corrections?.refused.map(\.reason.code)
    }
    let header = "id,email,zip,note,_submission,_line,_errors"
    #expect(try refusals("\(header)\n2,a@b.org,,,1,2,\n") == ["unsplit"])
    #expect(try refusals("\(header),_rest,_raw\n2,a@b.org,,,1,2,,,•••\n") == ["unsplit"])
    #expect(try refusals("\(header),_rest\n3,b@b.org,01234,x,2,3,,y\n") == ["surplus"])
    let report = try correct(
      store,
      "\(header),_rest,_raw\n2,a@b.org,01234,x,1,2,,,\n3,b@b.org,01234,\"x, y\",2,3,,,\n")
    #expect(report.corrections?.closed == 2)
  }

  /// The fault decides, not the length of the text: a short cell may be lost, too.
  @Test(arguments: [
    (#"2,a@b.org,47.2,"x"y"#, ["unsplit"]), (#"2,a@b.org,47.2,"x"#, ["unsplit"]),
    (#""2","a@b.org","47.2""#, []), (#""2","a@b.org","47.2","x","#, []),
  ])
  func recordsWithoutTheirLastCellAreRefused(_ raw: String, _ refusals: [String]) throws {
    let store = try TemporaryStore(Self.definitions.replacing(", sensitive: true", with: ""))
    try store.add("id,email,zip,note\n\(raw)\n")
    var text = try store.export(.open)
    text.replaceSubrange(try #require(text.range(of: "47.2")), with: "01234")
    let counts = try correct(store, text).corrections
    #expect(counts?.refused.map(\.reason.code) == refusals)
    #expect(counts?.closed == (refusals.isEmpty ? 1 : 0))
  }

  /// Whatever a person types over a mask is a change.
  @Test(arguments: ["---", "ООО", "ХХХ", "***", "===", "ñññ"])
  func otherTextsReplaceMaskedValues(_ text: String) throws {
    let store = try filled()
    let counts = try correct(
      store, try store.export(.open).replacing("2,•••", with: "2,\(text)")
    ).corrections
    #expect(counts?.rows == 1 && counts?.cells == 1)
  }

  @Test(arguments: ["???", "¥¥¥", "â€¢â€¢â€¢", "вЂўвЂўвЂў", "Â·Â·Â·", "∑∑∑", "窶｢窶｢窶｢", "···"])
  func masksInTheWrongEncodingAreRecognized(_ mask: String) throws {
    let store = try filled()
    let counts = try correct(
      store, try store.export(.open).replacing("•••", with: mask)
    ).corrections
    #expect(counts?.rows == 0)
    // In cells that are not masked, the same characters are text.
    let changed = try correct(
      store, try store.export(.open).replacing("0123,x", with: "0123,???")
    ) { $0.acceptedColumns = ["note"] }
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
