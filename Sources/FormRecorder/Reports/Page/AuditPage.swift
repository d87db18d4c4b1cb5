import FormRules
import FormStore
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

  /// The maximum number of rows per table, which keeps the page below 2 MB.
  static let maximumRows = 200
  static let maximumSampledRules = 40

  func term(_ word: String) -> String { localization.term(word).html }

  var html: String {
    """
    <!doctype html>
    <html lang="\(localization.language.replacing("_", with: "-").html)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="\(Self.contentSecurityPolicy)">
    <meta name="referrer" content="no-referrer">
    <meta name="color-scheme" content="light dark">
    <title>\(term("audit title"))</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <a class="skip" href="#content">\(term("skip"))</a>
    <header>\(linkList)
    <h1>\(term("audit title"))</h1>
    <p>\(term("as of")) <time datetime="\(madeAt.html)">\(madeAt.displayText.html)</time>\(scope)</p>
    </header>
    \(navigation)
    <main id="content" tabindex="-1">
    \(records)\(totals)\(judgedNote)
    \(sections.map(\.html).joined(separator: "\n"))
    </main>
    <footer><p>\(term("masked note")). formrec \(ProgramVersion.number.html)</p></footer>
    <script>\(Self.script)</script>
    </body>
    </html>

    """
  }

  private var linkList: String {
    if links.isEmpty { return "" }
    let items = links.map { "<li><a href=\"\($0.address.html)\">\($0.title.html)</a></li>" }
    return "\n<nav aria-label=\"formrec\"><ul>\(items.joined())</ul></nav>"
  }

  /// The selection.
  private var scope: String {
    let parts: [(String, String?)] = [
      ("form", selection.form), ("import", selection.importID.map(String.init)),
      ("source", selection.source), ("batch", selection.batch),
      ("began", selection.since.map { "≥ \($0)" }), ("rule", selection.rule),
      ("run", selection.run.map(String.init)),
    ]
    return parts.compactMap { word, value in
      value.map { " · \(term(word)) <b>\(text($0))</b>" }
    }.joined()
  }

  /// The counts of delivered records, without zeros.
  private var records: String {
    guard let records = report.records else { return "" }
    let numbers = [
      ("records delivered", records.delivered), ("valid now", records.valid),
      ("open", records.open),
    ]
    let others = [
      ("waived", records.waived), ("purged", records.purged), ("corrected", records.corrected),
      ("superseded", records.superseded), ("discarded", records.discarded),
    ]
    return list((numbers + others.filter { $0.1 > 0 }).map { ($0, $1.spaced, "") }) + "\n"
  }

  private var totals: String {
    let total = report.total
    if report.isOnlyOpen {
      return list([("open", total.open.spaced, ""), ("errors", total.errors.spaced, "")])
    }
    let numbers: [(String, String, String)] = [
      ("submissions", total.submissions.spaced, ""), ("accepted", total.accepted.spaced, ""),
      ("rejected", total.rejected.spaced, Self.percent(total.basisPoints)),
      ("open", total.open.spaced, ""), ("errors", total.errors.spaced, ""),
      ("with warnings", total.warned.spaced, ""),
    ]
    return list(numbers.filter { $0.0 != "accepted" || report.rule == nil })
  }

  private func list(_ numbers: [(word: String, number: String, note: String)]) -> String {
    let items = numbers.map { word, number, note in
      "<div><dt>\(term(word))</dt><dd>\(number)"
        + (note.isEmpty ? "" : " <small>\(note)</small>") + "</dd></div>"
    }
    return "<dl class=\"totals\">\(items.joined())</dl>"
  }

  /// A note about the records that external jobs counted and the store does not contain.
  private var judgedNote: String {
    let judged = report.judgedImports
    guard judged.imports > 0 else { return "" }
    return
      "\n<p>Imports of jobs (\(judged.imports.spaced)) contain only rejected records; "
      + "\(judged.accepted.spaced) accepted records are not counted.</p>"
  }

  /// A section of the page with a heading.
  struct Section {
    var id: String
    var title: String
    var html: String
  }

  private var sections: [Section] {
    let contents: [(String, String, String)] = [
      ("time", "over time", report.isOnlyOpen ? "" : timeline), ("rules", "by rule", rules),
      ("heat", "rules and imports", heatMap), ("fields", "by field", fields),
      ("sources", "by source", groups(report.bySource, "source", "by source")),
      ("batches", "by batch", groups(report.byBatch, "batch", "by batch")),
      ("imports", "by import", imports), ("versions", "by version", versions),
      ("pairs", "fail together", pairs), ("samples", "samples", sampleList),
    ]
    return contents.filter { !$0.2.isEmpty }.map { id, word, html in
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

  private var navigation: String {
    let items = sections.map { "<li><a href=\"#\($0.id)\">\($0.title)</a></li>" }
    return "<nav aria-label=\"\(term("audit title"))\"><ul>\(items.joined())</ul></nav>"
  }

  /// Text from the data. Bidirectional control characters are escaped, and right-to-left text does
  /// not affect its surroundings.
  func text(_ text: String) -> String { "<bdi>\(text.displayText.html)</bdi>" }

  static func percent(_ share: Int) -> String {
    "\(share / 100).\(String(100 + share % 100).dropFirst())\u{202F}%"
  }
}

extension String {
  /// The text escaped for HTML, including quoted attributes.
  var html: String {
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Int {
  /// The number with narrow spaces between groups of three digits, which is readable in every
  /// language.
  var spaced: String {
    let digits = Array(String(magnitude))
    var result = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += "\u{202F}" }
      result.append(digit)
    }
    return result
  }
}
