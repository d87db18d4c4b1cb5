/// Sends the requests of `remote` rules to services without blocking a thread, with a limit on
/// concurrent requests and a timeout for each. The program provides the transport: FormRules opens
/// no connections.
///
/// ```swift
/// let client = RemoteClient(concurrency: 8, retries: 1) { question in
///   let (body, status) = try await http.post(question.url, question.body)
///   return .response(status: status, body: body)
/// }
/// let result = try await validator.validate(signUp, asking: client)
/// ```
///
/// A client can be shared. The limit applies to all of its users together.
public struct RemoteClient: Sendable {
  /// Sends a request and waits for the answer. An error counts as a transport failure. The call is
  /// cancelled on timeout, and a later answer is ignored.
  public typealias Ask = @Sendable (RemoteQuestion) async throws -> RemoteAnswer

  private let ask: Ask
  private let retries: Int
  private let timeout: Duration?
  private let gate: RequestGate

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - concurrency: the maximum number of concurrent requests, at least 1.
  ///   - retries: the number of retries after a transport failure. Answers of any status and
  ///     timeouts are not retried.
  ///   - timeout: the timeout of a request including its retries, if it is shorter than that of the
  ///     rule. Waiting for other requests does not count.
  ///   - ask: sends a request and waits for its answer.
  public init(
    concurrency: Int = 32, retries: Int = 0, timeout: Duration? = nil, _ ask: @escaping Ask
  ) {
    self.ask = ask
    self.retries = max(0, retries)
    self.timeout = timeout
    gate = RequestGate(max(1, concurrency))
  }

  /// Returns the answer to a request, or `none` if there is none before the timeout or if all
  /// attempts fail.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
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
          // A transport failure is not an answer. The next call detects cancellation.
          try Task.checkCancellation()
        }
      }
      return .none
    }
  }

  /// Returns the answers to several requests, in order.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
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
