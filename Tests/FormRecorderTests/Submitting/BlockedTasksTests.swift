import FormRecorderTestSupport
import FormRules
import Foundation
import Testing

@testable import FormRecorder

/// A recorder is synchronous. Tasks that call it occupy the cooperative thread pool while they wait
/// for services, so the requests must not need a thread of the pool.
@Suite struct BlockedTasksTests {
  /// More tasks than the pool has threads.
  private static let taskCount = 8 * ProcessInfo.processInfo.activeProcessorCount

  /// Submits a record from each of `taskCount` concurrent tasks and returns the error codes.
  private func submit(_ client: ServiceClient) async throws -> [String] {
    let store = try TemporaryStore(CountedService.definitions())
    store.recorder.settings.services = Services(client)
    let recorder = store.recorder
    return try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<Self.taskCount {
        group.addTask {
          var request = SubmissionRequest(fields: [("id", "\(number)"), ("name", "n\(number)")])
          request.form = VersionReference("users")
          return try recorder.submit(request).errors.map(\.code)
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// A transport that suspends, one that sleeps, and one that blocks its thread.
  @Test(.timeLimit(.minutes(10)), arguments: ["suspends", "sleeps", "blocks"])
  func allTasksGetTheirAnswers(_ transport: String) async throws {
    let client = ServiceClient { _ in
      switch transport {
      case "suspends":
        await withCheckedContinuation { continuation in
          Thread.detachNewThread { continuation.resume() }
        }
      case "sleeps": try await Task.sleep(for: .milliseconds(1))
      default: usleep(10_000)
      }
      return .response(status: 200, body: Array("true".utf8))
    }
    #expect(try await submit(client) == [])
  }

  /// A transport that never answers and ignores cancellation.
  @Test(.timeLimit(.minutes(10))) func everyWaitHasADeadline() async throws {
    let client = ServiceClient(timeout: .milliseconds(50)) { _ in
      unsafe await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      return .response(status: 200, body: Array("true".utf8))
    }
    let codes = try await submit(client)
    #expect(codes == Array(repeating: "remote.unavailable", count: Self.taskCount))
  }
}
