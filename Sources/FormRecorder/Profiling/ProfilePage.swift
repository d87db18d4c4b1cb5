import FormProfile
import FormRules

/// A profile as a single HTML page that makes no network requests.
package enum ProfilePage {
  /// - Parameter top: The maximum number of frequent values, and of shapes, per column.
  package static func html(_ profile: TableProfile, top: Int) -> String {
    let analysis = profile.analysis
    let title = "Profile of \(analysis.files.joined(separator: ", "))"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <meta name="referrer" content="no-referrer">
      <meta name="color-scheme" content="light dark">
      <title>\(title.displayText.html)</title>
      <style>\(AuditPage.style)\(style)</style>
      </head>
      <body>
      <a class="skip" href="#content">Skip to the content</a>
      <header><h1>\(title.displayText.html)</h1></header>
      <main id="content" tabindex="-1">
      \(totals(profile))
      \(overview(analysis))
      \(findings(analysis))
      <h2 id="columns">Columns</h2>
      \(analysis.columns.indices.map { column(analysis.columns[$0], $0, top: top) }.joined(separator: "\n"))
      </main>
      <footer><p>formrec \(ProgramVersion.number.html)</p></footer>
      </body>
      </html>

      """
  }

  private static let style = """
    .high{color:var(--bad);font-weight:600}
    .columns-grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr));gap:0 2rem}
    svg.histogram{display:block;width:100%;max-width:24rem;height:6rem}
    svg.histogram rect{fill:var(--main)}
    .fill{width:6rem}
    td code{overflow-wrap:anywhere}.columns-grid td:first-child{min-width:9rem}
    """

  private static func totals(_ profile: TableProfile) -> String {
    let analysis = profile.analysis
    var items = [
      ("records", analysis.records.spaced), ("columns", analysis.columns.count.spaced),
      ("findings", analysis.findings.count.spaced),
    ]
    let malformed = profile.malformed.reduce(0) { $0 + $1.count }
    if malformed > 0 { items.append(("malformed records", malformed.spaced)) }
    let list = items.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" }.joined()
    return "<dl class=\"totals\">\(list)</dl>"
  }

  private static func overview(_ analysis: TableAnalysis) -> String {
    let rows = analysis.columns.enumerated().map { index, column in
      let filled = column.records - column.blank
      let share = column.records == 0 ? 0 : filled * 10_000 / column.records
      let distinct =
        (column.statistics.values.isExact ? "" : "~") + column.statistics.distinct.spaced
      let shape = column.statistics.shapes.sorted.first.map { $0.shape.description } ?? ""
      return """
        <tr><th scope="row"><a href="#column-\(index)">\(text(column.label))</a></th>\
        <td>\(typeName(column))</td><td class="n fill">\(AuditPage.percent(share))\(bar(share))</td>\
        <td class="n">\(distinct)</td><td><code>\(shape.displayText.html)</code></td></tr>
        """
    }
    return """
      <div class="scroll" role="group" tabindex="0" aria-label="overview">
      <table><caption>overview</caption>
      <thead><tr><th scope="col">column</th><th scope="col">type</th><th scope="col" class="n">filled</th>\
      <th scope="col" class="n">distinct</th><th scope="col">most frequent shape</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  private static func findings(_ analysis: TableAnalysis) -> String {
    let rows = analysis.findings.map { finding in
      let examples = finding.examples.map { example in
        var cell = analysis.text(of: example.place).displayText.html
        if let value = example.text { cell += " <code>\(text(value))</code>" }
        if let expected = example.expected { cell += " → <code>\(text(expected))</code>" }
        return cell
      }
      let rule = finding.yaml.map { "<code>\($0.displayText.html)</code>" } ?? ""
      return """
        <tr><td class="\(finding.confidence.rawValue)">\(finding.confidence.rawValue)</td>\
        <th scope="row">\(finding.column.map(text) ?? "")</th>\
        <td class="words">\(text(finding.message))</td><td>\(examples.joined(separator: "<br>"))</td>\
        <td>\(rule)</td></tr>
        """
    }
    guard !rows.isEmpty else { return "<h2>Findings</h2>\n<p>No findings.</p>" }
    return """
      <h2>Findings</h2>
      <div class="scroll" role="group" tabindex="0" aria-label="findings">
      <table><caption>findings</caption>
      <thead><tr><th scope="col">confidence</th><th scope="col">column</th><th scope="col">finding</th>\
      <th scope="col">cells</th><th scope="col">rule</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  private static func column(_ column: ColumnAnalysis, _ index: Int, top: Int) -> String {
    let statistics = column.statistics
    let values = column.topValues(top)
    let shapes = statistics.shapes.sorted.prefix(top)
      .map { (text: $0.shape.description, count: $0.count) }
    var parts: [String] = []
    if !values.isEmpty { parts.append(bars("values", values, of: column.records)) }
    if column.type.type.isNumeric, !column.isMasked, let plot = histogram(statistics.numbers) {
      parts.append(plot)
    }
    if !shapes.isEmpty { parts.append(bars("shapes", shapes, of: column.records)) }
    let length =
      statistics.longest.scalars == 0
      ? "" : ", \(statistics.shortest.scalars) to \(statistics.longest.scalars) characters"
    return """
      <details id="column-\(index)"><summary><b>\(text(column.label))</b> \
      \(typeName(column))\(length)</summary>
      <div class="columns-grid">\(parts.joined(separator: "\n"))</div></details>
      """
  }

  /// A table of texts with their counts, each with a bar.
  private static func bars(
    _ caption: String, _ items: [(text: String, count: Int)], of all: Int
  ) -> String {
    let most = items.map(\.count).max() ?? 1
    let rows = items.map { item in
      """
      <tr><td><code>\(text(item.text))</code></td>\
      <td class="n">\(item.count.spaced)\(bar(item.count * 10_000 / max(1, most)))</td>\
      <td class="n">\(AuditPage.percent(item.count * 10_000 / max(1, all)))</td></tr>
      """
    }
    return """
      <div><h3>\(caption)</h3><table><caption>\(caption)</caption><tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  /// A bar. The length is in ten-thousandths of the cell's width.
  private static func bar(_ length: Int) -> String {
    "<svg class=\"bar\" viewBox=\"0 0 10000 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      + "<rect width=\"\(length)\" height=\"100\"/></svg>"
  }

  private static func histogram(_ numbers: NumericSummary) -> String? {
    let counts = numbers.histogram(bins: 24)
    guard let most = counts.max(), most > 0, let low = numbers.smallest.first?.value,
      let high = numbers.largest.first?.value, let median = numbers.quantile(0.5)
    else { return nil }
    let bars = counts.enumerated().map { index, count in
      let height = count == 0 ? 0 : max(1, count * 100 / most)
      return "<rect x=\"\(index * 10)\" y=\"\(100 - height)\" width=\"9\" height=\"\(height)\"/>"
    }
    let summary =
      "\(low.shortDescription) to \(high.shortDescription), median \(median.shortDescription), "
      + "mean \(numbers.mean.shortDescription)"
    return """
      <div><h3>distribution</h3>
      <svg class="histogram" viewBox="0 0 240 100" preserveAspectRatio="none" role="img" \
      aria-label="\(summary.html)">\(bars.joined())</svg><p class="note">\(summary.html)</p></div>
      """
  }

  private static func typeName(_ column: ColumnAnalysis) -> String {
    let format = column.type.type.firstPattern.map { " <code>\($0.html)</code>" } ?? ""
    return column.type.type.name + format + (column.isKey ? ", unique" : "")
  }

  private static func text(_ text: String) -> String { "<bdi>\(text.displayText.html)</bdi>" }
}
