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
  /// The grants of users, by name.
  private var users: [String: (grant: AccessGrant, hash: PasswordHash)] = [:]

  /// - Parameter now: The current time, at which links may have expired.
  init(_ activities: [StoredActivity], now: Instant) {
    let ended = Set(activities.filter { $0.kind == .revoke }.compactMap(\.subject))
    for activity in activities where activity.kind == .grant && !ended.contains(activity.id) {
      let detail = ActivityDetail(activity.detail)
      guard let name = detail.name, let secret = detail.secret,
        let holder = detail.holder.flatMap(AccessGrant.Holder.init),
        let role = detail.role.flatMap(AccessGrant.Role.init)
      else { continue }
      // An end that cannot be read has passed.
      if let end = detail.until, Instant(text: end).map({ $0 <= now }) ?? true { continue }
      let grant = AccessGrant(
        id: activity.id, name: name, holder: holder, role: role, form: detail.form,
        importID: detail.import, submission: detail.submission, expiresAt: detail.until,
        grantedAt: activity.at,
        grantedBy: activity.by)
      grants.append(grant)
      switch holder {
      case .token: tokens[secret] = grant
      case .link: links[secret] = grant
      case .user: users[name] = PasswordHash(secret).map { (grant, $0) }
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
