#if Server
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Disconnects slow clients, and closes a connection after a response with `Connection: close`.
///
/// A connection is closed if a header is not complete in time, if there are no requests, or if a
/// body is slower than the minimum. A periodic check detects these cases without a timer for each
/// request.
///
/// If a response closes the connection while the client is still sending the body, only the
/// sending side is closed first, and received data is discarded. Otherwise, the system would
/// reset the connection, and many clients would not receive the response.
///
/// Sendable because only the event loop of its channel uses it.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler, @unchecked Sendable {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The part of a request that the server waits for.
  private enum Phase {
    case header(since: NIODeadline)
    case body(since: NIODeadline)
    case response
    case rest(since: NIODeadline)
  }

  private let headerTimeout: TimeAmount
  private let minimumSpeed: Int
  private var phase = Phase.response
  private var check: RepeatedTask?
  private var receivedBytes = 0
  private var closes = false

  /// The minimum time between two measurements of a body's speed, in seconds.
  private static let interval: Int64 = 10
  /// The maximum time for which the rest of a body is dropped before the connection is closed.
  private static let maximumRest = TimeAmount.seconds(10)

  init(_ configuration: ServerConfiguration) {
    headerTimeout = .seconds(Int64(configuration.headerTimeout))
    minimumSpeed = configuration.minimumBodySpeed
  }

  func channelActive(context: ChannelHandlerContext) {
    phase = .header(since: .now())
    let period = min(headerTimeout, .seconds(2))
    let channel = context.channel
    check = context.eventLoop.scheduleRepeatedTask(initialDelay: period, delay: period) {
      [self] _ in if isTooSlow { channel.close(promise: nil) }
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    check?.cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    if case .rest = phase {
      if case .end = part { context.close(promise: nil) }
      return
    }
    switch part {
    case .head:
      receivedBytes = 0
      phase = .body(since: .now())
    case .body(let bytes): receivedBytes += bytes.readableBytes
    case .end: phase = .response
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // The handlers that control how much is read no longer receive the data.
    if case .rest = phase { return context.read() }
    context.fireChannelReadComplete()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .rest = phase, case .inputClosed? = event as? ChannelEvent {
      return context.close(promise: nil)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head): closes = head.headerFields[.connection] == "close"
    case .body: break
    case .end where closes:
      let done = promise ?? context.eventLoop.makePromise()
      done.futureResult.assumeIsolated().whenComplete { [self] _ in close(context) }
      return context.write(data, promise: done)
    case .end: phase = .header(since: .now())
    }
    context.write(data, promise: promise)
  }

  /// Closes the connection, or only the server's side while the client sends a body.
  private func close(_ context: ChannelHandlerContext) {
    guard case .body = phase else { return context.close(promise: nil) }
    phase = .rest(since: .now())
    context.close(mode: .output, promise: nil)
    context.read()
  }

  /// Whether the client is too slow. Begins the next measurement of a body.
  private var isTooSlow: Bool {
    let now = NIODeadline.now()
    switch phase {
    case .response: return false
    case .rest(let since): return now - since >= Self.maximumRest
    case .header(let since): return now - since >= headerTimeout
    case .body(let since):
      guard now - since >= .seconds(Self.interval) else { return false }
      defer { receivedBytes = 0 }
      phase = .body(since: now)
      return receivedBytes < minimumSpeed * Int(Self.interval)
    }
  }
}
#endif
