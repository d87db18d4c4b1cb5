import FormRules

/// Reads how a field is presented to people who fill in the form.
extension DefinitionReader {
  static let presentationKeys = [
    "help", "placeholder", "section", "page", "widget", "choices", "prefill",
  ]
  static let choiceKeys = ["value", "label"]
  static let presentationPrefixes = ["help.", "section.", "page."]

  mutating func presentation(
    _ keys: KnownEntries, of type: FieldType, _ what: String
  ) -> FieldPresentation {
    var shown = FieldPresentation()
    shown.help = keys["help"].flatMap { text($0, "help") }
    shown.helpTranslations = translations(keys.entries, after: "help.")
    shown.placeholder = keys["placeholder"].flatMap { text($0, "placeholder") }
    shown.section = keys["section"].flatMap { text($0, "section") }
    shown.sectionTranslations = translations(keys.entries, after: "section.")
    shown.page = keys["page"].flatMap { text($0, "page") }
    shown.pageTranslations = translations(keys.entries, after: "page.")
    shown.widget = keys["widget"].flatMap { widget($0, of: type, what) }
    shown.choices = keys["choices"].flatMap { choices($0, of: type) } ?? []
    shown.prefills = keys["prefill"].flatMap { flag($0, "prefill") } ?? false
    return shown
  }

  /// Reads texts by language, from keys such as `label.de`.
  mutating func translations(
    _ entries: [DefinitionNode.Entry], after prefix: String
  ) -> [String: String] {
    var texts: [String: String] = [:]
    for entry in entries where entry.key.hasPrefix(prefix) {
      guard let language = language(of: entry, after: prefix) else { continue }
      texts[language] = text(entry.value, entry.key)
    }
    return texts
  }

  private mutating func widget(
    _ node: DefinitionNode, of type: FieldType, _ what: String
  ) -> FieldPresentation.Widget? {
    guard let widget = choice(node, "widget", of: FieldPresentation.Widget.self) else { return nil }
    if widget.fits(type) { return widget }
    let fitting = FieldPresentation.Widget.allCases.filter { $0.fits(type) }.map(\.rawValue)
    report(
      "widget '\(widget.rawValue)' does not support type \(type.name) of \(what); use one of "
        + fitting.joined(separator: ", "), at: node.location)
    return nil
  }

  /// Reads a list of values, each with or without a label.
  private mutating func choices(
    _ node: DefinitionNode, of type: FieldType
  ) -> [FieldPresentation.Choice]? {
    guard let items = items(node, "choices") else { return nil }
    var seen: Set<String> = []
    var choices: [FieldPresentation.Choice] = []
    for item in items {
      guard let choice = choice(item) else { continue }
      if !seen.insert(choice.value).inserted {
        report(
          "choice '\(choice.value)' occurs twice; keep one", .duplicate(choice.value),
          at: item.location)
      }
      check(choice.value, isOf: type, at: item.location)
      choices.append(choice)
    }
    return choices
  }

  private mutating func choice(_ node: DefinitionNode) -> FieldPresentation.Choice? {
    guard case .mapping = node.content else {
      return text(node, "a choice").map { FieldPresentation.Choice($0) }
    }
    guard
      let keys = entries(
        node, "a choice", known: Self.choiceKeys, translated: [Self.labelPrefix])
    else { return nil }
    guard let value = keys["value"] else {
      report("a choice has no value; add value: …", .missing("value"), at: node.location)
      return nil
    }
    return text(value, "value").map {
      FieldPresentation.Choice(
        $0, label: keys["label"].flatMap { text($0, "label") },
        labelTranslations: translations(keys.entries, after: Self.labelPrefix))
    }
  }

  /// Reports a value that cannot be submitted because it is not of the field's type.
  private mutating func check(
    _ value: String, isOf type: FieldType, at location: DefinitionLocation
  ) {
    // Each choice is an item of the list.
    if case .list = type { return }
    let bytes = Array(value.utf8)
    if (try? type.read(bytes.span)) == nil {
      report("choice '\(value)' is not of type \(type.name)", .wrongType, at: location)
    }
  }
}
