#if Server
import NIOCore
import NIOHTTP1

/// Disconnects slow clients, refuses requests without one host or with an unsupported transfer
/// coding, and closes a connection after a response with `Connection: close`.
///
/// A connection is closed if a header is not complete in time, if there are no requests, if a body
/// is slower than the minimum, or if the client receives nothing of a response. A periodic check
/// detects these cases without a timer for each request. The speed of a body is measured only while
/// the server waits for it: while the server reads, and after its permission if the client awaits
/// one.
///
/// If a response closes the connection while the client is still sending the body, only the
/// sending side is closed first, and received data is discarded. Otherwise, the system would
/// reset the connection, and many clients would not receive the response.
///
/// Sendable because only the event loop of its channel uses it.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler, @unchecked Sendable {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The part of a request that the server waits for.
  private enum Phase {
    case header(since: NIODeadline)
    /// The server has waited for so long since the last measurement of the body's speed.
    case body(waited: TimeAmount)
    case response
    case rest(since: NIODeadline)
  }

  private let configuration: ServerConfiguration
  private let connection: Connection
  private let connections: PendingLimit
  /// The address under which the connection is counted.
  private var address: String?
  private var phase = Phase.response
  private var check: RepeatedTask?
  private var receivedBytes = 0
  /// Whether a read is pending. None is while a route does not take the data that was received.
  private var isReading = false
  /// The time until which the phase contains the time of waiting.
  private var countedUntil = NIODeadline.uptimeNanoseconds(0)
  /// The number of bytes that the system has not taken yet, and the time of its last change.
  private var unsent = (bytes: 0, since: NIODeadline.uptimeNanoseconds(0))
  /// The number of requests whose response has not ended.
  private var unanswered = 0
  /// The requests that are not yet answered.
  private var requests: CircularBuffer<(version: HTTPVersion, isHead: Bool)> = []
  /// Whether the method of the request that is being answered is HEAD.
  private var answersHead = false
  /// Whether the client waits for permission to send the body.
  private var awaitsPermission = false
  private var closes = false
  /// The status of a refused request, after which no further data is read.
  private var refusal: HTTPResponseStatus?

  init(
    _ configuration: ServerConfiguration, _ connection: Connection, connections: PendingLimit
  ) {
    self.configuration = configuration
    self.connection = connection
    self.connections = connections
  }

  func channelActive(context: ChannelHandlerContext) {
    phase = .header(since: context.eventLoop.now)
    // All clients of a proxy have its address.
    if !configuration.isBehindProxy, let peer = context.channel.remoteAddress?.ipAddress {
      let address = ClientAddress.network(of: peer)
      // No request has arrived that could be answered.
      guard connections.beginIfPossible(for: address) else { return context.close(promise: nil) }
      self.address = address
    }
    let period = TimeAmount.seconds(1)
    let channel = context.channel
    check = context.eventLoop.scheduleRepeatedTask(initialDelay: period, delay: period) {
      [self] _ in
      let now = channel.eventLoop.now
      if isTooSlow(at: now) || isStalled(channel, at: now) { channel.close(promise: nil) }
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    connection.close()
    if let address { connections.end(for: address) }
    address = nil
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
    if refusal != nil {
      if case .end = part { phase = .response }
      return
    }
    countWaiting(until: context.eventLoop.now)
    switch part {
    case .head(let head):
      refusal = head.refusal
      guard refusal == nil else {
        phase = .body(waited: .zero)
        // Answered after the responses to earlier requests.
        return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
      }
      requests.append((head.version, head.method == .HEAD))
      unanswered += 1
      awaitsPermission =
        !head.version.isOld
        && head.headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
      receivedBytes = 0
      phase = .body(waited: .zero)
    case .body(let bytes):
      awaitsPermission = false
      receivedBytes += bytes.readableBytes
    case .end:
      awaitsPermission = false
      phase = unanswered > 0 ? .response : .header(since: context.eventLoop.now)
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // The handlers that control how much is read no longer receive the data.
    if case .rest = phase { return context.read() }
    countWaiting(until: context.eventLoop.now)
    isReading = false
    context.fireChannelReadComplete()
  }

  func read(context: ChannelHandlerContext) {
    countWaiting(until: context.eventLoop.now)
    isReading = true
    context.read()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent {
      connection.close()
      if case .rest = phase { return context.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is Connection.RequestsBody else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    guard awaitsPermission else {
      promise?.succeed()
      return
    }
    countWaiting(until: context.eventLoop.now)
    awaitsPermission = false
    context.writeAndFlush(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))),
      promise: promise)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    var data = data
    switch unwrapOutboundIn(data) {
    case .head(var head):
      let request = requests.popFirst()
      // The server answers errors of the parser with status 400.
      if request == nil, let refusal { head.status = refusal }
      let version = request?.version ?? .http1_1
      answersHead = request?.isHead ?? false
      // After a refusal, the client may or may not send the body.
      closes = head.headers[canonicalForm: "connection"].contains("close") || awaitsPermission
      if version.isOld {
        // A body that is not preceded by its length then ends with the connection.
        head.version = version
        closes = true
      }
      if closes { head.headers.replaceOrAdd(name: "connection", value: "close") }
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: break
    case .end:
      // The encoder would write the last chunk of a body of unknown length.
      if answersHead { data = wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))) }
      if closes {
        let done = promise ?? context.eventLoop.makePromise()
        done.futureResult.assumeIsolated().whenComplete { [self] _ in close(context) }
        return context.write(data, promise: done)
      }
      unanswered -= 1
      // A response may end before its request, and before another one that the client has sent.
      if case .response = phase, unanswered <= 0 {
        phase = .header(since: context.eventLoop.now)
      }
    }
    context.write(data, promise: promise)
  }

  /// Closes the connection, or only the server's side while the client sends a body.
  private func close(_ context: ChannelHandlerContext) {
    guard case .body = phase else { return context.close(promise: nil) }
    phase = .rest(since: context.eventLoop.now)
    context.close(mode: .output, promise: nil)
    context.read()
  }

  /// Counts the time since the last call if the server waited for a body. After the response, it
  /// always does, because it drops the rest.
  private func countWaiting(until now: NIODeadline) {
    if case .body(let waited) = phase, isReading || unanswered <= 0, !awaitsPermission {
      phase = .body(waited: waited + (now - countedUntil))
    }
    countedUntil = now
  }

  /// Whether the client has received nothing for too long although bytes wait for it.
  private func isStalled(_ channel: any Channel, at now: NIODeadline) -> Bool {
    // Fails only if the channel is closed.
    let bytes = (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    if bytes == 0 || bytes != unsent.bytes { unsent = (bytes, now) }
    return bytes > 0 && now - unsent.since >= .seconds(Int64(configuration.downloadTimeout))
  }

  /// Whether the client is too slow in sending. Begins the next measurement of a body.
  private func isTooSlow(at now: NIODeadline) -> Bool {
    countWaiting(until: now)
    switch phase {
    case .response: return false
    case .rest(let since): return now - since >= .seconds(Int64(configuration.maximumRest))
    case .header(let since): return now - since >= .seconds(Int64(configuration.headerTimeout))
    case .body(let waited):
      let interval = configuration.bodySpeedInterval
      guard waited >= .seconds(Int64(interval)) else { return false }
      defer { receivedBytes = 0 }
      phase = .body(waited: .zero)
      return receivedBytes < configuration.minimumBodySpeed * interval
    }
  }
}

extension HTTPRequestHead {
  /// The status with which the request is refused, or nil if it is not.
  fileprivate var refusal: HTTPResponseStatus? {
    if !namesHost { return .badRequest }
    return isChunkedAtMost ? nil : .notImplemented
  }

  /// Whether the request names one host (RFC 9112, section 3.2). Before HTTP/1.1, it need not name
  /// any.
  private var namesHost: Bool {
    let count = headers["host"].count
    return count == 1 || (count == 0 && version.isOld)
  }

  /// Whether the body has no transfer coding other than `chunked` (RFC 9112, section 6.1).
  private var isChunkedAtMost: Bool {
    let codings = headers[canonicalForm: "transfer-encoding"].map { $0.lowercased() }
    return codings.isEmpty || codings == ["chunked"]
  }
}

extension HTTPVersion {
  /// Whether the client does not support HTTP/1.1.
  fileprivate var isOld: Bool { major < 1 || (major == 1 && minor < 1) }
}
#endif
