import Foundation
import Synchronization

/// An HTTP service in this process, on its own port at every address of 127.0.0.0/8. The path
/// determines the response.
final class LoopbackService: Sendable {
  let port: Int
  private let listener: Int32
  private let counted = Mutex((connections: 0, bodies: [String]()))

  /// The number of connections.
  var connections: Int { counted.withLock { $0.connections } }
  /// The bodies of the requests, in order.
  var bodies: [String] { counted.withLock { $0.bodies } }

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("0.0.0.0")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var bound: Int32 = -1
    let listener = listener
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bound = bind(listener, pointer, length)
        getsockname(listener, pointer, &length)
      }
    }
    guard bound == 0, listen(listener, 128) == 0 else { throw CocoaError(.fileReadUnknown) }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread { [weak self] in
      while let service = self {
        let connection = accept(service.listener, nil, nil)
        if connection < 0 { return }
        service.counted.withLock { $0.connections += 1 }
        Thread { service.serve(connection) }.start()
      }
    }.start()
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    while let (path, body) = request(connection) {
      counted.withLock { $0.bodies.append(body) }
      switch path {
      case "/free": send(connection, 200, body.contains("taken") ? "false" : " true\n")
      case "/unknown": send(connection, 404, "true")
      case "/down": send(connection, 503, "true")
      case "/moved": send(connection, 302, "true", "Location: http://127.0.0.1:1/\r\n")
      case "/wrong": send(connection, 200, #"{"ok":true}"#)
      case "/long": send(connection, 200, "true" + String(repeating: " ", count: 1 << 20))
      case "/endless":
        write(connection, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while write(connection, "5\r\ntrue \r\n") {}
      case "/slow":
        write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\ntrue")
        while write(connection, " ") { usleep(200_000) }
      default:
        // Such as /wait/32, which is answered after 32 requests have arrived.
        guard let count = Int(path.dropFirst("/wait/".count)) else { return }
        while bodies.count < count { usleep(1_000) }
        send(connection, 200, "true")
      }
    }
  }

  private func request(_ connection: Int32) -> (path: String, body: String)? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      if let text = String(validating: bytes, as: UTF8.self),
        let end = text.range(of: "\r\n\r\n")
      {
        let head = text[..<end.lowerBound]
        let length =
          head.lowercased().split(separator: "\r\n")
          .first { $0.hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        let body = text[end.upperBound...]
        if body.utf8.count >= length {
          return (String(head.split(separator: " ")[1]), String(body))
        }
      }
      let count = read(connection, &buffer, buffer.count)
      if count <= 0 { return nil }
      bytes += buffer[..<count]
    }
  }

  private func send(_ connection: Int32, _ status: Int, _ body: String, _ header: String = "") {
    write(
      connection,
      "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.utf8.count)\r\n\(header)\r\n\(body)")
  }

  @discardableResult
  private func write(_ connection: Int32, _ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
