import FormBytes
import FormHashing
import FormRules
import FormStore

extension Recorder {
  /// Grants the holder of a secret access to one import: to see its failures and, with the role
  /// `correct`, to repair them.
  ///
  /// - Parameters:
  ///   - request: The role is `read` or `correct`. The default name has the import, the time and
  ///     the beginning of the secret's digest.
  ///   - days: The number of days until the link expires, 1 to 366.
  /// - Returns: The grant and the path of the address, which contains the secret. Only the digest
  ///   of the secret is stored, so it cannot be shown again.
  /// - Throws: `RecorderError` if the import does not exist, if the role or the number of days is
  ///   another one, or if the name is in use.
  public func grantLink(
    _ request: AccessRequest, toImport importID: Int64, days: Int = 14
  ) throws(RecorderError) -> (grant: AccessGrant, path: String) {
    let secret = String.randomSecret()
    let grant = try grantLink(request, secret: secret, toImport: importID, days: days)
    return (grant, AccessGrant.path(ofLink: secret))
  }

  /// Grants the holder of a secret from `String.randomSecret` access to one import.
  package func grantLink(
    _ request: AccessRequest, secret: String, toImport importID: Int64, days: Int
  ) throws(RecorderError) -> AccessGrant {
    guard request.role == .correct || request.role == .read else {
      throw RecorderError(.usage, "a link allows to read or to correct")
    }
    var request = request
    request.form = try self.import(importID).form
    return try grantLink(request, secret: secret, to: "import \(importID)", days: days) {
      $0.importID = importID
    }
  }

  /// Grants the holder of a secret access to one submission and its corrections: to see and
  /// correct it.
  ///
  /// - Parameters:
  ///   - secret: A text that others cannot guess. The same one grants access once.
  ///   - days: The number of days until the link expires, 1 to 366.
  /// - Returns: The grant. A further call with the same secret returns the same grant.
  /// - Throws: `RecorderError` if the submission does not exist, if the number of days is another
  ///   one, or if the earlier grant was revoked or has expired.
  package func grantLink(
    _ secret: String, toSubmission submission: Int64, days: Int, by: String? = nil
  ) throws(RecorderError) -> AccessGrant {
    guard let form = try form(ofSubmission: submission) else {
      throw RecorderError(.missing(.submission(submission)), "there is no submission \(submission)")
    }
    var request = AccessRequest(role: .correct, form: form)
    request.by = by
    return try grantLink(request, secret: secret, to: "submission \(submission)", days: days) {
      $0.submissionID = submission
    }
  }

  /// Whether a submission or its latest correction was purged.
  package func isPurged(_ submission: Int64) throws(RecorderError) -> Bool {
    let latest = try latestCorrection(of: submission) ?? submission
    return try withStore { store in
      try [submission, latest].contains { try store.purge(of: $0) != nil }
    }
  }

  /// - Parameters:
  ///   - what: What the link shows, for its default name.
  ///   - limit: Sets what the link is limited to.
  private func grantLink(
    _ request: AccessRequest, secret: String, to what: String, days: Int,
    limit: (inout ActivityDetail.Grant) -> Void
  ) throws(RecorderError) -> AccessGrant {
    try require(days, in: 1...366, "the number of days")
    let now = try settings.now()
    let digest = AccessList.digest(ofSecret: secret)
    var request = request
    request.name = request.name ?? "link to \(what), \(now), \(digest.prefix(8))"
    return try grant(.link, secretHash: digest, request) {
      $0.expiresAt = Instant(seconds: now.seconds + Int64(days) * 86_400).description
      limit(&$0)
    }
  }
}
