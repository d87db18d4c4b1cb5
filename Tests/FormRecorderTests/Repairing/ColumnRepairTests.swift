import FormRules
import FormTestSupport
import Testing

@testable import FormRecorder

@Suite struct ColumnRepairTests {
  private static let european = FieldType.decimal(.init(point: ","))

  @Test(
    arguments: [
      (.trim, " a\u{A0}b\u{200B} ", .text, "a\u{A0}b"), (.trim, "a", .text, nil),
      (.trim, " \t", .text, ""), (.removeBlanks, "a @ b", .text, "a@b"),
      (.replace("a", with: "b"), "a", .text, "b"), (.replace("a", with: "b"), "A", .text, nil),
      (.replace("e\u{301}", with: "b"), "\u{E9}", .text, nil),
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
      (.number(point: "."), "1,234.50 EUR", .decimal(), "1234.50"),
      (.number(point: ","), "€ -1.234,50", .decimal(), "-1234.50"),
      (.number(point: ","), "1.234", .decimal(), "1234"),
      (.number(point: "."), "1,23", .decimal(), nil),
      (.number(point: "."), "1 234'567", .integer, "1234567"),
      (.number(point: "."), "12.00", .integer, "12"),
      (.number(point: "."), "12 pcs", .integer, "12"),
      (.number(point: "."), "1.5", european, "1,5"), (.number(point: "."), "1-2", .integer, nil),
      (.number(point: "."), "none", .integer, nil), (.nearest, "a", .text, "near"),
    ] as [(ColumnRepair, String, FieldType, String?)])
  func textsOfCells(_ repair: ColumnRepair, text: String, type: FieldType, expected: String?) {
    let found = repair.text(text, of: type, nearest: "near")
    #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(found ?? "nil")")
  }

  @Test func namesAreRead() {
    let all: [ColumnRepair] =
      ColumnRepair.textual + [.nearest, .others(by: "x"), .replace("a", with: "")]
    for repair in all {
      guard case .object(let members) = repair.json else {
        Issue.record("no object")
        continue
      }
      var parameters: [String: String] = [:]
      for member in members {
        if case .string(let text) = member.value { parameters[member.key] = text }
      }
      let name = parameters.removeValue(forKey: "name") ?? ""
      #expect(ColumnRepair(name, parameters) == repair)
      #expect(ColumnRepair(name, parameters.merging(["by": "y", "from": "z"]) { $1 }) != repair)
    }
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
  private func repairs(_ rows: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let recorder = Recorder(database: folder.path("store.sqlite"))
    _ = try recorder.apply(DefinitionSet(yaml: Self.definitions))
    _ = try recorder.importFile(
      ImportRequest(path: try folder.write("id,site,country,note\n" + rows, to: "visits.csv")),
      ImportEvents())
    let report = try recorder.repairs(RepairRequest(form: "visits", .all, field: "country"))
    return report.repairs.map { "\($0.repair) \($0.texts.count) \($0.closed)" }
  }

  /// Other records are evidence only if several agree, for most cells, and none contradicts.
  @Test(arguments: [
    ("1,A,Norway,x\n2,A,Norway,y\n3,A,?,z\n", ["others(by: \"site\") 1 1"]),
    ("1,A,Norway,x\n2,A,Sweden,y\n3,A,?,z\n", []), ("1,A,Norway,x\n3,A,?,z\n", []),
    ("1,A,Norway,x\n2,A,Norway,y\n3,A,?,z\n4,B,?,u\n", []),
    ("1,A,Norwy,x\n2,B,Norway,y\n", ["nearest 1 1"]),
    ("1,A,\" Norway\",x\n2,B,\"Sweden \",x\n", ["trim 2 2"]),
  ])
  func effects(rows: String, expected: [String]) throws {
    #expect(try repairs(rows) == expected)
  }
}
