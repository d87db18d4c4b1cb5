#if Server
import FormRecorder

/// Who may use a route.
enum RouteAccess: Hashable, Sendable {
  case everyone
  /// Callers with any role and, if any form is open, everyone.
  case anyCaller
  /// Callers with a permission on the form in the path or, if the path names none, on all forms.
  case permission(AccessGrant.Permission)
  /// Callers with a permission on the form in the path, and those with a link to one of its
  /// imports that includes another permission. The route limits the latter to that import
  /// (`Caller.importID`).
  case permissionOrLink(AccessGrant.Permission, link: AccessGrant.Permission)
  /// Callers with a permission on the form in the path, and those with a link to one of its
  /// submissions. The route limits the latter to that submission (`Caller.submissionID`).
  case permissionOrOwnSubmission(AccessGrant.Permission)
  /// Callers with a permission on at least one form. The route checks the forms that it reads.
  case permissionOnAnyForm(AccessGrant.Permission)
}
#endif
