#if Server
import HTTPTypes
import Hummingbird

/// The data of an HTML form, with the result of verifying its token.
///
/// Other sites can make a browser post a form with the cookies of this server, but they have no
/// token.
struct VerifiedForm {
  /// The token that a form contains.
  enum Token {
    /// That of the session, for pages that only signed-in users see.
    case session
    /// That of the page, for pages that anonymous visitors see too (`PageTokens`).
    case page(subject: String, session: BrowserSessions.Session?)
  }

  let posted: PostedForm
  /// The token of the page, unless the form lacks it.
  private(set) var pageToken: PageTokens.Token?
  /// Whether a page of this server posted the form, or a program with a token of its own.
  private(set) var isVerified: Bool
  private let isFromProgram: Bool

  /// Verifies the token of a form.
  init(
    _ posted: PostedForm, _ token: Token, of request: Request, in context: ServerContext,
    core: ServerCore
  ) {
    self.posted = posted
    let hasToken: Bool
    switch token {
    case .session:
      let token = posted.value(BrowserSessions.Session.controlName)
      hasToken = context.session?.hasToken(token) == true
    case .page(let subject, let session):
      pageToken = core.pages.tokens.verified(
        posted.value(ControlName.token), for: subject, session: session?.csrf)
      hasToken = pageToken != nil
    }
    // Browsers do not add the only credentials that `Authentication` accepts for a POST request.
    isFromProgram = request.headers[.authorization] != nil
    isVerified = isFromProgram || (hasToken && !request.isCrossSite)
  }

  /// Discards the token of a page that corrects a submission which is no longer in the store.
  mutating func discardPageToken() { (pageToken, isVerified) = (nil, isFromProgram) }

  /// Receives a form without files, and verifies its token.
  ///
  /// - Throws: A problem with status 415 for another media type, and 413 if the body exceeds the
  ///   limit.
  init(
    receiving request: Request, _ token: Token, _ context: ServerContext, core: ServerCore
  ) async throws {
    let body = try await core.content(
      of: request, context, as: ContentType.form,
      upTo: core.configuration.maximumSmallBody)
    try self.init(
      PostedForm(urlEncoded: body, core.configuration), token, of: request, in: context, core: core)
  }

  /// The data of a form that must be verified.
  ///
  /// - Throws: A problem with status 403 if it is not.
  func verified() throws(Problem) -> PostedForm {
    guard isVerified else { throw .lacksCSRFToken }
    return posted
  }
}
#endif
