#if Server
import FormRecorder
import FormRules
import Hummingbird
import Synchronization

/// The state that the routes share.
final class ServerCore: Sendable {
  let pools: ServerPools
  let configuration: ServerConfiguration
  /// The active grants. A change takes effect after at most `ServerConfiguration.changeDelay`.
  let access: ExpiringValue<AccessList>
  let languages: Languages
  let metrics = ServerMetrics()
  /// Reports what the program should log.
  let report: @Sendable (ServerEvent) -> Void
  let health: StoreHealth
  /// Whether the store can be read and written.
  let isReady: ExpiringValue<Bool>
  let clock: ServerClock
  let sessions: BrowserSessions
  let limits: RequestLimits
  let pages: PageState
  private let stopping = Atomic(false)
  /// Sends requests of `remote` rules, if services are available.
  let client: ServiceClient?

  init(
    _ recorder: Recorder, _ configuration: ServerConfiguration,
    clock: ServerClock = ServerClock(),
    report: @escaping @Sendable (ServerEvent) -> Void = { _ in }
  ) {
    let files = SubmittedFiles(database: recorder.database)
    // Whatever the request, rules read the files that were sent with forms.
    var recorder = recorder
    recorder.settings.files = files
    let limits = RequestLimits(configuration, clock)
    self.limits = limits
    let health = StoreHealth(report)
    self.health = health
    let pools = ServerPools(
      recorder, configuration, changes: limits.submissions, health: health)
    self.pools = pools
    self.configuration = configuration
    self.clock = clock
    self.report = report
    let maximumAge = Duration.seconds(configuration.changeDelay)
    access = ExpiringValue(maximumAge: maximumAge, clock) { [reader = pools.reader] known in
      try await reader.perform { recorder, _ in try recorder.accessList(after: known) }
    }
    isReady = ExpiringValue(maximumAge: maximumAge, clock) { [reader = pools.reader] _ in
      do {
        try await reader.perform { recorder, _ in try recorder.requireUsable() }
        health.works()
        return true
      } catch let error as RecorderError {
        health.failed(error.description)
        return false
      }
    }
    languages = Languages(configuration)
    sessions = BrowserSessions(configuration, clock)
    let key = ServerKey(database: recorder.database)
    if let error = key.error {
      report(
        .failed("a restart invalidates open pages, because their key is not stored: \(error)"))
    }
    pages = PageState(pools.reader, configuration, files: files, key: key, clock: clock)
    client = recorder.settings.services?.client
  }

  /// Whether the server has been told to stop.
  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// Makes requests that store many records end after their next commit.
  func stop() { stopping.store(true, ordering: .relaxed) }
}

extension ServerCore {
  /// Converts an error of a request, and reports its cause if the client is not told.
  func problem(for error: any Error) -> Problem {
    let problem = Problem(any: error)
    if let cause = problem.cause { health.failed(cause) }
    return problem
  }

  /// Works on files that forms send.
  func storingFile<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    do {
      return try await pools.worker.perform { _, _ in try work() }
    } catch let error as RecorderError {
      // The error contains the path.
      var problem = Problem(.internalServerError, "the file cannot be stored")
      problem.cause = error.description
      throw problem
    }
  }
}
#endif
