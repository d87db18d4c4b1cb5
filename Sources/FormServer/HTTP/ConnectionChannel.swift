#if Server
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

  let responder: Responder
  let configuration: ServerConfiguration
  let connections: ClientCounts

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let connection = Connection(channel)
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
