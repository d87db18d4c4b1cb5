import FormRecorderTestSupport
import FormRules
import Testing

@testable import FormRecorder

/// The counts and reasons of skipped rules in the report of an import, its JSON, the store and a
/// dry run.
@Suite struct SkippedRulesTests {
  private static let definitions = PeopleDefinitions.yaml(
    fields: ["{name: again, type: text}", "{name: photo, type: file}"],
    rules: """
      fields:
        name:
          - length: {max: 5}
            when: id > 1
          - equals: {field: again}
          - pattern: '[a-z]+'
            needs: [name.equals]
        photo:
          - media: image
      """)

  private static let text = """
    id,name,again,photo
    x,ana,ana,
    2,ana,,a.png
    3,ana,bob,a.png
    4,ana,ana,

    """

  private static let expected = [
    "name.length when 1", "name.equals unknown 1", "name.pattern needs 2", "photo.media files 2",
  ]

  private func words(_ report: ImportReport) -> [String] {
    report.skipped.map { "\($0.rule) \($0.reason) \($0.count)" }
  }

  @Test func importReportsSkippedRulesWithReasons() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(Self.text, to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.files = .excluded
    #expect(words(try store.recorder.importFile(request.dryRun)) == Self.expected)
    let report = try store.recorder.importFile(request)
    #expect(words(report) == Self.expected)
    #expect(report.rejected == 2)
    #expect(
      report.json.text.contains(
        #""skipped":[{"rule":"name.length","field":"name","reason":"when","count":1},"#))
    // The stored counts of the same file.
    let again = try store.recorder.importFile(request)
    #expect(again.isAlreadyImported)
    #expect(words(again) == Self.expected)
    #expect(again.byRule == report.byRule)
    #expect(
      try store.rows("SELECT skipped || reasons FROM run_rule WHERE skipped > 0 ORDER BY rule")
        == [#"1{"when":1}"#, #"1{"unknown":1}"#, #"2{"needs":2}"#, #"2{"files":2}"#])
  }
}
