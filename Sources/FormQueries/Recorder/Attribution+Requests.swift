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

  /// - Throws: `RecorderError` if SQLite would truncate a text, or if a text that is given is
  ///   empty.
  package func requireStorable() throws(RecorderError) {
    for text in [by, reason].compactMap(\.self) {
      if text.utf8.contains(0) {
        throw RecorderError(.usage, "a name or reason contains a NUL character")
      }
      if text.allSatisfy(\.isWhitespace) {
        throw RecorderError(.usage, "a name or reason is empty; omit it, or write one")
      }
    }
  }
}

/// - Throws: `RecorderError` if a source or batch label that is given is empty, or if SQLite would
///   truncate it.
package func requireNames(source: String?, batchLabel: String? = nil) throws(RecorderError) {
  for (kind, name) in [("source", source), ("batch", batchLabel)] {
    guard let name else { continue }
    guard !name.allSatisfy(\.isWhitespace), !name.utf8.contains(0) else {
      throw RecorderError(.usage, "the \(kind) is empty or contains a NUL character")
    }
  }
}
