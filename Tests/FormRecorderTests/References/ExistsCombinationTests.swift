import FormDefinitions
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// `exists` rules over several fields, whose values must occur together.
@Suite struct ExistsCombinationTests {
  private static let places = """
    form: places
    fields:
      - {name: country, type: text}
      - {name: zip, type: integer}
    ---
    rules: places
    form: places
    record:
      - exists: {fields: [country, zip], file: places.csv, column: [code, Zip]}
    """

  /// A record with a missing, empty or mistyped value is not evaluated. An incomplete row of the
  /// file matches no record.
  @Test func combinationsOfAFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("zip,name,code\n1010,Wien,AT\n10115,Berlin,DE\n,,FR\n", to: "places.csv")
    let path = try folder.write(Self.places, to: "places.yaml")
    let recorder = Recorder(database: folder.path("store.sqlite"))
    _ = try recorder.apply(DefinitionSet(files: [path]))
    let records = "AT,1010\nDE,010115\nAT,10115\nDE,1010\n,1010\nFR,\nFR,x\nat,1010\n"
    let file = try folder.write("country,zip\n" + records, to: "a.csv")
    let report = try recorder.importFile(ImportRequest(path: file))
    #expect(report.byRule.map { "\($0.rule) \($0.count)" } == ["zip.integer 1", "record.exists 3"])
    #expect(try recorder.replay(ReplayRequest()).unchanged == 8)
    func submit(_ country: String, _ zip: String) throws -> [String] {
      try recorder.submit(SubmissionRequest(fields: [("country", country), ("zip", zip)])).errors
        .map {
          "\($0.message)"
        }
    }
    #expect(try submit("AT", "1010") == [])
    #expect(
      try submit("AT", "1011") == [
        "country, zip must be one of those in places.csv (code, Zip)."
      ]
    )
    // The output of `show` contains the combinations. Applying it adds no version.
    let shown = try recorder.definitions(VersionReference("places")!, kind: .ruleSet)
    try folder.write(try #require(shown.first).definition.yaml, to: "shown.yaml")
    let again = try recorder.apply(DefinitionSet(files: [folder.path("shown.yaml")]))
    #expect(again.map(\.isNew) == [false])
  }

  @Test(
    arguments: [
      ("column: [code, Zip]", "column: code", "column must have 2 names, one for each of fields"),
      ("[country, zip]", "[country, country]", "field 'country' is listed twice"),
      ("[country, zip]", "[country, zap]", "unknown field 'zap'"),
      ("fields: [country, zip], ", "", "requires fields"),
      ("[code, Zip]", "[code, name]", "'Wien' is not of the type integer of field zip"),
      (
        "record:\n  - exists: {", "fields:\n  zip:\n  - exists: {",
        "fields belongs to a rule of record"
      ),
    ])
  func invalidCombinationsAreDefinitionErrors(
    _ right: String, _ wrong: String, _ message: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("zip,name,code\n1010,Wien,AT\n", to: "places.csv")
    let path = try folder.write(
      Self.places.replacing(right, with: wrong), to: "places.yaml")
    #expect {
      _ = try Recorder(database: folder.path("store.sqlite")).apply(DefinitionSet(files: [path]))
    } throws: { error in
      let isExpected = "\(error)".contains(message)
      if !isExpected { Issue.record("\(error)") }
      return true
    }
  }

  private static let pairs =
    ExistsRuleTests.customersAndOrders + """
      rules: orders
      form: orders
      record:
        - exists: {fields: [customer, name], form: customers, field: [id, name], ignoreCase: true}
          at: customer
      """

  @Test func combinationsOfAForm() throws {
    let store = try TemporaryStore(Self.pairs)
    _ = try ExistsRuleTests.add(
      "id,name\n1.0,\" Ana \"\n2,Bob\n3,Christopher\n4,\n", to: "customers", in: store)
    let orders = "customer,name\n1,ana\n2,Ana\n1,Bob\n2,BOB\n,Bob\n3,Christopher\n4,\n4,Ana\n"
    let report = try ExistsRuleTests.add(orders, to: "orders", in: store)
    #expect(report.byRule.map { "\($0.rule) \($0.count)" } == ["customer.exists 4"])
    _ = try ExistsRuleTests.add("id,name\n2,Ana\n", to: "customers", in: store)
    var replay = ReplayRequest()
    replay.form = VersionReference("orders")
    replay.isFull = true
    #expect(try store.recorder.replay(replay).unchanged == 8)
    #expect(try ExistsRuleTests.add(orders, to: "orders", in: store).rejected == 3)
    // A check reads both columns from one file.
    try store.write(Self.pairs, to: "pairs.yaml")
    try store.write("name,id\nAna,1.0\nBob,2\n", to: "reference.csv")
    var check = try FileCheck(
      DefinitionSet(files: [store.path("pairs.yaml")]), form: "orders", rules: nil,
      now: Instant(seconds: 0))
    check.references = [
      try #require(ReferenceValues("customers.id,name=\(store.path("reference.csv"))"))
    ]
    var rejected: [Int] = []
    _ = try check.check(store.path("orders.csv"), note: { _ in }) {
      if $0.isRejected { rejected.append($0.record) }
    }
    #expect(rejected == [2, 3, 6, 8])
  }
}
