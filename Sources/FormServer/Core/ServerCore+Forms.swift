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
  /// The form in the path of a request, with the rule set that its query names or, for the holder
  /// of a link to a record, the one with which the record was sent.
  ///
  /// - Parameter acceptsOutdated: Whether a form that was read earlier is returned if the store
  ///   cannot be read.
  /// - Throws: A problem with status 404 if the holder of a link to a record names another version
  ///   or rules: it would choose with them which fields are hidden.
  func form(
    in context: ServerContext, acceptsOutdated: Bool = false
  ) async throws -> PublishedForm {
    let (form, rules) = (try context.parameter("form"), context.query[.rules])
    let submission = context.caller.submissionID
    guard submission == nil || form == context.formName && rules == nil else {
      throw Problem(.notFound, "the link is limited to the current version of the form")
    }
    do {
      return try await pages.forms.form(form, rules: rules, acceptsOutdated: acceptsOutdated)
    } catch let error as RecorderError {
      guard case .ambiguous = error.reason, let submission else { throw error }
      // The form has several rule sets.
      let rules = try await pools.reader.perform { recorder, _ in
        try recorder.history(of: submission).verdicts.first?.rules
      }
      guard let rules else { throw error }
      return try await pages.forms.form(form, rules: rules, acceptsOutdated: acceptsOutdated)
    }
  }

  /// The configured values of the run parameters that the rule set of a request declares.
  func parameters(in context: ServerContext) async throws -> [String: String] {
    guard !configuration.parameters.isEmpty else { return [:] }
    return try await form(in: context, acceptsOutdated: true).plan.ruleSet
      .declared(configuration.parameters)
  }
}
#endif
