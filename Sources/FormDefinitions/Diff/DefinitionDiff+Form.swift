public import FormRules

extension DefinitionDiff {
  /// Compares two versions of a form.
  public init(from old: Form, to new: Form) {
    self.init()
    change("name", NodeDifference.details(.text(old.name), .text(new.name)))
    let titles = [old.title, new.title].map { $0.map(DefinitionNode.text) }
    change("title", NodeDifference.details(titles[0], titles[1]))
    for language in Set(old.titles.keys).union(new.titles.keys).sorted() {
      let titles = [old, new].map { $0.titles[language].map(DefinitionNode.text) }
      change("title.\(language)", NodeDifference.details(titles[0], titles[1]))
    }
    let columns = [old, new].map { ($0.unknownColumns?.rawValue).map(DefinitionNode.text) }
    change("columns", NodeDifference.details(columns[0], columns[1]))
    change("key", NodeDifference.details(.list(old.key), .list(new.key)))
    change(
      "file",
      NodeDifference.details(
        old.file.mapping.node, new.file.mapping.node, defaults: ["match": "name"]))
    compare(
      old.fields, new.fields, plural: "fields", name: { "field \($0.name)" },
      details: { old, new in
        NodeDifference.details(
          old.node, new.node,
          defaults: [
            "required": "false", "sensitive": "false", "store": "masked", "trim": "false",
          ],
          rename: ["aliases": "alias"])
      })
    compare(
      old.lists, new.lists, plural: nil, name: { "list \($0.name)" },
      details: { NodeDifference.details(.list($0.values), .list($1.values)) })
  }
}
