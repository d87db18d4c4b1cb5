/// A form or rule set with or without a version, written `contacts` or `contacts@3`.
public struct VersionReference: Sendable, Equatable, CustomStringConvertible {
  /// The name.
  public var name: String
  /// The version; nil means the current one.
  public var number: Int?

  /// Reads `name` or `name@number`; nil when it is written otherwise.
  public init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty, parts.count <= 2 else { return nil }
    self.name = String(name)
    if parts.count == 2 {
      guard let number = Int(parts[1]), number > 0 else { return nil }
      self.number = number
    }
  }

  /// As it is written.
  public var description: String { number.map { "\(name)@\($0)" } ?? name }
}
