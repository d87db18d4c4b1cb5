#if Server
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded

@testable import FormServer

extension FormHTTPServer {
  /// A response with its whole body.
  struct CollectedResponse: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: [UInt8]
  }

  /// Processes a request in this process, without a connection.
  ///
  /// - Parameter peer: The address of the client.
  func response(
    to method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: [UInt8] = [],
    from peer: String = "127.0.0.1"
  ) async throws -> CollectedResponse {
    var headers = headers
    headers[.contentLength] = String(body.count)
    let request = Request(
      head: HTTPRequest(
        method: method, scheme: "http", authority: "localhost", path: path,
        headerFields: headers),
      body: RequestBody(buffer: ByteBuffer(bytes: body)))
    let response = try await router().buildResponder().respond(
      to: request, context: try context(from: peer))
    let writer = CollectingWriter()
    try await response.body.write(writer)
    return CollectedResponse(
      status: response.status, headers: response.headers, body: writer.bytes.all)
  }

  private func context(from peer: String) throws -> ServerContext {
    let channel = EmbeddedChannel()
    defer { _ = try? channel.finish() }
    channel.remoteAddress = try SocketAddress(ipAddress: peer, port: 0)
    return ServerContext(
      source: ApplicationRequestContextSource(channel: channel, logger: Logger(label: "formrec")))
  }
}

/// Collects the body of a response.
struct CollectingWriter: ResponseBodyWriter {
  /// Must be used by only one task at a time.
  final class Bytes {
    var all: [UInt8] = []
  }

  let bytes = Bytes()

  func write(_ buffer: ByteBuffer) async throws { bytes.all += Array(buffer: buffer) }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
#endif
