import Foundation
import Synchronization

/// An HTTP service in this process for rules `remote`. It answers by path and value,
/// and can end as if its machine were unreachable.
public final class LoopbackService: Sendable {
  private struct State {
    var bodies: [String] = []
    var connections: [Int32] = []
    var isDown = false
  }

  /// The address on which it listens.
  public let port: Int
  private let listener: Int32
  private let state = Mutex(State())
  private let lifetime: Int

  /// The requests so far, in order.
  public var bodies: [String] { state.withLock { $0.bodies } }

  /// - Parameters:
  ///   - port: The port; 0 means any free port.
  ///   - lifetime: The number of answers after which it ends.
  public init(port: Int = 0, lifetime: Int = .max) throws {
    self.lifetime = lifetime
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var (status, yes): (Int32, Int32) = (-1, 1)
    let listener = listener
    unsafe setsockopt(
      listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    // Safe because the pointer is used only within the calls.
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        status = unsafe bind(listener, pointer, length)
        unsafe getsockname(listener, pointer, &length)
      }
    }
    guard status == 0, listen(listener, 128) == 0 else { throw CocoaError(.fileReadUnknown) }
    self.port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        let isDown = state.withLock { state in
          state.connections.append(connection)
          return state.isDown
        }
        if isDown { return stop() }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  /// Closes the service, and the connections after the answers that are being sent.
  public func stop() {
    state.withLock { state in
      state.isDown = true
      for descriptor in [listener] + state.connections { shutdown(descriptor, Int32(SHUT_RD)) }
    }
  }

  private func serve(_ connection: Int32) {
    defer {
      // Under the lock, because another test may reuse the number of a closed descriptor.
      state.withLock { state in
        state.connections.removeAll { $0 == connection }
        close(connection)
      }
    }
    while let (path, body) = request(connection) {
      let count = state.withLock { state in
        state.bodies.append(body)
        return state.bodies.count
      }
      if count > lifetime { return stop() }
      switch path {
      case "/free": send(connection, 200, body.contains("taken") ? "false" : " true\n")
      case "/down": send(connection, 503, "true")
      case "/moved": send(connection, 302, "true", "Location: http://127.0.0.1:\(port)/free\r\n")
      case "/long": send(connection, 200, "true" + String(repeating: " ", count: 1 << 20))
      case "/slow": usleep(2_000_000)
      default: send(connection, 404, "true")
      }
    }
  }

  private func request(_ connection: Int32) -> (path: String, body: String)? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let head = text[..<end.lowerBound]
        let length =
          head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        let body = text[end.upperBound...]
        if body.utf8.count >= length {
          return (String(head.split(separator: " ")[1]), String(body))
        }
      }
      let count = unsafe read(connection, &buffer, buffer.count)
      if count <= 0 { return nil }
      bytes += buffer[..<count]
    }
  }

  private func send(_ connection: Int32, _ status: Int, _ body: String, _ header: String = "") {
    var rest = Array(
      "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.utf8.count)\r\n\(header)\r\n\(body)".utf8
    )[...]
    while !rest.isEmpty {
      // Safe because the pointer is used only within the call.
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}
