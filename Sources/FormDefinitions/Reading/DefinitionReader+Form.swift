import FormBytes
import FormRules

extension DefinitionReader {
  static let formKeys = [
    "form", "title", "key", "columns", "supersede", "erased", "zone", "mail", "edit", "embed",
    "file",
    "fields", "lists",
  ]
  static let titlePrefix = "title."
  static let mailKeys = ["to"]
  static let editKeys = ["days"]
  static let fileKeys =
    ["delimiter", "encoding", "header", "match", "missing"]
    + FileDialect.Key.allCases.map(\.rawValue)

  /// Reads a form's document.
  mutating func form(_ document: DefinitionNode) -> Form? {
    guard
      let keys = entries(
        document, "a form", known: Self.formKeys, translated: [Self.titlePrefix]),
      let nameNode = keys["form"]
    else { return nil }
    let name = self.name(nameNode, "a form's name")
    if let name, let problem = DefinitionNames.problem(ofForm: name) {
      report(problem, at: nameNode.location)
    }
    let title = keys["title"].flatMap { text($0, "title") }
    let titles = translations(keys.entries, after: Self.titlePrefix)
    let columns: Form.UnknownColumns? = keys["columns"].flatMap { choice($0, "columns") }
    let supersession: Form.Supersession? = keys["supersede"].flatMap { choice($0, "supersede") }
    let purgedRecords: Form.PurgedRecords? = keys["erased"].flatMap { choice($0, "erased") }
    let zone = keys["zone"].flatMap { self.zone($0) }
    let file =
      keys["file"].flatMap { entries($0, "file", known: Self.fileKeys) }
      .map { fileSettings($0) } ?? FileSettings()
    let lists = keys["lists"].flatMap { self.lists($0) } ?? []
    guard let fieldsNode = keys["fields"] else {
      report(
        "form '\(name ?? "")' has no fields; add them under 'fields'", .missing("fields"),
        at: keys.location)
      return nil
    }
    let errorsBefore = errors.count
    guard let fields = fields(fieldsNode) else { return nil }
    // A field that could not be read must not be reported as unknown.
    let isWhole = errors.count == errorsBefore
    let key = keys["key"].flatMap { isWhole ? self.key($0, of: fields) : nil } ?? []
    if let node = keys["erased"], key.isEmpty, isWhole {
      report("'erased' requires a key; add 'key'", .missing("key"), at: node.location)
    }
    let mail = keys["mail"].flatMap { isWhole ? self.mail($0, to: fields) : nil }
    let edit = keys["edit"].flatMap { self.edit($0) }
    let embedders = keys["embed"].flatMap { self.embedders($0) } ?? []
    guard let name else { return nil }
    var form = Form(name: name, title: title, key: key, fields: fields, lists: lists)
    form.titleTranslations = titles
    form.unknownColumns = columns
    form.supersession = supersession ?? .anyone
    form.purgedRecords = purgedRecords
    form.zone = zone
    form.mail = mail
    form.edit = edit
    form.embedders = embedders
    form.file = file
    if isWhole { errors += form.expressionErrors }
    return form
  }

  private mutating func embedders(_ node: DefinitionNode) -> [String]? {
    guard let origins = texts(node, "embed") else { return nil }
    for origin in origins {
      if let problem = Form.problem(ofOrigin: origin.value) { report(problem, at: origin.location) }
    }
    return origins.map(\.value)
  }

  private mutating func zone(_ node: DefinitionNode) -> NamedZone? {
    guard let name = text(node, "zone") else { return nil }
    if let zone = NamedZone(name) { return zone }
    reportUnknown("time zone", name, known: NamedZone.names, at: node.location)
    return nil
  }

  private mutating func mail(_ node: DefinitionNode, to fields: [Field]) -> Form.Mail? {
    guard let keys = entries(node, "mail", known: Self.mailKeys) else { return nil }
    guard let node = keys["to"] else {
      report("'mail' names no field; add to: FIELD", .missing("to"), at: keys.location)
      return nil
    }
    guard let name = text(node, "to") else { return nil }
    let texts = fields.filter { $0.type == .text }.map(\.name)
    if texts.contains(name) { return Form.Mail(to: name) }
    reportUnknown("text field in mail:", name, known: texts, at: node.location)
    return nil
  }

  private mutating func edit(_ node: DefinitionNode) -> Form.Edit? {
    guard let keys = entries(node, "edit", known: Self.editKeys) else { return nil }
    guard let node = keys["days"] else {
      report("'edit' requires days: NUMBER", .missing("days"), at: keys.location)
      return nil
    }
    return integer(node, "days", in: 1...366).map { Form.Edit(days: $0) }
  }

  private mutating func key(_ node: DefinitionNode, of fields: [Field]) -> [String]? {
    let names = fields.map(\.name)
    let known = Set(names)
    var seen: Set<String> = []
    guard let key = texts(node, "key") else { return nil }
    for field in key {
      if !known.contains(field.value) {
        reportUnknown("field in key:", field.value, known: names, at: field.location)
      } else if !seen.insert(field.value).inserted {
        report(
          "field '\(field.value)' occurs twice in key; keep one", .duplicate(field.value),
          at: field.location)
      }
    }
    return key.map(\.value)
  }

  private mutating func lists(_ node: DefinitionNode) -> [ValueList]? {
    guard let entries = entries(node, "lists") else { return nil }
    var lists: [ValueList] = []
    for entry in entries {
      guard let name = name(entry.key, "a list's name", at: entry.keyLocation),
        let values = texts(entry.value, "list '\(entry.key)'")
      else { continue }
      lists.append(ValueList(name: name, values: values.map(\.value)))
    }
    return lists.sorted { $0.name < $1.name }
  }

  mutating func fileSettings(_ keys: KnownEntries) -> FileSettings {
    var file = FileSettings()
    if let node = keys["delimiter"], let text = text(node, "delimiter") {
      if text.isASCIISeparator, text != "\"" {
        file.delimiter = text
      } else {
        report(
          "delimiter must be an ASCII character other than a quote or line break (a tab is \"\\t\")",
          at: node.location)
      }
    }
    if let node = keys["encoding"], let text = text(node, "encoding")?.lowercased() {
      file.encoding = text == "utf-16" ? text : TextEncoding(name: text)?.rawValue
      if file.encoding == nil { report(TextEncoding.unknown(text), at: node.location) }
    }
    file.header = keys["header"].flatMap { integer($0, "header", in: 0...1_000_000) }
    file.match = keys["match"].flatMap { choice($0, "match") } ?? .name
    file.missing = keys["missing"].flatMap { texts($0, "missing") }?.map(\.value) ?? []
    for key in FileDialect.Key.allCases {
      guard let node = keys[key.rawValue], let text = text(node, key.rawValue) else { continue }
      if let problem = file.dialect.set(key, text) { report(problem, at: node.location) }
    }
    if let conflict = file.dialect.conflict(delimiter: file.delimiter) {
      report("file: \(conflict)", .conflict, at: keys.location)
    }
    return file
  }
}
