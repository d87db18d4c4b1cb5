#if Server
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// The languages of pages, which are those with messages.
@Suite(.timeLimit(.minutes(10))) struct PageLanguageTests {
  private static let form = """
    form: f
    title: Booking
    title.ar: حجز
    fields:
      - {name: a, label: Name, label.ar: الاسم, label.de: Name, type: text, help.fa: نام}
    ---
    rules: f
    form: f
    """

  @Test func languagesWithoutMessagesAreListed() throws {
    let server = try PageServer(Self.form)
    let form = try #require(try server.recorder.currentForms().first)
    #expect(form.languages == ["ar", "de", "fa"])
    var configuration = ServerConfiguration()
    #expect(configuration.unusedLanguages(of: form) == ["ar", "fa"])
    var arabic = MessageCatalogue(unchecked: "ar")
    arabic.codes = ["required": "مطلوب"]
    configuration.catalogues = [arabic]
    #expect(configuration.unusedLanguages(of: form) == ["fa"])
  }

  /// A page states the language that it is in.
  @Test(arguments: [("ar", "en"), ("de", "de"), ("ar, de;q=0.5", "de")])
  func pagesAreInALanguageWithMessages(_ accepted: String, _ language: String) async throws {
    try await PageServer(Self.form).run { client in
      let page = try await client.get("/forms/f", [.acceptLanguage: accepted]).text
      #expect(page.contains("<html lang=\"\(language)\" dir=\"ltr\">"))
      #expect(page.contains("<h1>Booking</h1>"))
    }
  }
}
#endif
