import FormRecorder
import FormRules
import Foundation

/// The HTML page of an audit.
struct AuditPage {
  let report: AuditReport
  let selection: SubmissionSelection
  /// The samples for each of the first rules, the last submission first.
  let samples: [[AuditSample]]
  let madeAt: String
  let localization: Localization
  /// The title and address of related pages.
  var links: [(title: String, address: String)] = []

  /// The maximum number of rows per table.
  static let maximumRows = 200
  /// The number of rules with samples.
  static let maximumSampledRules = 40

  func term(_ word: String) -> String { localization.term(word) }

  var html: HTML {
    ReportPage(
      title: term("audit title"), localization: localization,
      header: """
        \(linkList)
        <h1>\(term("audit title"))</h1>
        <p>\(term("as of")) <time datetime="\(madeAt)">\(madeAt.displayText)</time>\(scope)</p>

        """,
      navigation: navigation,
      content:
        "\(records)\(totals)\(externalNote)\n\(sections.map(\.html).joined(separator: "\n"))",
      footer: "\(term("masked note")). "
    ).html
  }

  private var linkList: HTML {
    if links.isEmpty { return "" }
    let items: [HTML] = links.map { "<li><a href=\"\($0.address)\">\($0.title)</a></li>" }
    return "\n<nav aria-label=\"formrec\"><ul>\(items)</ul></nav>"
  }

  /// The selection.
  private var scope: HTML {
    let parts: [(String, String?)] = [
      ("form", selection.form), ("import", selection.importID.map(String.init)),
      ("source", selection.source), ("batch", selection.batchLabel),
      ("assignee", selection.assignee),
      ("began", selection.since.map { "≥ \($0)" }), ("rule", selection.rule),
      ("run", selection.runID.map(String.init)),
    ]
    let items: [HTML] = parts.compactMap { word, value in
      value.map { " · \(term(word)) <b>\(.data($0))</b>" }
    }
    return "\(items)"
  }

  /// The counts of delivered records, without zeros.
  private var records: HTML {
    guard let records = report.records else { return "" }
    let numbers = [
      ("records delivered", records.delivered), ("valid now", records.valid),
      ("open", records.open),
    ]
    let others = [
      ("waived", records.waived), ("purged", records.purged), ("corrected", records.corrected),
      ("superseded", records.superseded), ("discarded", records.discarded),
      ("retracted", records.retracted),
    ]
    let figures = numbers + others.filter { $0.1 > 0 }
    return "\(.totals(figures.map { (term($0), $1.spaced, nil) }))\n"
  }

  private var totals: HTML {
    let total = report.total
    if report.isOnlyOpen {
      return .totals([
        (term("open"), total.open.spaced, nil), (term("errors"), total.errors.spaced, nil),
      ])
    }
    let numbers: [(String, Int, String?)] = [
      ("submissions", total.submissions, nil), ("accepted", total.accepted, nil),
      ("rejected", total.rejected, total.basisPoints.percentage), ("open", total.open, nil),
      ("errors", total.errors, nil), ("with warnings", total.warned, nil),
    ]
    let shown = numbers.filter { $0.0 != "accepted" || report.rule == nil }
    return .totals(shown.map { (term($0), $1.spaced, $2) })
  }

  /// A note about the records that external runs accepted, which the store does not contain.
  private var externalNote: HTML {
    let external = report.externalRuns
    guard external.imports > 0 else { return "" }
    let note = localization.externalRuns(imports: external.imports, accepted: external.accepted)
    return "\n<p>\(note)</p>"
  }

  /// A section of the page with a heading.
  struct Section {
    var id: String
    var title: String
    var html: HTML
  }

  private var sections: [Section] {
    let contents: [(String, String, HTML)] = [
      ("time", "over time", report.isOnlyOpen ? "" : timeline), ("rules", "by rule", rules),
      ("heat", "rules and imports", heatMap),
      ("fields", "by field", table(report.fieldTable.withNumbersLast)),
      ("sources", "by source", table(report.table("source", report.bySource))),
      ("batches", "by batch", table(report.table("batch", report.byBatchLabel))),
      ("imports", "by import", imports),
      ("versions", "by version", table(report.versionTable.withNumbersLast)),
      ("assignees", "by assignee", table(report.assigneeTable.withNumbersLast)),
      ("pairs", "fail together", pairs), ("samples", "samples", sampleList),
    ]
    return contents.filter { !$0.2.text.isEmpty }.map { id, word, html in
      Section(
        id: id, title: term(word),
        html: """
          <section id="\(id)" aria-labelledby="\(id)-title">
          <h2 id="\(id)-title">\(term(word))</h2>
          \(html)
          </section>
          """)
    }
  }

  private var navigation: HTML {
    let items: [HTML] = sections.map { "<li><a href=\"#\($0.id)\">\($0.title)</a></li>" }
    return "<nav aria-label=\"\(term("audit title"))\"><ul>\(items)</ul></nav>"
  }
}
