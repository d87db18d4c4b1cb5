/// The requests and answers of one run, so that each value is requested only once.
///
/// Safe to send between threads because only one thread uses it at a time.
package final class RemoteMemory: @unchecked Sendable {
  /// Puts questions and waits for the answers, in their order; nil when it was told to stop.
  package typealias RequestTogether = @Sendable ([RemoteQuestion]) -> [RemoteAnswer]?

  /// The treatment of a request without a known answer.
  enum Mode {
    /// It is sent at once.
    case asks
    /// It is recorded for later and counts as accepted in the meantime.
    case notes
    /// It counts as unanswered.
    case onlyKnows
  }

  /// An answer about a record.
  package struct Answer: Hashable, Sendable {
    /// The record's position in its batch, from 0.
    package let record: Int32
    /// The rule's position in the plan.
    package let rule: Int32
    /// The request, hashed with the run's hash key.
    package let key: Hash128
    package let outcome: RemoteOutcome
  }

  /// The maximum number of remembered answers.
  static let maximumAnswers = 100_000
  /// The number of consecutive requests without an answer after which no more are sent.
  package static let maximumUnanswered = 3

  var mode = Mode.asks
  /// The position of the rule that is being judged.
  private var rule: Int32 = 0
  /// Whether questions are put; else there are only the answers that are known.
  package var isRequesting = true
  /// What the rules were told of the batch that was judged last, where questions are put together.
  package private(set) var answers: Set<Answer> = []
  /// Recorded answers for the next batch, by record and request. They are not repeated in
  /// `answers`. Recorded missing answers are requested again if `isRequesting`, and reused otherwise.
  package var recorded: [Int: [Hash128: RemoteOutcome]] = [:]
  /// How many questions were put.
  package private(set) var requestCount = 0
  /// Whether a question came up that was not put, since this was last set to false.
  package var hasMissed = false
  /// Whether all answers and failures are kept, because requests for many batches are sent before
  /// any of them is judged.
  package var keepsAnswers = false
  /// Whether sending was stopped on request. Verdicts are then invalid.
  package private(set) var wasStopped = false
  /// Whether a value without an answer is skipped instead of rejected.
  private let skipsUnanswered: Bool
  /// The records that the current rule rejects because of a missing answer.
  private var rejectedUnanswered: Set<Int> = []

  private let check: RemoteChecks.Check?
  private let together: RequestTogether?
  private let requestsAfterFailures: Bool
  private var known: [Hash128: Bool] = [:]
  /// The requests without an answer in the last batch, or in all batches if all answers are kept.
  private var unanswered: Set<Hash128> = []
  private var open: [(key: Hash128, question: RemoteQuestion)] = []
  private var openKeys: Set<Hash128> = []
  /// The number of consecutive requests without an answer.
  private var failures = 0

  init(_ check: @escaping RemoteChecks.Check, requestsAfterFailures: Bool = false) {
    self.check = check
    self.requestsAfterFailures = requestsAfterFailures
    together = nil
    skipsUnanswered = false
  }

  /// - Parameters:
  ///   - together: puts the questions of a batch; nil when nobody asks, and there are only the answers
  ///     that were recorded.
  ///   - skipsUnanswered: whether a value about which nobody answers is left unjudged.
  package init(together: RequestTogether?, skipsUnanswered: Bool = false) {
    self.together = together
    isRequesting = together != nil
    self.skipsUnanswered = skipsUnanswered
    check = nil
    requestsAfterFailures = false
  }

  /// Whether the questions of a batch are put together.
  var requestsTogether: Bool { check == nil }

  /// Whether there is anybody who asks.
  package var canRequest: Bool { together != nil || check != nil }

  private var isUnavailable: Bool { !requestsAfterFailures && failures >= Self.maximumUnanswered }

  /// Whether the service accepts the value: a 2xx status and JSON `true`. Nil if there is no
  /// answer.
  func accepts(_ key: Hash128, record: Int, _ question: () -> RemoteQuestion) -> Bool? {
    let before = recorded[record]?[key]
    if let answer = before?.answer { return answer }
    if let before, !isRequesting { return unanswered(record, isSkipped: before == .skipped) }
    if let answer = known[key] { return note(answer, key, record) }
    if unanswered.contains(key) { return note(nil, key, record) }
    switch mode {
    case .notes:
      if isUnavailable { return unanswered(record) }
      if openKeys.insert(key).inserted { open.append((key, question())) }
      return true
    case .onlyKnows:
      hasMissed = hasMissed || !isUnavailable
      return note(nil, key, record)
    case .asks:
      guard let check, !isUnavailable else { return unanswered(record) }
      return take(check(question()), to: key) ?? unanswered(record)
    }
  }

  private func note(_ answer: Bool?, _ key: Hash128, _ record: Int) -> Bool? {
    if requestsTogether, mode == .onlyKnows, answer != nil || together != nil {
      answers.insert(
        Answer(
          record: Int32(clamping: record), rule: rule, key: key,
          outcome: RemoteOutcome(answer, isSkipped: skipsUnanswered)))
    }
    return answer ?? unanswered(record)
  }

  /// Begins a rule. Missing answers for another rule do not affect it.
  func beginRule(_ position: Int) {
    rule = Int32(truncatingIfNeeded: position)
    rejectedUnanswered.removeAll(keepingCapacity: true)
  }

  /// Whether the current rule rejects a record because of a missing answer.
  func rejectsUnanswered(_ record: Int) -> Bool { rejectedUnanswered.contains(record) }

  private func unanswered(_ record: Int, isSkipped: Bool? = nil) -> Bool? {
    if !(isSkipped ?? skipsUnanswered) { rejectedUnanswered.insert(record) }
    return nil
  }

  /// Processes an answer.
  private func take(_ answer: RemoteAnswer, to key: Hash128) -> Bool? {
    requestCount += 1
    guard case .response(let status, let body) = answer else {
      failures += 1
      return nil
    }
    failures = 0
    let text = body.span.extracting(body.span.trimmedRange)
    let isAccepted = (200..<300).contains(status) && text.isEqual(to: Array("true".utf8))
    if known.count < Self.maximumAnswers || requestsTogether { known[key] = isAccepted }
    return isAccepted
  }

  /// Begins a batch whose requests are sent together. A batch that sends no requests may repeat the
  /// records of the last one.
  func beginBatch() {
    answers.removeAll(keepingCapacity: true)
    guard isRequesting, !keepsAnswers else { return }
    unanswered.removeAll(keepingCapacity: true)
    if known.count > Self.maximumAnswers { known.removeAll() }
  }

  /// Puts the questions that were noted; false when there are none.
  func requestPending() -> Bool {
    guard !open.isEmpty, let together else { return false }
    let asked = open
    open.removeAll(keepingCapacity: true)
    openKeys.removeAll(keepingCapacity: true)
    guard let replies = together(asked.map(\.question)) else {
      wasStopped = true
      return false
    }
    for (index, one) in asked.enumerated() {
      let reply = replies.indices.contains(index) ? replies[index] : .none
      if take(reply, to: one.key) == nil { unanswered.insert(one.key) }
    }
    return true
  }
}
