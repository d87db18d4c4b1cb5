#if Server
import NIOCore
import NIOEmbedded
import NIOHTTP1

@testable import FormServer

/// A connection with a guard on an event loop whose time the test sets.
struct GuardedChannel {
  private let channel = EmbeddedChannel()

  /// - Parameters:
  ///   - answered: Whether a request was answered.
  ///   - early: Whether it was answered before it ended.
  init(_ configuration: ServerConfiguration, answered: Bool = false, early: Bool = false) throws {
    let handler = ConnectionGuard(
      configuration, Connection(channel), connections: PendingLimit(.max, share: 9))
    try channel.pipeline.syncOperations.addHandlers(HalfClosing(), handler)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    guard answered else { return }
    try receiveHeader(of: .GET)
    if early { try respond() }
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    if !early { try respond() }
  }

  /// Receives a header, and reads on.
  func receiveHeader(of method: HTTPMethod = .POST, _ fields: HTTPHeaders = [:]) throws {
    var head = HTTPRequestHead(version: .http1_1, method: method, uri: "/", headers: fields)
    head.headers.add(name: "host", value: "a")
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    read()
  }

  /// Receives a part of a body. Nothing is read after it.
  func receive(_ count: Int) throws {
    try channel.writeInbound(
      HTTPServerRequestPart.body(ByteBuffer(repeating: 0, count: count)))
  }

  func receive(bodyOf count: Int) throws {
    try receiveHeader()
    try receive(count)
    read()
  }

  func read() { channel.read() }

  /// Asks for the body, as a route does. Returns the status that the client receives, if any.
  func requestBody() throws -> Int? {
    try channel.triggerUserOutboundEvent(Connection.RequestsBody()).wait()
    guard case .head(let head)? = try channel.readOutbound(as: HTTPServerResponsePart.self) else {
      return nil
    }
    return Int(head.status.code)
  }

  /// Answers with a response that closes the connection.
  func refuse() throws { try respond(["connection": "close"]) }

  func respond(_ headers: HTTPHeaders = [:]) throws {
    let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
    try channel.writeOutbound(HTTPServerResponsePart.head(head))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
  }

  /// Whether the connection is open after each of these times in seconds.
  func isOpen(after times: [Int64]) -> [Int] {
    times.map { time in
      channel.embeddedEventLoop.advanceTime(by: .seconds(time))
      return channel.isActive ? 1 : 0
    }
  }
}

/// Keeps the channel open when only its output is closed, which an embedded channel does not.
private final class HalfClosing: ChannelOutboundHandler {
  typealias OutboundIn = Any

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .all else {
      promise?.succeed()
      return
    }
    context.close(mode: mode, promise: promise)
  }
}
#endif
