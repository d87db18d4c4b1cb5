import FormPages
import FormRecorder
import FormRules

/// The content of a message in one language.
struct MailNotice {
  var localization: Localization
  var subject: String
  var sentences: [String] = []
  /// Properties with their values.
  var rows: [(property: String, value: String)] = []
  /// The rules that failed, each with the number of its failures.
  var failures: [(rule: String, count: Int)] = []
  /// A page with details, and its title.
  var link: (title: String, url: String)?

  /// The last sentence. It states that no person wrote the message.
  private var ending: String { localization.sentence("automatic") }

  var text: String {
    var parts = sentences.map(\.visibleText)
    parts.append(rows.map { "\($0.property): \($0.value.visibleText)" }.joined(separator: "\n"))
    parts.append(
      failures.map { "\(localization.number($0.count))  \($0.rule.visibleText)" }
        .joined(separator: "\n"))
    if let link { parts.append("\(link.title):\n\(link.url)") }
    return (parts + [ending]).filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  var html: HTML {
    let rows: [HTML] = rows.map {
      "<tr><td>\($0.property)</td><td>\(bidirectional($0.value))</td></tr>\n"
    }
    let failures: [HTML] = failures.map {
      "<tr><td>\(localization.number($0.count))</td><td>\(bidirectional($0.rule))</td></tr>\n"
    }
    let link: HTML = link.map { "<p><a href=\"\($0.url)\">\($0.title)</a></p>\n" } ?? ""
    return """
      <!doctype html>
      <html lang="\(localization.languageTag)" dir="\(localization.direction)">
      <head><meta charset="utf-8"><title>\(subject)</title></head>
      <body>
      \(sentences.map { "<p>\(bidirectional($0))</p>\n" } as [HTML])\
      \(table(rows))\(table(failures))\(link)\
      <p><small>\(ending)</small></p>
      </body>
      </html>

      """
  }

  private func bidirectional(_ text: String) -> HTML { "<bdi>\(text.visibleText)</bdi>" }

  private func table(_ rows: [HTML]) -> HTML {
    rows.isEmpty ? "" : "<table cellpadding=\"4\">\n\(rows)</table>\n"
  }
}
