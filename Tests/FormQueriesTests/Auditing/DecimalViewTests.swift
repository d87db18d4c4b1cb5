import FormRecorder
import FormRecorderTestSupport
import FormRules
import Testing

/// The casts of the typed view equal the values that rules compare.
@Suite struct DecimalViewTests {
  private static let fields: [(options: String, cells: [(text: String, value: String)])] = [
    ("", [("-5.25", "-5.25"), ("+7", "7.0"), ("0", "0.0")]),
    (
      #"point: ",", group: [".", blank]"#,
      [
        ("-1.234,5", "-1234.5"), ("1\u{A0}234\u{A0}567,25", "1234567.25"),
        ("1\u{202F}000", "1000.0"),
      ]
    ),
    (
      #"strip: [$, US$, " "]"#,
      [
        ("-$5.00", "-5.0"), ("$-5.5", "-5.5"), ("US$ 5", "5.0"), ("- US$\u{A0}5", "-5.0"),
        ("5 $", "5.0"),
      ]
    ),
    (
      "group: ',', strip: [EUR, €], negative: [minus, parentheses, trailing]",
      [
        ("(1,234.50)", "-1234.5"), ("(€5)", "-5.0"), ("€ (5)", "-5.0"), ("5.00-", "-5.0"),
        ("5.00+", "5.0"), ("\u{2212}5 EUR", "-5.0"), ("EUR\u{A0}5\u{2212}", "-5.0"), ("€5", "5.0"),
      ]
    ),
    (
      "strip: [SCR, USD, ' '], negative: [credit, minus]",
      [
        ("5.00 CR", "-5.0"), ("5.00 dr", "5.0"), ("SCR 5 CR", "-5.0"), ("5 SCR", "5.0"),
        ("5 SCR CR", "-5.0"), ("5 CR USD", "-5.0"), ("-5 USD", "-5.0"),
      ]
    ),
    ("negative: debit", [("5 DR", "-5.0"), ("5CR", "5.0"), ("5", "5.0")]),
    ("group: ',', grouping: indian", [("12,34,567.5", "1234567.5"), ("-1,234", "-1234.0")]),
    (
      "strip: [',-', US-$, (net)], point: ','",
      [("12,-", "12.0"), ("US-$ -5", "-5.0"), ("(net) 5,5", "5.5")]
    ),
    ("missing: [NA, '-']", [("NA", ""), ("-", ""), ("-1", "-1.0")]),
  ]

  @Test func viewsAndTablesHaveTheValuesOfTheRules() throws {
    let names = Self.fields.indices.map { "n\($0)" }
    var definitions = "form: f\nfile: {delimiter: ';'}\nfields:\n"
    for (name, field) in zip(names, Self.fields) {
      let options = field.options.isEmpty ? "" : ", " + field.options
      definitions += "  - {name: \(name), type: decimal\(options)}\n"
    }
    let store = try TemporaryStore(definitions + "---\nrules: f\nform: f\n")
    let height = Self.fields.map(\.cells.count).max() ?? 0
    var records = names.joined(separator: ";") + "\n"
    for row in 0..<height {
      let cells = Self.fields.map { row < $0.cells.count ? $0.cells[row].text : "" }
      records += cells.joined(separator: ";") + "\n"
    }
    let report = try store.add(records)
    #expect(report.accepted == height)
    for (name, field) in zip(names, Self.fields) {
      let expected = (0..<height).map { $0 < field.cells.count ? field.cells[$0].value : "" }
      let query = "SELECT coalesce(CAST(\(name) AS TEXT), '') FROM"
      #expect(try store.rows("\(query) form_f_current ORDER BY _submission") == expected, "\(name)")
      #expect(try store.tables("\(query) f ORDER BY _submission") == expected, "\(name)")
    }
  }

  /// Numbers of Swift programs are written in the notation of the field.
  @Test func valuesAreWrittenInTheNotationOfTheField() throws {
    for notation in ["parentheses", "trailing", "credit", "debit", "[debit, minus]"] {
      let store = try TemporaryStore(
        """
        form: f
        fields: [{name: n, type: decimal, point: ",", negative: \(notation)}]
        ---
        rules: f
        form: f
        record: [must: n = -1.5]
        """)
      let report = try store.recorder.submit(SubmissionRequest(values: ["n": -1.5]))
      #expect(!report.isRejected, "\(notation)")
    }
  }

  /// Values are never written as other ones: what no format expresses is refused.
  @Test(arguments: [
    ("date, format: dd.MM.yy", "1950-01-31", nil),
    ("date, format: [dd.MM.yy, dd.MM.yyyy]", "1950-01-31", "31.01.1950"),
    ("date, format: dd.MM.yy", "2026-01-31", "31.01.26"), ("date", "1950-01-31", "1950-01-31"),
  ])
  func datesAreWrittenInAFormatThatExpressesThem(
    _ type: String, _ date: String, _ text: String?
  ) throws {
    let store = try TemporaryStore(
      "form: f\nfields: [{name: n, type: \(type)}]\n---\nrules: f\nform: f\n")
    let value = try #require(CalendarDate(formText: date))
    let report = try store.recorder.submit(SubmissionRequest(values: ["n": value]))
    #expect(report.isRejected == (text == nil))
    if let text { #expect(try store.rows("SELECT n FROM form_f_current") == [text]) }
  }

  @Test func valuesOfOtherTypesAreWrittenInTheNotationOfTheField() throws {
    let store = try TemporaryStore(
      """
      form: f
      fields:
        - {name: at, type: datetime, format: "dd.MM.yyyy HH:mm"}
        - {name: ok, type: boolean, true: [ja], false: [nein]}
        - {name: amount, type: decimal, point: ",", scale: 2}
        - {name: count, type: integer}
      ---
      rules: f
      form: f
      """)
    let values: [String: any FormValue] = [
      "at": try #require(Instant(text: "2026-01-31T10:00:00Z")), "ok": false, "amount": 1.5,
      "count": 7,
    ]
    #expect(try !store.recorder.submit(SubmissionRequest(values: values)).isRejected)
    #expect(
      try store.rows("SELECT at, ok, amount, count FROM form_f_current").count == 1)
  }

  /// `NA` is missing in one column, and the code of Namibia in another.
  @Test func missingTextsBelongToAField() throws {
    let store = try TemporaryStore(
      """
      form: f
      file: {missing: [NA]}
      fields:
        - {name: id, type: integer}
        - {name: amount, type: decimal, missing: ["", NA, n/a]}
        - {name: country, type: text, required: true, missing: []}
        - {name: note, type: text, missing: [""]}
        - {name: other, type: text}
      ---
      rules: f
      form: f
      """)
    let report = try store.add(
      "id,amount,country,note,other\n1,NA,NA,,NA\n2,n/a,DE,NA,\nNA,1.5,FR,x,y\n")
    #expect(report.accepted == 3)
    let columns = ["id", "amount", "country", "note", "other"]
      .map { "coalesce(CAST(\($0) AS TEXT), 'null')" }.joined(separator: ", ")
    let expected = ["1|null|NA|null|null", "2|null|DE|NA|", "null|1.5|FR|x|y"]
    #expect(
      try store.rows("SELECT \(columns) FROM form_f_current ORDER BY _submission") == expected)
    #expect(try store.tables("SELECT \(columns) FROM f ORDER BY _submission") == expected)
  }
}
