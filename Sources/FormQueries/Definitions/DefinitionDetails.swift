public import FormDefinitions
import FormRules

/// A definition from the store or from a file.
public struct DefinitionDetails: Sendable {
  /// The definition.
  public var definition: Definition
  /// Its canonical JSON.
  public var content: String
  /// The version's number, or nil if it comes from a file.
  public var number: Int?
  /// The numbers of all versions.
  public var versions: [Int] = []
  /// The time at which the version was stored, or nil if it comes from a file (RFC 3339 in UTC).
  public var createdAt: String?
  /// The operator who stored the version, if given.
  public var by: String?
  /// The reason for the version, if given.
  public var reason: String?

  /// A title such as `form contacts@2`.
  public var title: String {
    "\(definition.kind.rawValue) \(definition.name)" + (number.map { "@\($0)" } ?? "")
  }
}
