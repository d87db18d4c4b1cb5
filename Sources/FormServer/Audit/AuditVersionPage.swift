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
      let localization = core.languages.preferred(by: request)
      let layout = AuditPageLayout(
        title: localization.term("versions"), localization: localization,
        user: context.caller.name)
      guard let name = query["name"].nonEmpty else {
        return layout.html(try await list(localization)).response()
      }
      guard let kind = query["kind"], kind == "form" || kind == "rules" else {
        throw Problem(.badRequest, "'kind' must be form or rules")
      }
      let isForm = kind == "form"
      let latest = try await definition(name, nil, isForm)
      let to = try query.integer("to", in: 1...Int.max) ?? latest.number ?? 1
      let from = try query.integer("from", in: 1...Int.max) ?? max(1, to - 1)
      var content = choice(latest, kind, from, to, localization)
      content = "\(content)\(try await difference(name, from, to, isForm, localization))"
      if !isForm {
        let impact: HTML =
          try query.flag("impact") == true
          ? try await self.impact(of: latest, version: to, localization)
          : """
          <p><a href="\(address(kind, name, from, to))&amp;impact=true">\
          \(localization.term("show impact"))</a></p>
          """
        content = "\(content)<h2>\(localization.term("impact"))</h2>\(impact)"
      }
      return layout.html(content).response()
    }

    private func address(_ kind: String, _ name: String, _ from: Int, _ to: Int) -> HTML {
      "/audit/versions?kind=\(kind)&amp;name=\(name)&amp;from=\(from)&amp;to=\(to)"
    }

    /// The latest versions.
    private func list(_ localization: Localization) async throws -> HTML {
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
      let term = localization.term
      let columns = ["version", "form", "size", "stored", "by whom", "reason"].map(term)
      return """
        <h2>\(term("forms"))</h2>
        \(.table(term("forms"), [term("form")] + columns, rows("form", listing.forms)))
        <h2>\(term("rule sets"))</h2>
        \(.table(term("rule sets"), [term("rules")] + columns, rows("rules", listing.ruleSets)))
        """
    }

    private func definition(
      _ name: String, _ number: Int?, _ isForm: Bool
    ) async throws -> DefinitionDetails {
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
      _ latest: DefinitionDetails, _ kind: String, _ from: Int, _ to: Int,
      _ localization: Localization
    ) -> HTML {
      let term = localization.term
      let versions = latest.versions.map { (String($0), String($0)) }
      return """
        <form class="filter" method="get">
        <input type="hidden" name="kind" value="\(kind)">
        <input type="hidden" name="name" value="\(latest.definition.name)">
        \(.select("from", label: term("from version"), versions, chosen: String(from)))
        \(.select("to", label: term("to version"), versions, chosen: String(to)))
        <button>\(term("compare"))</button>
        </form>

        """
    }

    private func difference(
      _ name: String, _ from: Int, _ to: Int, _ isForm: Bool, _ localization: Localization
    ) async throws -> HTML {
      let compared = try await core.recorder.perform { recorder, _ in
        try recorder.diff(from: "\(name)@\(from)", to: "\(name)@\(to)", isForm: isForm)
      }
      let changes: [HTML] = compared.flatMap(\.changes).map { "<li>\(.data($0))</li>" }
      let none: HTML = "<p>\(localization.sentence("noDifferences"))</p>"
      let list: HTML = changes.isEmpty ? none : "<ul>\(changes)</ul>"
      return """
        <h2>\(name)@\(from) → \(name)@\(to)</h2>
        \(list)

        """
    }

    /// Evaluates the stored submissions under a version, and stores nothing.
    private func impact(
      of latest: DefinitionDetails, version: Int, _ localization: Localization
    ) async throws -> HTML {
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
        recorder.settings.services = nil
        return try recorder.replay(replay, shouldStop: isOver)
      }
      let rows: [[HTML]] = report.byRule.filter { $0.before != $0.after }.map {
        [.data($0.rule), "\($0.before)", "\($0.after)"]
      }
      let term = localization.term
      func row(_ word: String, _ count: Int, _ ids: [Int64]) -> [HTML] {
        let links: [HTML] = ids.map { "<a href=\"/audit/submissions/\($0)\">\($0)</a> " }
        return ["\(term(word))", "\(count)", "\(links)"]
      }
      let counts = [
        row("submissions", report.submissions, []),
        row("newly accepted", report.newlyAccepted, report.newlyAcceptedSample),
        row("newly rejected", report.newlyRejected, report.newlyRejectedSample),
      ]
      let caption = "\(rules.name)@\(version)"
      let columns = ["rule", "before", "after"].map(term)
      return """
        <p>\(localization.sentence("nothingRecorded"))</p>
        \(.table(caption, ["verdict", "count", "samples"].map(term), counts))
        \(rows.isEmpty ? "" : .table(term("by rule"), columns, rows))
        """
    }
  }
#endif
