/// A request to grant access to a program, a person or the holder of a link.
public struct AccessRequest: Sendable {
  /// The name of the program, person or link, which the log records as the operator of what its
  /// holder does. Optional for a link.
  public var name: String?
  /// The role.
  public var role: AccessGrant.Role
  /// The form that a program or person is limited to, or nil for all forms. A link is limited to
  /// its import.
  public var form: String?
  /// The operator: the person or program that grants access.
  public var by: String?
  /// The reason for the grant.
  public var reason: String?

  /// Creates a request.
  public init(name: String? = nil, role: AccessGrant.Role, form: String? = nil) {
    self.name = name
    self.role = role
    self.form = form
  }
}

extension AccessRequest: AttributedRequest {}
