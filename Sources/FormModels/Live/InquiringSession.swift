package import FormRules

/// A session whose requests are sent to services: what `LiveForm` and `ObservableForm` have in
/// common. A form uses it on its own actor only.
package final class InquiringSession<Root: Sendable> {
  /// Called after a change of the session, with the session before the change and the events that
  /// the change caused. It may change the session again.
  package typealias Publisher = (_ earlier: FormSession<Root>, _ events: [FormEvent]) -> Void
  /// Passes a reply to `receive` on the actor of the form.
  package typealias Receiver = @Sendable (_ reply: InquiryRequests.Reply) async -> Void

  /// The current session. While it changes, the session before the change, because rules written in
  /// Swift may read it meanwhile.
  package private(set) var session: FormSession<Root>
  private var requests: InquiryRequests
  private var isChanging = false

  /// - Parameters:
  ///   - client: Sends the requests. Without a client, rules that need an answer fail.
  ///   - delay: The time without a change of a field before its requests are sent.
  package init(_ session: FormSession<Root>, using client: ServiceClient?, delay: Duration) {
    self.session = session
    requests = InquiryRequests(using: client, delay: delay)
  }

  deinit { requests.cancel() }

  /// Changes the session, publishes the change, sends new requests and cancels old ones. Returns
  /// the result of the change.
  ///
  /// `change` receives a copy, which then replaces the session. Another update by `change`, or by a
  /// rule that it evaluates, would be lost and therefore stops the program.
  ///
  /// - Parameter delay: The pause before new requests, or nil for that of the form.
  package func update<Result>(
    sendingAfter delay: Duration? = nil, _ change: (inout FormSession<Root>) -> Result,
    publish: Publisher, receive: @escaping Receiver
  ) -> Result {
    precondition(!isChanging, "the form is already being changed: edit the session that was passed")
    isChanging = true
    let earlier = session
    var changed = session
    let (result, events) = changed.logging { session in
      let result = change(&session)
      while !requests.areSent, let inquiry = session.inquiries.first {
        session.answer(inquiry, with: [])
      }
      return result
    }
    session = changed
    isChanging = false
    publish(earlier, events)
    requests.update(
      for: session.inquiries, sendingAfter: delay ?? requests.delay, receive: receive)
    return result
  }

  /// Applies the reply to a request, unless its field has changed since. A request that a cancelled
  /// submission has ended is begun again.
  package func receive(
    _ reply: InquiryRequests.Reply, publish: Publisher, receive: @escaping Receiver
  ) {
    guard requests.end(reply) else { return }
    update(
      sendingAfter: reply.isCancelled ? nil : .zero, { reply.apply(to: &$0) },
      publish: publish, receive: receive)
  }

  /// Validates the whole form and waits for the answers of services. Starts again if the form
  /// changes in the meantime, also if the handler of its events changes it.
  ///
  /// - Throws: `CancellationError`.
  package func submit(
    isolation: isolated (any Actor)? = #isolation, publish: Publisher, receive: @escaping Receiver
  ) async throws -> FormOutcome {
    while true {
      update(sendingAfter: .zero, { _ = $0.validate() }, publish: publish, receive: receive)
      while !session.isStale, let task = requests.first {
        requests.endPauses()
        await withTaskCancellationHandler {
          await task.value
        } onCancel: {
          task.cancel()
        }
        try Task.checkCancellation()
      }
      if !session.isStale { return session.outcome }
      // A handler that changes the form after every validation must not block the actor.
      await Task.yield()
      try Task.checkCancellation()
    }
  }
}
