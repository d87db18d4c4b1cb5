package import FormRules

extension Form {
  /// Returns the form's normalized content, for storing and hashing: JSON without white space, with
  /// sorted keys, without default values, and with every scalar as a string.
  ///
  /// Comments, layout, quoting and the order of keys do not affect it. `DefinitionFile.parse` reads
  /// it back to an equal form.
  package func canonicalJSON() -> String { node.canonicalJSON }

  /// The document that defines the form.
  package var node: DefinitionNode {
    var mapping = MappingBuilder()
    mapping.add("form", name)
    mapping.add("title", title, texts: titleTranslations)
    mapping.add("key", key)
    mapping.add("columns", unknownColumns?.rawValue)
    if supersession != .anyone { mapping.add("supersede", supersession.rawValue) }
    mapping.add("erased", purgedRecords?.rawValue)
    mapping.add("zone", zone?.name)
    if let mail {
      var entry = MappingBuilder()
      entry.add("to", mail.to)
      mapping.add("mail", entry)
    }
    mapping.add("embed", embedders)
    if let edit {
      var entry = MappingBuilder()
      entry.add("days", String(edit.days))
      mapping.add("edit", entry)
    }
    mapping.add("file", file.mapping)
    mapping.add("fields", fields.map(\.node))
    var lists = MappingBuilder()
    for list in self.lists { lists.add(list.name, .list(list.values)) }
    mapping.add("lists", lists)
    return mapping.node
  }
}

extension FileSettings {
  package var mapping: MappingBuilder {
    var mapping = MappingBuilder()
    mapping.add("delimiter", delimiter)
    mapping.add("encoding", encoding)
    mapping.add("header", header.map(String.init))
    if match != .name { mapping.add("match", match.rawValue) }
    mapping.add("missing", missing)
    for (key, text) in dialect.settings { mapping.add(key, text) }
    return mapping
  }
}

extension Field {
  package var node: DefinitionNode {
    var mapping = MappingBuilder()
    mapping.add("name", name)
    mapping.add("label", label, texts: labelTranslations)
    mapping.add("header", header)
    mapping.add("aliases", aliases)
    type.add(to: &mapping)
    mapping.add("required", required)
    mapping.add("sensitive", sensitive)
    if storesClear { mapping.add("store", "clear") }
    mapping.add("trim", trim)
    if let missing { mapping.add("missing", DefinitionNode.list(missing)) }
    mapping.add("note", note)
    if let shownWhen {
      var entry = MappingBuilder()
      entry.add("when", shownWhen.value)
      mapping.add("show", entry)
    }
    mapping.add("value", computation?.value)
    presentation.add(to: &mapping)
    return mapping.node
  }
}

extension FieldPresentation {
  func add(to mapping: inout MappingBuilder) {
    mapping.add("help", help, texts: helpTranslations)
    mapping.add("placeholder", placeholder)
    mapping.add("section", section, texts: sectionTranslations)
    mapping.add("page", page, texts: pageTranslations)
    mapping.add("widget", widget?.rawValue)
    mapping.add("choices", choices.map(\.node))
    mapping.add("prefill", prefills)
  }
}

extension FieldPresentation.Choice {
  /// The bare value, or a mapping of the value and its labels.
  package var node: DefinitionNode {
    if label == nil, labelTranslations.isEmpty { return .text(value) }
    var mapping = MappingBuilder()
    mapping.add("value", value)
    mapping.add("label", label, texts: labelTranslations)
    return mapping.node
  }
}

extension MappingBuilder {
  /// Adds a text and its translations, by language code.
  fileprivate mutating func add(_ key: String, _ text: String?, texts: [String: String]) {
    add(key, text)
    for (language, text) in texts.sorted(by: { $0.key < $1.key }) {
      add("\(key).\(language)", text)
    }
  }
}

extension FieldType {
  /// Adds `type` and the type's own options.
  package func add(to mapping: inout MappingBuilder) {
    mapping.add("type", name)
    switch self {
    case .decimal(let format):
      mapping.add("scale", format.scale.map(String.init))
      if format.point != DecimalFormat().point { mapping.add("point", format.point) }
      if let group = format.groupNode { mapping.add("group", group) }
      if format.grouping != DecimalFormat().grouping {
        mapping.add("grouping", format.grouping.rawValue)
      }
      mapping.add("strip", format.strip)
      mapping.add("negative", format.negative.map(\.rawValue))
    case .boolean(let words):
      // A list without words is written too, so that it is refused instead of read as the default.
      if words.yes != BooleanWords().yes { mapping.add("true", DefinitionNode.list(words.yes)) }
      if words.no != BooleanWords().no { mapping.add("false", DefinitionNode.list(words.no)) }
    case .date, .time, .datetime: mapping.add("format", formatPatterns)
    case .list(let separator): if separator != "," { mapping.add("separator", separator) }
    case .text, .integer, .number, .file: break
    }
  }
}

extension FieldType.DecimalFormat {
  /// The word for all of `blanks` in `group`.
  static let blankWord = "blank"

  /// A single separator as a text, several as a list, in which a word replaces all blanks.
  var groupNode: DefinitionNode? {
    var words = group
    if Self.blanks.allSatisfy(group.contains), let first = words.firstIndex(of: Self.blanks[0]) {
      words[first] = Self.blankWord
      words.removeAll(where: Self.blanks.contains)
    }
    return words.count > 1 ? .list(words) : words.first.map { .text($0) }
  }
}
