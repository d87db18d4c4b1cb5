import FormBytes
import FormHashing
import FormRules
import FormStore
import Foundation

extension Recorder {
  /// Grants access to a program.
  ///
  /// - Returns: The grant and the token. Only the digest of the token is stored, so it cannot be
  ///   shown again.
  /// - Throws: `RecorderError` if the form does not exist, or if the name is empty, too long or in
  ///   use.
  public func grantToken(
    _ request: AccessRequest
  ) throws(RecorderError) -> (grant: AccessGrant, token: String) {
    let token = "frm_" + String.randomSecret()
    let digest = AccessList.digest(ofSecret: token)
    return (try grant(.token, secretHash: digest, request), token)
  }

  /// Grants access to a person.
  ///
  /// - Parameter password: 15 to 1,000 characters.
  /// - Throws: `RecorderError` if the form does not exist, if the name is empty, too long or in
  ///   use, if the length of the password is out of range, or on Apple's platforms, which have no
  ///   scrypt.
  public func grantUser(
    _ request: AccessRequest, password: String
  ) throws(RecorderError) -> AccessGrant {
    // NIST SP 800-63B-4 requires 15 characters without a second factor.
    try require(password.count, in: 15...1000, "the length of a password")
    guard PasswordHash.isAvailable else {
      throw RecorderError(.usage, "passwords cannot be hashed on this platform; create a token")
    }
    return try grant(.password, secretHash: PasswordHash(of: password).text, request)
  }

  /// Revokes a grant. A running server rejects the credential after at most
  /// `ServerConfiguration.changeDelay`.
  ///
  /// - Throws: `RecorderError` if there is no active grant with this number.
  public func revokeAccess(
    _ id: Int64, by: String? = nil, reason: String? = nil
  ) throws(RecorderError) {
    guard let grant = try accessList().grant(id) else {
      throw RecorderError(.missing(.other), "there is no active grant \(id)")
    }
    try record(
      .revoke(.init(grant.credential.rawValue, name: grant.name)), subject: id,
      attribution: Attribution(by: by, reason: reason))
  }

  /// The active grants, oldest first.
  ///
  /// - Throws: `RecorderError` if there is no store, or if it cannot be read.
  public func accessGrants() throws(RecorderError) -> [AccessGrant] {
    try accessList().grants
  }

  /// The active grants with their credentials.
  ///
  /// - Parameter known: An earlier list. Only the events after it are read.
  package func accessList(after known: AccessList? = nil) throws(RecorderError) -> AccessList {
    let now = try settings.now()
    return try withStore { try AccessList($0, after: known, now: now) }
  }

  /// Records that a person or program read personal data. When this returns, the entry of the log
  /// is on disk.
  ///
  /// Concurrent calls share a commit with each other and with submissions. The recorder keeps its
  /// connection to the store for the next call.
  ///
  /// - Parameters:
  ///   - subject: A description of the data, such as `open submissions of contacts as csv`.
  ///   - by: The name of the person or program.
  /// - Throws: `RecorderError` if the store cannot be written.
  public func logRead(_ subject: String, by: String) throws(RecorderError) {
    let write = try QueuedWrite(readOf: subject, by: by)
    _ = try submissions.submit(write, self).get()
  }

  /// Records a grant, or returns the active link with the same secret.
  ///
  /// - Parameters:
  ///   - secretHash: What the secret of the holder is compared with.
  ///   - limit: Sets what a link is limited to.
  /// - Throws: `RecorderError` if the link with the same secret is no longer active.
  func grant(
    _ credential: AccessGrant.Credential, secretHash: String, _ request: AccessRequest,
    limit: (inout ActivityDetail.Grant) -> Void = { _ in }
  ) throws(RecorderError) -> AccessGrant {
    let name = request.name ?? ""
    guard !name.allSatisfy(\.isWhitespace) else {
      throw RecorderError(.usage, "a name is required")
    }
    try require(name.utf8.count, in: 1...200, "the length of a name")
    if let form = request.form { _ = try self.form(try .withoutVersion(form)) }
    var new = ActivityDetail.Grant(
      credential.rawValue, name: name, role: request.role.rawValue, secretHash: secretHash)
    new.form = request.form
    limit(&new)
    let now = try settings.now()
    // The transaction reads only later events, and none is needed for a link that is known.
    var list = try accessList()
    var known = credential == .link ? list.grant(linkWith: secretHash) : nil
    if let known { return known }
    let recorded = try record(.grant(new), attribution: request.attribution) { store in
      list = try AccessList(store, after: list, now: now)
      if credential == .link {
        guard !list.hasEnded(linkWith: secretHash) else {
          throw RecorderError(.refused, "the link was revoked or has expired")
        }
        known = list.grant(linkWith: secretHash)
        if known != nil { return false }
      }
      guard !list.contains(credential, named: name) else {
        throw RecorderError(
          .refused, "an active \(credential.rawValue) with this name already exists")
      }
      return true
    }
    if let known { return known }
    guard let recorded, let grant = try accessList(after: list).grant(recorded) else {
      throw .damaged("a grant was not recorded")
    }
    return grant
  }
}

extension AsyncRecorder {
  /// Records that a person or program read personal data. See `Recorder.logRead`. Occupies no
  /// thread while it waits.
  ///
  /// - Throws: `RecorderError` if the store cannot be written; `CancellationError` if the task is
  ///   already cancelled.
  package func logRead(_ subject: String, by name: String) async throws {
    try Task.checkCancellation()
    let write = try QueuedWrite(readOf: subject, by: name)
    _ = try await recorder.submissions.submit(write, recorder).get()
  }
}
