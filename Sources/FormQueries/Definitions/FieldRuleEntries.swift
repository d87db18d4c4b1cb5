package import FormRules

/// The rules of one field that apply to every record and can reject it, as written.
package struct FieldRuleEntries {
  private let entries: [RuleEntry]
  private let type: FieldType
  private let lists: [ValueList]

  package init(_ plan: Plan, field: Int) {
    type = plan.form.fields[field].type
    lists = plan.form.lists
    entries = plan.rules.compactMap { rule in
      guard rule.subject == field, rule.severity.rejects, let entry = rule.entry,
        entry.when == nil, entry.scenarios.isEmpty
      else { return nil }
      return entry
    }
  }

  package func contains(_ rule: String) -> Bool { entries.contains { $0.rule == rule } }

  /// The rules whose violation cannot be corrected by more characters, so that keystrokes may be
  /// refused.
  package var refusing: [RuleEntry] {
    let names: Set = ["length", "characters", "alpha", "alphanumeric", "ascii"]
    return entries.filter { names.contains($0.rule) && $0.needs.isEmpty }
  }

  /// The type of the input for texts of a known kind.
  package var inputType: String? {
    let types = ["email": "email", "url": "url", "phone": "tel", "passwordStrength": "password"]
    return entries.lazy.compactMap { types[$0.rule] }.first
  }

  /// The highest accepted length of a text.
  package var maximumLength: Int? {
    let lengths = entries.filter { $0.rule == "length" }.compactMap { entry -> Int? in
      guard let text = entry.parameters?["max"]?.scalar else { return nil }
      return Int(text)
    }
    return lengths.min()
  }

  /// A parameter of a rule, if it is a constant.
  package func constant(_ rule: String, _ parameter: String) -> String? {
    entries.lazy.filter { $0.rule == rule }.compactMap { $0.parameters?[parameter]?.scalar }.first
  }

  /// The values of the first rule `in`, also inside `each`, in the notation of the field. Nil
  /// unless all are constants and the notation can express them.
  package var listedValues: [String]? {
    for entry in entries {
      if entry.rule == "in" { return values(of: entry.parameters) }
      guard entry.rule == "each" else { continue }
      if let nested = entry.rules.first(where: { $0.rule == "in" }) {
        return values(of: nested.parameters)
      }
      let rules = entry.parameters?["rules"] ?? entry.parameters
      let listed = rules?.items.lazy.compactMap { $0["in"] }.first
      if let listed { return values(of: listed) }
    }
    return nil
  }

  private func values(of parameters: DefinitionNode?) -> [String]? {
    let constants: [String?] =
      if let name = parameters?["list"]?.scalar {
        lists.first { $0.name == name }?.values ?? []
      } else {
        (parameters?["values"] ?? parameters)?.items.map(\.scalar) ?? []
      }
    let values = constants.compactMap { $0.flatMap(type.text(ofConstant:)) }
    return values.isEmpty || values.count < constants.count ? nil : values
  }

  /// The file types that the control for a file offers, derived from the rules on its content.
  package var acceptedFiles: String? {
    if contains("image") { return "image/*" }
    guard let media = entries.first(where: { $0.rule == "media" })?.parameters else { return nil }
    let listed =
      media["kinds"] == nil && media["types"] == nil
      ? media.items : (media["kinds"]?.items ?? []) + (media["types"]?.items ?? [])
    let tokens = listed.compactMap(\.scalar).map { word -> String? in
      if word.contains("/") { return word }
      let kinds = ["image", "video", "audio", "font", "text"]
      if kinds.contains(word) { return "\(word)/*" }
      return ["archive", "document", "executable"].contains(word) ? nil : ".\(word)"
    }
    // Files of a kind without a name in HTML would be hidden in the dialog.
    return tokens.isEmpty || tokens.contains(nil)
      ? nil : tokens.compactMap(\.self).joined(separator: ",")
  }
}

extension DefinitionNode {
  /// The items of a list, or the node itself if it is a scalar.
  fileprivate var items: [DefinitionNode] {
    switch content {
    case .sequence(let items): items
    case .scalar: [self]
    case .mapping: []
    }
  }
}
