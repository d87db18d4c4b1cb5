import FormRules

extension DefinitionSet {
  /// The only form that the definitions concern, or nil if there is none or several.
  public var onlyForm: VersionReference? {
    formNames.count == 1 ? VersionReference(formNames[0]) : nil
  }

  /// The forms that the definitions concern, in order.
  package var formNames: [String] {
    var names: [String] = []
    for name in forms.map(\.name) + ruleSets.map(\.form) where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}
