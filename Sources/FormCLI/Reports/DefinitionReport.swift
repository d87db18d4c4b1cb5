import FormDefinitions
import FormRecorder
import FormRules

/// Formats the output of `apply`.
enum DefinitionReport {
  static func lines(_ applied: [AppliedDefinition], isDryRun: Bool) -> [String] {
    applied.flatMap { item in
      let name = "\(item.kind.rawValue) \(item.name)@\(item.number)"
      guard item.isNew else { return ["\(name): unchanged"] }
      let acceptanceChanges = item.acceptanceChanges.map { " (\($0.words))" } ?? ""
      return ["\(name): \(isDryRun ? "would be new" : "new")\(acceptanceChanges)"]
        + item.differences.map { "  \($0)" }
    }
  }
}
