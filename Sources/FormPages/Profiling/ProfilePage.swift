import FormProfile
package import FormRecorder
import FormRules

/// A profile as a single HTML page that makes no network requests.
package enum ProfilePage {
  /// - Parameter top: The maximum number of frequent values, and of shapes, per column.
  package static func html(_ profile: TableProfile, top: Int) -> String {
    let analysis = profile.analysis
    let title = "Profile of \(analysis.files.joined(separator: ", "))"
    return ReportPage(
      title: title, localization: .english, header: "<h1>\(title.displayText)</h1>",
      content: """
        \(totals(profile))
        \(overview(analysis))
        \(findings(analysis))
        <h2 id="columns">Columns</h2>
        \(analysis.columns.indices.map { column(analysis.columns[$0], $0, top: top) }.joined(separator: "\n"))
        """,
      footer: ""
    ).html.text
  }

  private static func totals(_ profile: TableProfile) -> HTML {
    let analysis = profile.analysis
    var items = [
      ("records", analysis.records.spaced), ("columns", analysis.columns.count.spaced),
      ("findings", analysis.findings.count.spaced),
    ]
    let malformed = profile.malformed.reduce(0) { $0 + $1.count }
    if malformed > 0 { items.append(("malformed records", malformed.spaced)) }
    return .totals(items.map { ($0, $1, nil) })
  }

  private static func overview(_ analysis: TableAnalysis) -> HTML {
    let rows: [HTML] = analysis.columns.enumerated().map { index, column in
      let share = column.filled.basisPoints
      let distinct =
        (column.statistics.values.isExact ? "" : "~") + column.statistics.distinct.spaced
      let shape = column.statistics.shapes.sorted.first.map { $0.shape.description } ?? ""
      return """
        <tr><th scope="row"><a href="#column-\(index)">\(.data(column.label))</a></th>\
        <td>\(typeName(column))</td><td class="n fill">\(share.percentage)\(.bar(share))</td>\
        <td class="n">\(distinct)</td><td><code>\(shape.displayText)</code></td></tr>
        """
    }
    return .table(
      "overview",
      columns: [
        ("column", false), ("type", false), ("filled", true), ("distinct", true),
        ("most frequent shape", false),
      ], rows: rows)
  }

  private static func findings(_ analysis: TableAnalysis) -> HTML {
    let rows: [HTML] = analysis.findings.map { finding in
      let examples: [HTML] = finding.examples.map { example in
        let value: HTML = example.text.map { " <code>\(.data($0))</code>" } ?? ""
        let expected: HTML = example.expected.map { " → <code>\(.data($0))</code>" } ?? ""
        return "\(analysis.text(of: example.location).displayText)\(value)\(expected)"
      }
      let rule: HTML = finding.yaml.map { "<code>\($0.displayText)</code>" } ?? ""
      return """
        <tr><td class="\(finding.confidence.rawValue)">\(finding.confidence.rawValue)</td>\
        <th scope="row">\(.data(finding.column))</th>\
        <td class="description">\(.data(finding.message))</td><td>\(examples.joined(separator: "<br>"))</td>\
        <td>\(rule)</td></tr>
        """
    }
    guard !rows.isEmpty else { return "<h2>Findings</h2>\n<p>No findings.</p>" }
    let names = ["confidence", "column", "finding", "cells", "rule"]
    let table = HTML.table("findings", columns: names.map { ($0, false) }, rows: rows)
    return "<h2>Findings</h2>\n\(table)"
  }

  private static func column(_ column: ColumnAnalysis, _ index: Int, top: Int) -> HTML {
    let statistics = column.statistics
    let values = column.topValues(top)
    let shapes = statistics.shapes.sorted.prefix(top)
      .map { (text: $0.shape.description, count: $0.count) }
    var parts: [HTML] = []
    if !values.isEmpty { parts.append(bars("values", values, of: column.records)) }
    if column.type.type.isNumeric, !column.isMasked, let plot = histogram(column.numbers) {
      parts.append(plot)
    }
    if !shapes.isEmpty { parts.append(bars("shapes", shapes, of: column.records)) }
    let length =
      statistics.texts.longest.scalars == 0
      ? ""
      : ", \(statistics.texts.shortest.scalars) to \(statistics.texts.longest.scalars) characters"
    return """
      <details id="column-\(index)"><summary><b>\(.data(column.label))</b> \
      \(typeName(column))\(length)</summary>
      <div class="columns-grid">\(parts.joined(separator: "\n"))</div></details>
      """
  }

  /// A table of texts with their counts, each with a bar.
  private static func bars(
    _ caption: String, _ items: [(text: String, count: Int)], of all: Int
  ) -> HTML {
    let most = items.map(\.count).max() ?? 1
    let rows: [HTML] = items.map { item in
      """
      <tr><td><code>\(.data(item.text))</code></td>\
      <td class="n">\(item.count.spaced)\(.bar(Share(item.count, of: most).basisPoints))</td>\
      <td class="n">\(Share(item.count, of: all).basisPoints.percentage)</td></tr>
      """
    }
    return """
      <div><h3>\(caption)</h3><table><caption>\(caption)</caption><tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  private static func histogram(_ numbers: NumericSummary) -> HTML? {
    let counts = numbers.histogram(bins: 24)
    guard let most = counts.max(), most > 0, let low = numbers.smallest.first,
      let high = numbers.largest.first, let median = numbers.quantile(0.5)
    else { return nil }
    let bars: [HTML] = counts.enumerated().map { index, count in
      let height = count == 0 ? 0 : max(1, count * 100 / most)
      return "<rect x=\"\(index * 10)\" y=\"\(100 - height)\" width=\"9\" height=\"\(height)\"/>"
    }
    let summary =
      "\(low.text) to \(high.text), median \(median.shortDescription), "
      + "mean \(numbers.mean.shortDescription)"
    return """
      <div><h3>distribution</h3>
      <svg class="histogram" viewBox="0 0 240 100" preserveAspectRatio="none" role="img" \
      aria-label="\(summary)">\(bars)</svg><p class="note">\(summary)</p></div>
      """
  }

  private static func typeName(_ column: ColumnAnalysis) -> HTML {
    let format: HTML = column.type.type.formatPatterns.first.map { " <code>\($0)</code>" } ?? ""
    return "\(column.type.type.name)\(format)\(column.isKey ? ", unique" : "")"
  }
}
