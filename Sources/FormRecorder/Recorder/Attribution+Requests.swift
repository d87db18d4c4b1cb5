import FormStore

/// A request whose events are sealed with its operator and reason.
protocol AttributedRequest {
  var by: String? { get }
  var reason: String? { get }
}

extension AttributedRequest {
  var attribution: Attribution { Attribution(by: by, reason: reason) }
}

extension Attribution {
  /// - Throws: `RecorderError` if SQLite would truncate a text.
  func requireStorable() throws(RecorderError) {
    for text in [by, reason].compactMap(\.self) where text.utf8.contains(0) {
      throw RecorderError(.usage, "a name or reason contains a NUL character")
    }
  }
}
