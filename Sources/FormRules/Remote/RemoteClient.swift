/// Asks services for the rule `remote` without blocking a thread: so many questions at once, each for
/// so long and no longer. How a question gets to the service is the program's: FormRules opens no
/// connections.
///
/// ```swift
/// let client = RemoteClient(concurrency: 8, retries: 1) { question in
///   let (body, status) = try await http.post(question.url, question.body)
///   return .response(status: status, body: body)
/// }
/// let result = try await validator.validate(signUp, asking: client)
/// ```
///
/// It may be shared: the bound is over all who ask through it.
public struct RemoteClient: Sendable {
  /// Sends a question and waits for the answer. What it throws is a fault on the way; it is cancelled
  /// when the time is over, and its answer is not waited for after that.
  public typealias Ask = @Sendable (RemoteQuestion) async throws -> RemoteAnswer

  private let ask: Ask
  private let retries: Int
  private let timeout: Duration?
  private let gate: AskingGate

  /// A client.
  ///
  /// - Parameters:
  ///   - concurrency: how many questions are under way at once, at least 1.
  ///   - retries: how often a question is put again after a fault on the way. An answer, whatever its
  ///     status, and silence are not asked again.
  ///   - timeout: the longest that a question may take, with its retries, if that is less than its rule
  ///     says. Waiting for others is not counted.
  public init(
    concurrency: Int = 32, retries: Int = 0, timeout: Duration? = nil, _ ask: @escaping Ask
  ) {
    self.ask = ask
    self.retries = max(0, retries)
    self.timeout = timeout
    gate = AskingGate(max(1, concurrency))
  }

  /// The answer to a question; `none` when there is none in time, or after faults only.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, at once.
  public func answer(_ question: RemoteQuestion) async throws -> RemoteAnswer {
    try await gate.enter()
    defer { gate.leave() }
    let (ask, retries) = (ask, retries)
    let allowed = Duration.seconds(question.timeout)
    return try await Deadline(min(allowed, timeout ?? allowed)).answer {
      for _ in 0...retries {
        do {
          return try await ask(question)
        } catch {
          // A fault on the way is no answer; that it was cancelled is found out by the next call.
          try Task.checkCancellation()
        }
      }
      return .none
    }
  }

  /// The answers to several questions, in their order.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func answers(to questions: [RemoteQuestion]) async throws -> [RemoteAnswer] {
    try await withThrowingTaskGroup(of: (Int, RemoteAnswer).self) { group in
      for (index, question) in questions.enumerated() {
        group.addTask { (index, try await answer(question)) }
      }
      var answers = Array(repeating: RemoteAnswer.none, count: questions.count)
      for try await (index, answer) in group { answers[index] = answer }
      return answers
    }
  }
}
