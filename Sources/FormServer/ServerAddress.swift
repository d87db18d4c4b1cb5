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
    let result = Result {
      try ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .bind(host: configuration.host, port: configuration.port).wait()
        .close().wait()
    }
    // Also after an error, because the threads would not end.
    try group.syncShutdownGracefully()
    try result.get()
  }

  /// Whether `run` failed because another program listens on the address.
  package static func isAddressInUse(_ error: any Error) -> Bool {
    (error as? IOError)?.errnoCode == EADDRINUSE
  }
}
#endif
