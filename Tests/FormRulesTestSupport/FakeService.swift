package import FormRules
import Synchronization

/// A service that accepts values without the word "bad", and counts requests.
///
/// It answers after a delay, and not before `expected` requests have been under way at once.
package final class FakeService: Sendable {
  struct Fault: Error {}

  private struct State {
    var asked: [String] = []
    var underWay = 0
    var most = 0
  }

  private let state = Mutex(State())
  let delay: Duration
  let expected: Int
  let faults: Int
  let status: Int

  package init(delay: Duration = .zero, expected: Int = 0, faults: Int = 0, status: Int = 200) {
    (self.delay, self.expected, self.faults, self.status) = (delay, expected, faults, status)
  }

  /// The bodies of all requests, in order of arrival.
  package var asked: [String] { state.withLock { $0.asked } }
  /// The maximum number of concurrent requests.
  package var most: Int { state.withLock { $0.most } }

  func ask(_ question: ServiceRequest) async throws -> ServiceAnswer {
    let body = String(decoding: question.body, as: UTF8.self)
    let count = state.withLock { state in
      state.asked.append(body)
      state.underWay += 1
      state.most = max(state.most, state.underWay)
      return state.asked.count
    }
    defer { state.withLock { $0.underWay -= 1 } }
    if delay > .zero { try await Task.sleep(for: delay) }
    while most < expected { try await Task.sleep(for: .milliseconds(1)) }
    if count <= faults { throw Fault() }
    let isGood = !body.contains("bad")
    return .response(status: status, body: Array((isGood ? "true\n" : "false").utf8))
  }

  package func client(
    concurrency: Int = 32, retries: Int = 0, timeout: Duration? = nil
  ) -> ServiceClient {
    ServiceClient(concurrency: concurrency, retries: retries, timeout: timeout) {
      try await self.ask($0)
    }
  }
}
