#if Server
import FormDefinitions
import FormPages
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// The page about the versions of forms and rule sets: their differences, and the impact that a
/// version would have on the stored submissions.
struct AuditVersionPage {
  let core: ServerCore

  static let path = "/audit/versions"
  static let query: [QueryParameter] = [.kind, .name, .from, .to, .impact]

  /// Two versions of a form or rule set.
  private struct Comparison {
    let kind: DefinitionKind
    let latest: DefinitionDetails
    let from, to: Int

    var name: String { latest.definition.name }
  }

  func page(_ request: Request, _ context: ServerContext) async throws -> Response {
    let query = context.query
    let localization = core.languages.preferred(by: request)
    let address = core.address(for: request)
    var content: HTML
    if let name = query[.name].nonEmpty {
      let compared = try await comparison(name, query)
      content = choice(compared, localization)
      content = "\(content)\(try await difference(compared, localization))"
      if compared.kind == .ruleSet {
        let impact =
          try query.flag(.impact)
          ? try await self.impact(of: compared, localization, at: address)
          : impactLink(compared, localization, at: address)
        content = "\(content)<h2>\(localization.term("impact"))</h2>\(impact)"
      }
    } else {
      content = try await list(localization, at: address)
    }
    return AuditPageLayout(
      caller: context.caller, localization: localization, address: address
    ).page(localization.term("versions"), content)
  }

  private func comparison(
    _ name: String, _ query: QueryParameters
  ) async throws -> Comparison {
    guard let kind = query[.kind].flatMap(DefinitionKind.init(rawValue:)) else {
      let kinds = DefinitionKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(.badRequest, "'kind' must be one of \(kinds)")
    }
    guard let reference = VersionReference(name) else {
      throw Problem(.badRequest, "'name' must be the name of a definition")
    }
    let latest = try await core.pools.reader.perform { recorder, _ in
      try recorder.definitions(reference, kind: kind).first
    }
    guard let latest else { throw Problem(.notFound, "there is no such version") }
    let to = try query.integer(.to) ?? latest.number ?? 1
    let from = try query.integer(.from) ?? max(1, to - 1)
    return Comparison(kind: kind, latest: latest, from: from, to: to)
  }

  private func impactLink(
    _ compared: Comparison, _ localization: Localization, at address: PublicAddress
  ) -> HTML {
    """
    <p><a href="\(address.path(Self.path))?kind=\(compared.kind.rawValue)&amp;name=\(compared.name)\
    &amp;from=\(compared.from)&amp;to=\(compared.to)&amp;impact=true">\
    \(localization.term("show impact"))</a></p>
    """
  }

  /// The latest versions.
  private func list(
    _ localization: Localization, at address: PublicAddress
  ) async throws -> HTML {
    let path = address.path(Self.path)
    let listing = try await core.pools.reader.perform { recorder, _ in try recorder.list(limit: 0) }
    func rows(_ definitions: [ListedDefinition]) -> [[HTML]] {
      definitions.map { one in
        [
          "<a href=\"\(path)?kind=\(one.kind.rawValue)&amp;name=\(one.name)\">\(one.name)</a>",
          "\(one.number)", "\(one.form ?? "")", "\(one.size)", "<time>\(one.createdAt)</time>",
          .data(one.by), .data(one.reason),
        ]
      }
    }
    let term = localization.term
    let columns = ["version", "form", "size", "stored", "by whom", "reason"].map(term)
    return """
      <h2>\(term("forms"))</h2>
      \(.table(term("forms"), [term("form")] + columns, rows: rows(listing.forms)))
      <h2>\(term("rule sets"))</h2>
      \(.table(term("rule sets"), [term("rules")] + columns, rows: rows(listing.ruleSets)))
      <h2>\(term("sources"))</h2>
      \(.table(term("sources"), [term("source")] + columns, rows: rows(listing.sources)))
      """
  }

  private func choice(_ compared: Comparison, _ localization: Localization) -> HTML {
    let term = localization.term
    let versions = compared.latest.versions.map { (String($0), String($0)) }
    return """
      <form class="filter" method="get">
      <input type="hidden" name="kind" value="\(compared.kind.rawValue)">
      <input type="hidden" name="name" value="\(compared.name)">
      \(.select("from", label: term("from version"), versions, chosen: String(compared.from)))
      \(.select("to", label: term("to version"), versions, chosen: String(compared.to)))
      <button>\(term("compare"))</button>
      </form>

      """
  }

  private func difference(
    _ compared: Comparison, _ localization: Localization
  ) async throws -> HTML {
    let (from, to) = (
      "\(compared.name)@\(compared.from)", "\(compared.name)@\(compared.to)"
    )
    let differences = try await core.pools.reader.perform { [kind = compared.kind] recorder, _ in
      try recorder.diff(from: from, to: to, kind: kind)
    }
    let changes: [HTML] = differences.flatMap(\.changes).map { "<li>\(.data($0))</li>" }
    let none: HTML = "<p>\(localization.sentence("noDifferences"))</p>"
    let list: HTML = changes.isEmpty ? none : "<ul>\(changes)</ul>"
    return """
      <h2>\(from) → \(to)</h2>
      \(list)

      """
  }

  /// Evaluates the stored submissions under the second version, and stores nothing.
  private func impact(
    of compared: Comparison, _ localization: Localization, at address: PublicAddress
  ) async throws -> HTML {
    guard case .ruleSet(let rules) = compared.latest.definition else { return "" }
    let caption = "\(rules.name)@\(compared.to)"
    var request = ReplayRequest()
    request.form = VersionReference(rules.form)
    request.rules = VersionReference(caption)
    request.isDryRun = true
    let advice =
      "the evaluation takes too long for a page; replay without storing verdicts instead"
    let report = try await core.perform(orAdvise: advice) { [request] recorder, isOver in
      var recorder = recorder
      // A page sends no requests to services.
      recorder.settings.services = nil
      return try recorder.replay(request, shouldStop: isOver)
    }
    let rows: [[HTML]] = report.byRule.filter { $0.before != $0.after }.map {
      [.data($0.rule), "\($0.before)", "\($0.after)"]
    }
    let term = localization.term
    func row(_ word: String, _ count: Int, ids: [Int64]) -> [HTML] {
      let links: [HTML] = ids.map { "\(HTML.link(toSubmission: $0, at: address)) " }
      return ["\(term(word))", "\(count)", "\(links)"]
    }
    let counts = [
      row("submissions", report.submissions, ids: []),
      row("newly accepted", report.newlyAccepted, ids: report.newlyAcceptedSample),
      row("newly rejected", report.newlyRejected, ids: report.newlyRejectedSample),
    ]
    let columns = ["rule", "before", "after"].map(term)
    return """
      <p>\(localization.sentence("nothingRecorded"))</p>
      \(.table(caption, ["verdict", "count", "samples"].map(term), rows: counts))
      \(rows.isEmpty ? "" : .table(term("by rule"), columns, rows: rows))
      """
  }
}

extension QueryParameter {
  fileprivate static let kind = Self("kind", "Whether the name is that of a form or rule set.")
  fileprivate static let name = Self("name", "The form or rule set.")
  fileprivate static let from = Self("from", "The earlier version.", .integer(1...Int64.max))
  fileprivate static let to = Self("to", "The later version.", .integer(1...Int64.max))
  fileprivate static let impact = Self(
    "impact", "Whether the stored submissions are evaluated under the later version.", .flag)
}
#endif
