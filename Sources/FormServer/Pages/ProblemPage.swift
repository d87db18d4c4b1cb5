#if Server
import FormPages
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

extension Problem {
  /// The problem as a page. Users who are not signed in receive the sign-in page, or the page of
  /// the form if they opened the address to which it is sent.
  func page(for request: Request, _ core: ServerCore) -> Response {
    let localization = core.languages.preferred(by: request)
    if status == .unauthorized, [.get, .head].contains(request.method) {
      if let form = core.openForm(receivingAt: request.uri.path) {
        return .redirect(to: "/forms/\(form)")
      }
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
    let address = core.address(for: request)
    return PageLayout(
      localization: localization, address: address, title: localization.sentence(name),
      prefix: localization.term("error")
    ).html(
      """
      \(details)<p><a href="\(address.path("/"))">\(localization.term("forms"))</a></p>
      """
    ).response(status, headers: headers)
  }
}

extension ServerCore {
  /// The form of the path `/forms/NAME/submissions`, with its version, if everyone may submit it.
  fileprivate func openForm(receivingAt path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].isEmpty, parts[1] == "forms", parts[3] == "submissions",
      let reference = VersionReference(String(parts[2])),
      configuration.publicForms.contains(reference.name)
    else { return nil }
    return String(parts[2])
  }
}
#endif
