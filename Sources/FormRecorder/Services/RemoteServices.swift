import Dispatch
public import FormRules
import Foundation
import Synchronization

/// The services that a recorder requests for `remote` rules in imports, single submissions, replays
/// and file checks. The requests for a batch of records are sent together, before anything is
/// locked.
///
/// ```swift
/// var recorder = Recorder(database: "forms.sqlite")
/// recorder.services = RemoteServices(HTTPRemote(HostPolicy(allowing: ["api.example.com"])).client)
/// ```
///
/// After three consecutive requests without an answer, a run sends no further requests.
public struct RemoteServices: Sendable {
  /// The treatment of a value that no service answers for.
  public enum UnavailablePolicy: String, Sendable, CaseIterable {
    /// The value is rejected with `remote.unavailable`.
    case reject
    /// The rule counts as skipped.
    case warn
  }

  /// Sends a request and waits for the answer, on a separate thread.
  public typealias Ask = @Sendable (RemoteQuestion) throws -> RemoteAnswer

  /// Identifies these services. An unfinished import can be resumed only with services of the same
  /// name.
  let name: String
  let whenUnavailable: UnavailablePolicy
  private let ask: Ask
  private let concurrency: Int
  private let shouldStop: @Sendable () -> Bool

  /// Creates services from a function that sends requests.
  ///
  /// - Parameters:
  ///   - name: identifies these services, for example by the names of their hosts. An unfinished
  ///     import can be resumed only with services of the same name.
  ///   - concurrency: the maximum number of concurrent requests. Each takes a thread.
  ///   - whenUnavailable: the treatment of values without an answer.
  ///   - shouldStop: called while the run waits for answers. Returning true ends the run.
  ///   - ask: sends a request and waits for its answer, at most for the request's timeout. If it
  ///     throws, the request is sent once more.
  public init(
    name: String = "services", concurrency: Int = 32, whenUnavailable: UnavailablePolicy = .reject,
    shouldStop: @escaping @Sendable () -> Bool = { false }, ask: @escaping Ask
  ) {
    self.name = name
    self.ask = ask
    self.concurrency = max(1, concurrency)
    self.whenUnavailable = whenUnavailable
    self.shouldStop = shouldStop
  }

  /// Creates services from an asynchronous client. Use them only with recorders that are not called
  /// from tasks, which would occupy the threads that the client needs. For tasks, use
  /// `AsyncRecorder`.
  public init(
    _ client: RemoteClient, name: String = "services", concurrency: Int = 32,
    whenUnavailable: UnavailablePolicy = .reject,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) {
    self.init(
      name: name, concurrency: concurrency, whenUnavailable: whenUnavailable, shouldStop: shouldStop
    ) { question in
      let answer = Mutex(RemoteAnswer.none)
      let isDone = DispatchSemaphore(value: 0)
      Task.detached {
        if let reply = try? await client.answer(question) { answer.withLock { $0 = reply } }
        isDone.signal()
      }
      isDone.wait()
      return answer.withLock { $0 }
    }
  }

  /// The requests and answers of one run.
  func memory() -> RemoteMemory {
    RemoteMemory(
      together: { [ask, concurrency, shouldStop] questions in
        Questions(questions, ask).answers(concurrency, shouldStop)
      }, skipsUnanswered: whenUnavailable == .warn)
  }
}

extension Recorder {
  /// The remote requests for a run of a plan, or nil if no rule needs any or no services are
  /// configured. A check registered with `RemoteChecks` is called for one request after the other.
  func remoteMemory(of plan: Plan) -> RemoteMemory? {
    guard plan.hasRemote else { return nil }
    if let services { return services.memory() }
    return RemoteChecks.registered.map { check in
      RemoteMemory(together: { questions in
        var unanswered = 0
        return questions.map { question in
          if unanswered >= RemoteMemory.maximumUnanswered { return .none }
          let answer = check(question)
          unanswered = answer == .none ? unanswered + 1 : 0
          return answer
        }
      })
    }
  }
}

/// Requests that are sent together while the judging thread waits.
private final class Questions: Sendable {
  private struct State {
    var answers: [RemoteAnswer]
    var next = 0
    /// The number of consecutive requests without an answer.
    var unanswered = 0
    var threads = 0
    var isStopped = false
  }

  private let questions: [RemoteQuestion]
  private let ask: RemoteServices.Ask
  private let state: Mutex<State>
  private let isDone = DispatchSemaphore(value: 0)

  init(_ questions: [RemoteQuestion], _ ask: @escaping RemoteServices.Ask) {
    self.questions = questions
    self.ask = ask
    state = Mutex(State(answers: Array(repeating: .none, count: questions.count)))
  }

  /// Returns nil if the run was stopped.
  func answers(_ concurrency: Int, _ shouldStop: @Sendable () -> Bool) -> [RemoteAnswer]? {
    // Uses dedicated threads, because those of a queue or of tasks may all be waiting for this one.
    let count = min(concurrency, questions.count)
    state.withLock { $0.threads = count }
    for _ in 0..<count { Thread.detachNewThread { self.work() } }
    while isDone.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if shouldStop() {
        state.withLock { $0.isStopped = true }
        return nil
      }
    }
    return state.withLock { $0.answers }
  }

  private func work() {
    while let index = takeIndex() {
      let answer = (try? ask(questions[index])) ?? (try? ask(questions[index])) ?? .none
      state.withLock { state in
        state.answers[index] = answer
        state.unanswered = answer == .none ? state.unanswered + 1 : 0
      }
    }
    let isLast = state.withLock { state in
      state.threads -= 1
      return state.threads == 0
    }
    if isLast { isDone.signal() }
  }

  private func takeIndex() -> Int? {
    state.withLock { state in
      guard state.next < questions.count, !state.isStopped,
        state.unanswered < RemoteMemory.maximumUnanswered
      else { return nil }
      state.next += 1
      return state.next - 1
    }
  }
}
