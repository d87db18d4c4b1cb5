#if Server
  import FormDefinitions
  import FormRecorder
  import FormRules
  import HTTPTypes
  import Hummingbird

  /// The page about the versions of forms and rule sets, with their differences, and the impact that
  /// a version would have on the stored submissions.
  struct AuditVersionPage {
    let core: ServerCore

    func page(_ request: Request, _ context: RequestInfo) async throws -> Response {
      try context.require(.read)
      let query = try QueryParameters(
        of: request, allowing: ["kind", "name", "from", "to", "impact"])
      let frame = AuditFrame(title: "Versions", user: context.caller.name)
      guard let name = query["name"].nonEmpty else {
        return frame.html(try await list()).response()
      }
      guard let kind = query["kind"], kind == "form" || kind == "rules" else {
        throw Problem(.badRequest, "'kind' must be form or rules")
      }
      let isForm = kind == "form"
      let latest = try await definition(name, nil, isForm)
      let to = try query.integer("to", in: 1...Int.max) ?? latest.number ?? 1
      let from = try query.integer("from", in: 1...Int.max) ?? max(1, to - 1)
      var content = choice(latest, kind, from, to)
      content = "\(content)\(try await difference(name, from, to, isForm))"
      if !isForm {
        let impact: HTML =
          try query.flag("impact") == true
          ? try await self.impact(of: latest, version: to)
          : """
          <p><a href="\(address(kind, name, from, to))&amp;impact=true">Show the impact of \
          \(name)@\(to) on the stored submissions</a></p>
          """
        content = "\(content)<h2>Impact</h2>\(impact)"
      }
      return frame.html(content).response()
    }

    private func address(_ kind: String, _ name: String, _ from: Int, _ to: Int) -> HTML {
      "/audit/versions?kind=\(kind)&amp;name=\(name)&amp;from=\(from)&amp;to=\(to)"
    }

    /// The latest versions.
    private func list() async throws -> HTML {
      let listing = try await core.recorder.list(limit: 0)
      func rows(_ kind: String, _ definitions: [ListedDefinition]) -> [[HTML]] {
        definitions.map { one in
          [
            "<a href=\"/audit/versions?kind=\(kind)&amp;name=\(one.name)\">\(one.name)</a>",
            "\(one.number)", "\(one.form ?? "")", "\(one.size)", "<time>\(one.createdAt)</time>",
            .data(one.by), .data(one.reason),
          ]
        }
      }
      let columns = ["Version", "Form", "Size", "Stored", "By", "Reason"]
      return """
        <h2>Forms</h2>
        \(.table("Forms", ["Form"] + columns, rows("form", listing.forms)))
        <h2>Rule sets</h2>
        \(.table("Rule sets", ["Rules"] + columns, rows("rules", listing.ruleSets)))
        """
    }

    private func definition(
      _ name: String, _ number: Int?, _ isForm: Bool
    ) async throws -> ShownDefinition {
      guard let reference = VersionReference(number.map { "\(name)@\($0)" } ?? name) else {
        throw Problem(.badRequest, "'name' must be the name of a form or rule set")
      }
      let found = try await core.recorder.perform { recorder, _ in
        try recorder.definitions(reference, isForm: isForm).first
      }
      guard let found else { throw Problem(.notFound, "there is no such version") }
      return found
    }

    private func choice(
      _ latest: ShownDefinition, _ kind: String, _ from: Int, _ to: Int
    ) -> HTML {
      let versions = latest.versions.map { (String($0), String($0)) }
      return """
        <form class="filter" method="get">
        <input type="hidden" name="kind" value="\(kind)">
        <input type="hidden" name="name" value="\(latest.definition.name)">
        \(.select("from", label: "From version", versions, chosen: String(from)))
        \(.select("to", label: "To version", versions, chosen: String(to)))
        <button>Compare</button>
        </form>

        """
    }

    private func difference(
      _ name: String, _ from: Int, _ to: Int, _ isForm: Bool
    ) async throws -> HTML {
      let compared = try await core.recorder.perform { recorder, _ in
        try recorder.diff(from: "\(name)@\(from)", to: "\(name)@\(to)", isForm: isForm)
      }
      let changes: [HTML] = compared.flatMap(\.changes).map { "<li>\(.data($0))</li>" }
      let list: HTML = changes.isEmpty ? "<p>No differences.</p>" : "<ul>\(changes)</ul>"
      return """
        <h2>\(name)@\(from) to \(name)@\(to)</h2>
        \(list)

        """
    }

    /// Evaluates the stored submissions under a version, and stores nothing.
    private func impact(of latest: ShownDefinition, version: Int) async throws -> HTML {
      guard case .ruleSet(let rules) = latest.definition else { return "" }
      var request = ReplayRequest()
      request.form = VersionReference(rules.form)
      request.rules = VersionReference("\(rules.name)@\(version)")
      request.isDryRun = true
      let replay = request
      let advice =
        "the evaluation takes too long for a page; replay the submissions without storing verdicts instead"
      let report = try await core.perform(orAdvise: advice) { recorder, isOver in
        var recorder = recorder
        // A page sends no requests to services.
        recorder.services = nil
        return try recorder.replay(replay, shouldStop: isOver)
      }
      let rows: [[HTML]] = report.byRule.filter { $0.before != $0.after }.map {
        [.data($0.rule), "\($0.before)", "\($0.after)"]
      }
      func list(_ ids: [Int64]) -> HTML {
        let links: [HTML] = ids.map { "<li><a href=\"/audit/submissions/\($0)\">\($0)</a></li>" }
        return links.isEmpty ? "" : "<ul>\(links)</ul>"
      }
      return """
        <p>Of \(report.submissions) submissions, \(report.newlyAccepted) would be newly accepted and \
        \(report.newlyRejected) newly rejected. Nothing was recorded.</p>
        \(list(report.newlyAcceptedSample))\(list(report.newlyRejectedSample))
        \(rows.isEmpty ? "" : .table("Failures by rule", ["Rule", "Before", "After"], rows))
        """
    }
  }
#endif
