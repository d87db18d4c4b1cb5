#if Server
import FormHashing
import FormRecorder
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// The signed-in browsers. Sessions are kept in memory, so users must sign in again after a
/// restart.
final class BrowserSessions: Sendable {
  /// A signed-in browser.
  struct Session: Sendable {
    /// The grant of the user or link. Its number alone may be that of another grant in a store that
    /// was restored or replaced.
    let grant: AccessGrant
    /// The token that requests with side effects must contain.
    let csrf: String
    /// The name of the control that contains the token in an HTML form.
    static let controlName = "csrf"
    let expiresAt: ContinuousClock.Instant

    /// Returns whether a request contains the token.
    func hasToken(_ text: String?) -> Bool {
      text.map { Array($0.utf8).isEqualInConstantTime(to: Array(csrf.utf8)) } ?? false
    }
  }

  private let sessions = Mutex<[String: Session]>([:])
  private static let cookie = "formrec_session"
  private let lifetime, maximum: Int
  private let clock: ServerClock

  init(_ configuration: ServerConfiguration, _ clock: ServerClock) {
    lifetime = configuration.sessionLifetime
    maximum = configuration.maximumSessions
    self.clock = clock
  }

  /// Signs a user in, and returns the value of the header `Set-Cookie`.
  ///
  /// - Parameter path: The path of the requests that contain the cookie.
  func begin(grant: AccessGrant, path: String = "/", isSecure: Bool) -> String {
    let id = String.randomSecret()
    let now = clock.now()
    let session = Session(
      grant: grant, csrf: String.randomSecret(), expiresAt: now + .seconds(lifetime))
    sessions.withLock { sessions in
      sessions = sessions.filter { $0.value.expiresAt > now }
      if sessions.count >= maximum {
        // Ends the oldest session of the grant that has the most sessions. Anyone who has a link
        // can open it often, which must not end the sessions of others.
        var counts: [Int64: Int] = [:]
        for session in sessions.values { counts[session.grant.id, default: 0] += 1 }
        let surplus = sessions.max {
          (counts[$0.value.grant.id, default: 0], $1.value.expiresAt)
            < (counts[$1.value.grant.id, default: 0], $0.value.expiresAt)
        }
        if let surplus { sessions[surplus.key] = nil }
      }
      sessions[id] = session
    }
    // `Strict` would withhold the cookie from pages that are opened by a link in a mail. Requests
    // with side effects need a token.
    return "\(Self.cookie)=\(id); Path=\(path); HttpOnly; SameSite=Lax; "
      + "Max-Age=\(lifetime)"
      + (isSecure ? "; Secure" : "")
  }

  /// The session of a request, unless it has none or it expired.
  func session(of request: Request) -> Session? {
    guard let id = request.cookies[Self.cookie]?.value else { return nil }
    let session = sessions.withLock { $0[id] }
    return session.flatMap { $0.expiresAt > clock.now() ? $0 : nil }
  }

  /// Signs a browser out.
  func end(_ request: Request) {
    guard let id = request.cookies[Self.cookie]?.value else { return }
    sessions.withLock { sessions in sessions[id] = nil }
  }
}
#endif
