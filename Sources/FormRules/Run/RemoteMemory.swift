/// What one run has asked services, so that a value is asked about once.
///
/// Safe to hand between threads because one thread has it at a time.
package final class RemoteMemory: @unchecked Sendable {
  /// Puts questions and waits for the answers, in their order; nil when it was told to stop.
  package typealias RequestTogether = @Sendable ([RemoteQuestion]) -> [RemoteAnswer]?

  /// What becomes of a question that has no answer yet.
  enum Mode {
    /// It is put at once.
    case asks
    /// It is noted, and counts as accepted meanwhile.
    case notes
    /// It has none.
    case onlyKnows
  }

  /// What was said of one record.
  package struct Answer: Hashable, Sendable {
    /// The record's place in its batch, from 0.
    package let record: Int32
    /// The rule's position in the plan.
    package let rule: Int32
    /// The question, under the run's hash key.
    package let key: Hash128
    package let outcome: RemoteOutcome
  }

  /// How many answers are remembered.
  static let maximumAnswers = 100_000
  /// After so many questions without an answer, one after the other, no more are asked.
  package static let maximumUnanswered = 3

  var mode = Mode.asks
  /// The position of the rule that is judged.
  private var rule: Int32 = 0
  /// Whether questions are put; else there are only the answers that are known.
  package var isRequesting = true
  /// What the rules were told of the batch that was judged last, where questions are put together.
  package private(set) var answers: Set<Answer> = []
  /// Answers that were recorded before, for the batch that is judged next: by record and question. They
  /// are not among `answers` again. What nobody answered is asked again by who asks; else it is what it
  /// was.
  package var recorded: [Int: [Hash128: RemoteOutcome]] = [:]
  /// How many questions were put.
  package private(set) var requestCount = 0
  /// Whether a question came up that was not put, since this was last set to false.
  package var hasMissed = false
  /// Whether all is kept that was said, and not: records are asked about in many batches before any of
  /// them is judged.
  package var keepsAnswers = false
  /// Whether asking was ended on request; verdicts do not hold then.
  package private(set) var wasStopped = false
  /// Whether a value about which nobody answers is left unjudged, in place of refused.
  private let skipsUnanswered: Bool
  /// Whether the rule that is judged had no answer about a record that is refused for it: by record.
  private var rejectedUnanswered: Set<Int> = []

  private let check: RemoteChecks.Check?
  private let together: RequestTogether?
  private let requestsAfterFailures: Bool
  private var known: [Hash128: Bool] = [:]
  /// The questions that nobody answered, of the batch that was asked about last unless all is kept.
  private var unanswered: Set<Hash128> = []
  private var open: [(key: Hash128, question: RemoteQuestion)] = []
  private var openKeys: Set<Hash128> = []
  /// How many requests in succession had no answer.
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

  /// Whether the service says yes: a status of 2xx and JSON `true`. Nil when it says nothing.
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

  /// Begins a rule: what was silent about another one does not matter to it.
  func beginRule(_ position: Int) {
    rule = Int32(truncatingIfNeeded: position)
    rejectedUnanswered.removeAll(keepingCapacity: true)
  }

  /// Whether a record about which nobody answered the rule that is judged is refused for it.
  func rejectsUnanswered(_ record: Int) -> Bool { rejectedUnanswered.contains(record) }

  private func unanswered(_ record: Int, isSkipped: Bool? = nil) -> Bool? {
    if !(isSkipped ?? skipsUnanswered) { rejectedUnanswered.insert(record) }
    return nil
  }

  /// Takes an answer in.
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

  /// Begins a batch whose questions are put together. One about which nobody is asked may be that of
  /// the questions before.
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
