#if Server
  import HTTPTypes
  import Hummingbird
  import NIOCore

  /// A part of an HTML page. Markup is written as string literals. Every text that is interpolated
  /// into a literal is escaped here, and only here.
  ///
  /// ```swift
  /// let cell: HTML = "<td title=\"\(note)\">\(name)</td>"
  /// ```
  ///
  /// Attributes are always quoted. A literal of type String, such as in `\(isOpen ? "<b>" : "")`,
  /// is also escaped.
  struct HTML: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    init(stringLiteral markup: String) { text = markup }
    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    struct StringInterpolation: StringInterpolationProtocol {
      fileprivate var text = ""

      init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + 32 * interpolationCount)
      }

      mutating func appendLiteral(_ markup: String) { text += markup }
      mutating func appendInterpolation(_ html: HTML) { text += html.text }
      mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { text += part.text } }
      mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }

      /// Appends a text without markup, escaped.
      mutating func appendInterpolation(_ plain: String) {
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
    static func attribute(_ name: HTML, _ value: String?) -> HTML {
      value.map { " \(name)=\"\($0)\"" } ?? ""
    }

    /// An attribute without a value, such as `required`.
    static func flag(_ name: HTML, _ isSet: Bool) -> HTML { isSet ? " \(name)" : "" }

    /// The page as a response.
    func response(_ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
      var headers = headers
      headers[.contentType] = "text/html; charset=utf-8"
      headers[.vary] = "Accept-Language"
      return Response(
        status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
  }
#endif
