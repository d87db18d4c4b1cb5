import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Testing

@testable import FormRecorder

/// Dialects that malformed records suggest: drafted for a form, and advised in notes.
@Suite struct SuggestedDialectTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var dialect: FileDialect
    var text: String
    /// Whether some records, or the header, are malformed in the standard dialect.
    var isMalformed: Bool

    /// - Parameters:
    ///   - record: The line of a record.
    init(
      _ name: String, _ dialect: FileDialect, header: String = "id,name,amount\n",
      footer: String = "", isMalformed: Bool = true, _ record: (Int) -> String
    ) {
      self.isMalformed = isMalformed
      testDescription = name
      self.dialect = dialect
      text = header + (1...40).map { record($0) + "\n" }.joined() + footer
    }
  }

  static let cases = [
    Case("plain", .init()) { "\($0),n,5" },
    Case("one damaged record", .init()) { $0 == 7 ? "7,n" : "\($0),n,5" },
    Case("one quote", .init()) { $0 == 7 ? "7,\"n\"x,5" : "\($0),\"n,\",5" },
    Case("open quotes", .init(), footer: "41,\"n,5\n42,\"n\" m,5\n") { "\($0),n,5" },
    Case("delimiter at the end", .init(trailingDelimiter: true)) { "\($0),n,5," },
    Case("escape", .init(escape: "\\")) { $0 % 3 == 0 ? "\($0),\"n\\\"\",5" : "\($0),n,5" },
    Case("blanks", .init(skipInitialSpace: true)) { "\($0), \"n, m\", 5" },
    Case("single quotes", .init(quote: "'")) { "\($0),'n, m',5" },
    Case("no quotes", .init(quote: "")) { "\($0),5\" pipe,5" },
    Case("comments", .init(comment: "#")) { ($0 % 5 == 0 ? "# page\n" : "") + "\($0),n,5" },
    Case("comment before the header", .init(comment: "#"), header: "# a, b\nid,name,amount\n") {
      "\($0),n,5"
    },
    Case("footer", .init(footer: 1), footer: "40 records\n") { "\($0),n,5" },
    Case("blank rows", .init(skipBlankRows: true), footer: ",,\n,,\n", isMalformed: false) {
      "\($0),n,5"
    },
    Case(
      "delimiter at the end of the header", .init(trailingDelimiter: true),
      header: "id,name,amount,\n", isMalformed: false
    ) { "\($0),n,5," },
    Case(
      "comments and delimiter", .init(comment: "#", trailingDelimiter: true),
      header: "# 2026\nid,name,amount,\n"
    ) { "\($0),n,5," },
  ]

  @Test(arguments: cases) func theDialectIsDrafted(_ example: Case) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(example.text, to: "data.csv")
    let profile = try TableProfile([path], InputOptions())
    #expect(profile.format.dialect == example.dialect)
    #expect(profile.notes.isEmpty == (example.dialect == .init()))
    if example.dialect != .init() { #expect(profile.malformed.isEmpty) }
  }

  @Test(arguments: cases) func anImportAdvisesTheDialect(_ example: Case) throws {
    let store = try TemporaryStore(
      """
      form: f
      fields: [{name: id, type: integer}, {name: name, type: text}, {name: amount, type: decimal}]
      ---
      rules: f
      form: f
      """)
    let path = store.path("data.csv")
    try store.write(example.text, to: "data.csv")
    var remedies: [Remedy] = []
    var request = ImportRequest(path: path)
    do {
      _ = try store.recorder.importFile(request, ImportCallbacks(note: { remedies += $0.remedies }))
    } catch {
      remedies += error.remedies
    }
    let advised = remedies.compactMap { remedy -> FileDialect? in
      if case .chooseDialect(let dialect) = remedy { dialect } else { nil }
    }
    // Blank rows are records, and a blank column is a column.
    let isAdvised = example.dialect != .init() && example.isMalformed
    #expect(advised.isEmpty == !isAdvised)
    request.input.dialect = example.dialect
    request.allowsReimport = true
    let report = try store.recorder.importFile(request)
    #expect(report.records - report.rejected >= 39 && report.rejected <= 2)
  }
}
