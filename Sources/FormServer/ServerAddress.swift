#if Server
import Foundation
import NIOCore
import NIOPosix

extension FormServer {
  /// Checks that a server can listen, before anything is changed for it.
  ///
  /// - Throws: The error of `run` if the address of a configuration is in use or not available.
  package static func requireAvailable(_ configuration: ServerConfiguration) throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    // The threads end in any case.
    defer { try? group.syncShutdownGracefully() }
    try ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(host: configuration.host, port: configuration.port).wait()
      .close().wait()
  }

  /// Whether `run` failed because another program listens on the address.
  package static func isAddressInUse(_ error: any Error) -> Bool {
    (error as? IOError)?.errnoCode == EADDRINUSE
  }
}
#endif
