public import FormDefinitions
import FormRules
import FormStore

/// A form or rule set from the store or from a file.
public struct DefinitionDetails: Sendable {
  /// The form or rule set.
  public var definition: Definition
  /// Its canonical JSON.
  public var content: String
  /// The version's number, or nil if it comes from a file.
  public var number: Int?
  /// The numbers of all versions.
  public var versions: [Int] = []
  /// The time at which the version was stored, or nil if it comes from a file.
  public var createdAt: String?
  /// The operator who stored the version, if given.
  public var by: String?
  /// The reason for the version, if given.
  public var reason: String?

  /// A title such as `form contacts@2`.
  public var title: String {
    "\(definition.isForm ? "form" : "rules") \(definition.name)" + (number.map { "@\($0)" } ?? "")
  }
}

extension Recorder {
  /// The form and the rule set with this name, if they exist, in the given version or the latest
  /// one.
  ///
  /// - Parameter isForm: Whether to return only the form or only the rule set.
  /// - Throws: `RecorderError` if there is neither.
  public func definitions(
    _ reference: VersionReference, isForm: Bool? = nil
  ) throws(RecorderError) -> [DefinitionDetails] {
    let store = try storeForReading()
    var found: [DefinitionDetails] = []
    var latest: [String] = []
    var names: [String] = []
    for kind in [DefinitionKind.form, .ruleSet]
    where isForm == nil || isForm == (kind == .form) {
      let versions = try mappingErrors { try store.allVersions(of: kind, named: reference.name) }
      guard let last = versions.last else {
        names += try mappingErrors { try store.latestVersions(of: kind).map(\.name) }
        continue
      }
      latest.append("the latest \(kind.displayName) is \(last.name)@\(last.number)")
      let wanted = reference.number ?? last.number
      guard let version = versions.first(where: { $0.number == wanted }) else { continue }
      found.append(
        DefinitionDetails(
          definition: kind == .form
            ? .form(try version.form()) : .ruleSet(try version.ruleSet()),
          content: version.content, number: version.number, versions: versions.map(\.number),
          createdAt: version.createdAt, by: version.attribution.by,
          reason: version.attribution.reason))
    }
    guard found.isEmpty else { return found }
    guard latest.isEmpty else {
      throw RecorderError(
        .missing(.form("\(reference)")),
        "there is no \(reference); \(latest.joined(separator: ", "))")
    }
    guard !names.isEmpty else {
      throw RecorderError(
        .missing(.other), "there is no form and no rule set yet", .applyDefinitions)
    }
    throw RecorderError(
      .missing(.form(reference.name)),
      .unknown("form or rule set", reference.name, known: Array(Set(names)).sorted()))
  }
}
