import FormRules
import FormStore

/// The active grants, for looking up credentials.
package struct AccessList: Sendable {
  /// The active grants, oldest first.
  package private(set) var grants: [AccessGrant] = []
  /// The grants of tokens, by the digest of the token.
  private var tokens: [String: AccessGrant] = [:]
  /// The grants of links, by the digest of the secret.
  private var links: [String: AccessGrant] = [:]
  /// The digests of the secrets of links that were revoked or have expired.
  private var endedLinks: Set<String> = []
  /// The grants of users, by name.
  private var users: [String: (grant: AccessGrant, hash: PasswordHash)] = [:]

  /// - Parameter now: The current time, at which links may have expired.
  init(_ activities: [StoredActivity], now: Instant) {
    let ended = Set(activities.filter { $0.kind == .revoke }.compactMap(\.subject))
    for activity in activities where activity.kind == .grant {
      let detail = ActivityDetail(activity.detail)
      guard let name = detail.name, let secret = detail.secret,
        let credential = detail.holder.flatMap(AccessGrant.Credential.init),
        let role = detail.role.flatMap(AccessGrant.Role.init)
      else { continue }
      // An end that cannot be read has passed.
      let hasExpired = detail.until.map { Instant(text: $0).map { $0 <= now } ?? true } ?? false
      if hasExpired || ended.contains(activity.id) {
        if credential == .link { endedLinks.insert(secret) }
        continue
      }
      let grant = AccessGrant(
        id: activity.id, name: name, credential: credential, role: role, form: detail.form,
        importID: detail.import, submissionID: detail.submission, expiresAt: detail.until,
        grantedAt: activity.at,
        grantedBy: activity.by)
      grants.append(grant)
      switch credential {
      case .token: tokens[secret] = grant
      case .link: links[secret] = grant
      case .password: users[name] = PasswordHash(secret).map { (grant, $0) }
      }
    }
  }

  /// Returns the grant of a token. Looks up the token's digest, so the duration reveals nothing
  /// about other tokens.
  package func grant(token: String) -> AccessGrant? {
    tokens[Digest.of(Array(token.utf8)).hexadecimal]
  }

  /// Returns the grant of a link. Looks up the secret's digest, as for tokens.
  package func grant(link secret: String) -> AccessGrant? {
    links[Digest.of(Array(secret.utf8)).hexadecimal]
  }

  /// Whether a link was granted and is no longer active.
  package func hasEnded(link secret: String) -> Bool {
    endedLinks.contains(Digest.of(Array(secret.utf8)).hexadecimal)
  }

  /// Returns the grant of a user if the password matches. Takes about 0.1 s, even for unknown
  /// names.
  package func grant(user: String, password: String) -> AccessGrant? {
    let known = users[user]
    let hash = known?.hash ?? Self.decoy
    return hash.matches(password) ? known?.grant : nil
  }

  /// Makes a sign-in with an unknown name as slow as one with a wrong password.
  private static let decoy = PasswordHash(of: "")
}
