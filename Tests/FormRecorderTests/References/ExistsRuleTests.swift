import FormDefinitions
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// `exists` rules that refer to stored submissions.
@Suite struct ExistsRuleTests {
  /// A form of customers with a rule, and a form of their orders.
  static let customersAndOrders = """
    form: customers
    fields:
      - {name: id, type: decimal, required: true}
      - {name: name, type: text, trim: true}
    ---
    rules: customers
    form: customers
    fields:
      name: [{length: {max: 5}}]
    ---
    form: orders
    fields:
      - {name: customer, type: integer}
      - {name: name, type: text}
    ---

    """

  private static let shop =
    customersAndOrders + """
      rules: orders
      form: orders
      fields:
        customer: [{exists: {form: customers, field: id}}]
        name: [{exists: {form: customers, field: name, ignoreCase: true}}]
      """

  static func add(_ text: String, to form: String, in store: TemporaryStore) throws -> ImportReport
  {
    try store.write(text, to: "\(form).csv")
    var request = ImportRequest(path: store.path("\(form).csv"))
    request.form = VersionReference(form)
    request.allowsReimport = true
    return try store.recorder.importFile(request)
  }

  @Test func onlyAcceptedRecordsExist() throws {
    let store = try TemporaryStore(Self.shop)
    #expect(try Self.add("customer,name\n1,Ana\n", to: "orders", in: store).rejected == 1)
    // A rejected customer does not exist, and blanks that the field trims are ignored.
    _ = try Self.add("id,name\n1.0,\" Ana \"\n2,Bob\n3,Christopher\n", to: "customers", in: store)
    let orders = "customer,name\n1,ana\n2,Ana\n3,Bob\n4,Bob\n,BOB\n1,Christopher\n"
    let report = try Self.add(orders, to: "orders", in: store)
    #expect(
      report.byRule.map { "\($0.rule) \($0.count)" } == ["customer.exists 2", "name.exists 1"])
    // A replay compares with the records that preceded the import. The first order has none.
    _ = try Self.add("id,name\n4,Dora\n3,Eve\n", to: "customers", in: store)
    var replay = ReplayRequest()
    replay.form = VersionReference("orders")
    let again = try store.recorder.replay(replay)
    #expect((again.submissions, again.unchanged) == (7, 7))
    #expect(try Self.add(orders, to: "orders", in: store).rejected == 1)
    // When the verdict of a customer changes, later checks use the new verdict.
    try store.apply(Self.shop.replacing("max: 5", with: "max: 4"))
    var recheck = ReplayRequest()
    recheck.form = VersionReference("customers")
    #expect(try store.recorder.replay(recheck).newlyRejected == 0)
    try store.apply(Self.shop.replacing("max: 5", with: "max: 20"))
    #expect(try store.recorder.replay(recheck).newlyAccepted == 1)
    #expect(try Self.add("customer,name\n3,Christopher\n", to: "orders", in: store).rejected == 0)
  }

  @Test func singleSubmissionsAreCompared() throws {
    let store = try TemporaryStore(Self.shop)
    _ = try Self.add("id,name\n1,Ana\n", to: "customers", in: store)
    func submit(_ customer: String) throws -> [String] {
      var request = SubmissionRequest(fields: [("customer", customer)])
      request.form = VersionReference("orders")
      return try store.recorder.submit(request).errors.map(\.code)
    }
    #expect(try submit("1") == [])
    #expect(try submit("2") == ["exists.notFound"])
  }

  /// A resumed import compares with the records that were stored when it began.
  @Test func resumedImportKeepsItsReference() throws {
    let store = try TemporaryStore(Self.shop)
    _ = try Self.add("id,name\n1,Ana\n", to: "customers", in: store)
    let rows = (0..<3_000).map { "\($0 % 3 + 1),Ana\n" }.joined()
    try store.write("customer,name\n" + rows, to: "orders.csv")
    var request = ImportRequest(path: store.path("orders.csv"))
    request.form = VersionReference("orders")
    request.chunk = 1_000
    var committed = 0
    let callbacks = ImportCallbacks(
      committed: { committed = $0 }, shouldStop: { committed >= 1_000 })
    #expect(throws: RecorderError.self) { try store.recorder.importFile(request, callbacks) }
    _ = try Self.add("id,name\n2,Bob\n", to: "customers", in: store)
    let report = try store.recorder.importFile(request)
    #expect(report.rejected == 2_000)
    #expect(try store.rows("SELECT count(*) FROM import_view WHERE form = 'orders'") == ["1"])
  }

  @Test(
    arguments: [
      ("form: customers", "form: custmers", "rule customer.exists: there is no form 'custmers'"),
      (
        "field: id", "field: ix",
        "rule customer.exists: unknown field of form 'customers': 'ix'; did you mean 'id'?"
      ),
      (
        "field: id", "field: name",
        "rule customer.exists: field 'name' of form 'customers' is text, which cannot be compared with "
          + "integer"
      ),
    ])
  func incorrectReferencesAreNotApplied(_ right: String, _ wrong: String, _ message: String) throws
  {
    let folder = try TemporaryFolder()
    let rules = try #require(Self.shop.range(of: "rules: orders"))
    let text =
      Self.shop[..<rules.lowerBound]
      + Self.shop[rules.lowerBound...].replacing(right, with: wrong, maxReplacements: 1)
    let path = try folder.write(String(text), to: "shop.yaml")
    #expect {
      _ = try Recorder(database: folder.path("store.sqlite")).apply(DefinitionSet(files: [path]))
    } throws: { "\($0)".hasPrefix("\(path): \(message)") }
  }

  @Test func checkReportsRulesItCannotEvaluate() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.shop, to: "shop.yaml")
    let file = try folder.write("customer,name\n1,Ana\n", to: "orders.csv")
    let check = try FileCheck(
      DefinitionSet(files: [path]), form: "orders", rules: nil, now: Instant(seconds: 0))
    #expect(
      check.exclusionNotes.map(\.description) == [
        "rule customer.exists fails without an answer: it compares with stored submissions of "
          + "form 'customers', and no database is used",
        "rule name.exists fails without an answer: it compares with stored submissions of form "
          + "'customers', and no database is used",
      ])
    var codes: [String] = []
    let summary = try check.check(file, note: { _ in }) { codes += $0.errors.map(\.code) }
    #expect(summary.rejected == 1)
    #expect(codes == ["exists.unavailable", "exists.unavailable"])
  }
}
