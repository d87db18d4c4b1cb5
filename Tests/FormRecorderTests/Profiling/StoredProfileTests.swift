import FormInput
import FormProfile
import FormRecorderTestSupport
import FormRules
import Testing

@testable import FormRecorder

/// Profiles of stored submissions, and the changes between imports.
@Suite struct StoredProfileTests {
  private static let definitions = """
    form: people
    columns: keep
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text}
      - {name: email, type: text, sensitive: true}
    ---
    rules: people
    form: people
    fields:
      name:
        - length: {max: 5}
    """

  private static func csv(_ records: Int, _ row: (Int) -> String) -> String {
    "id,name,email\n" + (0..<records).map { "\($0),\(row($0))\n" }.joined()
  }

  private var selection: SubmissionSelection { SubmissionSelection { $0.form = "people" } }

  @Test func columnsAreProfiled() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(
      Self.csv(50) { $0 % 10 == 0 ? "," : "n\($0 % 3),a@example.com" } + "1,2,3,4\n", as: "a.csv")
    for showsSensitive in [false, true] {
      let profile = try store.recorder.profile(selection, showsSensitive: showsSensitive)
      let columns = profile.analysis.columns
      #expect(columns.map(\.name) == ["id", "name", "email"])
      #expect(columns.map(\.type.type.name) == ["integer", "text", "text"])
      #expect(columns.map(\.statistics.present) == [50, 45, 45])
      #expect(columns.map(\.isMasked) == [false, false, !showsSensitive])
      #expect(profile.malformed.map(\.count) == [1] && profile.malformed.map(\.line) == [52])
    }
  }

  /// A replay of rejected records divides an import into many ranges of verdicts, whose records are
  /// read together.
  @Test func replayedRecordsAreReadWithTheOthers() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(Self.csv(50) { $0 % 10 == 5 ? "longer," : "n," })
    var request = ReplayRequest()
    request.onlyRejected = true
    _ = try store.recorder.replay(request)
    #expect(try store.rows("SELECT count(*) FROM current") == ["11"])
    let records = try StoredRecords(selection, store.recorder.storeForReading())
    var counts: [Int] = []
    try records.forEachBatch { counts.append($0.parsed.records.records.count) }
    #expect(counts == [50])
  }

  /// The second import of a source, and the changes from the first.
  static let imports: [(csv: String, changes: [String])] = [
    (csv(200) { "n\($0 % 3),a@example.com" }, []),
    (csv(200) { $0 % 2 == 0 ? ",a@example.com" : "n\($0 % 3),a@example.com" }, ["fill name"]),
    (csv(200) { "\($0 % 2 == 0 ? "x" : "n1"),a@example.com" }, ["newValues name"]),
    (
      csv(200) { "\($0 % 4 == 0 ? "too long" : "n\($0 % 3)"),a@example.com" },
      ["newValues name", "rule name.length"]
    ),
    ("id,name\n" + (0..<200).map { "\($0),n\($0 % 3)\n" }.joined(), ["missingColumn email"]),
  ]

  @Test(arguments: imports)
  func importsAreCompared(_ csv: String, _ changes: [String]) throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add("id,name,email\n", as: "other.csv", source: "south")
    try store.add(Self.csv(200) { "n\($0 % 3),a@example.com" }, as: "a.csv", source: "north")
    try store.add(csv, as: "b.csv", source: "north")
    let drifts = try store.recorder.drift(selection)
    #expect(drifts.map(\.source) == ["north"])
    #expect(drifts.first.map { [$0.before, $0.after] } == [2, 3])
    #expect(drifts.first?.changes.map { "\($0.kind.rawValue) \($0.name)" } == changes)
  }

  /// An interrupted import follows those that finished in the meantime.
  @Test func importsAreComparedInTheOrderInWhichTheyFinished() throws {
    let store = try TemporaryStore(Self.definitions)
    for (name, count) in [("a.csv", 1_500), ("b.csv", 200)] {
      try store.write(Self.csv(count) { "n\($0 % 3),\(name)@example.com" }, to: name)
    }
    var interrupted = ImportRequest(path: store.path("a.csv"))
    interrupted.chunk = 1_000
    store.breakOff(interrupted)
    _ = try store.recorder.importFile(ImportRequest(path: store.path("b.csv")))
    _ = try store.recorder.importFile(interrupted)
    for (last, pairs) in [(nil, [[2, 1]]), (1, [[2, 1]]), (2, [])] as [(Int64?, [[Int64]])] {
      var selection = SubmissionSelection.all
      selection.importID = last
      #expect(try store.recorder.drift(selection).map { [$0.before, $0.after] } == pairs)
    }
  }

  @Test func sourcesAreDistinguishedByTheirBytes() throws {
    let store = try TemporaryStore(Self.definitions)
    for (name, source) in [("a.csv", "\u{E9}"), ("b.csv", "e\u{301}")] {
      try store.add(
        Self.csv(200) { "n\($0 % 3),\(name)@example.com" }, as: name, source: source)
    }
    #expect(try store.recorder.drift(.all).isEmpty)
    #expect(try store.recorder.audit(.all).bySource.count == 2)
  }

  /// An import whose records were all purged cannot be compared.
  @Test(arguments: [1, 2])
  func purgedImportsAreNotCompared(_ purged: Int64) throws {
    let store = try TemporaryStore(Self.definitions)
    for name in ["a.csv", "b.csv"] {
      try store.add(Self.csv(200) { "n\($0 % 3),\(name)@example.com" }, as: name)
    }
    #expect(try store.recorder.drift(.all).map(\.before) == [1])
    var selection = SubmissionSelection.all
    selection.importID = purged
    _ = try store.recorder.purge(PurgeRequest(selection, by: "ana", reason: "test"))
    #expect(try store.recorder.drift(.all).isEmpty)
  }
}
