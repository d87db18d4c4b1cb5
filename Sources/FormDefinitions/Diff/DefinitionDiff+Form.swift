public import FormRules

extension DefinitionDiff {
  /// Compares two versions of a form.
  ///
  /// - Parameter ruleSets: The rule sets of the form, which decide what a change of a list means,
  ///   and whether other records are accepted if one is. Nil means that they are not known.
  public init(from old: Form, to new: Form, ruleSets: [RuleSet]? = nil) {
    self.init()
    let forms = FormVersions(old: old, new: new, rules: (ruleSets ?? []).flatMap(\.identifiedRules))
    compareSettings(forms)
    compareFields(forms)
    compare(
      old.lists, new.lists,
      details: { NodeDifference.details(.list($0.values), .list($1.values)) },
      acceptanceChanges: { before, after in
        // A list that only one version has is added or removed together with the rules that use it.
        guard let before, let after else { return [] }
        guard let ruleSets else { return [.unknown] }
        return ruleSets.reduce(into: []) {
          $0.formUnion($1.changes(from: before, to: after, in: new))
        }
      })
  }

  private mutating func compareSettings(_ forms: FormVersions) {
    let (old, new) = (forms.old, forms.new)
    change("name", from: old.name, to: new.name)
    change("title", from: old.title, to: new.title)
    for language in Set(old.titleTranslations.keys).union(new.titleTranslations.keys).sorted() {
      change(
        "title.\(language)", from: old.titleTranslations[language],
        to: new.titleTranslations[language])
    }
    change(
      "columns", from: old.unknownColumns?.rawValue, to: new.unknownColumns?.rawValue,
      acceptanceChanges: forms.affecting(
        .ofRefusals(old.unknownColumns == .refuse, new.unknownColumns == .refuse)))
    change(
      "supersede", from: old.supersession.rawValue, to: new.supersession.rawValue,
      acceptanceChanges: forms.affecting(
        .ofRefusals(old.supersession == .signedIn, new.supersession == .signedIn)))
    change(
      "erased", from: old.purgedRecords?.rawValue, to: new.purgedRecords?.rawValue,
      acceptanceChanges: forms.affecting(
        .ofRefusals(old.purgedRecords == .refuse, new.purgedRecords == .refuse)))
    change("zone", from: old.zone?.name, to: new.zone?.name, acceptanceChanges: [.unknown])
    change("mail", from: old.mail?.to, to: new.mail?.to)
    change(
      "embed", NodeDifference.details(.list(old.embedders), .list(new.embedders)))
    change("edit", from: old.edit.map { "\($0.days) days" }, to: new.edit.map { "\($0.days) days" })
    change(
      "key", NodeDifference.details(.list(old.key), .list(new.key)), acceptanceChanges: [.unknown])
    change(
      "file",
      NodeDifference.details(
        old.file.mapping.node, new.file.mapping.node, defaults: ["match": "name"]),
      acceptanceChanges: [.unknown])
  }

  private mutating func compareFields(_ forms: FormVersions) {
    let (old, new) = (forms.old, forms.new)
    let isByPosition = [old, new].contains { $0.file.match == .position }
    compare(
      old.fields, new.fields, plural: "fields",
      details: { old, new in
        NodeDifference.details(
          old.node, new.node,
          defaults: [
            "required": "false", "sensitive": "false", "store": "masked", "trim": "false",
            "prefill": "false",
          ],
          rename: ["aliases": "alias"])
      },
      acceptanceChanges: { before, after in
        switch (before, after) {
        case (let before?, let after?):
          forms.affecting(before.changes(to: after, isCompared: forms.compare(before.name)))
        case (nil, let field?): forms.affecting(new.changes(adding: field))
        case (let field?, nil): forms.affecting(old.changes(adding: field).reversed)
        case (nil, nil): isByPosition ? [.unknown] : []
        }
      })
  }
}

/// Two versions of a form, with the known rules.
private struct FormVersions {
  let old: Form
  let new: Form
  let rules: [IdentifiedRule]

  /// The effects of a change. A record that is accepted claims keys that others can have.
  func affecting(_ changes: Set<AcceptanceChange>) -> Set<AcceptanceChange> {
    !changes.isEmpty && rules.contains(where: \.entry.claimsKeys)
      ? changes.union([.unknown]) : changes
  }

  /// Whether records are compared by their values in a field.
  func compare(_ field: String) -> Bool {
    (old.key + new.key).contains(field) || rules.contains { $0.compares(field, in: old) }
  }
}

extension Field: ComparedItem {
  var describedName: String { "field \(name)" }
  var describedParameters: [String] {
    [NodeDifference.parameters(node, except: "name")].compactMap(\.self)
  }
}

extension ValueList: ComparedItem {
  var describedName: String { "list \(name)" }
  var describedParameters: [String] {
    [NodeDifference.parameters(.list(values))].compactMap(\.self)
  }
}

extension Set<AcceptanceChange> {
  /// The changes of a setting that refuses some records or files.
  fileprivate static func ofRefusals(_ old: Bool, _ new: Bool) -> Self {
    old == new ? [] : new ? [.stricter] : [.looser]
  }
}

extension Field {
  /// Returns the changes of the records that are accepted if the field changes.
  ///
  /// - Parameter isCompared: Whether records are compared by their values in this field: a record
  ///   whose value has the type can cause others to be rejected.
  fileprivate func changes(to new: Field, isCompared: Bool) -> Set<AcceptanceChange> {
    var changes = type.changes(to: new.type)
    if isCompared, !changes.isEmpty { changes.insert(.unknown) }
    if required != new.required { changes.insert(new.required ? .stricter : .looser) }
    // What the field is called and how it is shown and stored rejects nothing. Everything else
    // affects how values are read, or which rules apply.
    var rest = new
    (rest.type, rest.required) = (type, required)
    (rest.label, rest.labelTranslations, rest.note) = (label, labelTranslations, note)
    (rest.sensitive, rest.storesClear, rest.presentation) = (sensitive, storesClear, presentation)
    if rest.node != node { changes.insert(.unknown) }
    return changes
  }
}

extension Form {
  /// Returns the changes of the records that are accepted if the form gets one of its fields.
  fileprivate func changes(adding field: Field) -> Set<AcceptanceChange> {
    // An alias can take the column of another field. A text is no array or object in JSON.
    let isUnknown = unknownColumns == .refuse || file.match == .position || !field.aliases.isEmpty
    return isUnknown ? [.unknown] : [.stricter]
  }
}

extension RuleSet {
  /// Returns the changes of the records that are accepted if one of the form's lists changes.
  fileprivate func changes(
    from old: ValueList, to new: ValueList, in form: Form
  ) -> Set<AcceptanceChange> {
    var comparison = comparison(
      from: RuleComparison.Side(form: form, lists: [old], presets: presets),
      to: RuleComparison.Side(form: form, lists: [new], presets: presets), with: self)
    return identifiedRules.reduce(into: []) { changes, rule in
      changes.formUnion(
        comparison.changes(from: rule.entry, to: rule.entry, id: rule.id, on: rule.subject))
    }
  }
}
