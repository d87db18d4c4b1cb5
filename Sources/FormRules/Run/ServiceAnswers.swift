/// The answers of services in one run, and the requests that still have none.
///
/// A request without an answer is kept in `open` and counts as accepted, so that one evaluation
/// collects all requests of a batch. If any are open afterwards, that evaluation is discarded: they
/// are sent, and the batch is evaluated again.
///
/// Safe to send between threads because only one thread uses it at a time.
package final class ServiceAnswers: @unchecked Sendable {
  /// Sends requests and waits. Returns their answers in order, or nil if the run was stopped.
  package typealias Send = @Sendable ([ServiceRequest]) -> [ServiceAnswer]?

  /// What happens to requests without an answer.
  package enum Mode: Sendable {
    /// The judge sends them at the end of the batch and evaluates it again.
    case send
    /// They stay open. The owner sends them and evaluates the records again.
    case collect
    /// They count as unanswered: only recorded answers are used.
    case onlyRecorded
  }

  /// A request without an answer.
  package struct OpenRequest: Sendable, Hashable {
    /// The request, hashed with the run's hash key.
    package let key: Hash128
    package let request: ServiceRequest
  }

  /// An answer about a record.
  package struct RecordAnswer: Hashable, Sendable {
    /// The record's position in its batch, from 0.
    package let record: Int32
    /// The rule's position in the plan.
    package let rule: Int32
    /// The request, hashed with the run's hash key.
    package let key: Hash128
    package let outcome: AnswerOutcome
  }

  /// The number of remembered answers beyond which a batch starts without any.
  private static let maximumAnswers = 100_000
  /// The number of consecutive requests without an answer after which a run sends no more.
  package static let maximumUnanswered = 3

  package var mode: Mode
  /// The requests without an answer, in the order in which they arose.
  package private(set) var open: [OpenRequest] = []
  /// The answers that the last batch was evaluated with, to be recorded.
  package private(set) var answers: Set<RecordAnswer> = []
  /// Recorded answers for the next batch, by record and request. They are not repeated in
  /// `answers`. Requests that were recorded without an answer are sent again in mode `send`.
  package var recorded: [Int: [Hash128: AnswerOutcome]] = [:]
  /// The number of requests that were to be sent.
  package private(set) var requestCount = 0
  /// Whether sending was stopped. Verdicts are then invalid.
  package private(set) var wasStopped = false

  private let send: Send?
  /// The outcome of requests without an answer.
  private let missing: AnswerOutcome
  private var openKeys: Set<Hash128> = []
  /// Whether services accepted the values of requests that were answered.
  private var known: [Hash128: Bool]
  /// The requests that were sent and have no answer.
  private var unanswered: Set<Hash128>
  /// The number of consecutive requests without an answer.
  private var failures = 0

  /// Creates the answers of a run.
  ///
  /// - Parameters:
  ///   - send: Sends requests, or nil if there are only recorded answers.
  ///   - skipsUnanswered: Whether a value without an answer is skipped instead of rejected.
  package init(send: Send?, skipsUnanswered: Bool = false) {
    mode = send == nil ? .onlyRecorded : .send
    self.send = send
    missing = skipsUnanswered ? .skipped : .unanswered
    (known, unanswered) = ([:], [])
  }

  /// Creates answers whose owner sends the open requests itself.
  package init(known: [Hash128: Bool] = [:], unanswered: Set<Hash128> = []) {
    (mode, send, missing) = (.collect, nil, .unanswered)
    (self.known, self.unanswered) = (known, unanswered)
  }

  /// Whether requests can be sent at all.
  package var canSend: Bool { send != nil }

  /// The outcome of a request for a record.
  func outcome(
    of key: Hash128, record: Int, rule: Int, _ request: () -> ServiceRequest
  ) -> AnswerOutcome {
    if let before = recorded[record]?[key], before.isAnswer || mode != .send { return before }
    let answer = known[key]
    if answer == nil, !unanswered.contains(key), mode != .onlyRecorded,
      failures < Self.maximumUnanswered
    {
      if openKeys.insert(key).inserted { open.append(OpenRequest(key: key, request: request())) }
      return .accepted
    }
    let outcome = answer.map { $0 ? AnswerOutcome.accepted : .refused } ?? missing
    if canSend {
      answers.insert(
        RecordAnswer(
          record: Int32(clamping: record), rule: Int32(clamping: rule), key: key, outcome: outcome))
    }
    return outcome
  }

  /// Begins a batch. In mode `send`, requests without an answer are sent again, until too many in a
  /// row had none.
  func beginBatch() {
    answers.removeAll(keepingCapacity: true)
    guard mode == .send else { return }
    unanswered.removeAll(keepingCapacity: true)
    if known.count > Self.maximumAnswers { known.removeAll() }
  }

  /// Sends the open requests and waits for the answers. Returns false if there are none or if the
  /// run was stopped.
  package func sendOpen() -> Bool {
    guard let send, !open.isEmpty else { return false }
    let sent = removeOpen()
    guard let replies = send(sent.map(\.request)) else {
      wasStopped = true
      return false
    }
    requestCount += sent.count
    for answer in replies { failures = answer == .unanswered ? failures + 1 : 0 }
    add(replies, to: sent)
    return true
  }

  /// Removes and returns the open requests, because what raised them is evaluated again.
  @discardableResult
  package func removeOpen() -> [OpenRequest] {
    defer {
      open.removeAll(keepingCapacity: true)
      openKeys.removeAll(keepingCapacity: true)
      answers.removeAll(keepingCapacity: true)
    }
    return open
  }

  /// Adds the answers to requests.
  package func add(_ replies: [ServiceAnswer], to requests: [OpenRequest]) {
    for (request, answer) in zip(requests, replies) {
      if let isAccepted = answer.isAccepted {
        known[request.key] = isAccepted
      } else {
        unanswered.insert(request.key)
      }
    }
  }
}
