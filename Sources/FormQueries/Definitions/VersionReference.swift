/// A reference to a form or rule set with or without a version, such as `contacts` or `contacts@3`.
public struct VersionReference: Sendable, Hashable, CustomStringConvertible {
  /// The name.
  public var name: String
  /// The version, or nil for the current one.
  public var number: Int?

  /// Parses `name` or `name@number`. Returns nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty, parts.count <= 2 else { return nil }
    self.name = String(name)
    if parts.count == 2 {
      guard let number = Int(parts[1]), number > 0 else { return nil }
      self.number = number
    }
  }

  /// Parses the name of a form, without a version.
  ///
  /// - Throws: `RecorderError` if the text is not a name without a version.
  package static func withoutVersion(_ text: String) throws(RecorderError) -> VersionReference {
    guard let reference = VersionReference(text), reference.number == nil else {
      throw RecorderError(.usage, "a form without a version is required")
    }
    return reference
  }

  /// The reference in its textual form.
  public var description: String { number.map { "\(name)@\($0)" } ?? name }
}
