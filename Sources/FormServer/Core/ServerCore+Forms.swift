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
  func form(in context: ServerContext) async throws -> PublishedForm {
    try await pages.forms.form(context.parameter("form"), rules: context.query[.rules])
  }

  /// The configured values of the run parameters that a form's rule set declares.
  func parameters(of form: String, rules: String?) async throws -> [String: String] {
    guard !configuration.parameters.isEmpty else { return [:] }
    return try await pages.forms.form(form, rules: rules).plan.ruleSet
      .declared(configuration.parameters)
  }
}
#endif
