package import FormRules

/// A part of an HTML page. Markup is written as string literals. Every text that is interpolated
/// into a literal is escaped here, and only here.
///
/// ```swift
/// let cell: HTML = "<td title=\"\(note)\">\(name)</td>"
/// ```
///
/// Attributes are always quoted. A literal of type String, such as in `\(isOpen ? "<b>" : "")`,
/// is also escaped.
package struct HTML: ExpressibleByStringInterpolation, Sendable {
  package private(set) var text: String

  /// Creates HTML from markup, which is not escaped.
  package init(markup: String) { text = markup }
  package init(stringLiteral markup: String) { text = markup }
  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 32 * interpolationCount)
    }

    package mutating func appendLiteral(_ markup: String) { text += markup }
    package mutating func appendInterpolation(_ html: HTML) { text += html.text }
    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      text += String(number)
    }
    package mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { text += part.text }
    }

    /// Appends a text without markup, escaped.
    package mutating func appendInterpolation(_ plain: String) {
      for scalar in plain.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        case "'": text += "&#39;"
        case "\t", "\n", "\r": text.unicodeScalars.append(scalar)
        // HTML cannot contain control characters, even as character references.
        case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": text += "\u{FFFD}"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }

  /// An attribute with a leading space, or nothing if the value is nil.
  package static func attribute(_ name: HTML, _ value: String?) -> HTML {
    value.map { " \(name)=\"\($0)\"" } ?? ""
  }

  /// An attribute without a value, such as `required`.
  package static func flag(_ name: HTML, _ isSet: Bool) -> HTML { isSet ? " \(name)" : "" }
}

extension HTML {
  /// A page in the language of a localization.
  package static func document(
    _ localization: Localization, head: HTML, body: HTML
  ) -> HTML {
    """
    <!doctype html>
    <html lang="\(localization.languageTag)" dir="\(localization.direction)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    \(head)
    </head>
    <body>
    \(body)
    </body>
    </html>

    """
  }
}
