import FormDefinitions
import FormRecorder
import FormRules

/// What `apply` says.
enum DefinitionReport {
  static func lines(_ applied: [AppliedDefinition], dryRun: Bool) -> [String] {
    applied.flatMap { item in
      let name = "\(item.isForm ? "form" : "rules") \(item.name)@\(item.number)"
      guard item.isNew else { return ["\(name): unchanged"] }
      return ["\(name): \(dryRun ? "would be new" : "new")"]
        + (item.changes?.lines ?? []).map { "  \($0)" }
    }
  }

  static func json(_ applied: [AppliedDefinition]) -> String {
    JSON.array(
      applied.map { item in
        .object([
          "kind": .string(item.isForm ? "form" : "rules"), "name": .string(item.name),
          "version": .integer(item.number), "new": .bool(item.isNew),
          "changes": .array((item.changes?.changes ?? []).map(\.json)),
        ])
      }
    ).text
  }
}

extension DefinitionDiff.Change {
  var json: JSON {
    .object([
      "kind": .string(kind.rawValue), "what": .string(what), "detail": .string(detail),
    ])
  }
}
