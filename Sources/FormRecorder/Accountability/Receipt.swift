import FormStore

/// What shows later that nothing was altered up to an event: the head of the hash chain with it.
public struct Receipt: Sendable, Equatable {
  /// The number of the event, from 1.
  public var event: Int64
  /// When it was.
  public var at: String
  /// The head of the chain with it, 64 hexadecimal digits.
  public var head: String
  /// What tells its store apart from others: 16 hexadecimal digits.
  public var store: String

  init(_ event: SealedEvent) {
    self.event = event.number
    at = event.at
    head = event.head
    store = event.store
  }
}
