#if Server
import FormRules
import Hummingbird
import NIOCore
import Synchronization

/// Server-sent events (HTML standard, section 9.2). A client that reads slowly misses some
/// events, but never the last ones.
final class EventStream: Sendable {
  private let events: AsyncStream<ByteBuffer>
  private let continuation: AsyncStream<ByteBuffer>.Continuation

  init() {
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
  }

  func send(_ name: String, _ json: JSON) {
    continuation.yield(ByteBuffer(string: "event: \(name)\ndata: \(json.text)\n\n"))
  }

  func finish() { continuation.finish() }

  var response: Response {
    Response(
      status: .ok, headers: [.contentType: ContentType.events],
      body: ResponseBody(asyncSequence: events))
  }
}
#endif
