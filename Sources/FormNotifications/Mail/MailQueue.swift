import FormRules

/// The messages that are not known to be accepted: due, being sent, refused or unknown. They are
/// stored with each change (`StoredActivity.Kind.mail`).
///
/// A message is identified by its event and its recipient. Only a message that is due can be
/// reserved, and a reserved message is due again only if the server did not accept it or a person
/// asks for it. Unless a person does, no message is sent twice, by any number of processes.
package struct MailQueue: Codable, Sendable, Equatable {
  /// The last event whose messages were added.
  package var through: Int64
  /// The messages, in the order of their events.
  package var messages: [Message] = []

  package init(through: Int64, messages: [Message] = []) {
    (self.through, self.messages) = (through, messages)
  }

  /// A message that is not known to be accepted.
  package struct Message: Codable, Sendable, Equatable {
    package var event: Int64
    package var to: String
    package var state: QueuedMail.State = .due
    /// The number of times that the server deferred it.
    package var failures = 0
    /// When it becomes due; in other states, when it entered the state. In seconds since 1970.
    package var at: Int64 = 0

    /// The message in another state.
    ///
    /// - Parameters:
    ///   - time: When it becomes due, or enters the state.
    ///   - hasFailed: Whether a further attempt to send it has failed.
    package func changed(
      to state: QueuedMail.State, at time: Int64, hasFailed: Bool = false
    ) -> Message {
      Message(
        event: event, to: to, state: state, failures: failures + (hasFailed ? 1 : 0), at: time)
    }

    /// Whether it is not sent again by itself.
    fileprivate var isFailed: Bool { state == .refused || state == .unknown }
  }

  /// The recipient of the confirmation of a record, whose address is not written to the log.
  package static let sender = "sender"
  /// The prefix of a recipient who is a contact of a source. An operator with the same address
  /// receives other messages.
  private static let contact = "contact "
  /// The maximum number of messages that wait for a further attempt.
  package static let maximumWaiting = 100
  /// The maximum number of failed messages that are kept.
  private static let maximumFailed = 20
  /// The recipient of the messages to a contact of a source.
  package static func recipient(_ contact: MailAddress) -> String { self.contact + contact.address }

  /// Whether a recipient is a contact of a source.
  package static func isContact(_ recipient: String) -> Bool { recipient.hasPrefix(contact) }

  /// Adds the messages about an event, unless another process has.
  package mutating func add(_ event: Int64, to recipients: [String]) {
    guard event > through else { return }
    through = event
    messages += recipients.map { Message(event: event, to: $0) }
  }

  /// Replaces a message in a state by the result of a change, or removes it if that is nil. Returns
  /// false if there is none.
  package mutating func change(
    _ event: Int64, to recipient: String, from state: QueuedMail.State,
    _ change: (Message) -> Message?
  ) -> Bool {
    guard
      let index = messages.firstIndex(where: {
        $0.event == event && $0.to == recipient && $0.state == state
      })
    else { return false }
    if let changed = change(messages[index]) {
      messages[index] = changed
    } else {
      messages.remove(at: index)
    }
    let failed = messages.filter(\.isFailed)
    if failed.count > Self.maximumFailed { messages.removeAll { $0 == failed[0] } }
    return true
  }

  /// Makes the messages about an event due again that may not have been accepted. Returns their
  /// number.
  package mutating func requeue(_ event: Int64, at now: Int64) -> Int {
    let earliest = now - Int64(MailServer.longestAttempt)
    let indices = messages.indices.filter {
      messages[$0].event == event
        && (messages[$0].isFailed || messages[$0].state == .sending && messages[$0].at < earliest)
    }
    for index in indices {
      messages[index] = Message(event: event, to: messages[index].to)
    }
    return indices.count
  }
}

/// The content of an activity of the kind `mail`.
struct MailChange: Codable, Equatable {
  /// The queue after the change.
  let mail: MailQueue
  /// What happened.
  let outcome: String
}

/// A message that the mail server is not known to have accepted.
public struct QueuedMail: Sendable, Encodable {
  /// The event that it is about.
  public var event: Int64
  /// The address of an operator, `contact ADDRESS` for a contact of a source, or `sender`.
  public var to: String
  /// Its state.
  public var state: State

  package init(event: Int64, to: String, state: State) {
    (self.event, self.to, self.state) = (event, to, state)
  }

  /// The state of a message.
  public enum State: String, Sendable, Codable {
    /// It is sent at the next opportunity, or after a pause.
    case due
    /// It is being sent. If this lasts longer than an attempt can, the process was stopped.
    case sending
    /// It is unknown whether the server accepted it. It is not sent again.
    case unknown
    /// The server refused it, finally. It is not sent again.
    case refused
  }
}
