import FormRules

/// A report as a single HTML page that makes no network requests.
package struct ReportPage {
  var title: String
  var localization: Localization
  /// The content of the page's header: a heading, and where the data comes from.
  var header: HTML
  var navigation: HTML = ""
  var content: HTML
  var footer: HTML

  private func term(_ word: String) -> String { localization.term(word) }

  var html: HTML {
    """
    <!doctype html>
    <html lang="\(localization.languageTag)" dir="\(localization.direction)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="\(Self.contentSecurityPolicy)">
    <meta name="referrer" content="no-referrer">
    <meta name="color-scheme" content="light dark">
    <title>\(title)</title>
    <style>\(HTML(stringLiteral: Self.style))</style>
    </head>
    <body>
    <a class="skip" href="#content">\(term("skip"))</a>
    <header>\(header)</header>
    \(navigation)
    <main id="content" tabindex="-1">
    \(content)
    </main>
    <footer><p>\(footer)formrec \(ProgramVersion.number)</p></footer>
    <script>\(HTML(stringLiteral: Self.script))</script>
    </body>
    </html>

    """
  }
}

extension HTML {
  /// Text from the data. Bidirectional control characters are escaped, and right-to-left text does
  /// not affect its surroundings.
  package static func data(_ text: String?) -> HTML {
    text.map { "<bdi>\($0.displayText)</bdi>" } ?? ""
  }

  /// A bar that repeats an adjacent number, so it is hidden from screen readers.
  ///
  /// - Parameter length: The length in ten-thousandths of the cell's width.
  static func bar(_ length: Int) -> HTML {
    """
    <svg class="bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">\
    <rect width="\(length / 10)" height="8"/></svg>
    """
  }

  /// Figures with their captions.
  static func totals(_ figures: [(caption: String, number: String, note: String?)]) -> HTML {
    let items: [HTML] = figures.map { caption, number, note in
      let note: HTML = note.map { " <small>\($0)</small>" } ?? ""
      return "<div><dt>\(caption)</dt><dd>\(number)\(note)</dd></div>"
    }
    return "<dl class=\"totals\">\(items)</dl>"
  }
}

extension [HTML] {
  func joined(separator: String) -> HTML {
    HTML(stringLiteral: map(\.text).joined(separator: separator))
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

  /// The number of ten-thousandths as a percentage with two decimals.
  var percentage: String {
    "\(self / 100).\(String(100 + self % 100).dropFirst())\u{202F}%"
  }
}
