import Testing

@testable import FormDelivery

/// A mail server that answers as scripted, and then accepts every message.
final class ScriptedMailServer {
  /// The accepted messages.
  private(set) var messages: [MailMessage] = []
  /// The outcomes of the next messages, and whether the sender claims the message before.
  var outcomes: [(outcome: MailOutcome, claims: Bool)] = []
  /// Called after a message was claimed.
  var whileSending: () throws -> Void = {}

  func send(_ message: MailMessage, _ willSubmit: () -> Bool) -> MailOutcome {
    let (outcome, claims) = outcomes.isEmpty ? (.accepted, true) : outcomes.removeFirst()
    if claims {
      guard willSubmit() else { return .withdrawn }
      do { try whileSending() } catch { Issue.record(error) }
    }
    if outcome == .accepted { messages.append(message) }
    return outcome
  }
}
