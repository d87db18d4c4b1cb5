package import FormRules
import FormStore

extension DefinitionSet {
  /// Finds a form and a rule set in the files alone, for judging without a store.
  package func bind(
    form formName: String?, rules rulesName: String?
  ) throws(RecorderError) -> Plan {
    let form = try pick(.form, forms, wanted: formName, name: \.name)
    let candidates = filedRuleSets.filter { $0.ruleSet.form == form.name }
    let chosen = try pick(.ruleSet, candidates, wanted: rulesName) { $0.ruleSet.name }
    do {
      return try Plan(form: form, ruleSet: chosen.ruleSet)
    } catch {
      throw RecorderError(.refused, DefinitionErrors(error.errors, file: chosen.file).description)
    }
  }

  private func pick<Item>(
    _ kind: DefinitionKind, _ items: [Item], wanted: String?, name: (Item) -> String
  ) throws(RecorderError) -> Item {
    if let wanted {
      guard let item = items.first(where: { name($0) == wanted }) else {
        throw RecorderError(
          kind.missing(wanted),
          .unknown(kind.displayName, wanted, known: items.map(name)))
      }
      return item
    }
    guard items.count == 1, let item = items.first else {
      throw items.isEmpty
        ? RecorderError(kind.missing(nil), "the definitions contain no \(kind.displayName)")
        : .ambiguous("the definitions contain", kind, names: items.map(name))
    }
    return item
  }
}
