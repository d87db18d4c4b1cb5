import FormStore

/// The grants in force, for looking up credentials.
package struct AccessList: Sendable {
  /// The grants in force, oldest first.
  package private(set) var grants: [AccessGrant] = []
  /// By the digest of the token.
  private var tokens: [String: AccessGrant] = [:]
  /// By name.
  private var users: [String: (grant: AccessGrant, hash: PasswordHash)] = [:]

  init(_ activities: [StoredActivity]) {
    let ended = Set(activities.filter { $0.kind == .revoke }.compactMap(\.subject))
    for activity in activities where activity.kind == .grant && !ended.contains(activity.id) {
      let detail = ActivityDetail(activity.detail)
      guard let name = detail.name, let secret = detail.secret,
        let holder = detail.holder.flatMap(AccessGrant.Holder.init),
        let role = detail.role.flatMap(AccessGrant.Role.init)
      else { continue }
      let grant = AccessGrant(
        id: activity.id, name: name, holder: holder, role: role, form: detail.form,
        grantedAt: activity.at, grantedBy: activity.by)
      grants.append(grant)
      switch holder {
      case .token: tokens[secret] = grant
      case .user: users[name] = PasswordHash(secret).map { (grant, $0) }
      }
    }
  }

  /// The grant of a token. The time of the look-up reveals nothing about other tokens, because their
  /// digests are compared.
  package func grant(token: String) -> AccessGrant? {
    tokens[Digest.of(Array(token.utf8)).hexadecimal]
  }

  /// The grant of a user with a password. Takes about 0.1 seconds, also for unknown names.
  package func grant(user: String, password: String) -> AccessGrant? {
    let known = users[user]
    let hash = known?.hash ?? Self.decoy
    return hash.matches(password) ? known?.grant : nil
  }

  /// Makes a sign-in with an unknown name as slow as one with a wrong password.
  private static let decoy = PasswordHash(of: "")
}
