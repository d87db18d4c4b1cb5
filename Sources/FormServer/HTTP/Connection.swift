#if Server
import NIOCore
import Synchronization

/// A connection of a client, as the routes see it.
final class Connection: Sendable {
  /// The connection of the current request; nil if it was processed without one.
  @TaskLocal static var current: Connection?

  private let closed = Atomic(false)
  private let channel: any Channel

  init(_ channel: any Channel) { self.channel = channel }

  /// Whether the client has closed the connection, or only its sending side: TCP does not tell the
  /// two apart before the server sends something. Storing and reading many records end early
  /// (`StoringDeadline`, `ServerCore.performWithoutTimeout`), other requests are completed, and the
  /// client may still receive a response.
  var isClosed: Bool { closed.load(ordering: .relaxed) }

  func close() { closed.store(true, ordering: .relaxed) }

  /// Tells a client that waits for permission (`Expect: 100-continue`) to send the body.
  func requestBody() async throws {
    try await channel.triggerUserOutboundEvent(RequestsBody())
  }

  /// The event that `ConnectionGuard` receives when a route reads the body.
  struct RequestsBody: Sendable {}
}
#endif
