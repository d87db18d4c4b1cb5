#if Server
import HTTPTypes
import Hummingbird

extension Request {
  /// Whether an HTML form sent the request.
  var isFormPost: Bool {
    method == .post && [ContentType.form, ContentType.multipartForm].contains(mediaType)
  }

  /// - Throws: A problem with status 403 if a browser with a session sent the request, it changes
  ///   something, and it lacks the header with the token of the session.
  func requireCSRFHeader(of session: BrowserSessions.Session?) throws(Problem) {
    guard let session, method != .get, method != .head else { return }
    guard session.hasToken(headers[.csrfToken]) else { throw .lacksCSRFToken }
  }

  /// Whether the browser reports that another site sends the request.
  var isCrossSite: Bool {
    guard let site = headers[.fetchSite] else { return false }
    return site != "same-origin" && site != "none"
  }
}

extension Problem {
  static let lacksCSRFToken = Problem(
    .forbidden, "the request lacks the session's CSRF token")
}
#endif
