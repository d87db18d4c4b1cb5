import Foundation
import Synchronization

/// A port of this computer that accepts connections, each on a thread of its own.
final class LoopbackListener: Sendable {
  private struct State {
    var connections: [Int32] = []
    var isDown = false
  }

  let port: Int
  private let listener: Int32
  private let state = Mutex(State())

  /// - Parameter port: The port; 0 means any free port.
  init(port: Int = 0) throws {
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
  }

  /// Begins to accept connections.
  func serve(_ body: @escaping @Sendable (_ connection: Int32) -> Void) {
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        let isDown = state.withLock { state in
          state.connections.append(connection)
          return state.isDown
        }
        if isDown { return stop() }
        Thread.detachNewThread { [self] in
          body(connection)
          // Under the lock, because another test may reuse the number of a closed descriptor.
          state.withLock { state in
            state.connections.removeAll { $0 == connection }
            close(connection)
          }
        }
      }
    }
  }

  /// Ends to accept connections and to read from them. What is being sent is still sent.
  func stop() {
    state.withLock { state in
      state.isDown = true
      for descriptor in [listener] + state.connections { shutdown(descriptor, Int32(SHUT_RD)) }
    }
  }

  /// Sends a text, unless the client has closed the connection.
  static func send(_ text: String, to connection: Int32) {
    var rest = Array(text.utf8)[...]
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
