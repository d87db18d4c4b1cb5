@testable import FormDefinitions
@testable import FormRules

/// Definition files: an accepted definition round-trips through writing, and can be bound.
enum DefinitionEntry {
  static func failure(on input: [UInt8]) -> String? {
    _ = try? DefinitionFile.messages(bytes: input, file: "fuzz")
    let definitions: [Definition]
    do throws(DefinitionErrors) {
      definitions = try DefinitionFile.parse(
        bytes: input, file: "fuzz", knownRules: RuleRegistry.names)
    } catch {
      return error.errors.isEmpty ? "refused without a reason" : nil
    }
    for definition in definitions {
      for text in [definition.yaml, definition.canonicalJSON()] {
        do throws(DefinitionErrors) {
          let again = try DefinitionFile.parse(text, file: "x", knownRules: RuleRegistry.names)
          if again.map({ $0.canonicalJSON() }) != [definition.canonicalJSON()] {
            return "written and read otherwise:\n\(text)"
          }
        } catch {
          return "not read again: \(error)\n\(text)"
        }
      }
    }
    bind(definitions)
    return nil
  }

  private static func bind(_ definitions: [Definition]) {
    let forms = definitions.compactMap { if case .form(let form) = $0 { form } else { nil } }
    for case .ruleSet(let ruleSet) in definitions {
      guard let form = forms.first(where: { $0.name == ruleSet.form }) else { continue }
      _ = try? Plan(form: form, ruleSet: ruleSet)
    }
  }
}
