#if Server
import Foundation
import NIOCore
import NIOPosix

extension FormHTTPServer {
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
}

/// Why a server cannot listen on its address.
package enum ListeningError: Equatable, Sendable {
  /// The name of the host cannot be resolved.
  case unknownHost
  /// The address is not one of this machine.
  case addressNotAvailable
  /// Another program listens on the port.
  case addressInUse
  /// The port is reserved for privileged users.
  case permissionDenied

  /// - Parameter error: An error of `FormHTTPServer.run`.
  package init?(_ error: any Error) {
    if error is SocketAddressError.UnknownHost {
      self = .unknownHost
      return
    }
    switch (error as? IOError)?.errnoCode {
    case EADDRNOTAVAIL, EAFNOSUPPORT: self = .addressNotAvailable
    case EADDRINUSE: self = .addressInUse
    case EACCES, EPERM: self = .permissionDenied
    default: return nil
    }
  }
}
#endif
