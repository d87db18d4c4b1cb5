import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Testing

@testable import FormRecorder

@Suite struct RepairTests {
  private static let european = FieldType.decimal(.init(point: ","))
  private static let commas = FieldType.decimal(.init(point: ",", group: ["."]))
  private static let german = FieldType.date(formats: [DateFormat("dd.MM.yyyy")!])
  private static let short = FieldType.date(formats: [DateFormat("dd.MM.yy")!])
  private static let both = FieldType.date(
    formats: [DateFormat("dd.MM.yy")!, DateFormat("dd.MM.yyyy")!])
  private static let minutes = FieldType.datetime(formats: [DateTimeFormat("dd.MM.yyyy HH:mm")!])

  @Test(
    arguments: [
      (.trim, " a\u{A0}b\u{200B} ", .text, "a\u{A0}b"), (.trim, "a", .text, nil),
      (.trim, " \t", .text, ""), (.removeBlanks, "a @ b", .text, "a@b"),
      (.replace(["a": "b"]), "a", .text, "b"), (.replace(["a": "b"]), "A", .text, nil),
      (.replace(["e\u{301}": "b"]), "\u{E9}", .text, "b"),
      (.date(dayFirst: true), "1/2/2026", .date(), "2026-02-01"),
      (.date(dayFirst: false), "1/2/2026", .date(), "2026-01-02"),
      (.date(dayFirst: false), "31.1.2026", .date(), nil),
      (.date(dayFirst: true), "2026-01-31 00:00:00", .date(), "2026-01-31"),
      (.date(dayFirst: true), "31-Jan-26", .date(), "2026-01-31"),
      (.date(dayFirst: true), "January 31, 2026", .date(), "2026-01-31"),
      (.date(dayFirst: true), "30.2.2026", .date(), nil),
      (
        .date(dayFirst: true), "2026-01-31", .date(formats: [DateFormat("dd.MM.yyyy")!]),
        "31.01.2026"
      ),
      (.date(dayFirst: true), "1/2/2026", .text, nil),
      (.number(decimalComma: false), "1,234.50 EUR", .decimal(), "1234.50"),
      (.number(decimalComma: true), "€ -1.234,50", .decimal(), "-1234.50"),
      (.number(decimalComma: true), "1.234", .decimal(), "1234"),
      (.number(decimalComma: false), "1,23", .decimal(), nil),
      (.number(decimalComma: false), "1'234'567", .integer, "1234567"),
      (.number(decimalComma: false), "1 234'567", .integer, nil),
      (.number(decimalComma: false), ".50 €", .decimal(), "0.50"),
      (.number(decimalComma: false), "(5.00)", .decimal(), "-5.00"),
      (.number(decimalComma: false), "5.00-", .decimal(), "-5.00"),
      (.number(decimalComma: false), "\u{2212}5.00 EUR", .decimal(), "-5.00"),
      (.number(decimalComma: false), "(EUR 5.00)", .decimal(), "-5.00"),
      (.number(decimalComma: false), "5.00 Cr", .decimal(), nil),
      (.number(decimalComma: false), "12.50", .integer, nil),
      (.number(decimalComma: false), "12.00", .integer, "12"),
      (.number(decimalComma: false), "12 pcs", .integer, "12"),
      (.number(decimalComma: false), "1.5", european, "1,5"),
      (.number(decimalComma: false), "1-2", .integer, nil),
      (.number(decimalComma: false), "none", .integer, nil), (.nearest, "a", .text, "near"),
      (.replace(["UK": "GB"]), "UK", .text, "GB"), (.replace(["UK": "GB"]), " UK ", .text, "GB"),
      (.replace(["UK": "GB"]), "uk", .text, nil), (.replace(["UK": "UK"]), "UK", .text, nil),
      (.replace(["": "GB"]), "", .text, "GB"), (.replace([" ": "GB", "": "FR"]), " ", .text, "GB"),
      (.replace(["\u{E9}": "e\u{301}"]), "\u{E9}", .text, "e\u{301}"),
      (.strip([" ", "-"]), "+49 171-1", .text, "+491711"), (.strip([" "]), "1", .text, nil),
      // Parts of a character.
      (.strip(["\n"]), "a\r\nb", .text, "a\rb"), (.strip(["\r"]), "a\r\nb", .text, "a\nb"),
      (.strip(["\u{200D}", "\u{FE0F}"]), "a\u{200D}b\u{FE0F}", .text, "ab"),
      (.strip(["\u{301}"]), "e\u{301}", .text, "e"),
      (.notation(commas), "1.234,50", .decimal(), "1234.50"),
      (.notation(commas), " 1.234,50 ", .decimal(), "1234.50"),
      (.notation(commas), "-7,5", .decimal(), "-7.5"), (.notation(commas), "1.5", .decimal(), nil),
      (.notation(commas), "12", .decimal(), nil), (.notation(commas), "", .decimal(), nil),
      (.notation(commas), "1.234,00", .integer, "1234"), (.notation(commas), "1,5", .integer, nil),
      (.notation(commas), "1,5", .text, nil),
      (.notation(german), "31.12.1999", .date(), "1999-12-31"),
      (.notation(german), "31.02.1999", .date(), nil),
      (.notation(german), "31.12.1999", german, nil),
      (
        .notation(.date()), "1999-12-31", .date(formats: [DateFormat("MM/dd/yyyy")!]), "12/31/1999"
      ),
      (.notation(.boolean(.init(yes: ["ja"], no: ["nein"]))), "Ja", .boolean(), "true"),
      // A text that would be another value is no repair.
      (.date(dayFirst: true), "1950-03-05", short, nil),
      (.date(dayFirst: true), "1970-03-05", short, "05.03.70"),
      (.date(dayFirst: true), "1950-03-05", both, "05.03.1950"),
      (.notation(.date()), "1950-03-05", short, nil),
      (.notation(.date()), "1950-03-05", both, "05.03.1950"),
      (.notation(.datetime()), "2026-01-31T10:00:00Z", minutes, "31.01.2026 10:00"),
      (.notation(.datetime()), "2026-01-31T10:00:30Z", minutes, nil),
      (.notation(.time()), "10:00:30", .time(formats: [TimeFormat("HH:mm")!]), nil),
    ] as [(Repair.Change, String, FieldType, String?)])
  func textsOfCells(_ repair: Repair.Change, text: String, type: FieldType, expected: String?) {
    let found = repair.repaired(text, of: type, nearest: "near")
    #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(found ?? "nil")")
  }

  private static let definitions = """
    form: visits
    fields:
      - {name: id, type: integer, required: true}
      - {name: site, type: text}
      - {name: country, type: text}
      - {name: note, type: text}
    ---
    rules: visits
    form: visits
    fields:
      country:
        - in: [Norway, Sweden]
    """

  /// The repairs of the column `country` with what they close.
  private func repairs(_ rows: String, _ repair: Repair.Change? = nil) throws -> [String] {
    let folder = try TemporaryFolder()
    let recorder = Recorder(database: folder.path("store.sqlite"))
    _ = try recorder.apply(DefinitionSet(yaml: Self.definitions))
    _ = try recorder.importFile(
      ImportRequest(path: try folder.write("id,site,country,note\n" + rows, to: "visits.csv")),
      ImportCallbacks())
    var request = RepairRequest(form: "visits", .all, field: "country")
    request.usesOtherRecords = true
    request.repair = repair
    let report = try recorder.repairs(request)
    return report.repairs.map { "\($0.repair) \($0.texts.count) \($0.closed)" }
  }

  /// Other records are evidence only if several agree, for most cells, and none contradicts.
  @Test(arguments: [
    ("1,A,Norway,x\n2,A,Norway,y\n3,A,?,z\n", ["others(by: \"site\") 1 1"]),
    ("1,A,Norway,x\n2,A,Sweden,y\n3,A,?,z\n", []), ("1,A,Norway,x\n3,A,?,z\n", []),
    ("1,A,Norway,x\n2,A,Norway,y\n3,A,?,z\n4,B,?,u\n", []),
    ("1,\u{E9},Norway,x\n2,\u{E9},Norway,y\n3,e\u{301},?,z\n", []),
    ("1,A,Norwy,x\n2,B,Norway,y\n", ["nearest 1 1"]),
    ("1,A,\" Norway\",x\n2,B,\"Sweden \",x\n", ["trim 2 2"]),
  ])
  func effects(rows: String, expected: [String]) throws {
    #expect(try repairs(rows) == expected)
  }

  @Test func aRepairThatClosesNothingIsNotSuggested() throws {
    let rows = "1,A,\" Oslo \",x\n"
    #expect(try repairs(rows) == [])
    #expect(try repairs(rows, .trim) == ["trim 1 0"])
  }

  @Test func frequentTextsAreDistinguishedByTheirBytes() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(
      "id,site,country,note\n1,A,\u{E9},x\n2,A,e\u{301},y\n3,A,\u{E9},z\n4,A,u\u{308},z\n"
        + "5,A,\u{FC},z\n")
    let request = RepairRequest(form: "visits", .all, field: "country")
    let values = try store.recorder.repairs(request).values
    // Equally frequent texts are sorted by bytes.
    #expect(
      values.map { Array($0.text.utf8) }
        == ["\u{E9}", "e\u{301}", "u\u{308}", "\u{FC}"].map { Array($0.utf8) })
    #expect(values.map(\.count) == [2, 1, 1, 1])
  }

  /// Failures and repairs offer the values of `in` as the field reads them.
  @Test func listedValuesHaveTheNotationOfTheField() throws {
    let store = try TemporaryStore(
      """
      form: f
      fields:
        - {name: id, type: integer}
        - {name: price, type: decimal, point: ",", group: "."}
        - {name: day, type: date, format: dd.MM.yyyy}
      ---
      rules: f
      form: f
      fields:
        price: [in: [1.525, 30]]
        day: [in: [2026-01-31, 2026-02-28]]
      """)
    try store.add("id;price;day\n1;1,526;31.01.2027\n2;30,0;28.02.2025\n")
    let list = try store.recorder.failures(FailureListRequest(form: "f"))
    #expect(list.columns.map(\.choices) == [[], ["1,525", "30"], ["31.01.2026", "28.02.2026"]])
    func nearest(_ field: String) throws -> [String] {
      var request = RepairRequest(form: "f", .all, field: field)
      request.repair = .nearest
      return try store.recorder.repairs(request).repairs.flatMap { $0.texts.map(\.text) }
    }
    #expect(try nearest("price") == ["1,525"])
    #expect(try nearest("day") == ["31.01.2026", "28.02.2026"])
  }
}
