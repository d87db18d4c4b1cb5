import Foundation
import Synchronization

/// A mail server without TLS in this process, which answers each command as a test specifies.
public final class LoopbackMailServer: Sendable {
  /// What the server does instead of accepting.
  public enum Answer: Sendable {
    /// It sends this reply.
    case reply(String)
    /// It closes the connection.
    case close
    /// It sends nothing until the client closes the connection.
    case silence
  }

  private struct State {
    var answers: [String: Answer]
    var messages: [(to: String, content: String)] = []
    var lines: [String] = []
  }

  private let listener: LoopbackListener
  private let state: Mutex<State>

  /// The port on which it listens.
  public var port: Int { listener.port }
  /// The messages that it accepted.
  public var messages: [(to: String, content: String)] { state.withLock { $0.messages } }
  /// The lines that it received outside of messages.
  public var lines: [String] { state.withLock { $0.lines } }

  /// - Parameter answers: The answers to lines that begin with a text, such as `RCPT TO:<bo@`. The
  ///   greeting answers `CONNECT`, and the reply after a message `.`.
  public init(_ answers: [String: Answer] = [:]) throws {
    state = Mutex(State(answers: answers))
    listener = try LoopbackListener()
    listener.serve { [weak self] connection in self?.serve(connection) }
  }

  deinit { listener.stop() }

  /// Makes the server accept everything.
  public func recover() { state.withLock { $0.answers = [:] } }

  private static let defaults = [
    "CONNECT": "220 ready", "EHLO": "250-localhost\r\n250 AUTH PLAIN", "AUTH": "334 ",
    "MAIL": "250 ok", "RCPT": "250 ok", "DATA": "354 go", ".": "250 ok", "QUIT": "221 bye",
  ]

  private func serve(_ connection: Int32) {
    var rest: [UInt8] = []
    var recipient = ""
    guard answer("CONNECT", connection) else { return }
    while let line = Self.line(connection, &rest) {
      state.withLock { $0.lines.append(line) }
      if line.hasPrefix("RCPT TO:") { recipient = String(line.dropFirst("RCPT TO:".count)) }
      guard answer(line, connection) else { return }
      guard line == "DATA", state.withLock({ $0.answers["DATA"] == nil }) else { continue }
      var content: [String] = []
      while let line = Self.line(connection, &rest), line != "." { content.append(line) }
      guard answer(".", connection) else { return }
      state.withLock { state in
        if state.answers["."] == nil {
          state.messages.append((recipient, content.joined(separator: "\r\n")))
        }
      }
    }
  }

  /// Answers a line. Returns false if the connection is to be closed.
  private func answer(_ line: String, _ connection: Int32) -> Bool {
    let answer = state.withLock { $0.answers.first { line.hasPrefix($0.key) }?.value }
    switch answer {
    case nil:
      let reply = Self.defaults.first { line.hasPrefix($0.key) }?.value ?? "235 ok"
      LoopbackListener.send(reply + "\r\n", to: connection)
      return !line.hasPrefix("QUIT")
    case .reply(let reply):
      LoopbackListener.send(reply + "\r\n", to: connection)
      return true
    case .close: return false
    case .silence:
      var rest: [UInt8] = []
      while Self.line(connection, &rest) != nil {}
      return false
    }
  }

  private static func line(_ connection: Int32, _ rest: inout [UInt8]) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        let line = rest[..<end].last == 0x0D ? rest[..<end].dropLast() : rest[..<end]
        let text = String(decoding: line, as: UTF8.self)
        rest.removeSubrange(...end)
        return text
      }
      let count = unsafe read(connection, &buffer, buffer.count)
      if count <= 0 { return nil }
      rest += buffer[..<count]
    }
  }
}
