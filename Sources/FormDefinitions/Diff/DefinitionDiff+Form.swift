public import FormRules

extension DefinitionDiff {
  /// Compares two versions of a form.
  public init(from old: Form, to new: Form) {
    self.init()
    change("name", old.name, new: new.name)
    change("title", old.title, new: new.title)
    for language in Set(old.titles.keys).union(new.titles.keys).sorted() {
      change("title.\(language)", old.titles[language], new: new.titles[language])
    }
    change("columns", old.unknownColumns?.rawValue, new: new.unknownColumns?.rawValue)
    change("supersede", old.supersession.rawValue, new: new.supersession.rawValue)
    change("erased", old.erased?.rawValue, new: new.erased?.rawValue)
    change("zone", old.zone?.name, new: new.zone?.name)
    change("mail", old.mail?.to, new: new.mail?.to)
    change(
      "embed", NodeDifference.details(.list(old.embedders), .list(new.embedders)))
    change("edit", old.edit.map { "\($0.days) days" }, new: new.edit.map { "\($0.days) days" })
    change("key", NodeDifference.details(.list(old.key), .list(new.key)))
    change(
      "file",
      NodeDifference.details(
        old.file.mapping.node, new.file.mapping.node, defaults: ["match": "name"]))
    compare(
      old.fields, new.fields, plural: "fields", name: { "field \($0.name)" },
      parameters: { [NodeDifference.parameters($0.node, except: "name")].compactMap(\.self) },
      details: { old, new in
        NodeDifference.details(
          old.node, new.node,
          defaults: [
            "required": "false", "sensitive": "false", "store": "masked", "trim": "false",
            "prefill": "false",
          ],
          rename: ["aliases": "alias"])
      })
    compare(
      old.lists, new.lists, plural: nil, name: { "list \($0.name)" },
      parameters: { [NodeDifference.parameters(.list($0.values))].compactMap(\.self) },
      details: { NodeDifference.details(.list($0.values), .list($1.values)) })
  }
}
