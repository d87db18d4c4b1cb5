#if Server
import FormRecorder
import HTTPTypes

/// The client that sent a request.
enum Caller: Sendable {
  /// A client without a token or session, and the forms that it may use.
  case anonymous(openForms: Set<String>)
  /// The holder of a token, or a signed-in user.
  case granted(AccessGrant)

  /// The name for the log, if the caller is known.
  var name: String? { grant?.name }

  /// The name with its kind, if the caller is known.
  var client: String? { grant.map { "\($0.holder.rawValue) \($0.name)" } }

  /// Whether the client has neither a token nor a session.
  var isAnonymous: Bool { grant == nil }

  private var grant: AccessGrant? {
    if case .granted(let grant) = self { grant } else { nil }
  }

  /// Whether the caller has a permission on a form, or on all forms if the form is nil.
  func allows(_ permission: AccessGrant.Permission, on form: String?) -> Bool {
    switch self {
    case .anonymous(let forms): permission == .submit && form.map(forms.contains) == true
    case .granted(let grant): grant.allows(permission, on: form)
    }
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
      grant.importID.map { "import \($0)" } ?? grant.submission.map { "submission \($0)" }
      ?? "the form '\(grant.form ?? "")'"
    throw Problem(.forbidden, "the permission '\(name)' is limited to \(part)")
  }

  /// The import that the caller is limited to, or nil.
  var importID: Int64? { grant?.importID }

  /// The submission that the caller is limited to, or nil.
  var submission: Int64? { grant?.submission }

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
      if case .anonymous(let forms) = self, forms.isEmpty { throw .unauthenticated }
    case .permission(let permission): try require(permission, on: form)
    case .permissionOrLink(let permission, let linked):
      guard let grant, grant.importID != nil, grant.form == form, grant.role.allows(linked) else {
        return try require(permission, on: form)
      }
    case .permissionOrOwnSubmission(let permission):
      guard let grant, grant.submission != nil, grant.form == form else {
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
