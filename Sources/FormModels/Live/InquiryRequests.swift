package import FormRules

/// The requests that a form has begun for the inquiries of its session. A form uses it on its own
/// actor.
package struct InquiryRequests {
  /// The requests by the sequence number of their inquiry. The pause identifies a request, because
  /// one that was cancelled may have been replaced.
  package private(set) var begun: [Int: (pause: Task<Void, Never>, task: Task<Void, Never>)] = [:]

  package init() {}

  /// The task of a request that has not ended.
  package var first: Task<Void, Never>? { begun.values.first?.task }

  /// Cancels the requests of inquiries that are no longer open, and begins those of new ones.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - delay: The duration of the pause before a new request.
  ///   - receive: Receives the answers and calls `end`. The answers are nil if the request was
  ///     cancelled.
  package mutating func update(
    for inquiries: [FormInquiry], using client: ServiceClient?, delay: Duration,
    receive:
      @escaping @Sendable (
        _ answers: [ServiceAnswer]?, _ inquiry: FormInquiry, _ pause: Task<Void, Never>
      ) async -> Void
  ) {
    for (sequence, request) in begun
    where !inquiries.contains(where: { $0.sequence == sequence }) {
      // In this order: a task whose pause ends sends its request unless it was cancelled.
      request.task.cancel()
      request.pause.cancel()
      begun[sequence] = nil
    }
    for inquiry in inquiries where begun[inquiry.sequence] == nil {
      // Cancelling the task ends the pause.
      let pause = Task { if delay > .zero { try? await Task.sleep(for: delay) } }
      let task = Task {
        await pause.value
        // The only error is that the task was cancelled: the field has changed or the submitter no
        // longer waits.
        let answers = Task.isCancelled ? nil : try? await client?.answers(to: inquiry.requests)
        await receive(answers, inquiry, pause)
      }
      begun[inquiry.sequence] = (pause, task)
    }
  }

  /// Ends the pauses, so that all requests are sent.
  package func endPauses() { for request in begun.values { request.pause.cancel() } }

  /// Cancels all requests, because their form no longer exists.
  package func cancel() {
    for request in begun.values {
      request.task.cancel()
      request.pause.cancel()
    }
  }

  /// Validates a form and waits for the answers of services. Starts again if the form changes in
  /// the meantime.
  ///
  /// - Parameters:
  ///   - validate: Validates the form, sends its requests without a pause and returns its revision.
  ///   - revision: Returns the number of changes of the form.
  ///   - pending: Returns the task of a request that has not ended.
  /// - Throws: `CancellationError`.
  package static func settle(
    isolation: isolated (any Actor)? = #isolation, validate: () -> Int, revision: () -> Int,
    pending: () -> Task<Void, Never>?
  ) async throws {
    while true {
      let validated = validate()
      while validated == revision(), let task = pending() {
        await withTaskCancellationHandler {
          await task.value
        } onCancel: {
          task.cancel()
        }
        try Task.checkCancellation()
      }
      if validated == revision() { return }
    }
  }

  /// Removes a request that has ended. Returns false if `update` has cancelled it.
  package mutating func end(_ inquiry: FormInquiry, after pause: Task<Void, Never>) -> Bool {
    guard begun[inquiry.sequence]?.pause == pause else { return false }
    begun[inquiry.sequence] = nil
    return true
  }
}
