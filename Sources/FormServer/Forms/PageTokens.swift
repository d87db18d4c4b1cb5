#if Server
import FormHashing
import FormRecorder

/// Tokens with which a browser shows that it received a page from this server, and when.
///
/// Other sites cannot submit a form on behalf of their visitors, because they have no token for
/// the visitor's session. The key is stored, so tokens stay valid when the server restarts; the
/// sessions of users do not.
struct PageTokens: Sendable {
  /// A token that was verified.
  struct Token: Sendable {
    /// The time in seconds since 1970.
    let issuedAt: Int64
    /// A random value that is different for each page.
    let nonce: String
    /// The submission that the page shows: a rejected one, or the submission of a link.
    let corrects: SubmissionIdentity?
  }

  /// What a code is for. A code for one purpose is not valid for another one.
  enum Purpose: String {
    /// The token of a page.
    case page
    /// The idempotency key of what a page sends.
    case post
    /// A file that a page has sent.
    case file
    /// A proof of a submission and a link to it, for its sender.
    case sender
    /// The secret of the link to a submission.
    case link
  }

  private let authentication: HMACSHA256

  private let lifetime: Int64
  private let clock: ServerClock

  /// - Parameter lifetime: The maximum time for which a page may be open, in seconds.
  init(_ key: ServerKey, lifetime: Int, _ clock: ServerClock) {
    authentication = HMACSHA256(key: key.bytes)
    self.lifetime = Int64(lifetime)
    self.clock = clock
  }

  /// A token for a page.
  ///
  /// - Parameters:
  ///   - subject: The subject of the page, such as the name of the form.
  ///   - session: The token of the session, if a user is signed in.
  ///   - time: When the page was first shown, or nil for now.
  ///   - submission: The submission that the page shows, if any.
  func token(
    for subject: String, session: String?, since time: Int64? = nil,
    correcting submission: SubmissionIdentity? = nil
  ) -> String {
    tokenAndNonce(for: subject, session: session, since: time, correcting: submission).token
  }

  /// A token for a page, with its random value.
  func tokenAndNonce(
    for subject: String, session: String?, since time: Int64?,
    correcting submission: SubmissionIdentity?
  ) -> (token: String, nonce: String) {
    let nonce = String.randomSecret()
    let content = "\(time ?? clock.seconds()).\(nonce).\(submission?.text ?? "")"
    return ("\(content).\(code(for: .page, content, subject, session))", nonce)
  }

  /// Verifies a token. Returns nil if it is not genuine or too old.
  func verified(_ token: String?, for subject: String, session: String?) -> Token? {
    let parts = (token ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, let issuedAt = Int64(parts[0]),
      isCode(
        String(parts[3]), for: .page, "\(parts[0]).\(parts[1]).\(parts[2])", subject, session),
      clock.seconds() - issuedAt < lifetime
    else { return nil }
    return Token(
      issuedAt: issuedAt, nonce: String(parts[1]), corrects: SubmissionIdentity(text: parts[2]))
  }

  /// The code with which the sender of a submission gets a proof of it, or a link to it. It does
  /// not expire.
  func senderCode(of submission: SubmissionIdentity, form: String) -> String {
    code(for: .sender, form, submission.text)
  }

  func isSenderCode(_ code: String, of submission: SubmissionIdentity, form: String) -> Bool {
    isCode(code, for: .sender, form, submission.text)
  }

  /// An authentication code for texts, which only servers of this store can compute.
  func code(for purpose: Purpose, _ texts: String?...) -> String {
    authentication.code(for: Self.joined(purpose, texts))
  }

  func isCode(_ code: String, for purpose: Purpose, _ texts: String?...) -> Bool {
    authentication.isCode(code, for: Self.joined(purpose, texts))
  }

  /// Texts with their lengths, so that different lists have different codes.
  private static func joined(_ purpose: Purpose, _ texts: [String?]) -> String {
    ([purpose.rawValue] + texts).map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined()
  }
}
#endif
