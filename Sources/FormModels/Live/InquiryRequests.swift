package import FormRules

/// The requests that a form has begun for the inquiries of its session. A form uses it on its own
/// actor.
package struct InquiryRequests {
  /// The end of a request.
  package struct Reply: Sendable {
    let inquiry: FormInquiry
    let answers: [ServiceAnswer]?
    /// The pause before the request, which identifies it: one that was cancelled may have been
    /// replaced.
    let pause: Task<Void, Never>

    /// Whether the request was cancelled, so that its field still waits for the answers.
    package var isCancelled: Bool { answers == nil }

    /// Applies the answers to the session of the form.
    func apply<Root>(to session: inout FormSession<Root>) {
      if let answers { session.answer(inquiry, with: answers) }
    }
  }

  /// The duration of the pause before a request that no submission waits for.
  package let delay: Duration

  private let client: ServiceClient?
  /// The requests by the sequence number of their inquiry.
  private var begun: [Int: (pause: Task<Void, Never>, task: Task<Void, Never>)] = [:]

  package init(using client: ServiceClient?, delay: Duration) {
    self.client = client
    self.delay = delay.bounded
  }

  /// The task of a request that has not ended.
  package var first: Task<Void, Never>? { begun.values.first?.task }

  /// Whether there is a client. Otherwise, requests have no answer.
  var areSent: Bool { client != nil }

  /// Cancels the requests of inquiries that are no longer open, and begins those of new ones.
  ///
  /// - Parameters:
  ///   - delay: The duration of the pause before a new request.
  ///   - receive: Receives the reply and calls `end`.
  package mutating func update(
    for inquiries: [FormInquiry], sendingAfter delay: Duration,
    receive: @escaping @Sendable (_ reply: Reply) async -> Void
  ) {
    for (sequence, request) in begun
    where !inquiries.contains(where: { $0.sequence == sequence }) {
      request.task.cancel()
      begun[sequence] = nil
    }
    for inquiry in inquiries where begun[inquiry.sequence] == nil {
      // The only error is that the pause was ended early.
      let pause = Task { if delay > .zero { try? await Task.sleep(for: delay) } }
      let task = Task { [client] in
        // The pause ends after the task is cancelled, so that no request is sent.
        await withTaskCancellationHandler {
          await pause.value
        } onCancel: {
          pause.cancel()
        }
        // The only error is that the task was cancelled: the field has changed or the submitter no
        // longer waits.
        let answers = Task.isCancelled ? nil : try? await client?.answers(to: inquiry.requests)
        await receive(Reply(inquiry: inquiry, answers: answers, pause: pause))
      }
      begun[inquiry.sequence] = (pause, task)
    }
  }

  /// Ends the pauses, so that all requests are sent.
  func endPauses() { for request in begun.values { request.pause.cancel() } }

  /// Cancels all requests, because their form no longer exists.
  func cancel() { for request in begun.values { request.task.cancel() } }

  /// Removes a request that has ended. Returns false if `update` has cancelled it.
  package mutating func end(_ reply: Reply) -> Bool {
    guard begun[reply.inquiry.sequence]?.pause == reply.pause else { return false }
    begun[reply.inquiry.sequence] = nil
    return true
  }
}
