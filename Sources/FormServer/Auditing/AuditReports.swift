#if Server
import FormRecorder
import FormRules
import Synchronization

/// The most recent reports. A report that takes longer than a request may take is created in the
/// background, and the client requests it again.
final class AuditReports: Sendable {
  /// The content of a report.
  struct Key: Hashable, Sendable {
    var query: String
    var language: String
    /// The state of the store for which the report was created.
    var state: String?
    /// The addresses of the pages that the caller may open.
    var links: [String]
  }

  private struct State {
    var pages: [(key: Key, html: String)] = []
    var pending: [Key: Task<String, any Error>] = [:]
  }

  private enum Found {
    case ready(String)
    case pending(Task<String, any Error>)
  }

  private let state = Mutex(State())
  private let configuration: ServerConfiguration
  private let clock: ServerClock

  init(_ configuration: ServerConfiguration, _ clock: ServerClock) {
    (self.configuration, self.clock) = (configuration, clock)
  }

  /// Returns a report that is ready before the timeout.
  ///
  /// - Throws: A problem with status 503 if it takes longer, or if too many reports are being
  ///   created.
  func page(
    _ key: Key, make: @escaping @Sendable () async throws -> String
  ) async throws -> String {
    let found: Found = try state.withLock { state in
      if let page = state.pages.first(where: { $0.key == key }) { return .ready(page.html) }
      if let task = state.pending[key] { return .pending(task) }
      guard state.pending.count < configuration.maximumPendingReports else { throw Self.notReady }
      let task = Task {
        defer { self.state.withLock { state in state.pending[key] = nil } }
        let html = try await make()
        self.state.withLock { state in
          state.pages = (state.pages + [(key, html)]).suffix(self.configuration.maximumReports)
        }
        return html
      }
      state.pending[key] = task
      return .pending(task)
    }
    let task: Task<String, any Error>
    switch found {
    case .ready(let html): return html
    case .pending(let pending): task = pending
    }
    return try await withThrowingTaskGroup(of: String?.self) { group in
      group.addTask { try await Self.value(of: task) }
      group.addTask {
        try await self.clock.sleep(.seconds(self.configuration.readingTimeout))
        return nil
      }
      defer { group.cancelAll() }
      guard let html = try await group.next() ?? nil else { throw Self.notReady }
      return html
    }
  }

  private static var notReady: Problem {
    .unavailable("the report is being created; try again", retryAfter: 2)
  }

  /// The result of a task, or an error as soon as the caller is cancelled. The task continues.
  private static func value(of task: Task<String, any Error>) async throws -> String {
    let result = AsyncThrowingStream<String, any Error> { continuation in
      Task {
        continuation.yield(with: await task.result)
        continuation.finish()
      }
    }
    for try await html in result { return html }
    throw CancellationError()
  }
}
#endif
