#if Server
import FormRecorder
import FormRules
import Hummingbird

extension ServerCore {
  /// The forms on which the caller has a permission.
  func forms(
    of caller: Caller, allowing permission: AccessGrant.Permission
  ) async throws -> [String] {
    let names = try await pools.reader.perform { recorder, _ in
      try recorder.list(limit: 0).forms.map(\.name)
    }
    return names.filter { caller.allows(permission, on: $0) }
  }
}

extension ServerCore {
  /// The form in the path of a request, with the rule set that its query names.
  ///
  /// - Throws: A problem with status 404 if the holder of a link to a record names another version
  ///   or rules: it would choose with them which fields are hidden.
  func form(in context: ServerContext) async throws -> PublishedForm {
    let (form, rules) = (try context.parameter("form"), context.query[.rules])
    guard context.caller.submissionID == nil || form == context.formName && rules == nil else {
      throw Problem(.notFound, "the link is limited to the current version of the form")
    }
    return try await pages.forms.form(form, rules: rules)
  }

  /// The configured values of the run parameters that a form's rule set declares.
  func parameters(of form: String, rules: String?) async throws -> [String: String] {
    guard !configuration.parameters.isEmpty else { return [:] }
    return try await pages.forms.form(form, rules: rules).plan.ruleSet
      .declared(configuration.parameters)
  }
}
#endif
