package import FormStore

/// A request whose events are sealed with its operator and reason.
package protocol AttributedRequest {
  var by: String? { get }
  var reason: String? { get }
}

extension AttributedRequest {
  package var attribution: Attribution { Attribution(by: by, reason: reason) }
}

extension Attribution {
  /// - Parameter change: The change, such as `a retraction`.
  /// - Throws: `RecorderError` if the operator or the reason is empty.
  package init(requiredBy by: String, reason: String, for change: String) throws(RecorderError) {
    guard !reason.allSatisfy(\.isWhitespace), !by.allSatisfy(\.isWhitespace) else {
      throw RecorderError(.usage, "\(change) requires a reason and an operator")
    }
    self.init(by: by, reason: reason)
  }

  /// - Throws: `RecorderError` if SQLite would truncate a text.
  package func requireStorable() throws(RecorderError) {
    for text in [by, reason].compactMap(\.self) where text.utf8.contains(0) {
      throw RecorderError(.usage, "a name or reason contains a NUL character")
    }
  }
}
