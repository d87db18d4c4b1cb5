import FormRules

/// Parts of reports and pages.
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

  /// Content that scrolls horizontally on narrow screens, also with the keyboard.
  package static func scrollable(_ label: String, _ content: HTML) -> HTML {
    """
    <div class="scroll" role="group" tabindex="0" aria-label="\(label)">
    \(content)</div>
    """
  }

  /// A table with a caption, which scrolls horizontally on narrow screens.
  ///
  /// - Parameter rows: The elements `tr`.
  package static func table(
    _ caption: String, note: String = "", class style: String? = nil,
    columns: [(name: String, isNumber: Bool)], rows: [HTML]
  ) -> HTML {
    let headings: [HTML] = columns.map { name, isNumber in
      "<th scope=\"col\"\(attribute("class", isNumber ? "n" : nil))>\(name)</th>"
    }
    return scrollable(
      caption,
      """
      <table\(attribute("class", style))>
      <caption>\(caption)\(note)</caption>
      <thead><tr>\(headings)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>

      """)
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
    HTML(markup: map(\.text).joined(separator: separator))
  }
}
