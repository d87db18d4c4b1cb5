#if Server
import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Processes the requests of a connection: HTTP/1.1 and 1.0.
struct ConnectionChannel: HTTPChannelHandler {
  struct Value: ServerChildChannelValue {
    let parts: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    let connection: Connection

    var channel: any Channel { parts.channel }
  }

  /// The number of bytes that wait in the system until the client can receive them. The system
  /// takes more once half of them are sent.
  private static let maximumUnsent: SocketOptionValue = 128 << 10

  let responder: Responder
  let configuration: ServerConfiguration
  /// The open connections of each address.
  let connections: PendingLimit

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let connection = Connection(channel)
      // Without the limit, a slow client would be taken for a stalled one: Linux reports that a
      // socket is writable only once a third of its send buffer is free, which can be 1.3 MB. Sent
      // data does not count, so that the limit does not slow down clients over long distances.
      // Without the option, the server works, but is less exact.
      try? channel.syncOptions?.setOption(
        .tcpOption(NIOBSDSocket.Option(rawValue: TCP_NOTSENT_LOWAT)), value: Self.maximumUnsent)
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = configuration.maximumHeaderField
      limits.maxHeaderListSize = configuration.maximumHeaders
      limits.maxHeaderFieldCount = configuration.maximumHeaderCount
      let pipeline = channel.pipeline.syncOperations
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: false,
        withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
        withDecoderLimitConfiguration: limits)
      try pipeline.addHandler(ConnectionGuard(configuration, connection, connections: connections))
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      try pipeline.addHandler(HTTPConnectionStateHandler(logger: logger))
      return Value(
        parts: try NIOAsyncChannel(
          wrappingChannelSynchronously: channel,
          configuration: .init(isOutboundHalfClosureEnabled: true)),
        connection: connection)
    }
  }

  func handle(value: Value, logger: Logger) async {
    await Connection.$current.withValue(value.connection) {
      await handleHTTP(asyncChannel: value.parts, logger: logger)
    }
  }
}
#endif
