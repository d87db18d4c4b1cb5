package import FormRules

/// What a token or a user may do over HTTP.
public struct AccessGrant: Sendable, Identifiable, Hashable {
  /// The grant's number.
  public var id: Int64
  /// The name of the program or person, under which the log records what they do.
  public var name: String
  /// Who presents the credential.
  public var holder: Holder
  /// What the holder may do.
  public var role: Role
  /// The form that the grant is limited to, or nil for all forms.
  public var form: String?
  /// The time of the grant.
  public var grantedAt: String
  /// The operator who granted it, if given.
  public var grantedBy: String?

  /// The kind of credential.
  public enum Holder: String, Sendable, CaseIterable {
    /// A program that sends a random token with each request.
    case token
    /// A person who signs in with a password.
    case user
  }

  /// What a holder may do. Each right is stated once, in `allows`.
  public enum Role: String, Sendable, CaseIterable {
    /// Submit records and import files.
    case submit
    /// Read submissions, reports and histories.
    case read
    /// Submit, read, correct, waive and reopen.
    case correct
    /// Everything, including the log.
    case admin

    /// Whether the role includes a right.
    public func allows(_ right: Right) -> Bool {
      switch (self, right) {
      case (.admin, _), (.submit, .submit), (.read, .read): true
      case (.correct, .submit), (.correct, .read), (.correct, .correct): true
      case (.submit, _), (.read, _), (.correct, .administer): false
      }
    }
  }

  /// A right that an operation requires.
  public enum Right: Sendable, CaseIterable {
    /// To submit records and import files.
    case submit
    /// To read submissions.
    case read
    /// To correct submissions, and to waive and reopen failures.
    case correct
    /// To read the log and reports on all forms.
    case administer
  }

  /// Whether the grant includes a right for a form, or for all forms if the form is nil.
  public func allows(_ right: Right, on form: String?) -> Bool {
    role.allows(right) && (self.form == nil || self.form == form)
  }

  package static func json(_ grants: [AccessGrant]) -> JSON {
    .array(
      grants.map { grant in
        .object([
          "grant": .integer(grant.id), "holder": .string(grant.holder.rawValue),
          "role": .string(grant.role.rawValue), "form": .optional(grant.form),
          "name": .string(grant.name), "grantedAt": .string(grant.grantedAt),
          "grantedBy": .optional(grant.grantedBy),
        ])
      })
  }
}
