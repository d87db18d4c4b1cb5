#if Server
import FormPages
import FormRecorder
import FormRules
import Hummingbird

/// The common parts of all pages: the head, the title and the language.
struct PageLayout {
  let localization: Localization
  let address: PublicAddress
  let title: String
  /// A prefix of the title that the browser shows, such as the word for an error.
  var prefix: String?
  /// The paths of the style sheets on the server.
  var styles = [PageAssets.style.path]
  var usesScript = false
  /// The content above the title.
  var header: HTML = ""

  func html(_ content: HTML) -> HTML {
    .document(
      localization,
      head: """
        <meta name="color-scheme" content="light dark">
        <title>\(prefix.map { "\($0): " } ?? "")\(title)</title>
        \(links)<link rel="icon" href="data:,">\(script)
        """,
      body: """
        <a class="skip" href="#content">\(localization.words(localization.term("skip")))</a>
        \(header)
        <main id="content" tabindex="-1">
        <h1>\(title)</h1>
        \(content)
        </main>
        """)
  }

  private var links: [HTML] {
    styles.map { "<link rel=\"stylesheet\" href=\"\(address.path($0))\">\n" }
  }

  private var script: HTML {
    usesScript
      ? "\n<script src=\"\(address.path(PageAssets.script.path))\" defer></script>" : ""
  }

  /// The header for a signed-in user.
  ///
  /// - Parameters:
  ///   - name: The name of the user, or nil if no user is signed in.
  ///   - csrf: The token of the session.
  static func account(
    _ name: String?, csrf: String?, _ localization: Localization, at address: PublicAddress
  ) -> HTML {
    guard let name, let csrf else { return "" }
    return """
      <header class="account"><span>\(name)</span>
      <form method="post" action="\(address.path("/sign-out"))">\
      <input type="hidden" name="\(BrowserSessions.Session.controlName)" value="\(csrf)">
      <button class="plain">\(localization.term("sign out"))</button></form></header>
      """
  }
}

extension PageLayout {
  /// The layout of a page for the caller, who may be signed in.
  init(
    _ core: ServerCore, for request: Request, _ context: ServerContext,
    in localization: Localization, title: String
  ) {
    let address = core.address(for: request)
    self.init(
      localization: localization, address: address, title: title,
      header: Self.account(
        context.caller.name, csrf: context.session?.csrf, localization, at: address))
  }
}
#endif
