#if Server
import ArgumentParser
import FormRecorder
import FormRules

/// The current forms and rule sets that a server begins with.
struct ServedDefinitions {
  private(set) var forms: [Form]
  private let ruleSets: [RuleSet]

  /// - Parameter set: Definitions that will be current, or nil for none.
  init(_ recorder: Recorder, _ set: DefinitionSet? = nil) throws(RecorderError) {
    let (new, newRules) = (set?.forms ?? [], set?.ruleSets ?? [])
    forms = try recorder.currentForms().filter { form in !new.contains { $0.name == form.name } }
    forms = (forms + new).sorted { $0.name < $1.name }
    ruleSets =
      try recorder.currentRuleSets().filter { rules in
        !newRules.contains { $0.name == rules.name }
      } + newRules
  }

  /// - Throws: An error of wrong usage if no rule set declares a parameter, or if a value does not
  ///   have its type.
  func require(_ parameters: [String: String]) throws {
    let declared = ruleSets.flatMap(\.parameters)
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      let named = declared.filter { $0.name == name }
      guard !named.isEmpty else {
        throw ValidationError(
          "--param: " + String.unknown("parameter", name, known: declared.map(\.name)))
      }
      for parameter in named {
        do {
          _ = try [parameter].literals([name: value])
        } catch {
          throw ValidationError("--param: \(error)")
        }
      }
    }
  }

  /// Returns the open forms.
  ///
  /// - Throws: An error of wrong usage if there is no such form.
  func require(publicForms: [String]) throws -> Set<String> {
    if publicForms.isEmpty { return [] }
    if forms.isEmpty {
      throw RecorderError(
        .missing(.form(nil)), "there is no form yet", .supplyDefinitions, .applyDefinitions)
    }
    let known = forms.map(\.name)
    if let name = publicForms.first(where: { !known.contains($0) }) {
      throw ValidationError(String.unknown("form", name, known: known))
    }
    return Set(publicForms)
  }
}
#endif
