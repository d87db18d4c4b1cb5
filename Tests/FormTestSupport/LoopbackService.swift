import Foundation
import Synchronization

/// An HTTP service in this process for rules `remote`. It answers by path and value,
/// and can end as if its machine were unreachable.
public final class LoopbackService: Sendable {
  private let listener: LoopbackListener
  private let received = Mutex<[String]>([])
  private let lifetime: Int

  /// The port on which it listens.
  public var port: Int { listener.port }
  /// The requests so far, in order.
  public var bodies: [String] { received.withLock { $0 } }

  /// - Parameters:
  ///   - port: The port; 0 means any free port.
  ///   - lifetime: The number of answers after which it ends.
  public init(port: Int = 0, lifetime: Int = .max) throws {
    self.lifetime = lifetime
    listener = try LoopbackListener(port: port)
    listener.serve { [weak self] connection in self?.serve(connection) }
  }

  /// Closes the service, and the connections after the answers that are being sent.
  public func stop() { listener.stop() }

  private func serve(_ connection: Int32) {
    while let (path, body) = request(connection) {
      let count = received.withLock { bodies in
        bodies.append(body)
        return bodies.count
      }
      if count > lifetime { return stop() }
      switch path {
      case "/free": send(connection, 200, body.contains("taken") ? "false" : " true\n")
      case "/down": send(connection, 503, "true")
      case "/moved": send(connection, 302, "true", "Location: http://127.0.0.1:\(port)/free\r\n")
      case "/longest": send(connection, 200, "true" + String(repeating: " ", count: (64 << 10) - 4))
      case "/long": send(connection, 200, "true" + String(repeating: " ", count: 1 << 20))
      case "/slow": usleep(2_000_000)
      case "/late":
        usleep(2_000_000)
        send(connection, 200, "true")
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
    LoopbackListener.send(
      "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.utf8.count)\r\n\(header)\r\n\(body)",
      to: connection)
  }
}
