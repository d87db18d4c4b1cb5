public import FormDefinitions
public import FormRules
import FormStore

extension Recorder {
  /// The form, the rule set and the source with this name, if they exist, in the given version or
  /// the latest one.
  ///
  /// - Parameter kind: The only kind to return, or nil for all.
  /// - Throws: `RecorderError` if there is none.
  public func definitions(
    _ reference: VersionReference, kind: DefinitionKind? = nil
  ) throws(RecorderError) -> [DefinitionDetails] {
    var found: [DefinitionDetails] = []
    var latest: [String] = []
    var names: [String] = []
    try withStore { store in
      for kind in kind.map({ [$0] }) ?? DefinitionKind.allCases {
        let versions = try store.allVersions(of: kind, named: reference.name)
        guard let last = versions.last else {
          names += try store.latestVersions(of: kind).map(\.name)
          continue
        }
        latest.append("the latest \(kind.displayName) is \(last.name)@\(last.number)")
        let wanted = reference.number ?? last.number
        guard let version = versions.first(where: { $0.number == wanted }) else { continue }
        found.append(
          DefinitionDetails(
            definition: try version.definition(),
            content: version.content, number: version.number, versions: versions.map(\.number),
            createdAt: version.createdAt, by: version.attribution.by,
            reason: version.attribution.reason))
      }
    }
    guard found.isEmpty else { return found }
    guard latest.isEmpty else {
      throw RecorderError(
        .missing(.form("\(reference)")),
        "there is no \(reference); \(latest.joined(separator: ", "))")
    }
    guard !names.isEmpty else {
      throw RecorderError(
        .missing(.other), "there is no definition yet", .applyDefinitions)
    }
    throw RecorderError(
      .missing(.form(reference.name)),
      .unknown(kind?.displayName ?? "definition", reference.name, known: Array(Set(names)).sorted())
    )
  }
}

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
