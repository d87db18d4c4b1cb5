#if Server
import FormRecorder
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// The messages of pages, whose labels may be questions and sentences.
@Suite(.timeLimit(.minutes(10))) struct PageMessageTests {
  private static let form = """
    form: f
    fields:
      - {name: plot, label: "Which plot?", type: text, required: true}
      - {name: rules, label: "I agree to the rules.", type: boolean, required: true}
      - {name: adult, label: "Are you over 18?", type: boolean, required: true, widget: radio}
      - {name: nights, label: Nights, type: integer}
      - {name: card, label: Card number, type: text}
    ---
    rules: f
    form: f
    fields:
      rules: ["true"]
      adult: ["true"]
      nights: [{range: {max: 21}, message: "{label}: at most {max}."}]
      card: [paymentCard]
    """

  private static let values = [
    ("plot", ""), ("rules", "false"), ("adult", "no"), ("nights", "30"), ("card", "1"),
  ]

  private static let languages: [(language: String, required: String, consent: String)] = [
    ("en", "This field is required.", "Please confirm this to continue."),
    ("de", "Dieses Feld ist ein Pflichtfeld.", "Bitte bestätigen Sie dies, um fortzufahren."),
    ("fr", "Ce champ est obligatoire.", "Veuillez confirmer ce point pour continuer."),
    ("tr", "Bu alan zorunludur.", "Devam etmek için lütfen bunu onaylayın."),
    ("ja", "この項目は必須です。", "続行するには、この項目を承諾してください。"),
  ]

  @Test func messagesSuitAllLabels() async throws {
    try await PageServer(Self.form).run { client in
      for (language, required, consent) in Self.languages {
        let page = try await client.sendAndFollow(
          Self.values, [.acceptLanguage: language]
        ).text
        #expect(page.contains("<p class=\"error\">\(required)</p>"), "\(language)")
        #expect(page.count(of: "<p class=\"error\">\(consent)</p>") == 2, "\(language)")
        #expect(
          page.contains("<a href=\"#f0\"><b><bdi>Which plot?</bdi></b> – \(required)</a>"),
          "\(language)")
        // The author's own messages are unchanged.
        #expect(page.contains("<p class=\"error\">Nights: at most 21.</p>"), "\(language)")
        #expect(page.contains("<a href=\"#f3\">Nights: at most 21.</a>"), "\(language)")
        #expect(!page.contains("Card number "), "\(language)")
      }
    }
  }

  @Test func liveMessagesAreThoseOfPages() async throws {
    try await PageServer(Self.form).run { client in
      let question = """
        {"event":"blur","visited":["plot","rules"],"values":[["plot",""],["rules","false"]]}
        """
      let headers: HTTPFields = [.contentType: "application/json"]
      let answer = try await client.post("/forms/f/validation", question, headers).text
      #expect(answer.contains("\"This field is required.\""), "\(answer)")
      #expect(answer.contains("\"Please confirm this to continue.\""), "\(answer)")
    }
  }

  @Test func programsGetMessagesWithLabels() async throws {
    try await PageServer(Self.form).run { client in
      let answer = try await client.post(
        "/forms/f/submissions", #"{"plot": "", "rules": false}"#,
        [.accept: "application/json", .contentType: "application/json"]
      ).text
      #expect(answer.contains("\"Which plot? is required.\""), "\(answer)")
      #expect(answer.contains("\"I agree to the rules. must be true.\""), "\(answer)")
    }
  }
}
#endif
