import FormRecorder
import FormRecorderTestSupport
import FormRules
import Foundation
import Testing

@Suite struct TableExportTests {
  private static let trips = """
    form: trips
    file: {missing: [NA]}
    fields:
      - {name: id, type: integer, required: true}
      - {name: who, type: text, trim: true}
      - {name: day, type: date, format: dd.MM.yyyy}
      - {name: at, type: time}
      - {name: moment, type: datetime}
      - {name: price, type: decimal, scale: 2, group: ",", strip: [EUR]}
      - {name: seats, type: decimal, scale: 0}
      - {name: ratio, type: number}
      - {name: paid, type: boolean}
      - {name: tags, type: list}
    ---
    rules: trips
    form: trips
    fields:
      id:
        - range: {max: 100}
      tags:
        - length: {max: 1}
          severity: warning
    """

  private static let records = """
    id,who,day,at,moment,price,seats,ratio,paid,tags
    1, Ana ,29.02.2024,09:30,2024-02-29T09:30+02:00,"EUR1,234.50",+12,1e3,Yes,"a,b"
    2,,,,,,,,,
    3,NA,NA,NA,NA,NA,NA,NA,NA,NA
    4,x,01.12.0999,23:59:59.500,2024-02-29 09:30:00.25,-0.07,-05,-.5,no,a

    """

  /// The tables have the columns of the views, which the page on the store promises.
  @Test(arguments: [("imports", "import_view"), ("runs", "run_view")])
  func importAndRunTablesHaveTheColumnsOfTheViews(_ table: String, _ view: String) throws {
    let store = try TemporaryStore(Self.trips)
    try store.add(Self.records)
    let promised = try store.rows("SELECT name FROM pragma_table_info('\(view)') ORDER BY 1")
    let columns = try store.tables("SELECT name FROM pragma_table_info('\(table)') ORDER BY 1")
    #expect(columns == promised && !promised.isEmpty)
  }

  @Test(arguments: [
    ("id", ["integer 1", "integer 2", "integer 3", "integer 4"]),
    ("who", ["text Ana", "text ", "null", "text x"]),
    ("day", ["text 2024-02-29", "null", "null", "text 0999-12-01"]),
    ("at", ["text 09:30:00", "null", "null", "text 23:59:59.5"]),
    ("moment", ["text 2024-02-29T07:30:00Z", "null", "null", "text 2024-02-29T09:30:00.25Z"]),
    ("price", ["real 1234.5", "null", "null", "real -0.07"]),
    ("price_exact", ["text 1234.50", "null", "null", "text -0.07"]),
    ("seats", ["integer 12", "null", "null", "integer -5"]),
    ("ratio", ["real 1000.0", "null", "null", "real -0.5"]),
    ("paid", ["integer 1", "null", "null", "integer 0"]),
    ("tags", ["text a,b", "text ", "null", "text a"]),
    ("_raw", ["null", "null", "null", "null"]),
    ("_warnings", ["integer 1", "integer 0", "integer 0", "integer 0"]),
  ])
  func valuesHaveTheTypesOfTheirFields(_ column: String, _ expected: [String]) throws {
    let store = try TemporaryStore(Self.trips)
    try store.add(Self.records)
    #expect(
      try store.tables(
        "SELECT rtrim(typeof(\"\(column)\") || ' ' || coalesce(\"\(column)\", ''), "
          + "iif(\"\(column)\" IS NULL, ' ', '')) FROM trips") == expected)
  }

  @Test func valuesOfOtherTypesAreWrittenToRaw() throws {
    let store = try TemporaryStore(Self.trips)
    try store.add(
      """
      id,day,seats,more,at
      x,2024-02-29,99999999999999999999,y,9:30
      7,01.01.2024,1,,09:30
      8,short

      """)
    #expect(
      try store.tables("SELECT id, day, seats, at, _raw, _verdict, _errors FROM trips") == [
        #"NULL|NULL|NULL|NULL|{"id":"x","day":"2024-02-29","at":"9:30","#
          + #""seats":"99999999999999999999","more":"y"}|rejected|3"#,
        #"7|2024-01-01|1|09:30:00|{"more":""}|accepted|0"#,
        #"NULL|NULL|NULL|NULL|{"id":"8","day":"short"}|rejected|1"#,
      ])
    #expect(
      try store.tables("SELECT submission, rule, code FROM errors ORDER BY 1, 2") == [
        "1|at.time|time.invalid", "1|day.date|date.invalid", "1|id.integer|integer.invalid",
        "3|csv.tooFewFields|csv.tooFewFields",
      ])
  }

  @Test func jsonValuesHaveTheTypesOfTheirFields() throws {
    let store = try TemporaryStore(Self.trips)
    try store.add(
      #"{"id":1,"who":{"a":1},"paid":true,"tags":["a","b"],"ratio":0.5}"# + "\n"
        + #"{"id":"2","who":null,"paid":"no","tags":"a","x":[1]}"# + "\n", as: "records.ndjson")
    #expect(
      try store.tables("SELECT id, who, paid, tags, ratio, _raw FROM trips") == [
        #"1|NULL|1|["a","b"]|0.5|{"who":{"a":1}}"#, #"2|NULL|0|a|NULL|{"x":[1]}"#,
      ])
  }

  /// The column of a field that is masked for earlier imports contains texts.
  @Test func fieldsThatAreMaskedForSomeImportsAreTexts() throws {
    func form(_ field: String) -> String {
      "form: trips\nfields:\n  - {name: id, type: integer}\n  - {\(field), type: decimal, scale: 2}\n"
    }
    let store = try TemporaryStore(
      form("name: betrag, sensitive: true") + "---\nrules: trips\nform: trips\n")
    try store.add("id,betrag\n1,12.50\n", as: "a.csv")
    try store.apply(form("name: amount, aliases: [betrag]"))
    try store.add("id,amount\n2,12.50\n", as: "b.csv")
    #expect(try store.tables("SELECT id, amount FROM trips") == ["1|•••", "2|12.50"])
  }

  @Test func sensitiveFieldsAreMaskedUnlessRaw() throws {
    let store = try TemporaryStore()
    try store.add("id,name,E-mail\n1,Ana,a@b.de\n2,Bo,\n3,x\n")
    let sql = "SELECT email, _raw FROM people"
    #expect(try store.tables(sql) == ["•••|NULL", "|NULL", #"NULL|{"id":"•••","name":"•••"}"#])
    #expect(
      try store.tables(sql) { $0.isRaw = true } == [
        "a@b.de|NULL", "|NULL", #"NULL|{"id":"3","name":"x"}"#,
      ])
  }

  @Test func selectionsApply() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n200,Bo,a@b.de\n", source: "north")
    try store.add("id,name,email\n3,Barbara,a@b.de\nx,Bo,a@b.de\n", source: "south")
    func ids(_ change: (inout ExportRequest) -> Void) throws -> [String] {
      try store.tables("SELECT _submission FROM people", change)
    }
    #expect(try ids { _ in } == ["1", "2", "3", "4"])
    #expect(try ids { $0.scope = .rejected } == ["2", "4"])
    #expect(try ids { $0.scope = .accepted } == ["1", "3"])
    #expect(try ids { $0.scope = .warned } == ["3"])
    #expect(try ids { $0.selection.source = "south" } == ["3", "4"])
    #expect(try ids { $0.selection.rule = "id.range" } == ["2"])
    #expect(
      try store.tables("SELECT count(*) FROM errors") { $0.selection.rule = "id.range" } == ["1"])
    #expect(
      try store.tables("SELECT import FROM imports") { $0.selection.source = "south" } == ["2"])
  }

  /// The tables contain the imports and runs of the selected submissions, as in every format.
  @Test func importsAndRunsFollowTheSelection() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n200,Bo,a@b.de\n", source: "north")
    try store.add("id,name,email\n3,Cy,a@b.de\n", source: "south")
    var submission = SubmissionRequest(fields: [("id", "5"), ("name", "Di"), ("email", "a@b.de")])
    submission.source = "east"
    _ = try store.recorder.submit(submission)
    var replay = ReplayRequest()
    replay.importID = 1
    _ = try store.recorder.replay(replay)
    let sql = """
      SELECT 'i' || group_concat(import, '') FROM (SELECT import FROM imports ORDER BY 1)
      UNION ALL SELECT 'r' || group_concat(run, '') FROM (SELECT run FROM runs ORDER BY 1)
      """
    func ids(_ change: (inout ExportRequest) -> Void) throws -> [String] {
      try store.tables(sql, change)
    }
    #expect(try ids { _ in } == ["i123", "r1234"])
    #expect(try ids { $0.selection.importID = 1 } == ["i1", "r14"])
    #expect(try ids { $0.selection.source = "south" } == ["i2", "r2"])
    #expect(try ids { $0.selection.source = "east" } == ["i3", "r3"])
    #expect(try ids { $0.selection.runID = 4 } == ["i1", "r4"])
    #expect(try ids { $0.selection.submissions = [3] } == ["i2", "r2"])
  }

  @Test(arguments: [ExportFormat.ndjson, .json, .xlsx, .sqlite])
  func optionsOfCSVAreRefusedInOtherFormats(_ format: ExportFormat) throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n")
    for change: (inout ExportRequest) -> Void in [
      { $0.delimiter = ";" }, { $0.encoding = "utf-8" },
      { $0.hasByteOrderMark = false },
    ] {
      var request = ExportRequest()
      request.format = format
      change(&request)
      let error = #expect(throws: RecorderError.self) {
        try store.recorder.export(request, to: .file(store.path("o"), replacing: true))
      }
      #expect(error?.isUsage == true)
    }
  }

  @Test func conflictingNamesAreDistinguished() throws {
    let store = try TemporaryStore(
      """
      form: errors
      fields:
        - {name: _Submission, type: text}
        - {name: price, type: decimal}
        - {name: price_exact, type: text}
        - {name: 'a "b" c', type: text}
      ---
      rules: errors
      form: errors
      """)
    try store.add("_Submission,price,price_exact,\"a \"\"b\"\" c\"\nx,1.50,y,z\n")
    #expect(
      try store.tables(
        """
        SELECT _submission, "_Submission_2", price, "price_exact_2", price_exact, "a ""b"" c"
        FROM _errors
        """) == ["1|x|1.5|1.50|y|z"])
    #expect(
      try store.rows(
        "SELECT _submission, \"_Submission_2\", price_exact FROM form_errors_current")
        == ["1|x|y"])
  }

  /// Pages span the many ranges that a replay of rejected records creates.
  @Test func scatteredReplayExportsCurrentVerdicts() throws {
    let definitions = """
      form: people
      fields:
        - {name: id, type: integer}
      ---
      rules: people
      form: people
      fields:
        id:
          - range: {max: 50}
      """
    let store = try TemporaryStore(definitions)
    try store.add("id\n" + (1...2_500).map { "\($0 % 100)\n" }.joined())
    try store.apply(definitions.replacing("max: 50", with: "max: 80"))
    var request = ReplayRequest()
    request.onlyRejected = true
    _ = try store.recorder.replay(request)
    let sql = "SELECT _submission, _record, id, _verdict, _errors FROM people"
    let view = """
      SELECT _submission, _record, CAST(id AS INTEGER), _verdict,
        (SELECT count(*) FROM error_view e WHERE e.submission = _submission)
      FROM form_people ORDER BY 1
      """
    #expect(try store.tables(sql) == store.rows(view))
    #expect(
      try store.tables("SELECT count(*) FROM people WHERE _verdict = 'rejected'") == ["475"])
    #expect(try store.tables("SELECT count(*), min(run) FROM errors") == ["475|2"])
  }

  @Test func filesAreCompleteOrAbsent() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n")
    let path = store.path("tables.sqlite")
    #expect(throws: RecorderError.self) {
      try store.recorder.exportTables(ExportRequest(), to: path) { true }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    _ = try store.recorder.exportTables(ExportRequest(), to: path)
    #expect(throws: RecorderError.self) {
      try store.recorder.exportTables(ExportRequest(), to: path)
    }
    #expect(throws: RecorderError.self) {
      try store.recorder.exportTables(
        ExportRequest(), to: store.recorder.database, replacing: true)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: store.folderPath)
    #expect(!names.contains { $0.hasSuffix(".tmp") })
  }
}
