#if Server
import FormRecorder
import Hummingbird

/// The conditions under which storing the records of a request ends early.
struct StoringDeadline: Sendable {
  fileprivate let core: ServerCore
  /// The connection, if any. The work ends with it.
  fileprivate let connection: Connection?
  private let deadline: ContinuousClock.Instant

  init(_ core: ServerCore, _ connection: Connection?, seconds: Double) {
    self.core = core
    self.connection = connection
    deadline = core.clock.now() + .seconds(seconds)
  }

  /// The problem because of which the work must end now, or nil.
  var problem: Problem? {
    if core.isStopping { return .stopping }
    if connection?.isClosed == true { return .disconnected }
    guard core.clock.now() >= deadline else { return nil }
    return .unavailable("the request took too long; send fewer records at a time")
  }
}

extension ServerCore {
  /// The deadline of a request that begins to store records.
  ///
  /// - Parameter isDetached: Whether the work continues if the client disconnects.
  func storingDeadline(of context: ServerContext, isDetached: Bool = false) -> StoringDeadline {
    StoringDeadline(
      self, isDetached ? nil : context.connection,
      seconds: context.caller.isLimitedAsAnonymous
        ? configuration.anonymousStoringTimeout : configuration.storingTimeout)
  }

  /// Imports a file within the time that begins when a thread is free.
  ///
  /// - Parameters:
  ///   - isDetached: Whether the work continues if the client disconnects.
  ///   - work: The work, which receives a function that returns whether it must stop.
  /// - Throws: A problem with status 503 if no thread is free in time or the work is stopped, which
  ///   states what is stored.
  func importing<Result: Sendable>(
    for context: ServerContext, isDetached: Bool = false,
    _ work:
      @escaping @Sendable (Recorder, _ shouldStop: @escaping @Sendable () -> Bool) throws -> Result
  ) async throws -> Result {
    try await pools.importer.perform(
      orThrow: Problem.unavailable(
        "the server is busy with other files; try again", retryAfter: 60),
      after: { [clock, configuration] in
        try await clock.sleep(.seconds(configuration.waitingTimeout))
      }
    ) { [self] recorder, isCancelled in
      let deadline = storingDeadline(of: context, isDetached: isDetached)
      do {
        return try work(recorder) { isCancelled() || deadline.problem != nil }
      } catch let error as RecorderError where error.reason == .stopped {
        throw (deadline.problem ?? Problem.stopping).withStored(by: error)
      }
    }
  }
}

extension Problem {
  /// Received by a client that has closed only its sending side.
  static let disconnected = unavailable(
    "the client closed the connection; keep it open until the response arrives")
}
#endif
