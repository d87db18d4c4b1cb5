#if Server
public import FormRecorder
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// An HTTP server for the forms of one store: it accepts submissions and files, shows forms and
/// reports, and responds after the commit.
///
/// ```swift
/// try await FormHTTPServer(Recorder(database: "forms.sqlite")).run()
/// ```
public struct FormHTTPServer: Sendable {
  let core: ServerCore

  /// Creates a server for the store of a recorder.
  ///
  /// - Parameter report: Called with what the program should log, on any thread.
  /// - Throws: `RecorderError` with the reason `usage` if a limit is out of bounds.
  public init(
    _ recorder: Recorder, _ configuration: ServerConfiguration = ServerConfiguration(),
    report: @escaping @Sendable (ServerEvent) -> Void = { _ in }
  ) throws(RecorderError) {
    try configuration.requireLimits()
    self.init(ServerCore(recorder, configuration, report: report))
  }

  init(_ core: ServerCore) { self.core = core }

  /// Reports an error of other work on the store in the same way as an error of a request.
  public func reportError(_ description: String) { core.health.failed(description) }

  /// Serves requests until the process receives SIGTERM or SIGINT, or the task is cancelled.
  /// After that, it accepts no connections, and returns when the pending requests have been
  /// answered. Requests that store many records end after their next commit, and others are
  /// cancelled after `ServerConfiguration.stoppingTimeout`.
  ///
  /// - Parameter started: Called with the port once the server accepts connections.
  /// - Throws: An error if the address is in use or not available.
  public func run(started: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
    IncomingFile.deleteLeftovers(ofImportsInto: core.pools.reader.recorder.database)
    core.pages.files.deleteTemporaryFiles()
    // The last one is told first.
    let services: [any Service] = [application(started: started), StopNotice(core: core)]
    try await ServiceGroup(configuration: group(of: services)).run()
  }

  func group(of services: [any Service]) -> ServiceGroupConfiguration {
    var group = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: Self.logger)
    group.maximumGracefulShutdownDuration = .seconds(core.configuration.stoppingTimeout)
    return group
  }

  private static var logger: Logger {
    var logger = Logger(label: "formrec")
    logger.logLevel = .error
    return logger
  }

  /// Tells the routes when the server is told to stop.
  private struct StopNotice: Service {
    let core: ServerCore

    func run() async throws {
      defer { core.stop() }
      try await gracefulShutdown()
    }
  }

  private func application(
    started: @escaping @Sendable (Int) -> Void
  ) -> some ApplicationProtocol {
    let configuration = core.configuration
    // `availableConnectionsDelegate` limits all connections together.
    let connections = PendingLimit(.max, share: configuration.maximumConnectionsPerAddress)
    return Application(
      responder: router().buildResponder(),
      server: HTTPServerBuilder {
        ConnectionChannel(responder: $0, configuration: configuration, connections: connections)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port),
        availableConnectionsDelegate: MaximumAvailableConnections(
          configuration.maximumConnections)),
      onServerRunning: { [core] channel in
        // By default, several connections are accepted at once, even if only one more may be open.
        do {
          try await channel.setOption(.maxMessagesPerRead, value: 1).get()
        } catch ChannelError.ioOnClosedChannel {
          // It accepts none.
        } catch {
          core.health.failed("the limit of connections is not exact: \(error)")
        }
        started(channel.localAddress?.port ?? configuration.port)
      },
      logger: Self.logger)
  }

  func router() -> Router<ServerContext> { routes().completed() }

  /// The routes with the middleware that applies to all of them.
  func routes() -> Routes {
    let router = Router(context: ServerContext.self)
    router.add(middleware: ResponseHeaders(core: core))
    router.add(middleware: RequestAnswers(core: core) { [core] in $0.page(for: $1, core) })
    router.add(middleware: Authentication(core: core))
    let routes = Routes(core, router)
    for set in core.routes { routes.add(set) }
    // Its document describes the routes above.
    routes.add(OpenAPIRoutes(core: core))
    return routes
  }
}
#endif
