import FormRules

/// The permissions of a token, a user or a link over HTTP.
public struct AccessGrant: Sendable, Identifiable, Hashable, Encodable {
  /// The grant's number.
  public var id: Int64
  /// The name of the program or person, which the log records as the operator of their actions.
  public var name: String
  /// How the program or person is authenticated.
  public var credential: Credential
  /// The role of the holder.
  public var role: Role
  /// The form that the grant is limited to, or nil for all forms.
  public var form: String?
  /// The import that a link is limited to.
  public var importID: Int64?
  /// The submission that a link is limited to, with its corrections.
  public var submissionID: Int64?
  /// The time at which a link expires (RFC 3339 in UTC).
  public var expiresAt: String?
  /// The time of the grant (RFC 3339 in UTC).
  public var grantedAt: String
  /// The operator who granted it, if given.
  public var grantedBy: String?

  /// How a program or person is authenticated.
  public enum Credential: String, Sendable, CaseIterable {
    /// A program that sends a random token with each request.
    case token
    /// A person who signs in with a password.
    case password = "user"
    /// The holder of a link to one import or submission, whose address contains a secret.
    case link
  }

  /// The role of a holder, which determines its permissions.
  public enum Role: String, Sendable, CaseIterable {
    /// Submit records and import files.
    case submit
    /// Read submissions, reports and histories.
    case read
    /// Submit and read, and what the permission `correct` includes.
    case correct
    /// Everything, including what the permission `administer` includes.
    case admin

    /// Whether the role includes a permission.
    public func allows(_ permission: Permission) -> Bool {
      switch (self, permission) {
      case (.admin, _), (.submit, .submit), (.read, .read): true
      case (.correct, .submit), (.correct, .read), (.correct, .correct): true
      case (.submit, _), (.read, _), (.correct, .administer): false
      }
    }
  }

  /// A permission that an operation requires.
  public enum Permission: String, Sendable, CaseIterable {
    /// To submit records and import files.
    case submit
    /// To read submissions.
    case read
    /// To correct, assign and comment on submissions, to waive and reopen failures, to retract
    /// imports, also with what depends on them, and to see sensitive fields.
    case correct
    /// To read the log and the metrics, and to keep repairs for a source.
    case administer
  }

  /// Whether the grant includes a permission for a form, or for all forms if the form is nil. That
  /// of a link includes none, because a form has other imports and submissions.
  public func allows(_ permission: Permission, on form: String?) -> Bool {
    credential != .link && role.allows(permission) && (self.form == nil || self.form == form)
  }

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "grant": id, "holder": credential.rawValue, "role": role.rawValue, "form": form,
      "import": importID, "submission": submissionID, "expiresAt": expiresAt, "name": name,
      "grantedAt": grantedAt, "grantedBy": grantedBy,
    ])
  }
}

extension AccessGrant {
  /// The path of the address of a link.
  package static func path(ofLink secret: String) -> String { "/link?key=\(secret)" }
}
