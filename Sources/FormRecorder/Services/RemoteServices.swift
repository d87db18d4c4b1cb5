import Dispatch
public import FormRules
import Foundation
import Synchronization

/// The services that a recorder asks for the rule `remote`: in imports, single submissions, replays and
/// checks of files. The questions of a batch of records are put together, before anything is locked.
///
/// ```swift
/// var recorder = Recorder(database: "forms.sqlite")
/// recorder.services = RemoteServices(HTTPRemote(HostPolicy(allowing: ["api.example.com"])).client)
/// ```
///
/// After three questions in a row without an answer a run asks no more.
public struct RemoteServices: Sendable {
  /// What becomes of a value about which no service answers.
  public enum UnavailablePolicy: String, Sendable, CaseIterable {
    /// It is refused, by `remote.unavailable`.
    case reject
    /// It counts as skipped.
    case warn
  }

  /// Puts a question and waits for the answer, on a thread of its own.
  public typealias Ask = @Sendable (RemoteQuestion) throws -> RemoteAnswer

  /// Tells these services from others: an unfinished import is resumed only with services of the same
  /// name.
  let name: String
  let whenUnavailable: UnavailablePolicy
  private let ask: Ask
  private let concurrency: Int
  private let shouldStop: @Sendable () -> Bool

  /// Services that a function asks.
  ///
  /// - Parameters:
  ///   - name: tells these services from others, such as the names of their hosts: an unfinished import is
  ///     resumed only with services of the same name.
  ///   - concurrency: how many questions are under way at once; each takes a thread.
  ///   - shouldStop: asked while answers are waited for; true ends the run.
  ///   - ask: waits; it must end in the question's time. What it throws is a fault on the way, after
  ///     which the question is put once more.
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

  /// Services that a client asks. For recorders that are not called from tasks, which would keep the
  /// threads from the client that it needs: `AsyncRecorder` is for these.
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

  /// What one run asks and is told.
  func memory() -> RemoteMemory {
    RemoteMemory(
      together: { [ask, concurrency, shouldStop] questions in
        Questions(questions, ask).answers(concurrency, shouldStop)
      }, skipsUnanswered: whenUnavailable == .warn)
  }
}

extension Recorder {
  /// What a run of a plan asks services by; nil when no rule does, or nobody is asked. What a program has
  /// registered (`RemoteChecks`) puts one question after the other.
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

/// Questions that are put together, while the thread that judges waits.
private final class Questions: Sendable {
  private struct State {
    var answers: [RemoteAnswer]
    var next = 0
    /// How many answers failed to come, one after the other.
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

  /// Nil when it was stopped.
  func answers(_ concurrency: Int, _ shouldStop: @Sendable () -> Bool) -> [RemoteAnswer]? {
    // Threads, because those of a queue or of tasks may all wait for this one.
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
