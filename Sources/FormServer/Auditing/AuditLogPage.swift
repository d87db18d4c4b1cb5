#if Server
import FormPages
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// The page about the last events of the log.
struct AuditLogPage {
  let core: ServerCore

  static let query: [QueryParameter] = [.form, .by, .kind, .through]

  func page(_ request: Request, _ context: ServerContext) async throws -> Response {
    let filter = try filter(context.query)
    let advice = "the search takes too long; remove filters"
    let events = try await core.perform(orAdvise: advice) { [core] recorder, _ in
      var events: [LoggedEvent] = []
      try recorder.forEachEvent(filter, last: core.configuration.maximumLogEvents) {
        events.append($0)
      }
      return events
    }
    let localization = core.languages.preferred(by: request)
    return AuditPageLayout(
      caller: context.caller, localization: localization, address: core.address(for: request)
    ).page(localization.term("log"), content(context.query, events, in: localization))
  }

  private func filter(_ query: QueryParameters) throws(Problem) -> LogFilter {
    var filter = LogFilter()
    filter.form = query[.form].nonEmpty
    filter.by = query[.by].nonEmpty
    if let kind = query[.kind].nonEmpty {
      guard let kind = EventKind(rawValue: kind) else {
        throw Problem(.badRequest, "there is no kind of event '\(kind.displayText)'")
      }
      filter.kinds = [kind]
    }
    if let through = query[.through].nonEmpty {
      guard let instant = Instant(timeOrEndOfDay: through) else {
        throw Problem(.badRequest, "'through' must be a date such as 2026-08-31")
      }
      filter.through = instant
    }
    return filter
  }

  private func content(
    _ query: QueryParameters, _ events: [LoggedEvent], in localization: Localization
  ) -> HTML {
    let rows: [[HTML]] = events.reversed().map { event in
      [
        "\(event.number)", "<time>\(event.at)</time>", .data(event.by), "\(event.kind.rawValue)",
        .data(event.action), .data(event.reason),
        "<code>\(event.head.prefix(16).description)</code>",
      ]
    }
    let kinds = EventKind.allCases.map { ($0.rawValue, $0.rawValue) }
    let term = localization.term
    let columns = ["event", "time", "operator", "kind", "action", "reason", "receipt"].map(term)
    return """
      <form class="filter" method="get">
      \(.input("form", label: term("form"), value: query[.form]))
      \(.input("by", label: term("operator"), value: query[.by]))
      \(.select("kind", label: term("kind"), [("", term("all"))] + kinds, chosen: query[.kind]))
      \(.input("through", label: term("until"), value: query[.through]))
      <button>\(term("show"))</button>
      </form>
      <p class="note">\(localization.sentence("latestFirst"))</p>
      \(.table(term("events"), columns, rows: rows))
      """
  }
}

extension QueryParameter {
  fileprivate static let by = Self("by", "Only events of this operator.")
  fileprivate static let kind = Self("kind", "Only events of this kind.")
  fileprivate static let through = Self("through", "Only events up to this day (UTC) or time.")
}
#endif
