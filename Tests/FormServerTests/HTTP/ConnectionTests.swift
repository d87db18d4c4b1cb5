#if Server
import FormRecorder
import FormTestSupport
import Foundation
import Testing

@testable import FormServer

/// Connections to a listening server.
@Suite struct ConnectionTests {
  /// Sends bytes until the server stops reading, and returns what it responds until it closes
  /// the connection.
  private static func response(_ port: Int, _ header: String, bodyBytes: Int) -> String {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    // Safe because the pointers are used within the calls only. The same holds below.
    address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { return "not connected" }
    var rest = Array(header.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: bodyBytes)
    while !rest.isEmpty {
      let sent = unsafe send(connection, rest, min(rest.count, 1 << 16), Int32(MSG_NOSIGNAL))
      if sent <= 0 { break }
      rest.removeFirst(sent)
    }
    var (response, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = unsafe recv(connection, &buffer, buffer.count, 0)
      if count <= 0 { return String(decoding: response, as: UTF8.self) }
      response += buffer.prefix(count)
    }
  }

  @Test func theResponseArrivesAlthoughTheBodyIsTooLarge() async throws {
    var server = try TestServer()
    server.configuration.port = 0
    server.configuration.maximumBody = 100
    let (ports, port) = AsyncStream<Int>.makeStream()
    let running = Task { [server] in
      try await FormServer(server.recorder, server.configuration).run { port.yield($0) }
    }
    var iterator = ports.makeAsyncIterator()
    let listening = try #require(await iterator.next())
    let response = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          returning: Self.response(
            listening,
            "POST /forms/people/submissions HTTP/1.1\r\nHost: localhost\r\n"
              + "Content-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n",
            bodyBytes: 8 << 20))
      }
    }
    #expect(response.hasPrefix("HTTP/1.1 413"), "\(response.prefix(100))")
    running.cancel()
    _ = await running.result
  }
}
#endif
