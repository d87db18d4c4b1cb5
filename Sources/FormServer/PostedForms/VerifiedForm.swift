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
  let pageToken: PageTokens.Token?
  /// Whether a page of this server posted the form, or a program with a token of its own.
  let isVerified: Bool

  /// Verifies the token of a form. That of a page is not valid if the submission that it corrects
  /// is no longer in the store.
  init(
    _ posted: PostedForm, _ token: Token, of request: Request, in context: ServerContext,
    core: ServerCore
  ) async throws {
    self.posted = posted
    let hasToken: Bool
    switch token {
    case .session:
      pageToken = nil
      let token = posted.value(BrowserSessions.Session.controlName)
      hasToken = context.session?.hasToken(token) == true
    case .page(let subject, let session):
      var token = core.pages.tokens.verified(
        posted.value(ControlName.token), for: subject, session: session?.csrf)
      if let corrected = token?.corrects,
        try await core.identity(of: corrected.number) != corrected
      {
        token = nil
      }
      pageToken = token
      hasToken = token != nil
    }
    // Browsers do not add the only credentials that `Authentication` accepts for a POST request.
    let isFromProgram = request.headers[.authorization] != nil
    isVerified = isFromProgram || (hasToken && !request.isCrossSite)
  }

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
    try await self.init(
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
