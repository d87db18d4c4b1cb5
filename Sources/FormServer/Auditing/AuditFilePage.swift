#if Server
import FormPages
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// The page for uploading files: it uploads a file of records, shows the report, offers the
/// rejected records for download, and uploads the corrected file.
struct AuditFilePage {
  let core: ServerCore

  func page(_ request: Request, _ context: ServerContext) async throws -> Response {
    let forms = try await core.forms(of: context.caller, allowing: .submit)
    let chosen = context.query[.form].nonEmpty
    if let chosen { try context.caller.require(.submit, on: chosen) }
    let mayCorrect = forms.contains { context.caller.allows(.correct, on: $0) }
    let csrf = context.session?.csrf
    let localization = core.languages.preferred(by: request)
    let address = core.address(for: request)
    let term = localization.term
    let kinds =
      [("imports", term("records"))]
      + (mayCorrect ? [("corrections", term("corrected records"))] : [])
    let (source, reason) = (term("source"), term("reason"))
    let texts = JSON.object(
      Self.terms.map { .init($0, .string(term($0))) }
        + Self.sentences.map { .init($0, .string(localization.sentence($0))) })
    let content: HTML = """
      <p>\(localization.sentence("aboutFiles"))</p>
      <form id="upload" class="decision"\(.attribute("data-csrf", csrf)) \
      data-root="\(address.prefix)" data-sensitive="\(String(mayCorrect))" data-texts="\(texts.text)">
      \(.select("form", label: term("form"), forms.map { ($0, $0) }, chosen: chosen))
      \(.select("kind", label: term("content"), kinds, chosen: "imports"))
      <label><span>\(term("file"))</span><input type="file" name="file" required></label>
      \(.input("source", label: "\(source) (\(term("optional")))", value: nil))
      \(.input("reason", label: "\(reason) (\(term("optional")))", value: nil))
      <button>\(term("send"))</button>
      </form>
      <noscript><p>\(localization.sentence("needsScript")) <code>POST /forms/NAME/imports</code></p>\
      </noscript>
      <p id="state" role="status"></p>
      <progress id="progress" max="1" aria-label="\(term("progress"))" hidden></progress>
      <section id="report" aria-label="\(term("result"))" tabindex="-1"></section>
      <script src="\(address.path(PageAssets.files.path))" defer></script>
      """
    return AuditPageLayout(
      caller: context.caller, localization: localization, address: address
    ).page(term("files"), content)
  }

  /// The texts of the script.
  private static let terms = [
    "records", "count", "changed", "unchanged", "closed failures", "refused", "line", "reason",
    "corrections", "column", "changed cells", "cause", "first lines", "confirm changes",
    "keep values", "result",
    "verdict", "verdict accepted", "verdict rejected", "with warnings", "all", "by rule", "rule",
    "field", "severity", "failures", "unknown columns", "missing fields", "error", "warning",
    "info", "import report", "download workbook", "download CSV",
  ]
  private static let sentences = [
    "sending", "evaluating", "interrupted", "importedBefore", "limitExceeded", "unintended",
    "sendCorrected",
  ]
}
#endif
