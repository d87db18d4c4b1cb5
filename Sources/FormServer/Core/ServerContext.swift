#if Server
import FormRecorder
import FormRules
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The context of a request.
struct ServerContext: RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?
  /// The client that sent the request.
  var caller = Caller(publicForms: [])
  /// The session of the browser, unless the request has a header `Authorization`.
  var session: BrowserSessions.Session?
  let trace = RequestTrace()
  /// The connection, unless the request is processed without one.
  let connection: Connection?
  /// The parameters of the query that the route declares.
  var query = QueryParameters()

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
    connection = .current
  }

  /// The value of a parameter in the path.
  func parameter(_ name: String) throws(Problem) -> String {
    guard let value = parameters.get(name) else { throw .noResource }
    // Most names contain no percent sign, and Foundation's function takes a microsecond.
    guard value.utf8.contains(UInt8(ascii: "%")) else { return value }
    guard let decoded = value.removingPercentEncoding else { throw .noResource }
    return decoded
  }

  /// The name of the form in the path, without its version; nil if the path names none.
  var formName: String? {
    // The only error means that the path has no such parameter, or that it is not percent-encoded.
    guard let text = try? parameter("form") else { return nil }
    return VersionReference(text)?.name ?? text
  }

  /// The number of a submission or import in the path.
  func number(_ name: String = "id") throws(Problem) -> Int64 {
    guard let number = Int64(try parameter(name)), number > 0 else { throw .noResource }
    return number
  }
}

extension Problem {
  fileprivate static let noResource = Problem(.notFound, "there is no such resource")
}

extension Request {
  /// Whether the client is a browser that displays the response.
  var prefersHTML: Bool {
    preferredMediaType(among: [ContentType.json, "text/html"]) == "text/html"
  }

  /// The media type of the body, in lowercase and without parameters.
  var mediaType: String {
    let header = headers[.contentType] ?? ""
    // Parsing takes a microsecond.
    return header == ContentType.json ? header : HeaderValue(header).text.lowercased()
  }
}
#endif
