import FormRules

extension DefinitionReader {
  static let sourceKeys = ["source", "title", "contact", "language", "forms"]
  static let sourceFormKeys = ["file", "map", "expect", "repairs"]
  static let sourceFileKeys =
    ["delimiter", "encoding", "header", "point", "group"]
    + FileDialect.Key.allCases.map(\.rawValue)
  static let expectationKeys = ["every", "by", "records"]

  /// Reads a source's document.
  mutating func source(_ document: DefinitionNode) -> Source? {
    guard let keys = entries(document, "a source", known: Self.sourceKeys),
      let nameNode = keys["source"]
    else { return nil }
    let name = self.name(nameNode, "a source's name")
    let title = keys["title"].flatMap { text($0, "title") }
    let contacts = keys["contact"].flatMap { self.contacts($0) } ?? []
    let language = keys["language"].flatMap { self.language($0) }
    guard let formsNode = keys["forms"] else {
      report(
        "source '\(name ?? "")' has no forms; add them under 'forms'", .missing("forms"),
        at: keys.location)
      return nil
    }
    var forms: [SourceForm] = []
    for entry in (entries(formsNode, "forms") ?? []).sorted(by: DefinitionNode.Entry.isBefore) {
      guard let form = self.name(entry.key, "a form's name", at: entry.keyLocation),
        let content = sourceForm(entry.value, named: form)
      else { continue }
      forms.append(content)
    }
    guard let name else { return nil }
    return Source(name: name, title: title, contacts: contacts, language: language, forms: forms)
  }

  private mutating func contacts(_ node: DefinitionNode) -> [String]? {
    texts(node, "contact")?.filter { contact in
      if contact.value.contains("@"), fitsOneLine(contact.value, "contact", at: contact.location) {
        return true
      }
      report("contact must be a mail address, such as data@example.com", at: contact.location)
      return false
    }.map(\.value)
  }

  private mutating func language(_ node: DefinitionNode) -> String? {
    guard let language = text(node, "language") else { return nil }
    if Localization.isTag(language) { return language }
    report("language requires a language code such as de or pt-BR", at: node.location)
    return nil
  }

  private mutating func sourceForm(_ node: DefinitionNode, named name: String) -> SourceForm? {
    // A form without settings: `signups:`.
    if node.isNull { return SourceForm(form: name) }
    guard let keys = entries(node, "form '\(name)'", known: Self.sourceFormKeys) else { return nil }
    var form = SourceForm(form: name)
    if let node = keys["file"], let entries = entries(node, "file", known: Self.sourceFileKeys) {
      form.file = fileSettings(entries)
      form.decimalFormat = decimalFormat(entries)
    }
    if let node = keys["map"] { form.map = texts(byName: node, "map") }
    form.expected = keys["expect"].flatMap { expectation($0) }
    form.repairs = keys["repairs"].map { repairs($0) } ?? []
    return form
  }

  /// Reads the notation of numbers in a file.
  private mutating func decimalFormat(_ keys: KnownEntries) -> FieldType.DecimalFormat? {
    let options = keys.entries.filter { ["point", "group"].contains($0.key) }
    guard !options.isEmpty else { return nil }
    let type = fieldType(
      KnownEntries(
        location: keys.location, entries: options + [.init("type", .text("decimal"))]),
      of: "file")
    if case .decimal(let format)? = type { return format }
    return nil
  }

  private mutating func texts(byName node: DefinitionNode, _ what: String) -> [String: String] {
    var texts: [String: String] = [:]
    for entry in entries(node, what) ?? [] {
      texts[entry.key] = text(entry.value, "'\(entry.key)' of \(what)")
    }
    return texts
  }

  private mutating func expectation(_ node: DefinitionNode) -> ExpectedDelivery? {
    guard let keys = entries(node, "expect", known: Self.expectationKeys) else { return nil }
    guard let every = keys["every"] else {
      report("expect requires every: day, week or month", .missing("every"), at: keys.location)
      return nil
    }
    guard let interval: ExpectedDelivery.Interval = choice(every, "every") else { return nil }
    var expected = ExpectedDelivery(every: interval)
    if let node = keys["by"], let text = text(node, "by") {
      guard let due = ExpectedDelivery(every: interval, due: text) else {
        report(
          "by must be a time of the \(interval.rawValue), such as "
            + ["12:00", "Monday 12:00", "3 12:00"][
              ExpectedDelivery.Interval.allCases.firstIndex(of: interval) ?? 0], at: node.location)
        return nil
      }
      expected = due
    }
    if let node = keys["records"] {
      expected.records = limit(
        DefinitionNode(
          .mapping([.init(Limit.Subject.records.rawValue, node)]), at: node.location))
    }
    return expected
  }

  mutating func repairs(_ node: DefinitionNode) -> [Repair] {
    items(node, "repairs")?.compactMap { repair($0) } ?? []
  }

  private mutating func repair(_ node: DefinitionNode) -> Repair? {
    guard let entries = entries(node, "a repair") else { return nil }
    guard entries.count == 1, let entry = entries.first else {
      report("a repair has exactly one field", at: node.location)
      return nil
    }
    return change(entry.value, of: entry.key).map { Repair(entry.key, $0) }
  }

  private mutating func change(_ node: DefinitionNode, of field: String) -> Repair.Change? {
    if let word = node.scalar, !node.isNull {
      let change = Repair.Change.words.first { $0.word == word }?.change
      if change == nil {
        reportUnknown(
          "repair of '\(field)':", word, known: Repair.Change.words.map(\.word), at: node.location)
      }
      return change
    }
    guard let entries = entries(node, "the repair of '\(field)'") else { return nil }
    if entries.isEmpty {
      report(
        "the repair of '\(field)' is empty; add texts, strip, type or a word such as trim",
        .missing(nil),
        at: node.location)
      return nil
    }
    if entries.contains(where: { $0.key == "type" }) {
      return self.entries(
        node, "the repair of '\(field)'", known: ["type"] + FieldType.optionNames
      ).flatMap { fieldType($0, of: "the repair of '\(field)'") }.map { .notation($0) }
    }
    if entries.count == 1, entries[0].key == "strip" {
      return texts(entries[0].value, "strip").map { .strip($0.map(\.value).filter { !$0.isEmpty }) }
    }
    if entries.count == 1, entries[0].key == "replace" {
      return .replace(texts(byName: entries[0].value, "replace"))
    }
    if entries.count == 1, entries[0].key == "others" {
      return word(entries[0].value, "others").map { .others(by: $0) }
    }
    return .replace(texts(byName: node, "the repair of '\(field)'"))
  }
}
