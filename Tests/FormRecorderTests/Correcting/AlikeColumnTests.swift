import FormRecorder
import FormRecorderTestSupport
import Testing

/// Returned files with columns whose headers look alike or are blank.
@Suite struct AlikeColumnTests {
  private static let alike = ["\u{E9}", "e\u{301}"]

  /// A record whose limit fails. No failure concerns the cells of the two other columns.
  private func store(_ records: String, as name: String) throws -> TemporaryStore {
    let store = try TemporaryStore(
      """
      form: values
      columns: keep
      fields:
        - {name: id, type: text}
        - {name: limit, type: text}
      ---
      rules: values
      form: values
      fields:
        limit: [{in: [ok]}]
      """)
    try store.add(records, as: name)
    return store
  }

  @Test(arguments: [["", ""], alike], [true, false])
  func acceptedChangesAreStoredInTheirColumn(_ headers: [String], acceptsAll: Bool) throws {
    let store = try store("id,\(headers[0]),\(headers[1]),limit\nr,a,b,bad\n", as: "a.csv")
    let text = try store.export(.open).replacing("a,b,bad", with: "a,c,ok")
    let report = try store.correct(text) { $0.acceptedColumns = [acceptsAll ? "all" : headers[1]] }
    #expect(report.corrections?.closed == 1)
    #expect(try store.correctedCells() == [#"["r","a","c","ok"]"#])
  }

  /// JSON has a key for each column.
  @Test func keysThatLookAlikeAreSeparateColumns() throws {
    let store = try store(
      #"{"id":"r","\#(Self.alike[0])":"a","\#(Self.alike[1])":"b","limit":"bad"}"# + "\n",
      as: "a.ndjson")
    try store.write(
      try store.export(.open, .ndjson).replacing(#""bad""#, with: #""ok""#), to: "back.ndjson")
    let report = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("back.ndjson")))
    #expect(report.corrections?.closed == 1)
    #expect(try store.correctedCells() == [#"["r","a","b","ok"]"#])
  }
}

extension TemporaryStore {
  fileprivate func correctedCells() throws -> [String] {
    try rows("SELECT cells FROM submission_view WHERE corrects IS NOT NULL")
  }
}
