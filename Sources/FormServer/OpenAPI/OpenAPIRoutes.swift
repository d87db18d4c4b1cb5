#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// Serves the OpenAPI document, which describes the routes that were added before.
struct OpenAPIRoutes: RouteSet {
  let core: ServerCore

  func add(to routes: Routes) {
    var declarations = routes.declarations
    declarations[Route(.get, "openapi.json")] = RouteDeclaration(access: .everyone)
    routes.on(.get, "openapi.json", for: .everyone) {
      [core, declarations, operations = routes.operations] request, context in
      let forms = try await core.definitions(for: context.caller)
      return OpenAPIDocument(
        routes: declarations, operations: operations, address: core.address(for: request),
        forms: forms, recordSchema: core.configuration.recordSchema
      ).json.response()
    }
  }
}

extension ServerCore {
  /// The forms that a caller may use, each with the rules that are evaluated by default.
  fileprivate func definitions(
    for caller: Caller
  ) async throws -> [(form: Form, rules: RuleSet?)] {
    return try await pools.reader.perform { recorder, _ in
      let listing = try recorder.list(limit: 0)
      return try listing.forms.filter { caller.sees($0.name) }.map { listed in
        let rules = listing.ruleSets.filter { $0.form == listed.name }.map(\.name)
        let form = try recorder.latestForm(listed.name)
        let ruleSet = try rules.count == 1 ? recorder.latestRules(rules[0]) : nil
        return (form, ruleSet)
      }
    }
  }
}

extension OpenAPIRoutes {
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation(
      route: Route(.get, "openapi.json"), summary: "This document",
      responses: [(200, "The document.", json(.schema("object")))])
  ]
}
#endif
