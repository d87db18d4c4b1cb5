import FormHashing
import FormRules
import Foundation

/// A report as a single HTML page that makes no network requests.
package struct ReportPage {
  var title: String
  var localization: Localization
  /// The content of the page's header: a heading, and where the data comes from.
  var header: HTML
  var navigation: HTML = ""
  var content: HTML
  var footer: HTML

  private func term(_ word: String) -> String { localization.term(word) }

  var html: HTML {
    .document(
      localization,
      head: """
        <meta http-equiv="Content-Security-Policy" content="\(Self.contentSecurityPolicy)">
        <meta name="referrer" content="no-referrer">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        <style>\(HTML(markup: Self.style))</style>
        """,
      body: """
        <a class="skip" href="#content">\(term("skip"))</a>
        <header>\(header)</header>
        \(navigation)
        <main id="content" tabindex="-1">
        \(content)
        </main>
        <footer><p>\(footer)formrec \(ProgramVersion.number)</p></footer>
        <script>\(HTML(markup: PageTexts.reportJS))</script>
        """)
  }

  /// The style sheet of reports.
  package static let style = PageTexts.reportCSS

  /// A content security policy that permits only this style sheet and the script of reports.
  package static let contentSecurityPolicy =
    "default-src 'none'; style-src '\(hash(style))'; script-src '\(hash(PageTexts.reportJS))'; "
    + "base-uri 'none'; form-action 'none'"

  private static func hash(_ text: String) -> String {
    "sha256-\(Data(Digest.of(Array(text.utf8))).base64EncodedString())"
  }
}
