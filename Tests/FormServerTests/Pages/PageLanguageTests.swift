#if Server
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// The languages of pages, which are those with messages, and those of the form's title and labels.
@Suite(.timeLimit(.minutes(10))) struct PageLanguageTests {
  private static let form = """
    form: f
    title: Booking
    title.ar: حجز
    fields:
      - {name: a, label: Name, label.ar: الاسم, label.de: Name, type: text, required: true, help.fa: نام}
    ---
    rules: f
    form: f
    fields:
      a: [{length: {min: 2}, message.ar: قصير}]
    """

  @Test func languagesWithoutMessagesAreListed() throws {
    let server = try PageServer(Self.form)
    let form = try #require(try server.recorder.currentForms().first)
    #expect(form.languages == ["ar", "de", "fa"])
    var configuration = ServerConfiguration()
    #expect(configuration.unusedLanguages(of: form) == ["fa"])
    var persian = MessageCatalogue(unchecked: "fa")
    persian.codes = ["required": "الزامی"]
    configuration.catalogues = [persian]
    #expect(configuration.unusedLanguages(of: form) == [])
  }

  /// A page states the language that it is in.
  @Test(arguments: [
    ("fa", "en", "ltr", "Booking"), ("de", "de", "ltr", "Booking"), ("ar", "ar", "rtl", "حجز"),
    ("ar-EG, de;q=0.5", "ar-EG", "rtl", "حجز"), ("fa, ar;q=0.5", "ar", "rtl", "حجز"),
  ])
  func pagesAreInALanguageOfMessagesOrLabels(
    _ accepted: String, _ language: String, _ direction: String, _ title: String
  ) async throws {
    try await PageServer(Self.form).run { client in
      let page = try await client.get("/forms/f", [.acceptLanguage: accepted]).text
      #expect(page.contains("<html lang=\"\(language)\" dir=\"\(direction)\">"))
      #expect(page.contains("<h1>\(title)</h1>"))
    }
  }

  /// Messages over HTTP are in the languages of a rule set, also of one among several.
  @Test(arguments: ["", "\n---\nrules: g\nform: f"])
  func messagesAreInTheLanguagesOfTheRules(others: String) async throws {
    let form =
      Self.form.replacing("label.ar: الاسم, ", with: "")
      .replacing("title.ar: حجز\n", with: "") + others
    let server = try PageServer(form)
    let token = try server.recorder.grantToken(AccessRequest(name: "t", role: .admin)).token
    let headers: HTTPFields = [
      .acceptLanguage: "ar", .accept: "application/json", .authorization: "Bearer \(token)",
      .contentType: "application/json",
    ]
    try await server.run { client in
      let rules = others.isEmpty ? "" : "rules=f"
      let sent = try await client.post("/forms/f/submissions?\(rules)", #"{"a": "x"}"#, headers)
      #expect(sent.text.contains("قصير"), "\(sent.text)")
      for path in [
        "open", "submissions/1", "failures?\(rules)", "failures/rows?submissions=1",
      ] {
        let read = try await client.get("/forms/f/\(path)", headers)
        #expect(read.status == 200 && read.text.contains("قصير"), "\(path): \(read.text)")
      }
      // Other rules have no messages in the language.
      if !others.isEmpty {
        let other = try await client.post("/forms/f/submissions?rules=g", #"{"a": "x"}"#, headers)
        #expect(other.status == 201, "\(other.text)")
      }
      var csv = headers
      csv[.contentType] = "text/csv"
      let imported = try await client.post("/forms/f/imports?\(rules)", "a\nyy\n", csv)
      #expect(imported.status == 201, "\(imported.text)")
      let page = try await client.get("/forms/f?\(rules)", [.acceptLanguage: "ar"]).text
      #expect(page.contains("<html lang=\"en\""))
    }
  }

  /// A page whose form has only its title in a language can be sent in it.
  @Test func titlesSuffice() async throws {
    let form = Self.form.replacing("label.ar: الاسم, ", with: "")
      .replacing(", message.ar: قصير", with: "")
    try await PageServer(form).run { client in
      let page = try await client.sendAndFollow([("a", "xx")], [.acceptLanguage: "ar"])
      #expect(page.text.contains("حجز"), "\(page.text)")
    }
  }

  /// In a language without messages, those of the rule set are shown, and formrec's own words are
  /// marked as English.
  @Test func wordsAreEnglishInALanguageWithoutMessages() async throws {
    let arabic: HTTPFields = [.acceptLanguage: "ar"]
    try await PageServer(Self.form).run { client in
      let page = try await client.sendAndFollow([("a", "x")], arabic).text
      #expect(page.contains("<bdi>الاسم</bdi>") && page.contains("<p class=\"error\">قصير</p>"))
      #expect(page.contains("<button class=\"send\"><bdi lang=\"en\">Send</bdi></button>"))
      let missing = try await client.sendAndFollow([], arabic).text
      #expect(missing.contains("This field is required."))
      let live = try await client.post(
        "/forms/f/validation", #"{"event":"blur","visited":["a"],"values":[["a","x"]]}"#,
        [.contentType: "application/json", .acceptLanguage: "ar"])
      #expect(live.text.contains("قصير"))
    }
  }
}
#endif
