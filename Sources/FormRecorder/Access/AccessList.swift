import FormBytes
import FormHashing
import FormRules
import FormStore

/// The active grants, for looking up credentials.
package struct AccessList: Sendable {
  /// A grant, with what its credential is compared with.
  private struct Entry {
    var grant: AccessGrant
    /// The digest of a token or of the secret of a link, or the hash of a password.
    var secretHash: String
    /// The time at which the grant expires.
    var until: Instant?
  }

  /// The active grants, by number.
  private var entries: [Int64: Entry] = [:]
  /// The numbers of all grants, also of those that have ended, by the name of a user, or the digest
  /// of a token or of the secret of a link.
  private var numbers: [AccessGrant.Credential: [String: Int64]] = [:]
  /// The last event whose activities were read.
  private var last: SealedEvent?
  /// The time at which expired grants were removed.
  private var readAt: Instant?

  /// Reads the grants of a store.
  ///
  /// - Parameters:
  ///   - known: An earlier list. Only the events after it are read, unless another store or an
  ///     earlier copy has taken the place of its store, or the clock was set back.
  ///   - now: The current time, at which grants may have expired.
  init(_ store: Store, after known: AccessList? = nil, now: Instant) throws(StoreError) {
    if let known, let last = known.last, let readAt = known.readAt, readAt <= now,
      try store.sealedEvents(after: last.number - 1, limit: 1).first == last
    {
      self = known
    }
    let read = last?.number ?? 0
    // Events that are appended from now on are also read by the next list.
    last = try store.sealedEvents(after: store.lastEvent() - 1, limit: 1).first
    for activity in try store.activities([.grant, .revoke], after: read) {
      switch activity.kind {
      case .grant: add(activity)
      case .revoke: if let grant = activity.subject { entries[grant] = nil }
      default: break
      }
    }
    for (id, entry) in entries {
      if let until = entry.until, until <= now { entries[id] = nil }
    }
    readAt = now
  }

  private mutating func add(_ activity: StoredActivity) {
    guard case .grant(let granted)? = ActivityDetail(activity.kind, activity.detail),
      let credential = AccessGrant.Credential(rawValue: granted.credential),
      let role = AccessGrant.Role(rawValue: granted.role)
    else { return }
    let key = credential == .password ? granted.name : granted.secretHash
    numbers[credential, default: [:]][key] = activity.id
    let until = granted.expiresAt.flatMap { Instant(text: $0) }
    // An end that cannot be read has passed.
    guard granted.expiresAt == nil || until != nil else { return }
    let grant = AccessGrant(
      id: activity.id, name: granted.name, credential: credential, role: role, form: granted.form,
      importID: granted.importID, submissionID: granted.submissionID,
      expiresAt: granted.expiresAt, grantedAt: activity.at, grantedBy: activity.by)
    entries[activity.id] = Entry(grant: grant, secretHash: granted.secretHash, until: until)
  }
}

extension AccessList {
  /// The active grants, oldest first.
  package var grants: [AccessGrant] { entries.values.map(\.grant).sorted { $0.id < $1.id } }

  /// Whether a credential of this kind is active under a name.
  func contains(_ credential: AccessGrant.Credential, named name: String) -> Bool {
    entries.values.contains { $0.grant.credential == credential && $0.grant.name == name }
  }

  /// Whether a grant is active. That of another store may have its number.
  package func contains(_ grant: AccessGrant) -> Bool { self.grant(grant.id) == grant }

  /// Returns the active grant with a number.
  func grant(_ id: Int64) -> AccessGrant? { entries[id]?.grant }

  /// Returns the grant of a token. Looks up the token's digest, so the duration reveals nothing
  /// about other tokens.
  package func grant(token: String) -> AccessGrant? {
    entry(.token, Self.digest(ofSecret: token))?.grant
  }

  /// Returns the grant of a link. Looks up the secret's digest, as for tokens.
  package func grant(link secret: String) -> AccessGrant? {
    grant(linkWith: Self.digest(ofSecret: secret))
  }

  /// Returns the grant of the link whose secret has a digest.
  func grant(linkWith digest: String) -> AccessGrant? { entry(.link, digest)?.grant }

  /// Whether a link was granted and is no longer active.
  package func hasEnded(link secret: String) -> Bool {
    hasEnded(linkWith: Self.digest(ofSecret: secret))
  }

  /// Whether the link whose secret has a digest was granted and is no longer active.
  func hasEnded(linkWith digest: String) -> Bool {
    numbers[.link]?[digest].map { entries[$0] == nil } ?? false
  }

  /// Returns the grant of a user if the password matches. Takes about 0.1 s, even for unknown
  /// names.
  package func grant(user: String, password: String) -> AccessGrant? {
    let known = entry(.password, user).flatMap { entry in
      PasswordHash(entry.secretHash).map { (grant: entry.grant, hash: $0) }
    }
    let hash = known?.hash ?? Self.decoy
    return hash.matches(password) ? known?.grant : nil
  }

  private func entry(_ credential: AccessGrant.Credential, _ key: String) -> Entry? {
    numbers[credential]?[key].flatMap { entries[$0] }
  }

  /// The digest by which a store knows a token, or the secret of a link.
  static func digest(ofSecret secret: String) -> String { Digest.hexadecimal(of: secret) }

  /// Makes a sign-in with an unknown name as slow as one with a wrong password.
  private static let decoy = PasswordHash(of: "")
}
