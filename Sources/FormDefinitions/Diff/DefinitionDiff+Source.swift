public import FormRules

extension DefinitionDiff {
  /// Compares two versions of a source.
  public init(from old: Source, to new: Source) {
    self.init()
    change("name", from: old.name, to: new.name)
    change("title", from: old.title, to: new.title)
    change("contact", NodeDifference.details(.list(old.contacts), .list(new.contacts)))
    change("language", from: old.language, to: new.language)
    compare(
      old.forms, new.forms, details: { NodeDifference.details($0.node, $1.node) },
      acceptanceChanges: { _, _ in [.unknown] })
  }
}

extension SourceForm: ComparedItem {
  var describedName: String { "form \(form)" }
  var describedParameters: [String] { [NodeDifference.parameters(node)].compactMap(\.self) }
}
