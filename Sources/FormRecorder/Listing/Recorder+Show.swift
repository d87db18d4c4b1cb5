public import FormDefinitions
import FormRules
import FormStore

/// A form or rule set as it is stored, or as it stands in a file.
public struct ShownDefinition: Sendable {
  /// The form or rule set itself.
  public var definition: Definition
  /// Its canonical JSON, as stored.
  public var content: String
  /// Nil when it stands in a file.
  public var number: Int?
  /// The versions there are.
  public var versions: [Int] = []
  /// When the version was made; nil when it stands in a file.
  public var createdAt: String?
  /// Who stored the version, if that was said.
  public var by: String?
  /// Why there is this version, if it was said.
  public var reason: String?

  /// `form contacts@2`.
  public var title: String {
    "\(definition.isForm ? "form" : "rules") \(definition.name)" + (number.map { "@\($0)" } ?? "")
  }
}

extension Recorder {
  /// The form and the rule set of that name, as far as there are; of the version meant, or of each
  /// the latest.
  ///
  /// - Parameter isForm: only the form, or only the rule set.
  /// - Throws: when there is neither.
  public func definitions(
    _ reference: VersionReference, isForm: Bool? = nil
  ) throws(RecorderError) -> [ShownDefinition] {
    let store = try storeForReading()
    var found: [ShownDefinition] = []
    var latest: [String] = []
    var names: [String] = []
    for kind in [DefinitionKind.form, .ruleSet]
    where isForm == nil || isForm == (kind == .form) {
      let versions = try explaining { try store.allVersions(of: kind, named: reference.name) }
      guard let last = versions.last else {
        names += try explaining { try store.latestVersions(of: kind).map(\.name) }
        continue
      }
      latest.append("the latest \(kind.words) is \(last.name)@\(last.number)")
      let wanted = reference.number ?? last.number
      guard let version = versions.first(where: { $0.number == wanted }) else { continue }
      found.append(
        ShownDefinition(
          definition: kind == .form
            ? .form(try version.form()) : .ruleSet(try version.ruleSet()),
          content: version.content, number: version.number, versions: versions.map(\.number),
          createdAt: version.createdAt, by: version.attribution.by,
          reason: version.attribution.reason))
    }
    guard found.isEmpty else { return found }
    guard latest.isEmpty else {
      throw RecorderError(
        .failed, reason: .missing, "there is no \(reference); \(latest.joined(separator: ", "))")
    }
    throw RecorderError(
      .failed, reason: .missing,
      names.isEmpty
        ? "there is no form and no rule set yet; 'formrec apply FILE' stores them"
        : DefinitionError.unknown(
          "form or rule set", reference.name, known: Array(Set(names)).sorted(), at: .none
        ).message)
  }
}
