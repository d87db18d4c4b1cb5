import FormRules

extension DefinitionReader {
  private static let maximumFields = 10_000
  static let fieldKeys =
    [
      "name", "label", "header", "type", "required", "aliases", "sensitive", "store", "trim",
      "missing", "note", "show", "value",
    ]
    + presentationKeys + FieldType.optionNames
  static let labelPrefix = "label."
  static let showKeys = ["when"]

  /// Reads the fields of a form. Expands numbered names (`score_{1..10}`).
  mutating func fields(_ node: DefinitionNode) -> [Field]? {
    guard let items = items(node, "fields") else { return nil }
    if items.isEmpty {
      report("fields is empty; a form requires at least one", .missing(nil), at: node.location)
    }
    var fields: [Field] = []
    var headers = HeaderIndex()
    for (index, item) in items.enumerated() {
      guard
        let keys = entries(
          item, "a field", known: Self.fieldKeys,
          translated: [Self.labelPrefix] + Self.presentationPrefixes)
      else { continue }
      guard fields.count < Self.maximumFields else {
        let others = items.count - index - 1
        report(
          "a form has at most \(Self.maximumFields) fields"
            + (others > 0 ? "; \(others + 1) more follow" : ""),
          .limit, at: keys["name"]?.location ?? item.location)
        break
      }
      for field in self.fields(keys, room: Self.maximumFields - fields.count) {
        if let clash = headers.add(field) {
          report(clash, .duplicate(field.name), at: item.location)
        }
        fields.append(field)
      }
    }
    return fields
  }

  /// Reads one item of `fields`: a field, or several if its name is numbered.
  private mutating func fields(_ keys: KnownEntries, room: Int) -> [Field] {
    guard let node = keys["name"] else {
      report("a field has no name; add name: …", .missing("name"), at: keys.location)
      return []
    }
    guard let name = text(node, "name"), let field = field(named: name, keys) else { return [] }
    let count = NumberedText(name)?.count ?? 1
    guard count >= 1, count <= room else {
      report(
        count < 1
          ? "'\(name)' counts down; write the smaller number first"
          : "a form has at most \(Self.maximumFields) fields", count < 1 ? .invalidValue : .limit,
        at: node.location)
      return []
    }
    let fields = NumberedText(name).map { expand(field, by: $0, keys) } ?? [field]
    // The last name is the longest.
    guard let last = fields.last, isFieldName(last.name, at: node.location) else { return [] }
    return fields
  }

  private mutating func isFieldName(_ name: String, at location: DefinitionLocation) -> Bool {
    if NumberedText(name) != nil {
      report("'\(name)' contains several ranges; keep one", .duplicate(name), at: location)
      return false
    }
    guard let problem = DefinitionNames.problem(ofField: name) else { return true }
    report(problem, at: location)
    return false
  }

  private mutating func field(named name: String, _ keys: KnownEntries) -> Field? {
    let what = "field '\(name)'"
    let type = fieldType(keys, of: what)
    var field = Field(name: name, type: type ?? .text)
    field.label = keys["label"].flatMap { text($0, "label") }
    field.labelTranslations = translations(keys.entries, after: Self.labelPrefix)
    field.header = keys["header"].flatMap { self.header($0, "header") }?.first
    field.aliases = keys["aliases"].flatMap { self.header($0, "aliases") } ?? []
    field.required = keys["required"].flatMap { flag($0, "required") } ?? false
    field.sensitive = keys["sensitive"].flatMap { flag($0, "sensitive") } ?? false
    field.storesClear = keys["store"].flatMap { storesInFull($0) } ?? false
    field.trim = keys["trim"].flatMap { flag($0, "trim") } ?? false
    field.missing = keys["missing"].flatMap { texts($0, "missing") }?.map(\.value)
    field.note = keys["note"].flatMap { text($0, "note") }
    field.shownWhen = keys["show"].flatMap { shownWhen($0) }
    field.computation = keys["value"].flatMap { node in
      word(node, "value").map { Located($0, at: node.location) }
    }
    guard let type else { return nil }
    field.presentation = presentation(keys, of: type, what)
    if field.presentation.prefills, let problem = field.prefillProblem {
      report("\(what) cannot be prefilled, because it is \(problem)", .conflict, at: keys.location)
    }
    return field
  }

  /// Reads the condition under which a field is shown.
  private mutating func shownWhen(_ node: DefinitionNode) -> Located<String>? {
    guard let keys = entries(node, "show", known: Self.showKeys) else { return nil }
    guard let node = keys["when"] else {
      report("'show' has no condition; add when: …", .missing("when"), at: keys.location)
      return nil
    }
    return word(node, "when").map { Located($0, at: node.location) }
  }

  /// Reads whether `store` requests that payment card numbers are stored in full.
  private mutating func storesInFull(_ node: DefinitionNode) -> Bool? {
    guard let word = text(node, "store") else { return nil }
    guard ["clear", "masked"].contains(word) else {
      reportUnknown("word for store", word, known: ["clear", "masked"], at: node.location)
      return nil
    }
    return word == "clear"
  }

  /// Reads the accepted header texts of a column.
  private mutating func header(_ node: DefinitionNode, _ what: String) -> [String]? {
    guard let texts = texts(node, what) else { return nil }
    for text in texts where Field.headerKey(text.value).isEmpty {
      report(
        "an empty text in \(what) cannot be the name of a column; remove it", at: text.location)
    }
    return texts.map(\.value)
  }

  /// Returns the fields of an item with a numbered name.
  private mutating func expand(
    _ field: Field, by name: NumberedText, _ keys: KnownEntries
  ) -> [Field] {
    let header = field.header.flatMap { counting($0, as: name, "header", keys: keys) }
    let aliases = field.aliases.compactMap { counting($0, as: name, "aliases", keys: keys) }
    // All fields may share one label.
    let label = field.label.flatMap { self.label($0, as: name, "label", keys: keys) }
    var labels: [String: NumberedText] = [:]
    for (language, text) in field.labelTranslations {
      labels[language] = self.label(text, as: name, Self.labelPrefix + language, keys: keys)
    }
    return (0..<name.count).map { position in
      var one = field
      one.name = name[position]
      one.header = header?[position]
      one.label = label?[position] ?? field.label
      for (language, label) in labels { one.labelTranslations[language] = label[position] }
      one.aliases = aliases.map { $0[position] }
      return one
    }
  }

  private mutating func label(
    _ text: String, as name: NumberedText, _ key: String, keys: KnownEntries
  ) -> NumberedText? {
    NumberedText(text) == nil ? nil : counting(text, as: name, key, keys: keys)
  }

  private mutating func counting(
    _ text: String, as name: NumberedText, _ key: String, keys: KnownEntries
  ) -> NumberedText? {
    if let numbered = NumberedText(text), numbered.count == name.count { return numbered }
    report(
      "\(key) must contain the same range as the name: insert \(name.range) into '\(text)'",
      at: keys[key]?.location ?? keys.location)
    return nil
  }
}

extension Field {
  /// Why an address must not contain a value of the field; nil if it may.
  fileprivate var prefillProblem: String? {
    if sensitive { return "sensitive" }
    if computation != nil { return "computed" }
    return type == .file || presentation.widget == .password
      ? "a \(presentation.widget == .password ? "password" : "file")" : nil
  }
}
