/// The severity of a failure. Only `error` rejects a record.
public enum Severity: String, Sendable, CaseIterable {
  /// The record is rejected.
  case error
  /// The record is accepted with a warning.
  case warning
  /// The record is accepted with a note.
  case info

  /// Whether a failure of this severity rejects the record.
  public var rejects: Bool {
    // A comparison with == would compare the raw values, which are texts.
    switch self {
    case .error: true
    case .warning, .info: false
    }
  }
}
