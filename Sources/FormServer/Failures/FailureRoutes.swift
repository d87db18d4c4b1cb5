#if Server
import FormDefinitions
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// The routes of the page on which people repair failures. Changes are evaluated and stored by the
/// route of returned files.
struct FailureRoutes: RouteSet {
  let core: ServerCore

  /// The maximum number of rows in a response.
  static let maximumRows = 500
  /// The pattern of the number of a submission in `submissions`.
  fileprivate static let numberPattern = "[1-9][0-9]{0,14}"

  func add(to routes: Routes) {
    let read = RouteAccess.permissionOrLink(.correct, link: .read)
    routes.on(
      .get, "fix/:form", for: read,
      query: QueryParameter.filters + [.rules, .showsSensitive], use: FailuresPage(core: core).page)
    routes.on(
      .get, "forms/:form/failures", for: read,
      query: QueryParameter.filters + [.rules, .showsSensitive, .sort], use: list)
    routes.on(
      .get, "forms/:form/failures/rows", for: read, query: [.submissions, .showsSensitive],
      use: rows)
    routes.on(.post, "forms/:form/failures/waive", for: .permission(.correct), use: waive)
    routes.on(.post, "forms/:form/failures/assign", for: .permission(.correct), use: assign)
    routes.on(
      .post, "forms/:form/repairs", for: .permissionOrLink(.correct, link: .correct),
      query: QueryParameter.filters + [.rules, .showsSensitive, .field, .code], use: repairs)
    routes.on(
      .post, "forms/:form/repairs/keep", for: .permission(.administer), query: [.keptSource],
      use: keep)
    routes.on(FailuresPage.script)
    routes.on(FailuresPage.style)
  }

  private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let query = context.query
    var listed = FailureListRequest(form: form)
    listed.selection = try await core.openSelection(ofForm: form, context)
    listed.rules = try query[.rules].map(VersionReference.required)
    listed.showsSensitive = try context.flag(.showsSensitive, requiring: .correct, on: form)
    listed.localization = try await core.localization(for: request, context).besideField
    listed.sorting = query[.sort]
    var list = try await core.performWithoutTimeout(for: context.connection) { [listed] in
      try $0.failures(listed, shouldStop: $1)
    }
    if context.caller.importID != nil { list.assignees = [:] }
    return list.json.response()
  }

  private func rows(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let numbers =
      context.query[.submissions]?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    let pattern = try Regex(Self.numberPattern)
    let submissions = numbers.compactMap { $0.wholeMatch(of: pattern) == nil ? nil : Int64($0) }
    guard submissions.count == numbers.count, submissions.count <= Self.maximumRows else {
      throw Problem(
        .badRequest, "'submissions' must be at most \(Self.maximumRows) numbers with commas")
    }
    let showsSensitive = try context.flag(.showsSensitive, requiring: .correct, on: form)
    let localization = try await core.localization(for: request, context).besideField
    let importID = context.caller.importID
    let rows = try await core.pools.worker.perform { recorder, _ in
      if let importID { try recorder.requireSubmissions(submissions, ofImport: importID) }
      return try recorder.failureRows(
        submissions, ofForm: form, showsSensitive: showsSensitive, in: localization)
    }
    try await core.logRead(
      "\(rows.count) failures of \(form)", isUnmasked: showsSensitive, by: context.caller)
    return rows.json.response()
  }

  private func repairs(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let query = context.query
    let posted = try await core.object(
      Posted.self, of: request, context, upTo: core.configuration.maximumFormRequest,
      members: "'edits' and, optionally, 'repair'")
    let field = try query.required(.field)
    var repair = RepairRequest(
      form: form, try await core.openSelection(ofForm: form, context), field: field,
      edits: try posted.changes())
    repair.usesOtherRecords = context.caller.importID == nil
    repair.repair = try posted.change(of: field)
    repair.code = query[.code]
    repair.rules = try query[.rules].map(VersionReference.required)
    repair.showsSensitive = try context.flag(.showsSensitive, requiring: .correct, on: form)
    repair.localization = try await core.localization(for: request, context)
    let report = try await core.performWithoutTimeout(for: context.connection) { [repair] in
      try $0.repairs(repair, shouldStop: $1)
    }
    try await core.logRead(
      "repairs of \(form)", isUnmasked: repair.showsSensitive, by: context.caller)
    return report.json(withTexts: repair.repair != nil).response()
  }

  private struct Posted: Decodable {
    let edits: [String: [String: String]]
    let repair: DecodedNode?

    /// The changes by submission.
    func changes() throws(Problem) -> [Int64: [String: String]] {
      var changes: [Int64: [String: String]] = [:]
      for (key, fields) in edits {
        guard let number = Int64(key) else {
          throw Problem(.badRequest, "a key of 'edits' is not the number of a submission")
        }
        changes[number] = fields
      }
      return changes
    }

    /// The repair, or nil if there is none.
    func change(of field: String) throws(Problem) -> Repair.Change? {
      guard let repair else { return nil }
      do throws(DefinitionErrors) {
        return try Repair(field, node: repair.node).change
      } catch {
        // The errors may contain parts of the request.
        throw Problem(.badRequest, "'repair' is not a repair of a source's definition")
      }
    }
  }

  private struct Kept: Decodable {
    let repairs: DecodedNode
  }

  /// Adds repairs to those of a source.
  private func keep(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let kept = try await core.object(
      Kept.self, of: request, context, upTo: core.configuration.maximumBody,
      members: "'repairs', those of a source's definition")
    let repairs: [Repair]
    do throws(DefinitionErrors) {
      repairs = try [Repair](node: kept.repairs.node)
    } catch {
      throw Problem(.badRequest, "'repairs' are not those of a source's definition")
    }
    let source = try context.query.required(.keptSource)
    let by = context.caller.name
    let applied = try await core.pools.writer.perform { recorder in
      try recorder.keepRepairs(
        repairs, forSource: source, of: form, by: by,
        reason: "kept on the page for failures of \(form)")
    }
    return applied.json.response()
  }

  private struct Waiver: Decodable {
    let submissions: [Int64]
    let rule: String
    let reason: String
  }

  private func waive(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let waiver = try await core.object(
      Waiver.self, of: request, context, upTo: core.configuration.maximumBody,
      members: "'submissions', 'rule' and 'reason'")
    var selection = SubmissionSelection.submissions(waiver.submissions)
    selection.rule = waiver.rule
    return try await core.decide(
      .waive, selection, of: form, by: context.caller, reason: waiver.reason
    ).json.response()
  }

  private struct Assignment: Decodable {
    let submissions: [Int64]
    let to: String?
    let reason: String?
  }

  private func assign(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let assignment = try await core.object(
      Assignment.self, of: request, context, upTo: core.configuration.maximumBody,
      members: "'submissions' and, optionally, 'to' and 'reason'")
    guard let name = context.caller.name else { throw Problem.unauthenticated }
    var selection = SubmissionSelection.submissions(assignment.submissions)
    selection.form = form
    return try await core.pools.writer.perform { [selection] recorder in
      try recorder.assign(
        selection, to: assignment.to, by: name, reason: assignment.reason)
    }.json.response()
  }
}

extension QueryParameter {
  fileprivate static let submissions = Self(
    "submissions", "The numbers of submissions, separated by commas.",
    .pattern(
      "^\(FailureRoutes.numberPattern)(,\(FailureRoutes.numberPattern))"
        + "{0,\(FailureRoutes.maximumRows - 1)}$"))
  fileprivate static let sort = Self(
    "sort", "The field by whose texts the submissions are sorted.", .name)
  fileprivate static let field = Self(
    "field", "The field whose cells are repaired.", .name, isRequired: true)
  fileprivate static let keptSource = Self(
    "source", "The source to whose definition the repairs are added.", .name, isRequired: true)
  fileprivate static let code = Self(
    "code", "Only cells of submissions with a failure that has this code.", .name)
}
#endif
