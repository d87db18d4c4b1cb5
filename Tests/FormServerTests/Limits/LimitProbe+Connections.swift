#if Server
import Foundation
import Testing

@testable import FormServer

/// Headers, connections and their speed.
extension LimitProbe {
  static let connections = [
    LimitProbe("maximumHeaderField", 100, [200, 400]) { configuration in
      try await headers(
        configuration, [100, 101].map { ["a: \(String(repeating: "x", count: $0))"] })
    },
    LimitProbe("maximumHeaders", 200, [200, 400]) { configuration in
      try await headers(
        configuration,
        [200, 201].map { size in
          // The path and the other fields have 33 bytes.
          [
            "a: \(String(repeating: "x", count: 80))",
            "b: \(String(repeating: "x", count: size - 115))",
          ]
        })
    },
    LimitProbe("maximumHeaderCount", 4, [200, 400]) { configuration in
      try await headers(configuration, [2, 3].map { (0..<$0).map { "a\($0): x" } })
    },
    LimitProbe("maximumConnections", 2, [200, 1, 0, 200]) { configuration in
      var configuration = configuration
      // On a busy machine, an idle connection would be closed before the others have received
      // their responses.
      configuration.headerTimeout = 600
      return try await listening(configuration) { listening in
        await listening.onThread {
          var open = (0..<2).map { _ in listening.open() }
          let first = open[0].status()
          // The server answers the connections that it accepts during the requests of the first.
          open[1].sendRequest()
          for _ in 0..<2000 where !open[1].hasReceived { _ = open[0].status() }
          let third = listening.open()
          third.sendRequest()
          for _ in 0..<100 { _ = open[0].status() }
          let received = [open[1], third].map { $0.hasReceived ? 1 : 0 }
          open = []
          return [first] + received + [third.receivedStatus()]
        }
      }
    },
    // The fourth connection replaces the first one, whose end the server sees a little later.
    LimitProbe("maximumConnectionsPerAddress", 2, [200, 200, 0, 200]) { configuration in
      try await listening(configuration) { listening in
        await listening.onThread {
          var open: [RawConnection] = []
          var statuses = (0..<3).map { _ in
            open.append(listening.open())
            return open[open.count - 1].status()
          }
          open.removeFirst()
          statuses.append(0)
          for _ in 0..<2000 where statuses[3] != 200 { statuses[3] = listening.open().status() }
          return statuses
        }
      }
    },
    LimitProbe("headerTimeout", 5, [1, 0, 1, 0, 1, 0]) { configuration in
      // Without a header, after a response, and after a response that preceded the body.
      try GuardedChannel(configuration).isOpen(after: [4, 1])
        + GuardedChannel(configuration, answered: true).isOpen(after: [4, 1])
        + GuardedChannel(configuration, answered: true, early: true).isOpen(after: [4, 1])
    },
    LimitProbe("minimumBodySpeed", 10, [1, 0]) { configuration in
      var configuration = configuration
      configuration.bodySpeedInterval = 2
      return try [20, 19].map { bytes in
        let channel = try GuardedChannel(configuration)
        try channel.receive(bodyOf: bytes)
        return channel.isOpen(after: [2])[0]
      }
    },
    LimitProbe("bodySpeedInterval", 5, [1, 0]) { configuration in
      var configuration = configuration
      configuration.minimumBodySpeed = 1
      let channel = try GuardedChannel(configuration)
      try channel.receive(bodyOf: 0)
      return channel.isOpen(after: [4, 1])
    },
    LimitProbe("maximumRest", 5, [1, 0]) { configuration in
      let channel = try GuardedChannel(configuration)
      try channel.receive(bodyOf: 1)
      try channel.refuse()
      return channel.isOpen(after: [4, 1])
    },
  ]

  /// The statuses of requests with these header fields in addition to two others.
  private static func headers(
    _ configuration: ServerConfiguration, _ requests: [[String]]
  ) async throws -> [Int] {
    try await listening(configuration) { listening in
      await listening.onThread {
        requests.map { fields in
          let connection = listening.open()
          connection.sendRequest(fields)
          return connection.receivedStatus()
        }
      }
    }
  }

  private static func listening(
    _ configuration: ServerConfiguration,
    _ body: @escaping @Sendable (ListeningServer) async throws -> [Int]
  ) async throws -> [Int] {
    var server = try TestServer()
    server.configuration = configuration
    return try await ListeningServer.run(server, body)
  }
}

extension ListeningServer {
  fileprivate func open() -> RawConnection {
    guard let connection = RawConnection(port) else { preconditionFailure("not connected") }
    return connection
  }
}

extension RawConnection {
  fileprivate func sendRequest(_ fields: [String] = []) {
    let lines = ["GET /healthz HTTP/1.1", "Host: a"] + fields + ["Connection: keep-alive", "", ""]
    send(Array(lines.joined(separator: "\r\n").utf8))
  }

  /// The status of a response, or 0 if the connection is closed.
  fileprivate func receivedStatus() -> Int {
    let text = receive().map { String(decoding: $0, as: UTF8.self) } ?? ""
    return Int(text.dropFirst("HTTP/1.1 ".count).prefix(3)) ?? 0
  }

  fileprivate func status() -> Int {
    sendRequest()
    return receivedStatus()
  }
}
#endif
