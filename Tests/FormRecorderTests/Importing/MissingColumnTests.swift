import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Testing

@testable import FormRecorder

/// The limit on the columns of fields.
@Suite struct MissingColumnTests {
  private func store(_ limit: String = "") throws -> TemporaryStore {
    try TemporaryStore(
      """
      form: sales
      fields:
        - {name: id, type: integer}
        - {name: amount, type: text}
      ---
      rules: sales
      form: sales
      \(limit)
      """)
  }

  @Test func fieldWithoutItsEarlierColumnExceedsALimit() throws {
    let store = try store()
    #expect(try store.add("id\n1\n").exceededLimits == [])
    #expect(try store.add("id,amount\n1,2\n").exceededLimits == [])
    let renamed = try store.add("id,betrag\n1,2\n")
    #expect(renamed.exceededLimits == ["columns: none for 'amount', unlike in import 2"])
    #expect(renamed.accepted == 1)
    var again = ImportRequest(path: store.path("records.csv"))
    again.allowsReimport = true
    #expect(try store.recorder.importFile(again.dryRun).exceededLimits == [])
    // The preceding import of this source had no such column, or there is none.
    #expect(try store.add("id\n2\n").exceededLimits == [])
    #expect(try store.add("id\n3\n", source: "north").exceededLimits == [])
    try store.recorder.expectValid()
  }

  @Test func keysAreColumns() throws {
    let store = try store()
    #expect(try store.add("id,amount\n1,2\n").exceededLimits == [])
    let some = "{\"id\":1}\n{\"id\":2,\"amount\":3}\n"
    #expect(try store.add(some, as: "a.ndjson").exceededLimits == [])
    let none = try store.add("{\"id\":1,\"Betrag\":2}\n", as: "b.ndjson")
    #expect(none.exceededLimits == ["columns: none for 'amount', unlike in import 2"])
  }

  /// A file without objects says nothing about columns, not even for the next delivery.
  @Test(arguments: [("a.ndjson", ""), ("a.json", "[]"), ("b.ndjson", "\n\n")])
  func fileWithoutObjectsHasNoColumns(_ name: String, _ text: String) throws {
    let store = try store()
    try store.add("id,amount\n1,2\n")
    #expect(try store.add(text, as: name).exceededLimits == [])
    let renamed = try store.add("id,betrag\n1,2\n")
    #expect(renamed.exceededLimits == ["columns: none for 'amount', unlike in import 1"])
    for missing in ["warn", "refuse"] {
      let strict = try self.store("limits: [columns: {missing: \(missing)}]")
      #expect(try strict.add(text, as: name).exceededLimits == [])
    }
  }

  @Test func atomicImportIsNotPrevented() throws {
    let store = try store()
    try store.add("id,amount\n1,2\n")
    try store.write("id\n7\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.isAtomic = true
    let report = try store.recorder.importFile(request)
    #expect(!report.isRefused && report.importID == 2 && report.exceededLimits.count == 1)
    // The known import has the same limits.
    #expect(try store.recorder.importFile(request).exceededLimits == report.exceededLimits)
  }

  @Test(arguments: [("a.csv", "id\n1\n"), ("a.ndjson", "{\"id\":1}\n{\"id\":2}\n")])
  func statedLimitNeedsNoEarlierImport(_ name: String, _ text: String) throws {
    let warning = try store("limits: [columns: {missing: warn}]")
    #expect(try warning.add(text, as: name).exceededLimits == ["columns: none for 'amount'"])
    let refusing = try store("limits: [columns: {missing: refuse}]")
    let error = #expect(throws: RecorderError.self) { try refusing.add(text, as: name) }
    #expect(error?.description.contains("refuses a file without 'amount'") == true)
    #expect(try refusing.rows("SELECT count(*) FROM import") == ["0"])
    let check = try FileCheck(
      DefinitionSet(files: [warning.path("definitions.yaml")]), form: nil, rules: nil,
      now: Instant(seconds: 0))
    let summary = try check.check(warning.path(name), note: { _ in }) { _ in }
    #expect(summary.exceededLimits == ["columns: none for 'amount'"])
    #expect(try refusing.add("id,amount\n1,2\n").exceededLimits == [])
  }

  /// A field that is shown under a condition is required only then.
  @Test func requiredFieldThatIsNotAlwaysShownNeedsNoColumn() throws {
    let store = try TemporaryStore(
      """
      form: f
      fields:
        - {name: id, type: integer}
        - {name: co, type: text, required: true, show: {when: id > 1}}
      ---
      rules: f
      form: f
      """)
    let report = try store.add("id\n1\n2\n")
    #expect(report.accepted == 1 && report.byRule.map(\.rule) == ["co.required"])
    let same = try store.add(#"{"id":1}"# + "\n" + #"{"id":2}"# + "\n", as: "a.ndjson")
    #expect(same.accepted == 1)
  }
}
