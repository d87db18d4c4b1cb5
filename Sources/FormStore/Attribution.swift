/// Who changes the store, and why: sealed with the event of each change.
package struct Attribution: Sendable, Equatable {
  /// The operator.
  package var by: String?
  package var reason: String?

  package init(by: String?, reason: String?) {
    self.by = by
    self.reason = reason
  }

  /// Nobody said.
  package static let none = Attribution(by: nil, reason: nil)
}
