/// The requests that a form has begun for the inquiries of its session. A form uses it on its own
/// actor.
package struct InquiryRequests {
  /// The requests by the sequence number of their inquiry. The pause identifies a request, because
  /// one that was cancelled may have been replaced.
  private var begun: [Int: (pause: Task<Void, Never>, task: Task<Void, Never>)] = [:]

  package init() {}

  /// The task of a request that has not ended.
  var first: Task<Void, Never>? { begun.values.first?.task }

  /// Cancels the requests of inquiries that are no longer open, and begins those of new ones.
  ///
  /// - Parameters:
  ///   - delay: The duration of the pause before a new request.
  ///   - begin: Returns a task that waits for the pause, sends the requests of the inquiry unless
  ///     the task was cancelled, and calls `end`.
  package mutating func update(
    for inquiries: [FormInquiry], delay: Duration,
    begin: (FormInquiry, _ pause: Task<Void, Never>) -> Task<Void, Never>
  ) {
    for (sequence, request) in begun
    where !inquiries.contains(where: { $0.sequence == sequence }) {
      request.pause.cancel()
      request.task.cancel()
      begun[sequence] = nil
    }
    for inquiry in inquiries where begun[inquiry.sequence] == nil {
      let pause = Task { if delay > .zero { try? await Task.sleep(for: delay) } }
      begun[inquiry.sequence] = (pause, begin(inquiry, pause))
    }
  }

  /// Ends the pauses, so that all requests are sent.
  func endPauses() { for request in begun.values { request.pause.cancel() } }

  /// Removes a request that has ended. Returns false if `update` has cancelled it.
  package mutating func end(_ inquiry: FormInquiry, after pause: Task<Void, Never>) -> Bool {
    guard begun[inquiry.sequence]?.pause == pause else { return false }
    begun[inquiry.sequence] = nil
    return true
  }
}
