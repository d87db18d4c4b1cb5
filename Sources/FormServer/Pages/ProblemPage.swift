#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

extension Problem {
  /// The problem as a page. Users who are not signed in receive the sign-in page.
  func page(for request: Request, in localization: Localization) -> Response {
    if status == .unauthorized, request.method == .get {
      let next = request.uri.description.percentEncoded
      return .redirect(to: "/sign-in?next=\(next)")
    }
    let name =
      switch status.code {
      case 401, 403: "forbidden"
      case 404, 405: "notFound"
      case 413: "tooLarge"
      case 429: "tooMany"
      case 500...: "unavailable"
      default: "failed"
      }
    // Details are in English, for authors of requests and definitions.
    let details: HTML =
      name == "failed" ? "<p lang=\"en\" dir=\"ltr\">\(detail)</p>" : ""
    return PageLayout(
      localization: localization, title: localization.sentence(name),
      prefix: localization.term("error")
    ).html(
      """
      \(details)<p><a href="/">\(localization.term("forms"))</a></p>
      """
    ).response(status, headers: headers)
  }
}
#endif
