import FormRecorderTestSupport
import FormRules
import Testing

@testable import FormRecorder

/// The fields that are suggested for columns of other names.
@Suite struct MappingSuggestionTests {
  /// Headers and a record, and the suggestions.
  @Test(
    arguments: [
      ("id,email\n1,a@x.de\n", []),
      ("id,E-mail\n1,a@x.de\n", [.init(column: "E-mail", field: "email", reason: .label)]),
      (
        "id,MAILADRESSE\n1,a@x.de\n", [.init(column: "MAILADRESSE", field: "email", reason: .label)]
      ),
      ("id,emial\n1,a@x.de\n", [.init(column: "emial", field: "email", reason: .name("email"))]),
      (
        "id,email,Geb.\n1,a@x.de,1990-01-01\n",
        [.init(column: "Geb.", field: "birthday", reason: .earlier)]
      ),
      (
        "id,email,born,note\n1,a@x.de,1990-01-01,x\n",
        [.init(column: "born", field: "birthday", reason: .values)]
      ),
      ("id,email,born,died\n1,a@x.de,1990-01-01,1999-01-01\n", []),
      ("id,email,born\n1,a@x.de,1990-01-01\n2,b@x.de,unknown\n", []),
      ("id,email,born\n1,a@x.de,\n", []),
    ] as [(String, [MappingSuggestion])])
  func suggestions(_ text: String, _ expected: [MappingSuggestion]) throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    try store.write(text, to: "a.csv")
    let request = ImportRequest(path: store.path("a.csv"))
    #expect(try store.recorder.mappingSuggestions(for: request) == expected)
  }

  /// A column that an earlier import mapped explicitly.
  @Test func earlierImportsAreRemembered() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    try store.write("id,Kontakt\n1,a@x.de\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.input.map = [("Kontakt", "email")]
    _ = try store.recorder.importFile(request)
    request.input.map = []
    #expect(
      try store.recorder.mappingSuggestions(for: request)
        == [.init(column: "Kontakt", field: "email", reason: .earlier)])
  }

  /// The command that resumes an import gets the suggestions with which it began.
  @Test func unfinishedImportsAreIgnored() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    let records = (1...1_500).map { "\($0),1990-01-01,a\($0)@x.de\n" }
    try store.write("id,born,emial\n" + records.joined(), to: "a.csv")
    let request = ImportRequest(path: store.path("a.csv"))
    let suggestions = try store.recorder.mappingSuggestions(for: request)
    #expect(suggestions.map(\.column) == ["emial", "born"])
    var mapped = request
    mapped.chunk = 1_000
    mapped.input.map = suggestions.map { ($0.column, $0.field) }
    store.breakOff(mapped)
    #expect(try store.recorder.mappingSuggestions(for: request) == suggestions)
  }

  /// Nothing is suggested for a source whose definition maps the column.
  @Test func sourcesMapTheirColumns() throws {
    let store = try TemporaryStore(SignupDefinitions.yaml)
    try store.write("id;E-Mail Adresse;Geb.\n1;a@x.de;1990-01-01\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.source = "north"
    #expect(try store.recorder.mappingSuggestions(for: request).isEmpty)
  }
}
