#if Server
import Foundation
import Testing

@testable import FormServer

/// Sends bytes to a server that listens on a port.
struct ListeningServer: Sendable {
  let port: Int

  /// Runs a server while `body` runs.
  static func run<Outcome: Sendable>(
    _ server: TestServer, _ body: @Sendable (ListeningServer) async throws -> Outcome
  ) async throws -> Outcome {
    var configuration = server.configuration
    configuration.port = 0
    return try await run(FormHTTPServer(server.recorder, configuration), body)
  }

  /// Runs a server, which chooses its port, while `body` runs.
  static func run<Outcome: Sendable>(
    _ server: FormHTTPServer, _ body: @Sendable (ListeningServer) async throws -> Outcome
  ) async throws -> Outcome {
    let (ports, port) = AsyncStream<Int>.makeStream()
    let running = Task { try await server.run { port.yield($0) } }
    var iterator = ports.makeAsyncIterator()
    let listening = try #require(await iterator.next())
    let result: Result<Outcome, any Error>
    do {
      result = .success(try await body(ListeningServer(port: listening)))
    } catch {
      result = .failure(error)
    }
    running.cancel()
    _ = await running.result
    return try result.get()
  }

  /// Sends bytes until the server stops reading, and returns what it responds until it closes the
  /// connection.
  ///
  /// - Parameter then: Returns what to send after a response so far, or nil to only receive.
  func response(
    to request: String, bodyBytes: Int = 0,
    then: @escaping @Sendable (_ response: String) -> String? = { _ in nil }
  ) async -> String {
    await onThread {
      guard let connection = RawConnection(port) else { return "not connected" }
      connection.send(
        Array(request.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: bodyBytes))
      var response: [UInt8] = []
      while let part = connection.receive() {
        response += part
        if let next = then(String(decoding: response, as: UTF8.self)) {
          connection.send(Array(next.utf8))
        }
      }
      return String(decoding: response, as: UTF8.self)
    }
  }

  /// Runs blocking calls on a thread of their own.
  func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: work()) }
    }
  }
}

/// A connection to a server of this machine.
final class RawConnection: Sendable {
  private let descriptor: Int32

  /// - Parameter receiveBuffer: The size of the buffer for received data; by default, the system
  ///   chooses it.
  init?(_ port: Int, receiveBuffer: Int32? = nil) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var receiveBuffer {
      let size = socklen_t(MemoryLayout<Int32>.size)
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, size)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    // Safe because the pointers are used within the calls only. The same holds below.
    address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if status != 0 { return nil }
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(1 << 16))
      let sent = unsafe Glibc.send(descriptor, part, part.count, Int32(MSG_NOSIGNAL))
      if sent <= 0 { return }
      rest = rest.dropFirst(sent)
    }
  }

  /// Closes the sending side.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Whether there are bytes to receive.
  var hasReceived: Bool {
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
  }

  /// The next bytes, or nil when the server has closed the connection.
  func receive(maximum: Int = 1 << 16) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: maximum)
    let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }
}
#endif
