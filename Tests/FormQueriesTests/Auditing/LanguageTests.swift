import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Testing

/// Reports in other languages.
@Suite struct LanguageTests {
  private static let records = "id,name,email\n200,Ana,nope\n1,\"x\"y,a@b.de\n"

  @Test func auditDescribesRulesInALanguage() throws {
    let store = try TemporaryStore()
    try store.add(Self.records)
    let report = try store.recorder.audit(.all, in: Localization("de"))
    #expect(
      report.byRule.map(\.description) == [
        "Ein Anführungszeichen steht, wo keines stehen darf: Setzen Sie die ganze Zelle in "
          + "Anführungszeichen und verdoppeln Sie die darin.",
        "„email“ muss eine E-Mail-Adresse sein, zum Beispiel ana@example.com.",
        "„id“ darf höchstens 100 sein.",
      ])
  }

  @Test func exportDescribesErrorsInALanguage() throws {
    let store = try TemporaryStore()
    try store.add(Self.records)
    var request = ExportRequest()
    request.format = .ndjson
    request.localization = Localization("fr")
    var text = ""
    _ = try store.recorder.export(
      request, to: .stream { text += String(decoding: $0, as: UTF8.self) })
    #expect(text.contains("Le champ id doit être au plus égal à 100."))
  }

  @Test func submitDescribesErrorsInALanguage() throws {
    let store = try TemporaryStore()
    var request = SubmissionRequest(fields: [("id", "200"), ("name", "Ana"), ("email", "a@b.de")])
    request.localization = Localization("sv")
    let report = try store.recorder.submit(request)
    #expect(report.errors.map(\.message) == ["id får vara högst 100."])
  }

  /// Rule sets may have messages in languages that formrec does not support.
  @Test func unknownLanguagesAreRefused() throws {
    let store = try TemporaryStore()
    try store.apply(
      TemporaryStore.definitions.replacing("message.de:", with: "message.eo:"))
    try store.add(Self.records)
    #expect(throws: Never.self) {
      try store.recorder.history(of: 1, in: Localization("eo"))
    }
    for body in [
      { _ = try store.recorder.history(of: 1, in: Localization("xx")) },
      { _ = try store.recorder.audit(.all, in: Localization("xx")) },
      {
        var request = SubmissionRequest(fields: [("id", "1")])
        request.localization = Localization("xx")
        _ = try store.recorder.submit(request)
      },
    ] {
      #expect {
        try body()
      } throws: { error in
        "\(error)".hasPrefix("there are no messages in the language 'xx'; known: en, da, de")
          && "\(error)".hasSuffix("tr, eo") && (error as? RecorderError)?.isUsage == true
      }
    }
    #expect(try store.recorder.audit(.all).total.submissions == 2)
  }

  @Test func messageFilesAreUsed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("messages: en\nrules: {id.range: 'No {label}!'}\n", to: "m.yaml")
    let store = try TemporaryStore()
    try store.add(Self.records)
    let localization = try Localization("en", files: [file])
    let history = try store.recorder.history(of: 1, in: localization)
    #expect(history.verdicts[0].errors.map(\.message)[0] == "No id!")
    #expect(throws: RecorderError.self) { try Localization("en", files: [folder.path("none")]) }
  }
}
