#if Server
import FormRecorder
import HTTPTypes

/// The client that sent a request: the holder of a token, a signed-in user, the holder of a link,
/// or an anonymous client.
struct Caller: Sendable {
  /// The grant of the token or session, or nil for an anonymous client.
  private let grant: AccessGrant?
  /// The forms that everyone may use.
  let publicForms: Set<String>

  init(grant: AccessGrant? = nil, publicForms: Set<String>) {
    (self.grant, self.publicForms) = (grant, publicForms)
  }

  /// The name for the log, if the caller is known.
  var name: String? { grant?.name }

  /// The name with its kind, if the caller is known.
  var client: String? { grant.map { "\($0.credential.rawValue) \($0.name)" } }

  /// Whether the client has neither a token nor a session.
  var isAnonymous: Bool { grant == nil }

  /// Whether the limits on anonymous clients apply: also to the holders of links to their own
  /// records, because everyone who sends a record may get one.
  var isLimitedAsAnonymous: Bool { isAnonymous || submissionID != nil }

  /// Whether the caller may know the definitions of a form.
  func sees(_ form: String) -> Bool {
    publicForms.contains(form) || grant.map { $0.form == nil || $0.form == form } == true
  }

  /// Whether the caller has a permission on a form, or on all forms if the form is nil, by its
  /// grant or because everyone has it.
  func allows(_ permission: AccessGrant.Permission, on form: String?) -> Bool {
    if grant?.allows(permission, on: form) == true { return true }
    // On the form of the record that it corrects, a link sends no others.
    guard let form, permission == .submit, grant?.submissionID == nil || grant?.form != form else {
      return false
    }
    return publicForms.contains(form)
  }

  /// The caller as whom a route is used: an anonymous one if the route is open to everyone and the
  /// grant does not include it. So a grant that permits less does not count as a known sender.
  func using(_ access: RouteAccess, on form: String?) -> Caller {
    let anyone = Caller(publicForms: publicForms)
    guard let grant, allows(access, on: form), anyone.allows(access, on: form),
      !Caller(grant: grant, publicForms: []).allows(access, on: form)
    else { return self }
    return anyone
  }

  /// - Throws: A problem with status 401 if the caller is unknown, and 403 if its role lacks the
  ///   permission or is limited to another form.
  func require(_ permission: AccessGrant.Permission, on form: String?) throws(Problem) {
    if allows(permission, on: form) { return }
    guard let grant else { throw .unauthenticated }
    let name = permission.rawValue
    guard grant.role.allows(permission) else {
      throw Problem(
        .forbidden, "the role \(grant.role.rawValue) lacks the permission '\(name)'")
    }
    let part =
      grant.importID.map { "import \($0)" } ?? grant.submissionID.map { "submission \($0)" }
      ?? "the form '\(grant.form ?? "")'"
    throw Problem(.forbidden, "the permission '\(name)' is limited to \(part)")
  }

  /// The import that the caller is limited to, or nil.
  var importID: Int64? { grant?.importID }

  /// The submission that the caller is limited to, or nil.
  var submissionID: Int64? { grant?.submissionID }

  /// Whether the caller may use a route.
  func allows(_ access: RouteAccess, on form: String?) -> Bool {
    do {
      try require(access, on: form)
      return true
    } catch {
      return false
    }
  }

  /// - Throws: A problem with status 401 or 403 if the caller may not use a route.
  ///
  /// - Parameter form: The form in the path of the request, if it names one.
  func require(_ access: RouteAccess, on form: String?) throws(Problem) {
    switch access {
    case .everyone: break
    case .anyCaller:
      if isAnonymous, publicForms.isEmpty { throw .unauthenticated }
    case .permission(let permission): try require(permission, on: form)
    case .permissionOrLink(let permission, let linked):
      guard let grant, grant.importID != nil, grant.form == form, grant.role.allows(linked) else {
        return try require(permission, on: form)
      }
    case .permissionOrOwnSubmission(let permission):
      guard let grant, grant.submissionID != nil, grant.form == form else {
        return try require(permission, on: form)
      }
    case .permissionOnAnyForm(let permission): try require(permission, on: grant?.form)
    }
  }
}

extension Problem {
  static let unauthenticated = Problem(.unauthorized, "a token or a signed-in user is required")
}
#endif
